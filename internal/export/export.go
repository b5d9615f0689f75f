// Package export runs the commands that write documents from their sources. They run
// in a copy of the tree, so that a check changes nothing and sees the sources of the
// index or of a commit, not those on disk.
package export

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// Source is the tree that exporters run in.
type Source struct {
	FS   fs.FS  // from the top of the repository, or the configuration's directory outside of one
	Dir  string // slash path from there to the configuration's directory; "." for itself
	Disk string // the directory on disk that FS is, or is a state of, absolute
	// Links are paths from the top of what is on disk and not in FS, such as an
	// environment with the exporter's packages. They are linked and not copied.
	Links []string
}

// Result is what exporters wrote.
type Result struct {
	Files []emit.File // by their slash paths from the configuration's directory, sorted
}

// Run runs the exporters one after the other in a copy of the tree in which nothing
// stands yet where they write, and returns what they wrote. A fault of an exporter is
// Fatal in out, and the result nil. What they wrote elsewhere is a warning. The copy,
// and what the exporters started, is gone when Run returns. The error is of the copy.
func Run(ctx context.Context, exports []config.Export, from Source, out *diag.List) (*Result, error) {
	dir, err := os.MkdirTemp("", "gaia-export-*")
	if err != nil {
		return nil, fmt.Errorf("make a directory for the exporters: %w", err)
	}
	defer remove(dir)
	top, err := filepath.EvalSymlinks(dir) // what an exporter sees as its directory
	if err != nil {
		return nil, fmt.Errorf("make a directory for the exporters: %w", err)
	}
	r := &runner{ctx: ctx, from: from, top: top, work: filepath.Join(top, filepath.FromSlash(from.Dir)), out: out}
	if err := r.copy(exports); err != nil {
		return nil, err
	}
	for _, e := range exports {
		if ok, err := r.prepare(e); err != nil || !ok {
			return nil, err
		}
	}
	for _, e := range exports {
		before := r.stamps(e)
		if !r.run(e) {
			return nil, nil
		}
		r.warnOthers(e, before, r.stamps(e))
	}
	return r.collectAll(exports), nil
}

// runner is the state of one Run.
type runner struct {
	ctx  context.Context
	from Source
	top  string // of the copy, without links
	work string // the configuration's directory in the copy
	out  *diag.List
}

// fault is what is wrong with an exporter.
type fault struct {
	message string
	help    string
	said    []string // the last lines that it printed
}

// fail reports a fault.
func (r *runner) fail(e config.Export, f fault) {
	d := diag.Diagnostic{Rule: "export", Severity: diag.Fatal, Loc: e.Loc, Message: f.message, Help: f.help}
	for _, line := range f.said {
		d.Related = append(d.Related, diag.Related{Message: line})
	}
	r.out.Add(d)
}

// collectAll returns what the exporters wrote, nil if some of it is no use.
func (r *runner) collectAll(exports []config.Export) *Result {
	res := &Result{}
	for _, e := range exports {
		files, ok := r.collect(e)
		if !ok {
			return nil
		}
		res.Files = append(res.Files, files...)
	}
	slices.SortFunc(res.Files, func(a, b emit.File) int { return strings.Compare(a.Path, b.Path) })
	return res
}

// line is an exporter's command as messages quote it.
func line(e config.Export) string { return strings.Join(e.Run, " ") }

// remove deletes the copy, also what an exporter made read-only.
func remove(dir string) {
	if os.RemoveAll(dir) == nil {
		return
	}
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(name, 0o700)
		}
		return nil
	})
	os.RemoveAll(dir)
}
