package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/git"
)

// ViewKind says where a run reads from.
type ViewKind uint8

// The kinds of view.
const (
	Disk   ViewKind = iota // the working tree, whatever git says of it
	Index                  // what git would commit
	Commit                 // a commit
)

// View is a state of the tree. The zero View is the disk.
type View struct {
	Kind ViewKind
	Rev  string // of a Commit
}

// String names the view in messages: "the index".
func (v View) String() string {
	switch v.Kind {
	case Disk:
		return "the working tree"
	case Index:
		return "the index"
	case Commit:
		return "commit " + v.Rev
	default:
		panic(fmt.Sprintf("workspace: unknown view %d", v.Kind))
	}
}

// View returns the state of the tree that w reads.
func (w *Workspace) View() View { return w.view }

// openTree opens a view of the repository.
func openTree(view View, file string, names []string, out *diag.List) (*Workspace, error) {
	dir := "."
	if file != "" {
		dir = filepath.Dir(file)
	}
	repo, err := git.Open(dir)
	if err != nil {
		return nil, err
	}
	tree, err := view.tree(repo)
	if err != nil {
		return nil, err
	}
	name := path.Join(repo.Prefix(), config.FileName)
	if file != "" {
		name = path.Join(repo.Prefix(), filepath.Base(file))
	} else {
		name = upward(tree, name)
	}
	data, err := tree.ReadFile(name)
	if err != nil {
		tree.Close()
		return nil, view.absent(repo, name, err, out)
	}
	fsys, err := fs.Sub(tree, path.Dir(name))
	if err != nil {
		return nil, fmt.Errorf("open the workspace: %w", err)
	}
	disk := filepath.Join(repo.Root(), filepath.FromSlash(path.Dir(name)))
	w := &Workspace{fsys: fsys, close: tree, dir: disk, prefix: display(disk), outBase: disk, view: view, repo: repo, tree: tree}
	return w.configure(path.Join(w.prefix, path.Base(name)), data, names, out), nil
}

func (v View) tree(repo *git.Repo) (*git.Tree, error) {
	if v.Kind == Index {
		return repo.Index()
	}
	return repo.Commit(v.Rev)
}

// upward returns the configuration's path nearest to name in the directories
// above it, or name.
func upward(tree *git.Tree, name string) string {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		at := path.Join(dir, config.FileName)
		if info, err := tree.Stat(at); err == nil && info.Mode().IsRegular() {
			return at
		}
		if dir == "." {
			return name
		}
	}
}

// absent reports a configuration that the view does not have.
func (v View) absent(repo *git.Repo, name string, err error, out *diag.List) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the configuration: %w", err)
	}
	if path.Base(name) == config.FileName {
		if _, diskErr := os.Stat(filepath.Join(repo.Root(), filepath.FromSlash(name))); diskErr != nil {
			noConfiguration(out)
			return nil
		}
	}
	help := ""
	if v.Kind == Index {
		help = "git add " + name
	}
	out.Add(diag.Diagnostic{Severity: diag.Fatal, Message: fmt.Sprintf("%s is not in %s", name, v), Help: help})
	return nil
}

// Repo returns the repository around w. The error is git.ErrNotRepository or
// git.ErrNotInstalled when there is none to ask.
func (w *Workspace) Repo() (*git.Repo, error) {
	if w.repo != nil {
		return w.repo, nil
	}
	dir := w.dir
	if dir == "" {
		dir = "."
	}
	repo, err := git.Open(dir)
	if err == nil {
		w.repo = repo
	}
	return repo, err
}

// Tree returns the tree of the repository that w reads, nil when it reads the disk.
func (w *Workspace) Tree() *git.Tree { return w.tree }

// Top returns the directory that reports name files from, on disk, and the slash
// path from there to the configuration's directory: the top of the work tree, found
// without git, or outside of one the configuration's directory. A run without a
// configuration names files from the working directory.
func (w *Workspace) Top() (disk, below string) {
	if w.Config == nil {
		return "", ""
	}
	abs, err := filepath.Abs(w.dir)
	if err != nil {
		return w.dir, ""
	}
	if w.repo != nil && w.view.Kind != Disk {
		rel, err := filepath.Rel(w.repo.Root(), abs)
		if err == nil {
			return w.repo.Root(), clean(rel)
		}
	}
	for top := abs; ; top = filepath.Dir(top) {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			rel, err := filepath.Rel(top, abs)
			if err != nil {
				return abs, ""
			}
			return top, clean(rel)
		}
		if filepath.Dir(top) == top {
			return abs, ""
		}
	}
}

// clean is a relative path with slashes, "" for the directory itself.
func clean(rel string) string {
	if rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}
