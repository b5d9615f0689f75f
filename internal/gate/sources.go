package gate

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/export"
	"github.com/amd-gaia/gaia-gen/internal/semdiff"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// fromSources runs the exporters and returns what drifted on both hops, given what the
// second gave for the documents as committed, and the contracts that say what should
// be there. When an exporter fails, what was known stands: nothing is known about the
// first hop.
func (c *check) fromSources(made []*contract, found []drift.Finding) ([]*contract, []drift.Finding) {
	exported := RunExports(c.ctx, c.w, c.out)
	if exported == nil {
		return made, found
	}
	if c.o.Runs == Twice {
		second := RunExports(c.ctx, c.w, c.out)
		if second == nil {
			return made, found
		}
		c.refuseDifference(exported.Files, second.Files, "the exporters are not deterministic", "take times, random numbers and unordered sets out of what they write")
	}
	schemas := c.compareSchemas(exported)
	if len(schemas) == 0 {
		return made, found
	}
	fresh := workspace.NewSnapshot(overlay(c.snap, schemas))
	quiet := c.quiet()
	remade := quiet.make(fresh, c.o.Store)
	for _, m := range remade {
		for i := range m.diags {
			if d := &m.diags[i]; d.Severity >= diag.Error {
				d.Message += " (as exported)"
			}
		}
	}
	outputs, agree := c.follow(made, found, quiet.compare(remade))
	c.meaning(made, remade, fresh, schemas, agree)
	return remade, append(schemas, outputs...)
}

// compareSchemas holds the exported documents against those in the view.
func (c *check) compareSchemas(exported *export.Result) []drift.Finding {
	owned, unclaimed, err := export.Owned(c.snap, c.w.Config.Exports)
	if err != nil {
		c.out.Fatalf(source.Loc{}, "list the exported documents: %v", err)
		return nil
	}
	for _, name := range unclaimed {
		if !slices.ContainsFunc(exported.Files, func(f emit.File) bool { return f.Path == name }) {
			c.v.Notes = append(c.v.Notes, path.Join(c.below, name)+" is where an exporter writes and it did not write it: delete it if it did once")
		}
	}
	result := drift.CompareExact(c.snap, exported.Files, owned, drift.Options{EOL: c.o.EOL})
	for _, p := range result.Problems {
		c.out.Add(diag.Diagnostic{Severity: diag.Fatal, Message: fmt.Sprintf("cannot read %s: %v", path.Join(c.below, p.Path), p.Err)})
	}
	result.Findings = c.unfiltered(result.Findings)
	for i := range result.Findings {
		f := &result.Findings[i]
		f.Stage = drift.Schema
		if f.Status == drift.Changed && f.Cause == drift.NoCause && sameValue(f) {
			f.Cause = drift.Reordered
		}
	}
	return result.Findings
}

// overlay is the tree with the documents as they should be.
func overlay(under fs.FS, schemas []drift.Finding) workspace.Overlay {
	o := workspace.Overlay{Under: under, Files: map[string][]byte{}}
	for _, f := range schemas {
		o.Files[f.Path] = f.Want
		if f.Status == drift.Renamed {
			o.Files[f.From] = nil
		}
	}
	return o
}

// follow returns the output findings that count once the schemas drifted, given
// those for the documents as committed and as exported. Files that are right for the
// committed documents will change with them: they are kept apart, and not reported
// each. Where nothing could be made of the committed documents, all count. Files that are right for the sources only tell that their contract's
// documents are the odd ones out; agree names those contracts.
func (c *check) follow(made []*contract, committed, exported []drift.Finding) (out []drift.Finding, agree map[string]bool) {
	wrong := map[string]bool{}   // files, for the documents as committed
	unknown := map[string]bool{} // contracts
	for _, m := range made {
		unknown[m.Name] = m.result == nil
	}
	agree = map[string]bool{}
	for _, f := range committed {
		wrong[f.Path] = true
		agree[f.Contract] = true
	}
	for _, f := range exported {
		agree[f.Contract] = false
		if wrong[f.Path] || unknown[f.Contract] {
			out = append(out, f)
		} else {
			c.v.Following = append(c.v.Following, f)
		}
	}
	return out, agree
}

// meaning says what the drift of the documents means for each contract, and finds
// out the cause of each.
func (c *check) meaning(made, remade []*contract, fresh fs.FS, schemas []drift.Finding, agree map[string]bool) {
	same := map[string]bool{} // contracts whose types and operations did not change
	for i, m := range made {
		old, now := c.document(c.snap, m), c.document(fresh, remade[i])
		if old == nil || now == nil {
			continue
		}
		changes := semdiff.Compare(old, now)
		c.changes(m.Name, changes)
		same[m.Name] = len(changes) == 0
	}
	for i := range schemas {
		f := &schemas[i]
		if f.Status != drift.Changed {
			continue
		}
		readers := readersOf(remade, f.Path)
		if f.Cause == drift.NoCause {
			f.Cause, f.Detail = c.schemaCause(f, slices.ContainsFunc(readers, func(name string) bool { return agree[name] }))
		}
		if len(readers) > 0 {
			f.Contract = readers[0]
		}
		beyond := beyondModel(f)
		for _, pointer := range beyond {
			c.v.Changes = append(c.v.Changes, drift.Change{Contract: f.Contract, Kind: "document", Path: path.Join(c.below, f.Path) + "#" + pointer, Message: "changed"})
		}
		changed := func(name string) bool { return !same[name] }
		if f.Cause == drift.Reordered || len(readers) > 0 && !slices.ContainsFunc(readers, changed) && len(beyond) == 0 {
			c.v.Unchanged = append(c.v.Unchanged, path.Join(c.below, f.Path))
		}
	}
}

// readersOf names the contracts that read a document.
func readersOf(made []*contract, name string) []string {
	var names []string
	for _, m := range made {
		if m.result != nil && slices.Contains(m.result.Files, name) {
			names = append(names, m.Name)
		}
	}
	return names
}

// trees parses a drifted document as it is and as it should be; nil where it cannot
// be parsed.
func trees(f *drift.Finding) (got, want *tree.Doc) {
	quiet := &diag.List{}
	return tree.Parse(source.New(f.Path, f.Got), tree.Limits{}, quiet), tree.Parse(source.New(f.Path, f.Want), tree.Limits{}, quiet)
}

// sameValue reports whether a document drifted in its spelling only.
func sameValue(f *drift.Finding) bool {
	got, want := trees(f)
	return got != nil && want != nil && semdiff.SameValue(got, want)
}

// beyondModel returns pointers to what changed in a document and is no type and no
// operation, such as its security requirements.
func beyondModel(f *drift.Finding) []string {
	got, want := trees(f)
	if got == nil || want == nil {
		return nil
	}
	return semdiff.Elsewhere(got, want)
}

// schemaCause tells a document that was edited from one whose source moved on: what
// the exporter gives now is what was there before the edit, or what the generated
// files were made from.
func (c *check) schemaCause(f *drift.Finding, outputsAgree bool) (drift.Cause, string) {
	if outputsAgree {
		return drift.Edited, "the generated files are right for the sources"
	}
	head := c.past.head()
	committed := c.past.read(head, f.Path)
	switch {
	case committed == nil:
		return drift.SourceMoved, ""
	case !bytes.Equal(committed, f.Got):
		if bytes.Equal(committed, f.Want) {
			return drift.Edited, ""
		}
		return drift.SourceMoved, ""
	}
	last, parent := c.lastChange(head, f.Path)
	if parent != "" && bytes.Equal(c.past.read(parent, f.Path), f.Want) {
		return drift.Edited, "in commit " + short(last)
	}
	return drift.SourceMoved, ""
}
