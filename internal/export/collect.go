package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// collect returns the files below what an exporter says it writes.
func (r *runner) collect(e config.Export) ([]emit.File, bool) {
	var files []emit.File
	for _, w := range e.Writes {
		found, f := r.written(e, w)
		if f != nil {
			r.fail(e, *f)
			return nil, false
		}
		files = append(files, found...)
	}
	return files, r.parse(files)
}

// written returns the files at or below one path that the exporter writes.
func (r *runner) written(e config.Export, w string) ([]emit.File, *fault) {
	var files []emit.File
	var odd *fault
	root := filepath.Join(r.work, filepath.FromSlash(w))
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if name == root && errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		rel := r.shown(name)
		if !d.Type().IsRegular() {
			odd = &fault{message: fmt.Sprintf("%q wrote %s, which is %s and no regular file", line(e), rel, kind(d.Type())), help: "write the file itself"}
			return fs.SkipAll
		}
		data, err := os.ReadFile(name)
		files = append(files, emit.File{Path: rel, Data: data})
		return err
	})
	switch {
	case odd != nil:
		return nil, odd
	case err != nil:
		return nil, &fault{message: fmt.Sprintf("%q wrote what cannot be read: %s", line(e), r.reason(err))}
	case len(files) == 0:
		return nil, &fault{message: fmt.Sprintf("%q ended well and wrote nothing to %s", line(e), w), help: "correct writes:, or the command"}
	}
	return files, nil
}

// shown is a file's slash path from the configuration's directory.
func (r *runner) shown(name string) string {
	rel, err := filepath.Rel(r.work, name)
	if err != nil {
		return filepath.ToSlash(name)
	}
	return filepath.ToSlash(rel)
}

// reason is an error without the place of the copy, which no one can look at.
func (r *runner) reason(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		if rel, relErr := filepath.Rel(r.work, at.Path); relErr == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel) + ": " + at.Err.Error()
		}
		return at.Err.Error()
	}
	return err.Error()
}

// kind names what a file is that has no content of its own.
func kind(m fs.FileMode) string {
	switch {
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	default:
		return "a device"
	}
}

// parse reports documents that cannot be read.
func (r *runner) parse(files []emit.File) bool {
	ok := true
	for _, f := range files {
		switch path.Ext(f.Path) {
		case ".json", ".yaml", ".yml":
			if tree.Parse(source.New(exported(r.from.Dir, f.Path), f.Data), tree.Limits{}, r.out) == nil {
				ok = false
			}
		}
	}
	return ok
}

// exported names a document so that it is not taken for the committed one. It keeps
// its extension, which says how to read it.
func exported(dir, name string) string { return "(exported) " + path.Join(dir, name) }
