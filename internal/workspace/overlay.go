package workspace

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Overlay is a file system with some files replaced, added or gone.
type Overlay struct {
	Under fs.FS
	Files map[string][]byte // nil: gone
}

// Open implements fs.FS for what the overlay does not change.
func (o Overlay) Open(name string) (fs.File, error) {
	if _, changed := o.Files[name]; changed {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return o.Under.Open(name)
}

// Stat implements fs.StatFS: enough of it to tell that a file exists.
func (o Overlay) Stat(name string) (fs.FileInfo, error) {
	data, changed := o.Files[name]
	switch {
	case !changed:
		return fs.Stat(o.Under, name)
	case data == nil:
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	default:
		return overlaid{name: path.Base(name), size: len(data)}, nil
	}
}

// ReadFile implements fs.ReadFileFS.
func (o Overlay) ReadFile(name string) ([]byte, error) {
	data, changed := o.Files[name]
	switch {
	case !changed:
		return fs.ReadFile(o.Under, name)
	case data == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	default:
		return data, nil
	}
}

// ReadDir implements fs.ReadDirFS, so that patterns see what was added and what is
// gone.
func (o Overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	under, err := fs.ReadDir(o.Under, name)
	byName := map[string]fs.DirEntry{}
	for _, e := range under {
		byName[e.Name()] = e
	}
	for file, data := range o.Files {
		dir, base := path.Dir(file), path.Base(file)
		for ; dir != name && dir != "."; dir, base = path.Dir(dir), path.Base(dir) {
		}
		if dir != name {
			continue
		}
		below := path.Join(name, base) != file
		switch {
		case data == nil && !below:
			delete(byName, base)
		case data != nil && byName[base] == nil:
			byName[base] = fs.FileInfoToDirEntry(overlaid{name: base, size: len(data), dir: below})
		}
	}
	if err != nil && len(byName) == 0 {
		return nil, err
	}
	entries := make([]fs.DirEntry, 0, len(byName))
	for _, e := range byName {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// overlaid describes a file of an Overlay, or a directory that only its files make.
type overlaid struct {
	name string
	size int
	dir  bool
}

func (o overlaid) Name() string       { return o.name }
func (o overlaid) Size() int64        { return int64(o.size) }
func (o overlaid) ModTime() time.Time { return time.Time{} }
func (o overlaid) IsDir() bool        { return o.dir }
func (o overlaid) Sys() any           { return nil }

func (o overlaid) Mode() fs.FileMode {
	if o.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
