package git

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Tree is what the index or a commit holds, as a file system from Root. Submodules
// are entered: they show the commit that is recorded, not what is checked out. It is
// safe for concurrent use. Close it after use.
type Tree struct {
	repo    *Repo
	rev     string // "" for the index
	entries map[string]*treeEntry
	blobs   *blobs
	subs    map[string]*submodule
}

type treeEntry struct {
	id    string
	mode  fs.FileMode
	names []string // of a directory, in the order of reading
}

// Index returns what git would commit now.
func (r *Repo) Index() (*Tree, error) {
	at := *r
	if !r.bare {
		at.dir = r.root
	}
	out, err := at.run(nil, "ls-files", "-s", "-z")
	if err != nil {
		return nil, err
	}
	t := r.newTree("")
	for _, line := range list(out) {
		head, name, ok := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 {
			return nil, fmt.Errorf("git ls-files: line %q is not understood", line)
		}
		if fields[2] != "0" {
			return nil, fmt.Errorf("%s is unmerged: resolve the conflict first", name)
		}
		t.add(name, fields[0], fields[1])
	}
	if err := t.dropIntended(&at); err != nil {
		return nil, err
	}
	t.sort()
	return t, nil
}

// SkipWorktree returns what a sparse checkout leaves out of the work tree; nil when
// everything is checked out.
func (r *Repo) SkipWorktree() (*Tree, error) {
	at := *r
	at.dir = r.root
	if on, err := at.run(nil, "config", "--bool", "core.sparseCheckout"); err != nil || strings.TrimSpace(string(on)) != "true" {
		return nil, nil
	}
	out, err := at.run(nil, "ls-files", "-s", "-t", "-z")
	if err != nil {
		return nil, err
	}
	t := r.newTree("")
	for _, line := range list(out) {
		head, name, ok := strings.Cut(line, "\t")
		if fields := strings.Fields(head); ok && len(fields) == 4 && fields[0] == "S" {
			t.add(name, fields[1], fields[2])
		}
	}
	t.sort()
	return t, nil
}

// emptyBlob is the content that an entry has which is only intended to be added.
const (
	emptyBlob   = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
	emptyBlob64 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
)

// dropIntended takes out entries of "git add -N": no commit would hold them.
func (t *Tree) dropIntended(at *Repo) error {
	var empty []string
	for name, e := range t.entries {
		if e.id == emptyBlob || e.id == emptyBlob64 {
			empty = append(empty, name)
		}
	}
	if len(empty) == 0 {
		return nil
	}
	out, err := at.run(nil, "diff", "--no-ext-diff", "--name-only", "-z", "--diff-filter=A", "--ita-invisible-in-index")
	if err != nil {
		return err
	}
	for _, name := range list(out) {
		if slices.Contains(empty, name) {
			t.drop(name)
		}
	}
	return nil
}

func (t *Tree) drop(name string) {
	delete(t.entries, name)
	dir := t.entries[path.Dir(name)]
	dir.names = slices.DeleteFunc(dir.names, func(n string) bool { return n == path.Base(name) })
	if len(dir.names) == 0 && path.Dir(name) != "." {
		t.drop(path.Dir(name))
	}
}

// Commit returns what a commit holds.
func (r *Repo) Commit(rev string) (*Tree, error) {
	if isObjectID(rev) {
		return r.commit(rev)
	}
	id, err := r.Resolve(rev)
	if err != nil {
		return nil, err
	}
	return r.commit(id)
}

// isObjectID reports whether rev is a whole object id, of SHA-1 or SHA-256.
func isObjectID(rev string) bool {
	return (len(rev) == 40 || len(rev) == 64) && strings.Trim(rev, "0123456789abcdef") == ""
}

func (r *Repo) commit(id string) (*Tree, error) {
	at := *r
	if !r.bare {
		at.dir = r.root
	}
	out, err := at.run(nil, "ls-tree", "-r", "-z", "--full-tree", id)
	if err != nil {
		return nil, err
	}
	t := r.newTree(id)
	for _, line := range list(out) {
		head, name, ok := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 {
			return nil, fmt.Errorf("git ls-tree: line %q is not understood", line)
		}
		t.add(name, fields[0], fields[2])
	}
	t.sort()
	return t, nil
}

func (r *Repo) newTree(rev string) *Tree {
	return &Tree{repo: r, rev: rev, blobs: &blobs{repo: r}, subs: map[string]*submodule{},
		entries: map[string]*treeEntry{".": {mode: fs.ModeDir | 0o755}}}
}

func (t *Tree) add(name, mode, id string) {
	t.entries[name] = &treeEntry{id: id, mode: modeOf(mode)}
	if mode == "160000" {
		t.subs[name] = &submodule{path: name, commit: id}
	}
	for {
		dir := path.Dir(name)
		d := t.entries[dir]
		known := d != nil
		if !known {
			d = &treeEntry{mode: fs.ModeDir | 0o755}
			t.entries[dir] = d
		}
		d.names = append(d.names, path.Base(name))
		if known {
			return
		}
		name = dir
	}
}

func (t *Tree) sort() {
	for _, e := range t.entries {
		slices.Sort(e.names)
	}
}

// modeOf translates git's octal mode.
func modeOf(mode string) fs.FileMode {
	switch mode {
	case "100755":
		return 0o755
	case "120000":
		return fs.ModeSymlink | 0o777
	case "160000":
		return fs.ModeDir | 0o755
	default:
		return 0o644
	}
}

// ID returns the object id of a file; ok is false when the tree has no such file.
func (t *Tree) ID(name string) (id string, ok bool) {
	if sub, below := t.submodule(name); sub != nil {
		inner, err := sub.open(t.repo)
		if err != nil {
			return "", false
		}
		return inner.ID(below)
	}
	e := t.entries[name]
	if e == nil || e.mode.IsDir() {
		return "", false
	}
	return e.id, true
}

// submodule returns the one that name is below, and the path in it.
func (t *Tree) submodule(name string) (*submodule, string) {
	if len(t.subs) == 0 {
		return nil, ""
	}
	for dir := name; dir != "."; dir = path.Dir(dir) {
		if sub := t.subs[dir]; sub != nil {
			below := strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
			if below == "" {
				below = "."
			}
			return sub, below
		}
	}
	return nil, ""
}

// find returns the entry of a name, through symbolic links inside the tree when
// follow says so, and the tree that it is in.
func (t *Tree) find(op, name string) (*Tree, *treeEntry, string, error) {
	const mostLinks = 16
	at := name
	for range mostLinks {
		if !fs.ValidPath(at) {
			return nil, nil, "", &fs.PathError{Op: op, Path: name, Err: errors.New("a symbolic link leaves the repository")}
		}
		if sub, below := t.submodule(at); sub != nil {
			inner, err := sub.open(t.repo)
			if err != nil {
				return nil, nil, "", &fs.PathError{Op: op, Path: name, Err: err}
			}
			return inner.find(op, below)
		}
		e := t.entries[at]
		if e != nil && e.mode&fs.ModeSymlink == 0 {
			return t, e, at, nil
		}
		target, err := t.through(at, e)
		if err != nil {
			return nil, nil, "", &fs.PathError{Op: op, Path: name, Err: err}
		}
		at = target
	}
	return nil, nil, "", &fs.PathError{Op: op, Path: name, Err: errors.New("too many symbolic links")}
}

// through resolves the first symbolic link on the way to name, whose entry is e.
func (t *Tree) through(name string, e *treeEntry) (string, error) {
	link, rest := name, ""
	for e == nil {
		if link == "." {
			return "", fs.ErrNotExist
		}
		rest = path.Join(path.Base(link), rest)
		link = path.Dir(link)
		e = t.entries[link]
	}
	if e.mode&fs.ModeSymlink == 0 {
		return "", fs.ErrNotExist
	}
	target, err := t.blobs.read(e.id)
	if err != nil {
		return "", err
	}
	return path.Join(path.Dir(link), string(target), rest), nil
}

// ReadFile implements fs.ReadFileFS. A Git LFS pointer gives the content it stands
// for.
func (t *Tree) ReadFile(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	in, e, at, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	if e.mode.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
	}
	data, err := in.blobs.read(e.id)
	if err == nil && IsLFSPointer(data) {
		data, err = in.smudge(at, e.id)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return data, nil
}

// ReadDir implements fs.ReadDirFS.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	in, e, at, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	if !e.mode.IsDir() {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("not a directory")}
	}
	var out []fs.DirEntry
	for _, n := range e.names {
		out = append(out, fs.FileInfoToDirEntry(info{n, in.entries[path.Join(at, n)], in}))
	}
	return out, nil
}

// Stat implements fs.StatFS.
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrInvalid}
	}
	in, e, _, err := t.find("stat", name)
	if err != nil {
		return nil, err
	}
	return info{path.Base(name), e, in}, nil
}

// Lstat implements fs.ReadLinkFS.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	if sub, below := t.submodule(name); sub != nil && below != "." {
		inner, err := sub.open(t.repo)
		if err != nil {
			return nil, &fs.PathError{Op: "lstat", Path: name, Err: err}
		}
		return inner.Lstat(below)
	}
	if e := t.entries[name]; e != nil {
		return info{path.Base(name), e, t}, nil
	}
	return t.Stat(name)
}

// ReadLink implements fs.ReadLinkFS.
func (t *Tree) ReadLink(name string) (string, error) {
	if sub, below := t.submodule(name); sub != nil && below != "." {
		inner, err := sub.open(t.repo)
		if err != nil {
			return "", &fs.PathError{Op: "readlink", Path: name, Err: err}
		}
		return inner.ReadLink(below)
	}
	e := t.entries[name]
	if e == nil || e.mode&fs.ModeSymlink == 0 {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	target, err := t.blobs.read(e.id)
	return string(target), err
}

// Close ends the processes that read for the tree.
func (t *Tree) Close() error {
	for _, s := range t.subs {
		s.close()
	}
	return t.blobs.close()
}

// info describes an entry.
type info struct {
	name  string
	entry *treeEntry
	tree  *Tree
}

func (i info) Name() string       { return i.name }
func (i info) Mode() fs.FileMode  { return i.entry.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.entry.mode.IsDir() }
func (i info) Sys() any           { return nil }

// Size reads a file: git says only then how long it is.
func (i info) Size() int64 {
	if i.entry.mode.IsDir() {
		return 0
	}
	data, err := i.tree.blobs.read(i.entry.id)
	if err != nil {
		return 0
	}
	return int64(len(data))
}
