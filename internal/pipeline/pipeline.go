// Package pipeline is the one definition of a run: it loads the documents of a
// contract, judges them when asked, and emits each target in memory. The
// commands and the golden tests call it; it writes nothing.
package pipeline

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/amd-gaia/gaia-gen/emit"
	golang "github.com/amd-gaia/gaia-gen/emit/go"
	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/judge"
	"github.com/amd-gaia/gaia-gen/internal/tree"
	"github.com/amd-gaia/gaia-gen/loader"
)

// Options are what a run adds to the configuration. The zero Options read below
// the root of the file system and do not judge.
type Options struct {
	Prefix      string // stands before file names in diagnostics
	Conformance Conformance
}

// Conformance says whether the documents are held against their specifications.
type Conformance bool

// The two modes: SkipConformance reads what can be read; CheckConformance also
// runs the validating libraries and reports what they find.
const (
	SkipConformance  Conformance = false
	CheckConformance Conformance = true
)

// Result is one contract in memory.
type Result struct {
	Contract config.Contract
	Document *ir.Document
	Files    []string // the documents that were read, referred ones included, from the root of the file system
	Outputs  []Output // TypeScript first
}

// Output is the files of one target.
type Output struct {
	Dir   string // as configured
	Files []emit.File
}

// Generate returns what c's targets would hold, nil when out has errors. An
// error means that the run could not be carried out; it never speaks of the
// user's documents.
func Generate(fsys fs.FS, c config.Contract, o Options, out *diag.List) (*Result, error) {
	loaded := load(fsys, c, o, out)
	if o.Conformance == CheckConformance {
		judge.Conformance(loaded.Docs, func(name string) ([]byte, error) { return fs.ReadFile(fsys, name) }, out)
	}
	if out.HasErrors() {
		return nil, nil
	}
	outputs, err := emitTargets(c, loaded.Document, out)
	if err != nil {
		return nil, fmt.Errorf("generate contract %s: %w", c.Name, err)
	}
	if out.HasErrors() {
		return nil, nil
	}
	return &Result{Contract: c, Document: loaded.Document, Files: loaded.Files, Outputs: outputs}, nil
}

// Load reads the documents of c and returns its model; nil when one of them cannot
// be read. Faults go to out.
func Load(fsys fs.FS, c config.Contract, out *diag.List) *ir.Document {
	return load(fsys, c, Options{}, out).Document
}

func load(fsys fs.FS, c config.Contract, o Options, out *diag.List) *loader.Result {
	return loader.Load(fsys, loader.Options{
		Inputs:       Inputs(fsys, c, out),
		Capabilities: c.Capabilities,
		Prefix:       o.Prefix,
		Dialect:      c.Dialect,
		Requiredness: requiredness(c.Requiredness),
		Limits:       tree.Limits{},
	}, out)
}

func requiredness(word string) loader.Requiredness {
	switch word {
	case "", "split":
		return loader.Split
	case "request":
		return loader.Request
	case "response":
		return loader.Response
	default:
		panic(fmt.Sprintf("pipeline: unknown requiredness %q", word))
	}
}

func tsOptions(t *config.Target) ts.Options {
	var o ts.Options
	switch t.Casing {
	case "", "wire":
	case "camel":
		o.Casing = ts.Camel
	default:
		panic(fmt.Sprintf("pipeline: unknown casing %q", t.Casing))
	}
	if t.Paths {
		o.Paths = ts.PathsOfCalls
	}
	switch t.Imports {
	case "", "js":
	case "ts":
		o.Imports = ts.ImportTS
	case "none":
		o.Imports = ts.ImportBare
	default:
		panic(fmt.Sprintf("pipeline: unknown imports %q", t.Imports))
	}
	switch t.Decode {
	case "":
	case "false":
		o.Decode = ts.DecodeNone
	case "true":
		o.Decode = ts.DecodeAll
	case "strict":
		o.Decode = ts.DecodeStrict
	default:
		panic(fmt.Sprintf("pipeline: unknown decode %q", t.Decode))
	}
	return o
}

// emitTargets runs the emitters side by side: they read one model and share
// nothing else.
func emitTargets(c config.Contract, doc *ir.Document, out *diag.List) ([]Output, error) {
	var (
		wg         sync.WaitGroup
		tsFiles    []emit.File
		goFiles    []emit.File
		tsErr, err error
		outputs    []Output
	)
	if c.TypeScript != nil {
		wg.Go(func() { tsFiles, tsErr = ts.Emit(doc, tsOptions(c.TypeScript), out) })
	}
	if c.Go != nil {
		wg.Go(func() {
			goFiles, err = golang.Emit(doc, golang.Options{Package: c.Go.Package, Strict: c.Go.Decode == "strict"}, out)
		})
	}
	wg.Wait()
	if tsErr != nil {
		return nil, tsErr
	}
	if err != nil {
		return nil, err
	}
	if c.TypeScript != nil {
		outputs = append(outputs, Output{Dir: c.TypeScript.Out, Files: tsFiles})
	}
	if c.Go != nil {
		outputs = append(outputs, Output{Dir: c.Go.Out, Files: goFiles})
	}
	return outputs, nil
}
