package gate

import (
	"fmt"
	"path"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/git"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// unprotected reports outputs of the working tree that git ignores: no commit will
// hold them, so that nobody's check is about them.
func (c *check) unprotected(repo *git.Repo, names []string) {
	ignored, err := repo.Ignored(names)
	if err != nil {
		return // the question is a courtesy, the comparison stands
	}
	type rule struct {
		source string
		line   int
	}
	var rules []rule
	first, count := map[rule]string{}, map[rule]int{}
	for _, g := range ignored {
		r := rule{g.Source, g.Line}
		if count[r]++; count[r] == 1 {
			rules = append(rules, r)
			first[r] = g.Path
		}
	}
	for _, r := range rules {
		what := first[r] + " is"
		if n := count[r]; n > 1 {
			what = fmt.Sprintf("%s and %d more outputs are", first[r], n-1)
		}
		c.out.Add(diag.Diagnostic{Rule: "drift/ignored", Severity: diag.Warning,
			Message: fmt.Sprintf("%s ignored by %s:%d, the gate cannot protect it", what, r.source, r.line),
			Help:    "take the pattern out, or generate before each build instead of committing"})
	}
}

// fromGit returns what only git can tell about outputs in the working tree: those that
// are as they should be on disk and that no commit would hold. Without a repository
// there is nothing to tell.
func (c *check) fromGit(made []*contract, found []drift.Finding) []drift.Finding {
	if c.w.View().Kind != workspace.Disk || c.w.Config == nil {
		return nil
	}
	tracked := c.past.tracked()
	if tracked.err != nil {
		c.out.Add(diag.Diagnostic{Severity: diag.Fatal, Message: fmt.Sprintf("cannot tell which outputs are in the index: %v", tracked.err)})
	}
	if tracked.names == nil {
		return nil
	}
	missing := map[string]bool{}
	for _, f := range found {
		missing[f.Path] = true
	}
	var out []drift.Finding
	var names []string
	for _, m := range made {
		for _, f := range m.files() {
			name := path.Join(c.below, f.Path)
			if tracked.names[name] {
				continue
			}
			names = append(names, name)
			if c.o.Place == CI && !missing[f.Path] {
				out = append(out, drift.Finding{Path: f.Path, Status: drift.Untracked, Contract: m.Name})
			}
		}
	}
	slices.Sort(names)
	c.unprotected(c.past.repo, names)
	return out
}
