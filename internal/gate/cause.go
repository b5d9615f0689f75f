package gate

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/semdiff"
)

// causes finds out why generated files that are there have other content than they
// should. The evidence is what the gaia-gen of today makes of earlier commits: who
// gives the very bytes that are there is what the file was made from.
func (c *check) causes(made []*contract, found []drift.Finding) {
	moved := map[string]string{} // contract → the commit its files were made from
	for i := range found {
		f := &found[i]
		if f.Stage != drift.Output || f.Cause != drift.NoCause || f.Status != drift.Changed {
			continue
		}
		f.Cause, f.Detail = drift.Edited, ""
		if c.v.Toolchain != "" {
			f.Cause = drift.GeneratorMoved
			continue
		}
		if f.Contract == "" || c.past.head() == "" {
			f.Detail = "or its source moved: there is no history to tell"
			continue
		}
		if from := c.cause(f); from != "" && moved[f.Contract] == "" {
			moved[f.Contract] = from
		}
	}
	for _, m := range made {
		if from := moved[m.Name]; from != "" && c.o.Base == "" && len(c.v.Changes) == 0 {
			c.changes(m.Name, semdiffOf(c.past.at(from, m.Name), c.document(c.snap, m)))
		}
	}
}

// cause sets the cause of one finding, and returns the commit that the file was
// made from when its source moved since.
func (c *check) cause(f *drift.Finding) (from string) {
	head := c.past.head()
	atHead := c.past.at(head, f.Contract)
	if atHead.gave(f.Path, f.Got) {
		return c.sourceMoved(f, head, "")
	}
	committed := c.past.read(head, f.Path)
	if !bytes.Equal(committed, f.Got) {
		// It was changed after the last commit, to something no commit gives.
		return ""
	}
	last, parent := c.lastChange(f.Path)
	if last == "" {
		return ""
	}
	if c.past.at(last, f.Contract).gave(f.Path, f.Got) {
		return c.sourceMoved(f, last, " since commit "+short(last))
	}
	before := c.past.read(parent, f.Path)
	switch {
	case before == nil:
	case c.past.at(parent, f.Contract).gave(f.Path, before):
		f.Detail = "in commit " + short(last)
	case c.past.at(parent, f.Contract).files != nil:
		f.Cause = drift.GeneratorMoved
	}
	return ""
}

// sourceMoved notes that the file was made from the documents or the configuration
// of a commit, and which of them changed.
func (c *check) sourceMoved(f *drift.Finding, commit, since string) string {
	f.Cause = drift.SourceMoved
	var changed []string
	past := c.past.at(commit, f.Contract)
	for name, data := range past.inputs {
		if now, err := c.snap.ReadFile(name); err != nil || !bytes.Equal(now, data) {
			changed = append(changed, name)
		}
	}
	slices.Sort(changed)
	if len(changed) == 0 {
		changed = []string{path.Base(c.w.Config.File.Name)}
	}
	f.Detail = listed(changed) + " changed" + since
	return commit
}

// lastChange returns the last commit that changed a file and the one before it.
func (c *check) lastChange(name string) (last, parent string) {
	repo := c.past.open()
	if repo == nil {
		return "", ""
	}
	last, parent, ok, err := repo.LastChange(c.past.head(), path.Join(c.below, name))
	if err != nil || !ok {
		return "", ""
	}
	return last, parent
}

// changes appends what a change of a contract means.
func (c *check) changes(contract string, of []semdiff.Change) {
	for _, s := range of {
		c.v.Changes = append(c.v.Changes, drift.Change{Contract: contract, Kind: string(s.Kind), Path: s.Path, Message: s.Message})
	}
}

// since marks what had drifted already where the branches parted, and says what
// changed in meaning since then.
func (c *check) since(made []*contract, found []drift.Finding) error {
	if c.o.Base == "" {
		return nil
	}
	repo, err := c.w.Repo()
	if err != nil {
		return err
	}
	base, err := repo.MergeBase(c.o.Base)
	if err != nil {
		return err
	}
	c.v.Changes = nil
	for _, m := range made {
		past := c.past.at(base, m.Name)
		c.changes(m.Name, semdiffOf(past, c.document(c.snap, m)))
		for i := range found {
			f := &found[i]
			if f.Contract != m.Name || past.files == nil {
				continue
			}
			there, wanted := c.past.read(base, f.Path), past.files[f.Path]
			f.AtBase = f.Stage == drift.Output && !bytes.Equal(there, wanted)
		}
	}
	return nil
}

func semdiffOf(past *pastContract, now *ir.Document) []semdiff.Change {
	if past.document == nil || now == nil {
		return nil
	}
	return semdiff.Compare(past.document, now)
}

func short(commit string) string { return commit[:min(7, len(commit))] }

// listed names a few things.
func listed(names []string) string {
	const few = 2
	if len(names) > few {
		return strings.Join(names[:few], ", ") + " and others"
	}
	return strings.Join(names, " and ")
}
