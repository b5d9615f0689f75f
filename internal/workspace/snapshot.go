package workspace

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// Snapshot is a file system whose files and directories are each read once: who
// asks again gets the same answer, whatever happened on disk meanwhile. It is safe
// for concurrent use. What is read must not be changed.
type Snapshot struct {
	fsys  fs.FS
	mu    sync.Mutex
	files map[string]*read[[]byte]
	dirs  map[string]*read[[]fs.DirEntry]
}

type read[T any] struct {
	once  sync.Once
	value T
	err   error
}

// NewSnapshot returns one of fsys. Nothing is read yet.
func NewSnapshot(fsys fs.FS) *Snapshot {
	return &Snapshot{fsys: fsys, files: map[string]*read[[]byte]{}, dirs: map[string]*read[[]fs.DirEntry]{}}
}

// Open implements fs.FS. It bypasses the snapshot.
func (s *Snapshot) Open(name string) (fs.File, error) { return s.fsys.Open(name) }

// Stat implements fs.StatFS. It bypasses the snapshot.
func (s *Snapshot) Stat(name string) (fs.FileInfo, error) { return fs.Stat(s.fsys, name) }

// ReadFile implements fs.ReadFileFS.
func (s *Snapshot) ReadFile(name string) ([]byte, error) {
	r := entry(s, s.files, name)
	r.once.Do(func() { r.value, r.err = fs.ReadFile(s.fsys, name) })
	return r.value, r.err
}

// ReadDir implements fs.ReadDirFS, sorted by name.
func (s *Snapshot) ReadDir(name string) ([]fs.DirEntry, error) {
	r := entry(s, s.dirs, name)
	r.once.Do(func() {
		r.value, r.err = fs.ReadDir(s.fsys, name)
		slices.SortFunc(r.value, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	})
	return r.value, r.err
}

func entry[T any](s *Snapshot, m map[string]*read[T], name string) *read[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := m[name]
	if r == nil {
		r = &read[T]{}
		m[name] = r
	}
	return r
}

// Symlink returns the path of the first symbolic link on the way to name, name
// included, or "".
func (s *Snapshot) Symlink(name string) string {
	if name == "." || name == "" {
		return ""
	}
	dir, base := path.Dir(name), path.Base(name)
	if link := s.Symlink(dir); link != "" {
		return link
	}
	entries, err := s.ReadDir(dir)
	if err != nil {
		return ""
	}
	i, found := slices.BinarySearchFunc(entries, base, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	if found && entries[i].Type()&fs.ModeSymlink != 0 {
		return name
	}
	return ""
}
