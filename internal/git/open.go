package git

import (
	"bytes"
	"io"
	"io/fs"
)

// Open implements fs.FS.
func (t *Tree) Open(name string) (fs.File, error) {
	st, err := t.Stat(name)
	if err != nil {
		return nil, err
	}
	if st.IsDir() {
		entries, err := t.ReadDir(name)
		return &openDir{st, entries}, err
	}
	data, err := t.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &openFile{st, bytes.NewReader(data)}, nil
}

// openFile is a file that was read whole.
type openFile struct {
	info fs.FileInfo
	*bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

// openDir is a directory whose entries are handed out.
type openDir struct {
	info fs.FileInfo
	left []fs.DirEntry
}

func (d *openDir) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *openDir) Close() error               { return nil }

func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.info.Name(), Err: fs.ErrInvalid}
}

// ReadDir implements fs.ReadDirFile.
func (d *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		all := d.left
		d.left = nil
		return all, nil
	}
	if len(d.left) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(d.left))
	some := d.left[:n]
	d.left = d.left[n:]
	return some, nil
}
