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
	moved := map[string]string{}             // contract → the commit that its files were made from
	strange := map[string][]*drift.Finding{} // contract → its files that no commit explains
	for i := range found {
		f := &found[i]
		if f.Stage != drift.Output || f.Cause != drift.NoCause || f.Status != drift.Changed {
			continue
		}
		f.Cause, f.Detail = drift.Edited, ""
		switch from, explained := c.cause(f); {
		case !explained:
			strange[f.Contract] = append(strange[f.Contract], f)
		case from != "" && moved[f.Contract] == "":
			moved[f.Contract] = from
		}
	}
	told := len(c.v.Changes) > 0 || c.o.Base != ""
	for _, m := range made {
		c.blameGenerator(m, strange[m.Name])
		if from := moved[m.Name]; from != "" && !told {
			c.changes(m.Name, semdiffOf(c.past.at(from, m.Name), c.document(c.snap, m)))
		}
	}
}

// blameGenerator takes another version of gaia-gen for the cause when more than half of
// a contract's files never were what this one gives: people edit few files, and a
// version changes most.
func (c *check) blameGenerator(m *contract, strange []*drift.Finding) {
	if len(strange) < 2 || 2*len(strange) <= len(m.files()) {
		return
	}
	for _, f := range strange {
		f.Cause = drift.GeneratorMoved
	}
}

// farthest is how many versions of a file are looked at.
const farthest = 8

// cause sets the cause of one finding. It returns the commit that the file was made
// from when its source moved since; explained is false when no commit tells anything.
func (c *check) cause(f *drift.Finding) (from string, explained bool) {
	head := c.past.head()
	switch {
	case c.v.Toolchain != "":
		f.Cause = drift.GeneratorMoved
		return "", true
	case f.Contract == "" || head == "":
		f.Detail = "or its source moved: there is no history to tell"
		return "", true
	case c.past.at(head, f.Contract).gave(f.Path, f.Got):
		return c.sourceMoved(f, head, ""), true
	case !bytes.Equal(c.past.read(head, f.Path), f.Got):
		return "", true // it was changed since the last commit, to what no commit gives
	}
	last, before := c.lastChange(head, f.Path)
	if last != "" && c.past.at(last, f.Contract).gave(f.Path, f.Got) {
		return c.sourceMoved(f, last, " since commit "+short(last)), true
	}
	// The last version that was right, if there is one, was edited after.
	for range farthest {
		data := c.past.read(before, f.Path)
		if data == nil {
			return "", false
		}
		if c.past.at(before, f.Contract).gave(f.Path, data) {
			f.Detail = "in commit " + short(last)
			return "", true
		}
		last, before = c.lastChange(before, f.Path)
	}
	return "", false
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

// lastChange returns the last commit up to one that changed a file, and its parent.
func (c *check) lastChange(upTo, name string) (last, parent string) {
	repo := c.past.open()
	if repo == nil || upTo == "" {
		return "", ""
	}
	last, parent, ok, err := repo.LastChange(upTo, path.Join(c.below, name))
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
