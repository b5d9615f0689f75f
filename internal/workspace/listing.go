package workspace

import (
	"io/fs"
	"path"
	"slices"
)

// Listing is a file system that shows only some files of another, and the
// directories that they are in.
type Listing struct {
	under fs.FS
	shown map[string]bool // files, and the directories above them
}

// NewListing returns one of the files with the given slash paths. Files that are
// not there are left out.
func NewListing(under fs.FS, names []string) *Listing {
	l := &Listing{under: under, shown: map[string]bool{".": true}}
	for _, name := range names {
		for ; !l.shown[name]; name = path.Dir(name) {
			l.shown[name] = true
		}
	}
	return l
}

// Open implements fs.FS.
func (l *Listing) Open(name string) (fs.File, error) {
	if !l.shown[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return l.under.Open(name)
}

// ReadDir implements fs.ReadDirFS.
func (l *Listing) ReadDir(name string) ([]fs.DirEntry, error) {
	if !l.shown[name] {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	all, err := fs.ReadDir(l.under, name)
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool { return !l.shown[path.Join(name, e.Name())] }), err
}

// ReadLink implements fs.ReadLinkFS.
func (l *Listing) ReadLink(name string) (string, error) { return fs.ReadLink(l.under, name) }

// Lstat implements fs.ReadLinkFS.
func (l *Listing) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(l.under, name) }
