package git

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// submodule is a gitlink of a Tree.
type submodule struct {
	path, commit string

	once sync.Once
	repo *Repo
	tree *Tree
	err  error
}

// repositoryVariables name the repository that a hook runs for; in a submodule they
// would name the wrong one.
var repositoryVariables = []string{"GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_COMMON_DIR",
	"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_INTERNAL_SUPER_PREFIX"}

// open returns the tree of the recorded commit.
func (s *submodule) open(in *Repo) (*Tree, error) {
	s.once.Do(func() {
		env := slices.DeleteFunc(slices.Clone(in.env), func(v string) bool {
			name, _, _ := strings.Cut(v, "=")
			return slices.Contains(repositoryVariables, name)
		})
		dir := filepath.Join(in.root, filepath.FromSlash(s.path))
		repo := &Repo{dir: dir, env: env}
		advice := fmt.Errorf("the submodule %s is not here: run git submodule update --init %s", s.path, s.path)
		out, err := repo.run(nil, "rev-parse", "--show-toplevel")
		if err != nil {
			s.err = advice
			return
		}
		repo.root = filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))
		own, err := filepath.EvalSymlinks(dir)
		if err != nil || own != repo.root {
			s.err = advice // an empty directory: git found the repository around it
			return
		}
		if s.tree, err = repo.commit(s.commit); err != nil {
			s.err = errors.Join(advice, err)
			return
		}
		s.repo = repo
	})
	return s.tree, s.err
}

func (s *submodule) close() {
	if s.tree != nil {
		s.tree.Close()
	}
}

// Submodule is one that was read from.
type Submodule struct {
	Path   string // from Root
	Commit string // the recorded one, which was read
	Moved  bool   // another commit is checked out
	Dirty  bool   // tracked files are not as the commit checked out has them
}

// Submodules returns those that were read from, sorted by path.
func (t *Tree) Submodules() []Submodule {
	var out []Submodule
	for _, s := range t.subs {
		if s.repo == nil {
			continue
		}
		m := Submodule{Path: s.path, Commit: s.commit}
		if head, err := s.repo.Resolve("HEAD"); err == nil {
			m.Moved = head != s.commit
		}
		if status, err := s.repo.run(nil, "status", "--porcelain", "--untracked-files=no"); err == nil {
			m.Dirty = len(status) > 0
		}
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b Submodule) int { return strings.Compare(a.Path, b.Path) })
	return out
}
