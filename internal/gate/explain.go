package gate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/export"
	"github.com/amd-gaia/gaia-gen/internal/store"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// Link is one step of the way from the sources to a file.
type Link struct {
	Step string // "source", "schema" or "output"
	Name string // a command, or a path from the configuration's directory
	Sum  string // "sha256:…" of the content; "" for a command, or when there is none
	Note string // "in sync", "written for contract pets"
}

// Explain returns the way to a file, given by its path on disk or from the
// configuration's directory: the exporters, the documents, the outputs. It is an error
// that nothing of the configuration leads to the file.
func Explain(ctx context.Context, w *workspace.Workspace, file string, out *diag.List) ([]Link, error) {
	c := newCheck(ctx, w, Options{}, out)
	defer c.past.close()
	name := c.nameOf(file)
	made := c.make(c.snap, nil)
	c.report(made)
	for _, m := range made {
		for _, f := range m.files() {
			if f.Path == name {
				return c.wayTo(m, f), nil
			}
		}
	}
	if links := c.wayFrom(made, name); links != nil {
		return links, nil
	}
	return nil, fmt.Errorf("%s is neither a document nor an output of %s", file, config.FileName)
}

// nameOf returns a file's path from the configuration's directory.
func (c *check) nameOf(file string) string {
	top, below := c.w.Top()
	abs, err := filepath.Abs(file)
	if err == nil {
		if rel, err := filepath.Rel(filepath.Join(top, filepath.FromSlash(below)), abs); err == nil && filepath.IsLocal(rel) {
			if _, err := fs.Stat(c.snap, filepath.ToSlash(rel)); err == nil || !strings.HasPrefix(file, below+"/") {
				return filepath.ToSlash(rel)
			}
		}
	}
	return strings.TrimPrefix(path.Clean(filepath.ToSlash(file)), below+"/")
}

func (c *check) wayTo(m *contract, f emit.File) []Link {
	var links []Link
	for _, name := range m.result.Files {
		links = append(links, c.exporters(name)...)
	}
	for _, name := range m.result.Files {
		links = append(links, c.schema(name))
	}
	slices.SortStableFunc(links, func(a, b Link) int { return strings.Compare(order(a), order(b)) })
	links = slices.Compact(links)
	return append(links, c.output(m, f))
}

// order puts sources before schemas.
func order(l Link) string {
	if l.Step == "source" {
		return "0"
	}
	return "1" + l.Name
}

// wayFrom explains a document by what is made from it; nil if it is none.
func (c *check) wayFrom(made []*contract, name string) []Link {
	links := append(c.exporters(name), c.schema(name))
	known := len(links) > 1
	for _, m := range made {
		if m.result == nil || !slices.Contains(m.result.Files, name) {
			continue
		}
		known = true
		for _, f := range m.files() {
			links = append(links, c.output(m, f))
		}
	}
	if !known {
		return nil
	}
	return links
}

// exporters returns the command that writes a document, if one does.
func (c *check) exporters(name string) []Link {
	for _, e := range c.w.Config.Exports {
		for _, w := range e.Writes {
			if name == w || strings.HasPrefix(name, w+"/") && export.Recorded(c.snap, name) {
				return []Link{{Step: "source", Name: strings.Join(e.Run, " "), Note: "writes " + strings.Join(e.Writes, ", ")}}
			}
		}
	}
	return nil
}

func (c *check) schema(name string) Link {
	data, err := c.snap.ReadFile(name)
	if err != nil {
		return Link{Step: "schema", Name: name, Note: "cannot be read"}
	}
	return Link{Step: "schema", Name: name, Sum: sumText(data)}
}

func (c *check) output(m *contract, f emit.File) Link {
	got, err := c.files.ReadFile(f.Path)
	l := Link{Step: "output", Name: f.Path, Note: "of contract " + m.Name}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.Note += ", missing, should be " + sumText(f.Data)
	case err != nil:
		l.Note += ", cannot be read"
	case string(got) == string(f.Data):
		l.Sum, l.Note = sumText(got), l.Note+", in sync"
	default:
		l.Sum, l.Note = sumText(got), l.Note+", should be "+sumText(f.Data)
	}
	return l
}

// sumText writes the sum of a content, long enough to tell contents apart.
func sumText(data []byte) string {
	const digits = 16
	return "sha256:" + store.Sum(data).String()[:digits]
}
