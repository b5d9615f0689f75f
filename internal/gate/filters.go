package gate

import (
	"fmt"
	"path"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/git"
)

// unfiltered takes out findings that are none: in the index and in commits a file is as
// git's filters, line ends and other attributes leave it, and what is wanted may become
// just that. On disk a Git LFS pointer stands for content that is not there.
func (c *check) unfiltered(found []drift.Finding) []drift.Finding {
	tree := c.w.Tree()
	return slices.DeleteFunc(found, func(f drift.Finding) bool {
		if f.Got == nil || f.Want == nil {
			return false
		}
		if tree == nil {
			return git.IsLFSPointer(f.Got) && c.cannotTell(f, "it is a Git LFS pointer, and its content is not here", "run git lfs pull")
		}
		name := path.Join(c.below, f.Path)
		repo, err := c.w.Repo()
		if err != nil {
			return false
		}
		id, err := repo.CleanID(name, f.Want)
		if err != nil {
			return c.cannotTell(f, fmt.Sprintf("git cannot say how it would be committed: %v", err), "mend the filter that .gitattributes names for it")
		}
		have, ok := tree.ID(name)
		if !ok || have != id {
			return false
		}
		c.unlike = append(c.unlike, f.Path)
		return true
	})
}

// cannotTell reports a file about which there is no verdict.
func (c *check) cannotTell(f drift.Finding, why, help string) bool {
	c.out.Add(diag.Diagnostic{Severity: diag.Fatal, Message: fmt.Sprintf("cannot compare %s: %s", path.Join(c.below, f.Path), why), Help: help})
	return true
}
