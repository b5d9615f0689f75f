package export

import (
	"fmt"
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
	err := fs.WalkDir(r.from.FS, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case left(d.Name()) && name != ".", d.IsDir() && within(targets, name):
			return skip(d)
		case within(targets, name):
			return nil
		}
		return r.copyOne(name, d)
	})
	if err != nil {
		return fmt.Errorf("copy the tree for the exporters: %w", err)
	}
	if err := r.link(targets); err != nil {
		return err
	}
	for i, e := range exports {
		for _, w := range e.Writes {
			dir := filepath.Join(r.work, filepath.FromSlash(w))
			if path.Ext(w) != "" { // a file
				dir = filepath.Dir(dir)
			}
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return fmt.Errorf("prepare export %d: %w", i+1, err)
			}
		}
	}
	return nil
}

func skip(d fs.DirEntry) error {
	if d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// left reports names that no exporter needs a copy of.
func left(name string) bool { return name == ".git" || name == "__pycache__" }

// targets returns what the exporters write, from the top.
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
		target, err := fs.ReadLink(r.from.FS, name)
		if err != nil {
			return err
		}
		if filepath.IsAbs(target) || !fs.ValidPath(path.Join(path.Dir(name), filepath.ToSlash(target))) {
			// It leads out of the tree, for example to an environment that several share.
			if target, err = filepath.EvalSymlinks(filepath.Join(r.from.Disk, filepath.FromSlash(name))); err != nil {
				return nil // and to nothing
			}
		}
		return os.Symlink(target, to)
	case !d.Type().IsRegular():
		return nil
	}
	data, err := fs.ReadFile(r.from.FS, name)
	if err != nil {
		return err
	}
	info, err := d.Info()
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, info.Mode().Perm()|0o600)
}

// link links what is on disk and no part of the tree, but nothing that would let an
// exporter write to the tree itself.
func (r *runner) link(targets []string) error {
	for _, name := range r.from.Links {
		if left(path.Base(name)) || within(targets, name) || within([]string{name}, firstWithin(targets, name)) {
			continue
		}
		to := filepath.Join(r.top, filepath.FromSlash(name))
		if _, err := os.Lstat(to); err == nil {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return fmt.Errorf("link %s for the exporters: %w", name, err)
		}
		if err := os.Symlink(filepath.Join(r.from.Disk, filepath.FromSlash(name)), to); err != nil {
			return fmt.Errorf("link %s for the exporters: %w", name, err)
		}
	}
	return nil
}

// firstWithin returns the first of targets that is dir or below it, "" if none is.
func firstWithin(targets []string, dir string) string {
	for _, t := range targets {
		if within([]string{dir}, t) {
			return t
		}
	}
	return ""
}
