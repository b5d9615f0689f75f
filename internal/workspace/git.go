package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// LintBase runs the linter over the documents as they were where the current
// commit and rev parted. Findings about those documents go nowhere: they are not
// what is judged.
func (w *Workspace) LintBase(rev string) ([]Linted, error) {
	base, err := w.mergeBase(rev)
	if err != nil {
		return nil, err
	}
	return w.lint(revision{w, base}, &diag.List{}), nil
}

// mergeBase returns the commit where HEAD and rev parted.
func (w *Workspace) mergeBase(rev string) (string, error) {
	if _, err := w.git("rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}"); err != nil {
		return "", w.unknownRevision(fmt.Errorf("--base %s: git knows no such revision", rev))
	}
	out, err := w.git("merge-base", "HEAD", rev)
	if err != nil {
		return "", w.unknownRevision(fmt.Errorf("--base %s: git finds no common ancestor with HEAD", rev))
	}
	return strings.TrimSpace(string(out)), nil
}

// unknownRevision adds the usual reason, a clone that holds part of the history.
func (w *Workspace) unknownRevision(err error) error {
	if out, e := w.git("rev-parse", "--is-shallow-repository"); e == nil && strings.TrimSpace(string(out)) == "true" {
		return fmt.Errorf("%w; this clone is shallow: fetch the whole history (fetch-depth: 0)", err)
	}
	return err
}

// git runs git in the workspace's directory and returns what it prints.
func (w *Workspace) git(args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = w.dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("git is not installed")
		}
		return nil, fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(errs.String()))
	}
	return out.Bytes(), nil
}

// revision is the workspace's directory as a commit has it.
type revision struct {
	w      *Workspace
	commit string
}

// Open implements fs.FS. Documents are read whole, by ReadFile.
func (r revision) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
}

// ReadFile implements fs.ReadFileFS.
func (r revision) ReadFile(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	data, err := r.w.git("cat-file", "blob", r.commit+":./"+name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return data, nil
}
