package workspace

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/export"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/lint"
)

// Linted is the outcome for one contract. Its files are named from the
// workspace's directory, so that a baseline is the same from wherever the
// command runs; Display gives the names to print.
type Linted struct {
	Contract config.Contract
	Result   lint.Result
}

// Lint runs the linter over every contract, side by side. The results are in
// the order of the configuration.
func (w *Workspace) Lint(out *diag.List) []Linted { return w.lint(w.fsys, out) }

func (w *Workspace) lint(fsys fs.FS, out *diag.List) []Linted {
	results := make([]Linted, len(w.Contracts))
	var wg sync.WaitGroup
	for i, c := range w.Contracts {
		wg.Go(func() {
			own := &diag.List{}
			results[i] = Linted{c, pipeline.Lint(fsys, c, own)}
			for _, d := range own.Sorted() {
				out.Add(d)
			}
		})
	}
	wg.Wait()
	return results
}

// Configure gives every contract a lint section to change, for flags.
func (w *Workspace) Configure(change func(*config.Lint)) {
	for i := range w.Contracts {
		l := config.Lint{}
		if w.Contracts[i].Lint != nil {
			l = *w.Contracts[i].Lint
		}
		change(&l)
		w.Contracts[i].Lint = &l
	}
}

// Displayer names files as they are from the working directory.
type Displayer struct {
	prefix string
	files  map[*source.File]*source.File
}

// Displayer returns one for the files of w.
func (w *Workspace) Displayer() *Displayer {
	return &Displayer{prefix: w.prefix, files: map[*source.File]*source.File{}}
}

// Diagnostic returns d with its files renamed. Files of the configuration, which
// are named right already, stay.
func (p *Displayer) Diagnostic(d diag.Diagnostic) diag.Diagnostic {
	d.Loc = p.loc(d.Loc)
	d.Related = slices.Clone(d.Related)
	for i := range d.Related {
		d.Related[i].Loc = p.loc(d.Related[i].Loc)
	}
	return d
}

// Span returns s in the renamed file.
func (p *Displayer) Span(s source.Span) source.Span {
	f := s.File
	if f == nil || p.prefix == "" || path.Base(f.Name) == config.FileName {
		return s
	}
	if p.files[f] == nil {
		p.files[f] = source.New(path.Join(p.prefix, f.Name), f.Data)
	}
	s.File = p.files[f]
	return s
}

func (p *Displayer) loc(l source.Loc) source.Loc {
	l.Span = p.Span(l.Span)
	return l
}

// ReadFile reads a file by its slash path from the workspace's directory, for
// example a baseline.
func (w *Workspace) ReadFile(name string) (*source.File, error) {
	data, err := fs.ReadFile(w.fsys, name)
	if err != nil {
		return nil, err
	}
	return source.New(path.Join(w.prefix, name), data), nil
}

// Replace writes files by their slash paths from the workspace's directory: all
// of them, or none.
func (w *Workspace) Replace(files map[string][]byte) error {
	return writeAll(w.dir, files)
}

// WriteReports writes files by their paths from the working directory: all of
// them, or none.
func WriteReports(files map[string][]byte) error { return writeAll("", files) }

func writeAll(base string, files map[string][]byte) error {
	s := &staging{links: followLinks}
	for _, name := range sortedKeys(files) {
		s.want(filepath.Join(base, filepath.FromSlash(name)), files[name])
	}
	return s.write()
}

func sortedKeys(m map[string][]byte) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Exported reports whether an exporter wrote the file at a slash path from the
// workspace's directory: whoever edits it loses the change.
func (w *Workspace) Exported(name string) bool { return export.Recorded(w.fsys, name) }

// CI reports whether the environment is that of a build service.
func CI() bool { return os.Getenv("CI") != "" }
