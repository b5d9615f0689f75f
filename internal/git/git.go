// Package git asks the git program about a repository: what the index or a commit
// holds, what is ignored, and which commit changed a file. It changes nothing.
package git

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Errors of Open.
var (
	ErrNotInstalled  = errors.New("git is not installed")
	ErrNotRepository = errors.New("not a git repository")
)

// Repo is a repository, seen from one directory of its work tree. It is safe for
// concurrent use.
type Repo struct {
	dir    string // where git runs
	root   string
	prefix string
	bare   bool
	env    []string
}

// Open returns the repository that dir is in. Hooks may run it: variables such as
// GIT_DIR and GIT_INDEX_FILE are honoured. The error is, or wraps, one of the
// package's, or is in git's words.
func Open(dir string) (*Repo, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find the repository: %w", err)
	}
	r := &Repo{dir: abs, env: environment(os.Environ())}
	out, err := r.run(nil, "rev-parse", "--is-bare-repository", "--show-prefix", "--show-toplevel")
	lines := strings.Split(string(out), "\n")
	switch {
	case err == nil && len(lines) > 2:
		r.prefix, r.root = strings.TrimSuffix(lines[1], "/"), filepath.FromSlash(lines[2])
	case len(lines) > 0 && lines[0] == "true":
		r.bare, r.root = true, abs
	case err != nil && strings.Contains(err.Error(), "not a git repository"):
		return nil, fmt.Errorf("%s: %w", dir, ErrNotRepository)
	default:
		return nil, err
	}
	return r, nil
}

// Root returns the absolute path of the top of the work tree, as git spells it.
func (r *Repo) Root() string { return r.root }

// Prefix returns the slash path from Root to the directory of Open, "" for Root.
func (r *Repo) Prefix() string { return r.prefix }

// environment makes git's answers the same for everybody, and keeps it from asking.
func environment(env []string) []string {
	return append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
}

// run returns what git prints. Its complaint is the error.
func (r *Repo) run(stdin []byte, args ...string) ([]byte, error) {
	cmd := r.command(args...)
	if stdin != nil {
		cmd.Stdin = bytes.NewReader(stdin)
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	switch {
	case err == nil:
		return out.Bytes(), nil
	case errors.Is(err, exec.ErrNotFound):
		return nil, ErrNotInstalled
	case errs.Len() == 0:
		return out.Bytes(), fmt.Errorf("git %s: %w", args[0], err)
	default:
		return out.Bytes(), fmt.Errorf("git %s: %s", args[0], strings.TrimPrefix(strings.TrimSpace(errs.String()), "fatal: "))
	}
}

func (r *Repo) command(args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	return cmd
}

// Resolve returns the id of the commit that rev names.
func (r *Repo) Resolve(rev string) (string, error) {
	out, err := r.run(nil, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if errors.Is(err, ErrNotInstalled) {
			return "", err
		}
		return "", r.unknown(fmt.Errorf("%s: git knows no such revision", rev))
	}
	return strings.TrimSpace(string(out)), nil
}

// ReadAt returns a file of a commit by its path from Root, without listing the commit.
// Symbolic links and submodules are not followed. ok is false when there is none.
func (r *Repo) ReadAt(commit, name string) (data []byte, ok bool) {
	data, err := r.run(nil, "cat-file", "blob", commit+":"+name)
	return data, err == nil
}

// MergeBase returns the id of the commit where HEAD and rev parted.
func (r *Repo) MergeBase(rev string) (string, error) {
	if _, err := r.Resolve(rev); err != nil {
		return "", err
	}
	out, err := r.run(nil, "merge-base", "--end-of-options", "HEAD", rev)
	if err != nil {
		return "", r.unknown(fmt.Errorf("%s: git finds no common ancestor with HEAD", rev))
	}
	return strings.TrimSpace(string(out)), nil
}

// unknown adds the usual reason, a clone that holds part of the history.
func (r *Repo) unknown(err error) error {
	if r.Shallow() {
		return fmt.Errorf("%w; this clone is shallow: fetch the whole history (fetch-depth: 0)", err)
	}
	return err
}

// Shallow reports whether the repository holds part of the history.
func (r *Repo) Shallow() bool {
	out, err := r.run(nil, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// LastChange returns the last commit reachable from rev that changed the file at a
// path from Root, and its first parent: "" for a first commit, or where a shallow
// clone ends. ok is false when no commit did.
func (r *Repo) LastChange(rev, name string) (commit, parent string, ok bool, err error) {
	out, err := r.run(nil, "log", "-1", "--format=%H %P", "--end-of-options", rev, "--", ":(top,literal)"+name)
	if err != nil {
		return "", "", false, err
	}
	words := strings.Fields(string(out))
	switch len(words) {
	case 0:
		return "", "", false, nil
	case 1:
		return words[0], "", true, nil
	default:
		return words[0], words[1], true, nil
	}
}

// DefaultBranch returns the branch that the remote "origin" calls its own, "" if that is
// not known.
func (r *Repo) DefaultBranch() string {
	out, err := r.run(nil, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.TrimSpace(string(out)), "origin/")
}

// HooksDir returns the absolute path of the directory of hooks.
func (r *Repo) HooksDir() (string, error) {
	out, err := r.run(nil, "rev-parse", "--git-path", "hooks")
	if err != nil {
		return "", err
	}
	dir := filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(r.dir, dir)
	}
	return dir, nil
}
