package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
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
func (w *Workspace) Lint(out *diag.List) []Linted { return w.lint(w.root.FS(), out) }

func (w *Workspace) lint(fsys fs.FS, out *diag.List) []Linted {
	results := make([]Linted, len(w.contracts))
	var wg sync.WaitGroup
	for i, c := range w.contracts {
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
	for i := range w.contracts {
		l := config.Lint{}
		if w.contracts[i].Lint != nil {
			l = *w.contracts[i].Lint
		}
		change(&l)
		w.contracts[i].Lint = &l
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
	data, err := fs.ReadFile(w.root.FS(), name)
	if err != nil {
		return nil, err
	}
	return source.New(path.Join(w.prefix, name), data), nil
}

// Replace writes files by their slash paths from the workspace's directory: all
// of them, or none.
func (w *Workspace) Replace(files map[string][]byte) error {
	s := &staging{}
	for _, name := range sortedKeys(files) {
		if err := s.add(filepath.Join(w.dir, filepath.FromSlash(name)), files[name]); err != nil {
			s.abandon()
			return fmt.Errorf("write %s: %s", name, reason(err))
		}
	}
	return s.commit()
}

// WriteReports writes files by their paths from the working directory: all of
// them, or none.
func WriteReports(files map[string][]byte) error {
	s := &staging{}
	for _, name := range sortedKeys(files) {
		if err := s.add(name, files[name]); err != nil {
			s.abandon()
			return fmt.Errorf("write %s: %s", name, reason(err))
		}
	}
	return s.commit()
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
func (w *Workspace) Exported(name string) bool {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		data, err := fs.ReadFile(w.root.FS(), path.Join(dir, ".gaia-export"))
		if err == nil {
			rel := strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
			return slices.Contains(strings.Split(string(data), "\n"), rel)
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// CI reports whether the environment is that of a build service.
func CI() bool { return os.Getenv("CI") != "" }
