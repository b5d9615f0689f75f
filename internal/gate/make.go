package gate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"sync"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/git"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
	"github.com/amd-gaia/gaia-gen/internal/store"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// contract is one contract and what became of it.
type contract struct {
	config.Contract
	result *pipeline.Result // nil: it could not be made, and out says why
	gone   string           // the document that was deleted from the view; the contract's files are stale
	key    store.Key        // of the proof; zero when nothing is remembered
	proven bool             // the store knew that it is in sync
	diags  []diag.Diagnostic
}

// files returns what the contract's targets hold, by path from the configuration's
// directory.
func (m *contract) files() []emit.File {
	if m.result == nil {
		return nil
	}
	var files []emit.File
	for _, o := range m.result.Outputs {
		for _, f := range o.Files {
			files = append(files, emit.File{Path: path.Join(o.Dir, f.Path), Data: f.Data})
		}
	}
	return files
}

// make makes every contract from the documents in fsys, as many side by side as
// there are processors. The result is in the order of the configuration. Nothing is
// reported yet.
func (c *check) make(fsys fs.FS, known *store.Store) []*contract {
	made := make([]*contract, len(c.w.Contracts))
	var wg sync.WaitGroup
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, of := range c.w.Contracts {
		wg.Go(func() {
			turns <- struct{}{}
			made[i] = c.makeOne(fsys, of, known)
			<-turns
		})
	}
	wg.Wait()
	return made
}

// report reports what is wrong with the documents that contracts were made from, and
// outputs that claim one path.
func (c *check) report(made []*contract) {
	for _, m := range made {
		for _, d := range m.diags {
			c.out.Add(d)
		}
	}
	c.refuseClashes(made)
}

func (c *check) makeOne(fsys fs.FS, of config.Contract, known *store.Store) *contract {
	m := &contract{Contract: of}
	own := &diag.List{}
	defer func() { m.diags = own.Sorted() }()
	if m.gone = c.deleted(fsys, of); m.gone != "" {
		return m
	}
	if known != nil && c.recall(fsys, m, known, own) {
		return m
	}
	result, err := pipeline.Generate(fsys, of, pipeline.Options{Prefix: c.w.Prefix()}, own)
	if err != nil {
		own.Fatalf(of.Loc, "%v", err)
	}
	if result == nil {
		if name := pointer(fsys, of); name != "" { // which is no document either
			own = &diag.List{}
			own.Add(diag.Diagnostic{Severity: diag.Fatal, Loc: of.Loc, Message: fmt.Sprintf("%s is a Git LFS pointer, and its content is not here", name), Help: "run git lfs pull"})
		}
		return m
	}
	result.Document = nil // few checks ask for it again, and many contracts are large
	m.result = result
	for _, f := range m.files() {
		c.files.ReadFile(f.Path) // here, where the contracts are side by side, and not one after the other
	}
	return m
}

// pointer returns the first document of a contract that Git LFS keeps elsewhere; "" if
// there is none.
func pointer(fsys fs.FS, of config.Contract) string {
	for _, name := range of.Inputs {
		if data, err := fs.ReadFile(fsys, name); err == nil && git.IsLFSPointer(data) {
			return name
		}
	}
	return ""
}

// deleted returns the first document of a contract that the index no longer has
// and the last commit had: the contract was not misspelt, its document went.
func (c *check) deleted(fsys fs.FS, of config.Contract) string {
	if c.w.View().Kind != workspace.Index {
		return ""
	}
	for _, name := range of.Inputs {
		if _, err := fs.Stat(fsys, name); errors.Is(err, fs.ErrNotExist) && c.past.has(c.past.head(), name) {
			return name
		}
	}
	return ""
}

// refuseClashes reports outputs that claim one path, and whose they are.
func (c *check) refuseClashes(made []*contract) {
	var results []*pipeline.Result
	for _, m := range made {
		if m.result != nil {
			results = append(results, m.result)
		}
	}
	workspace.RefuseClashes(results, func(o pipeline.Output) string { return path.Clean(o.Dir) }, c.out)
}

// document returns the model of a contract, nil when it cannot be read.
func (c *check) document(fsys fs.FS, m *contract) *ir.Document {
	return pipeline.Load(fsys, m.Contract, &diag.List{})
}

// again makes everything a second time and compares.
func (c *check) again(made []*contract) {
	quiet := c.quiet()
	for i, m := range quiet.make(c.snap, nil) {
		c.refuseDifference(made[i].files(), m.files(), "gaia-gen is not deterministic here", "report it with the input")
	}
}

// refuseDifference reports the first file that two runs do not share.
func (c *check) refuseDifference(first, second []emit.File, means, help string) {
	for i, f := range first {
		if i < len(second) && second[i].Path == f.Path && bytes.Equal(second[i].Data, f.Data) {
			continue
		}
		c.out.Add(diag.Diagnostic{Severity: diag.Fatal, Message: fmt.Sprintf("%s came out otherwise the second time: %s", f.Path, means), Help: help})
		return
	}
}

func countSchemas(made []*contract) int {
	names := map[string]bool{}
	for _, m := range made {
		if m.result == nil {
			continue
		}
		for _, name := range m.result.Files {
			names[name] = true
		}
	}
	return len(names)
}
