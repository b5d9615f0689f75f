// Package export runs the commands that write documents from their sources. They run
// in a copy of the tree, so that a check changes nothing and sees the sources of the
// index or of a commit, not those on disk.
package export

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// Source is the tree that exporters run in.
type Source struct {
	FS   fs.FS  // from the top of the repository, or the configuration's directory outside of one
	Dir  string // slash path from there to the configuration's directory; "." for itself
	Disk string // the directory on disk that FS is, or is a state of
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
// Fatal in out, and the result nil. The copy is gone when Run returns.
func Run(ctx context.Context, exports []config.Export, from Source, out *diag.List) (*Result, error) {
	dir, err := os.MkdirTemp("", "gaia-export-*")
	if err != nil {
		return nil, fmt.Errorf("make a directory for the exporters: %w", err)
	}
	defer remove(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil { // what an exporter sees as its directory
		return nil, fmt.Errorf("make a directory for the exporters: %w", err)
	}
	r := &runner{ctx: ctx, from: from, top: dir, work: filepath.Join(dir, filepath.FromSlash(from.Dir)), out: out}
	if err := r.copy(exports); err != nil {
		return nil, err
	}
	for _, e := range exports {
		before := r.stamps(exports)
		if !r.run(e) {
			return nil, nil
		}
		r.warnOthers(e, before, r.stamps(exports))
	}
	res := &Result{}
	for _, e := range exports {
		files, ok := r.collect(e)
		if !ok {
			return nil, nil
		}
		res.Files = append(res.Files, files...)
	}
	slices.SortFunc(res.Files, func(a, b emit.File) int { return strings.Compare(a.Path, b.Path) })
	return res, nil
}

// runner is the state of one Run.
type runner struct {
	ctx  context.Context
	from Source
	top  string // of the copy
	work string // the configuration's directory in the copy
	out  *diag.List
}

// fail reports what is wrong with an exporter.
func (r *runner) fail(e config.Export, help, format string, args ...any) {
	r.failSaying(e, nil, help, format, args...)
}

// failSaying adds the last lines of what the exporter printed.
func (r *runner) failSaying(e config.Export, lines []string, help, format string, args ...any) {
	d := diag.Diagnostic{Rule: "export", Severity: diag.Fatal, Loc: e.Loc, Message: fmt.Sprintf(format, args...), Help: help}
	for _, line := range lines {
		d.Related = append(d.Related, diag.Related{Message: line})
	}
	r.out.Add(d)
}

// collect returns the files below what an exporter says it writes.
func (r *runner) collect(e config.Export) ([]emit.File, bool) {
	var files []emit.File
	for _, w := range e.Writes {
		n := len(files)
		err := filepath.WalkDir(filepath.Join(r.work, filepath.FromSlash(w)), func(name string, d fs.DirEntry, err error) error {
			if os.IsNotExist(err) {
				return nil
			}
			if err != nil || d.IsDir() {
				return err
			}
			rel, err := filepath.Rel(r.work, name)
			if err != nil {
				return err
			}
			if !d.Type().IsRegular() {
				return fmt.Errorf("%s is not a regular file", filepath.ToSlash(rel))
			}
			data, err := os.ReadFile(name)
			files = append(files, emit.File{Path: filepath.ToSlash(rel), Data: data})
			return err
		})
		if err != nil {
			r.fail(e, "", "%q wrote what cannot be read: %v", e.Run[0], err)
			return nil, false
		}
		if len(files) == n {
			r.fail(e, "correct writes:, or the command", "%q ended well and wrote nothing to %s", strings.Join(e.Run, " "), w)
			return nil, false
		}
	}
	return files, r.parse(files)
}

// parse reports documents that cannot be read.
func (r *runner) parse(files []emit.File) bool {
	ok := true
	for _, f := range files {
		switch path.Ext(f.Path) {
		case ".json", ".yaml", ".yml":
			if tree.Parse(named(f), tree.Limits{}, r.out) == nil {
				ok = false
			}
		}
	}
	return ok
}

// named gives an exported document a name that tells it from the committed one. The
// extension, which says how to read it, stays.
func named(f emit.File) *source.File {
	ext := path.Ext(f.Path)
	return source.New("(exported) "+strings.TrimSuffix(f.Path, ext)+ext, f.Data)
}

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
