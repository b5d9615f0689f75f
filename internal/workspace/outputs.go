package workspace

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Outputs returns the tree in which the output directories are, by the paths that
// contracts give them. Unlike FS it follows symbolic links wherever they lead; who must
// not follow them looks first.
func (w *Workspace) Outputs() fs.FS {
	switch {
	case w.Config == nil:
		return anywhere{}
	case w.view.Kind == Disk:
		return newSparse(os.DirFS(w.dir), w.sparseTree)
	default:
		return w.fsys
	}
}

// anywhere is all files by their paths from the working directory, or absolute ones.
type anywhere struct{}

func (anywhere) Open(name string) (fs.File, error)     { return os.Open(filepath.FromSlash(name)) }
func (anywhere) Stat(name string) (fs.FileInfo, error) { return os.Stat(filepath.FromSlash(name)) }
func (anywhere) ReadFile(name string) ([]byte, error)  { return os.ReadFile(filepath.FromSlash(name)) }
func (anywhere) ReadDir(name string) ([]fs.DirEntry, error) {
	return os.ReadDir(filepath.FromSlash(name))
}
