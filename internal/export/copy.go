package export

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/config"
)

// copy makes the tree, without what the exporters are to write.
func (r *runner) copy(exports []config.Export) error {
	targets := r.targets(exports)
	own, nested := r.inside(r.top) // the directory for temporary files can be in the tree
	err := fs.WalkDir(r.from.FS, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case r.ctx.Err() != nil:
			return r.ctx.Err()
		case err != nil && d != nil && d.IsDir() && r.emptyOnDisk(name):
			return nil // a submodule that is not checked out
		case err != nil:
			return err
		case left(d.Name()) && name != ".", d.IsDir() && within(targets, name), nested && name == own:
			return skip(d)
		case within(targets, name):
			return nil
		}
		return r.copyOne(name, d)
	})
	if err != nil {
		return fmt.Errorf("copy the tree for the exporters: %w", err)
	}
	return r.link(targets)
}

func skip(d fs.DirEntry) error {
	if d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// left reports names that no exporter needs a copy of.
func left(name string) bool { return name == ".git" || name == "__pycache__" }

func (r *runner) emptyOnDisk(name string) bool {
	entries, err := os.ReadDir(filepath.Join(r.from.Disk, filepath.FromSlash(name)))
	return len(entries) == 0 && (err == nil || errors.Is(err, fs.ErrNotExist))
}

// targets returns what exporters write, from the top.
func (r *runner) targets(exports []config.Export) []string {
	var names []string
	for _, e := range exports {
		for _, w := range e.Writes {
			names = append(names, path.Join(r.from.Dir, w))
		}
	}
	return names
}

// within reports whether name is one of dirs or below one.
func within(dirs []string, name string) bool {
	for _, dir := range dirs {
		if name == dir || strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

func (r *runner) copyOne(name string, d fs.DirEntry) error {
	to := filepath.Join(r.top, filepath.FromSlash(name))
	switch {
	case d.IsDir():
		return os.MkdirAll(to, 0o755)
	case d.Type()&fs.ModeSymlink != 0:
		return r.copyLink(name, to)
	case d.Type().IsRegular():
		return r.copyFile(name, to, d)
	default:
		return nil
	}
}

// copyFile copies a file, and nothing if it is gone meanwhile.
func (r *runner) copyFile(name, to string, d fs.DirEntry) error {
	info, err := d.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	in, err := r.from.FS.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, info.Mode().Perm()|0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// prepare makes the directories that e writes to, empty. It refuses to when a link
// leads from there to where the user's own files are.
func (r *runner) prepare(e config.Export) (bool, error) {
	for _, w := range e.Writes {
		full := filepath.Join(r.work, filepath.FromSlash(w))
		if !r.inCopy(filepath.Dir(full)) {
			r.fail(e, fault{message: fmt.Sprintf("writes: names %s, to which a symbolic link leads that leaves the tree", w), help: "name the directory that the link leads to"})
			return false, nil
		}
		err := os.RemoveAll(full) // a link in the tree can lead to it
		if err == nil {
			err = os.MkdirAll(filepath.Dir(full), 0o755)
		}
		if err == nil && !r.isFile(w) {
			err = os.Mkdir(full, 0o755)
		}
		if err != nil {
			return false, fmt.Errorf("make %s for the exporters: %s", w, r.reason(err))
		}
	}
	return true, nil
}

// inCopy reports whether what there is of the way to dir stays in the copy.
func (r *runner) inCopy(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil && dir != filepath.Dir(dir) {
			continue
		}
		rel, relErr := filepath.Rel(r.top, real)
		return err == nil && relErr == nil && filepath.IsLocal(rel)
	}
}

// isFile reports whether an exporter writes a file of the given name and not a
// directory: what the tree has there decides, then whether it has an extension.
func (r *runner) isFile(w string) bool {
	if info, err := fs.Stat(r.from.FS, path.Join(r.from.Dir, w)); err == nil {
		return !info.IsDir()
	}
	base := path.Base(w)
	return path.Ext(base) != "" && path.Ext(base) != base
}
