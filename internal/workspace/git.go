package workspace

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// LintBase runs the linter over the documents as they were where the current
// commit and rev parted. Findings about those documents go nowhere: they are not
// what is judged.
func (w *Workspace) LintBase(rev string) ([]Linted, error) {
	repo, err := w.Repo()
	if err != nil {
		return nil, err
	}
	base, err := repo.MergeBase(rev)
	if err != nil {
		return nil, fmt.Errorf("--base %w", err)
	}
	tree, err := repo.Commit(base)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	fsys, err := fs.Sub(tree, path.Join(".", repo.Prefix()))
	if err != nil {
		return nil, err
	}
	return w.lint(fsys, &diag.List{}), nil
}
