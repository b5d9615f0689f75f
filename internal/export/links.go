package export

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// copyLink makes a link of the tree again. One that leaves the tree leads to where it
// does on disk, for example to an environment that several share; one that leads nowhere
// is left out.
func (r *runner) copyLink(name, to string) error {
	target, err := fs.ReadLink(r.from.FS, name)
	if err != nil {
		return err
	}
	if !filepath.IsAbs(target) && fs.ValidPath(path.Join(path.Dir(name), filepath.ToSlash(target))) {
		return os.Symlink(target, to)
	}
	at := target
	if !filepath.IsAbs(at) {
		at = filepath.Join(r.from.Disk, filepath.FromSlash(path.Dir(name)), target)
	}
	if rel, ok := r.inside(at); ok {
		return os.Symlink(filepath.Join(r.top, filepath.FromSlash(rel)), to)
	}
	if at, err = filepath.EvalSymlinks(at); err != nil {
		return nil
	}
	return os.Symlink(at, to)
}

// inside returns the slash path from the top of a place on disk, if that is in the tree.
func (r *runner) inside(place string) (rel string, ok bool) {
	if rel, ok := below(r.from.Disk, place); ok {
		return rel, true
	}
	disk, err := filepath.EvalSymlinks(r.from.Disk)
	if err != nil {
		return "", false
	}
	real, err := filepath.EvalSymlinks(place)
	if err != nil {
		return "", false
	}
	return below(disk, real)
}

func below(dir, place string) (rel string, ok bool) {
	rel, err := filepath.Rel(dir, place)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// link links what is on disk and no part of the tree, but nothing that would let an
// exporter write to the tree itself.
func (r *runner) link(targets []string) error {
	for _, name := range r.from.Links {
		above := slices.ContainsFunc(targets, func(t string) bool { return within([]string{name}, t) })
		if left(path.Base(name)) || within(targets, name) || above {
			continue
		}
		to := filepath.Join(r.top, filepath.FromSlash(name))
		if _, err := os.Lstat(to); err == nil {
			continue
		}
		if err := r.linkOne(name, to); err != nil {
			return fmt.Errorf("link %s for the exporters: %w", name, err)
		}
	}
	return nil
}

func (r *runner) linkOne(name, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	disk := filepath.Join(r.from.Disk, filepath.FromSlash(name))
	if path.Base(name) == "node_modules" {
		return r.linkModules(disk, to)
	}
	return os.Symlink(disk, to)
}

// linkModules links the packages of a node_modules one by one: those that are links
// into the tree, as those of the repository itself are, lead to the copy. So do their
// commands.
func (r *runner) linkModules(disk, to string) error {
	entries, err := os.ReadDir(disk)
	if err != nil {
		return os.Symlink(disk, to)
	}
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	for _, entry := range entries {
		from, at := filepath.Join(disk, entry.Name()), filepath.Join(to, entry.Name())
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), "@") || entry.Name() == ".bin") {
			err = r.linkModules(from, at)
		} else {
			err = os.Symlink(r.ours(from), at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ours returns the place in the copy of what a place on disk is a link to, if that is
// part of the tree, and the place itself if not.
func (r *runner) ours(place string) string {
	real, err := filepath.EvalSymlinks(place)
	if err != nil || real == place {
		return place
	}
	rel, ok := r.inside(real)
	if !ok || within(r.from.Links, rel) {
		return place
	}
	return filepath.Join(r.top, filepath.FromSlash(rel))
}
