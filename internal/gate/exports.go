package gate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/export"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// RunExports runs the exporters of w's configuration in a copy of the tree that w
// reads, and returns what they wrote. The tree itself is not touched. What kept them
// from working is in out, as Fatal; the result is nil then.
func RunExports(ctx context.Context, w *workspace.Workspace, out *diag.List) *export.Result {
	if w.Config == nil || len(w.Config.Exports) == 0 {
		out.Add(diag.Diagnostic{Severity: diag.Fatal, Message: "the configuration names no exporter",
			Help: "say what writes the documents: export: [{run: [python, export.py], writes: [schemas]}]"})
		return nil
	}
	from, err := exportSource(w)
	if err == nil {
		var result *export.Result
		if result, err = export.Run(ctx, w.Config.Exports, from, out); err == nil {
			return result
		}
	}
	out.Fatalf(source.Loc{}, "run the exporters: %v", err)
	return nil
}

// exportSource returns the tree to copy: what the view holds, and of a working tree
// what git does not ignore. What it ignores, such as an environment with the
// exporter's packages, is linked.
func exportSource(w *workspace.Workspace) (export.Source, error) {
	top, below := w.Top()
	from := export.Source{Dir: below, Disk: top}
	if from.Dir == "" {
		from.Dir = "."
	}
	repo, err := w.Repo()
	if err != nil {
		from.FS = os.DirFS(top)
		return from, nil
	}
	if from.Links, err = repo.IgnoredPaths(); err != nil {
		return from, fmt.Errorf("list what git ignores: %w", err)
	}
	if t := w.Tree(); t != nil {
		from.FS = t
		return from, nil
	}
	files, err := repo.Files()
	if err != nil {
		return from, fmt.Errorf("list the working tree: %w", err)
	}
	from.FS = workspace.NewListing(os.DirFS(filepath.Clean(top)), files)
	return from, nil
}
