package workspace

import (
	"errors"
	"io/fs"
	"sync"
)

// sparse is the working tree of a sparse checkout: what git left out is as the index
// has it. Git is asked when a file is missing, and once.
type sparse struct {
	fs.FS
	left func() fs.FS // what was left out; nil if nothing was
}

// newSparse returns the tree of fsys with what load gives, nil for nothing.
func newSparse(fsys fs.FS, load func() fs.FS) sparse {
	return sparse{fsys, sync.OnceValue(load)}
}

func (s sparse) elsewhere(err error) fs.FS {
	if !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return s.left()
}

// ReadFile implements fs.ReadFileFS.
func (s sparse) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(s.FS, name)
	if other := s.elsewhere(err); other != nil {
		return fs.ReadFile(other, name)
	}
	return data, err
}

// ReadDir implements fs.ReadDirFS.
func (s sparse) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.FS, name)
	if other := s.elsewhere(err); other != nil {
		return fs.ReadDir(other, name)
	}
	return entries, err
}

// Stat implements fs.StatFS.
func (s sparse) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(s.FS, name)
	if other := s.elsewhere(err); other != nil {
		return fs.Stat(other, name)
	}
	return info, err
}

// sparseTree returns what a sparse checkout left out of the working tree, by paths
// from the workspace's directory.
func (w *Workspace) sparseTree() fs.FS {
	repo, err := w.Repo()
	if err != nil {
		return nil
	}
	tree, err := repo.SkipWorktree()
	if err != nil || tree == nil {
		return nil
	}
	dir := repo.Prefix()
	if dir == "" {
		dir = "."
	}
	fsys, err := fs.Sub(tree, dir)
	if err != nil {
		return nil
	}
	return fsys
}
