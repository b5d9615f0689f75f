// Package gate decides whether a tree holds what its sources produce: exported
// documents on the first hop, generated files on the second. It writes nothing.
// What should be there is made in memory and compared byte by byte with the
// working tree, the index or a commit; git is never asked whether a tree is dirty.
package gate

import (
	"context"
	"path"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/store"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// Options are what a check adds to the configuration. The zero Options compare
// generated files with what the committed documents give.
type Options struct {
	Program   string   // whose report it is: "driftcheck"
	Version   string   // of the program that runs, for required_version
	Arguments []string // of the gaia-gen command that reports print, beyond its name
	Base      string   // the revision to tell old drift from new by; "" if none
	Hops      Hops
	Runs      Runs
	EOL       drift.EOL
	Store     *store.Store // nil: nothing is remembered
	Place     Place
}

// Hops says where a check begins.
type Hops uint8

// The hops.
const (
	FromSchemas Hops = iota // at the documents
	FromSources             // at what the exporters make them from
)

// Runs says how often everything is made.
type Runs uint8

// The runs.
const (
	Once  Runs = iota
	Twice      // and both must be the same
)

// Place says where the check runs.
type Place uint8

// The places.
const (
	Desk Place = iota // somebody's working tree, where a new file may yet be added
	CI                // a build service: what the index lacks will be in nobody's checkout
)

// check is the state of one run.
type check struct {
	ctx   context.Context
	w     *workspace.Workspace
	o     Options
	out   *diag.List
	snap  *workspace.Snapshot // the documents
	files *workspace.Snapshot // the outputs
	below string              // slash path from where reports name files to the configuration's directory
	past  *history
	v     *drift.Verdict

	// unlike are outputs that are in sync although their bytes are not as wanted: a
	// checkout or a filter changed them. They are looked at each time.
	unlike []string
}

// Check compares. What keeps it from a verdict about a part is in out, at least as
// an Error, and the Verdict is about the rest. An error means that there is no
// verdict at all.
func Check(ctx context.Context, w *workspace.Workspace, o Options, out *diag.List) (*drift.Verdict, error) {
	c := newCheck(ctx, w, o, out)
	defer c.past.close()
	c.past.askAside()
	made := c.make(c.snap, o.Store)
	found := c.compare(made)
	basis := made
	if o.Hops == FromSources {
		basis, found = c.fromSources(made, found)
	}
	c.report(basis)
	if o.Runs == Twice {
		c.again(made)
	}
	found = append(found, c.fromGit(made, found)...)
	c.causes(made, found)
	if err := c.since(made, found); err != nil {
		return nil, err
	}
	c.remember(made, found)
	c.settle(made, found)
	c.v.Partial = out.HasErrors()
	return c.v, nil
}

func newCheck(ctx context.Context, w *workspace.Workspace, o Options, out *diag.List) *check {
	_, below := w.Top()
	c := &check{ctx: ctx, w: w, o: o, out: out, below: below,
		snap: workspace.NewSnapshot(w.FS()), files: workspace.NewSnapshot(w.Outputs()),
		v: &drift.Verdict{Program: o.Program, Base: o.Base, Toolchain: toolchain(w.Config, o.Version)}}
	c.past = newHistory(w, below)
	return c
}

// quiet returns a check that reports to nobody.
func (c *check) quiet() *check {
	q := *c
	q.out, q.v = &diag.List{}, &drift.Verdict{}
	return &q
}

// settle fills in the verdict. Findings have been named from the configuration's
// directory so far.
func (c *check) settle(made []*contract, found []drift.Finding) {
	c.v.Fix = c.fix(made, found)
	c.noteSubmodules()
	c.nameFromTop(found)
	c.nameFromTop(c.v.Following)
	slices.SortStableFunc(found, drift.Order)
	c.v.Findings = found
	c.v.Schemas = countSchemas(made)
	for _, m := range made {
		c.v.Generated += len(m.files())
	}
}

// noteSubmodules says where what was read is not what is checked out.
func (c *check) noteSubmodules() {
	tree := c.w.Tree()
	if tree == nil {
		return
	}
	for _, s := range tree.Submodules() {
		switch {
		case s.Moved:
			c.v.Notes = append(c.v.Notes, "the submodule "+s.Path+" has another commit checked out than the one that is recorded, which was read")
		case s.Dirty:
			c.v.Notes = append(c.v.Notes, "the submodule "+s.Path+" has changes that are not committed, which were not read")
		}
	}
}

// nameFromTop names findings from where reports do.
func (c *check) nameFromTop(found []drift.Finding) {
	for i := range found {
		f := &found[i]
		f.Path = path.Join(c.below, f.Path)
		if f.From != "" {
			f.From = path.Join(c.below, f.From)
		}
	}
}

// Former returns the output directories that the configuration named at the last
// commit and names no more. What is left there is stale.
func Former(ctx context.Context, w *workspace.Workspace) []string {
	c := newCheck(ctx, w, Options{}, &diag.List{})
	defer c.past.close()
	return c.former()
}

// toolchain says that another version may generate here than the one that runs.
func toolchain(cfg *config.Config, running string) string {
	if cfg == nil || cfg.Permits(running) {
		return ""
	}
	return config.FileName + " requires " + cfg.RequiredVersion + ", this is " + running
}
