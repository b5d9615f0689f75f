// Package loader turns the bytes of OpenAPI and JSON Schema documents into the
// model: references resolved, allOf merged, every spelling of null folded.
//
// The passes, in order: read documents, index their identifiers, reserve a type
// for every named schema, convert schemas and operations, fold unions and their
// tags, settle names and order, and take the readings of requests and responses.
package loader

import (
	"io/fs"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// Requiredness says how one type can serve requests and responses whose
// readings differ: a field with a default is optional when sent to a server and
// always present in what comes back.
type Requiredness uint8

const (
	// Split makes two types where the readings differ: "Order" as responses
	// show it, and "OrderInput".
	Split Requiredness = iota
	// Request keeps one type with the reading of requests.
	Request
	// Response keeps one type with the reading of responses.
	Response
)

// Options say what to load and how. The zero value of each field works.
type Options struct {
	Inputs       []string // fs paths, in order
	Capabilities string   // fs path of a capabilities document, "" if none
	// Prefix is joined before fs paths in source.File.Name, for display only;
	// IDs never contain it.
	Prefix string
	// Dialect is the JSON Schema dialect of documents without $schema, for
	// example "draft-07"; "" means 2020-12.
	Dialect      string
	Limits       tree.Limits
	Requiredness Requiredness
}

// Result is what Load made.
type Result struct {
	Document *ir.Document
	Docs     []*tree.Doc // every document read, in the order of reading
	Files    []string    // their fs paths

	loader *loader // what resolves references among Docs
}

// Load reads the inputs of o from fsys, with the files that they refer to, and
// returns them as one Document. Faults go to out, files that cannot be read among
// them; the Document is nil only after a Fatal one.
func Load(fsys fs.FS, o Options, out *diag.List) *Result {
	l := newLoader(fsys, o, out)
	inputs := l.readInputs()
	res := &Result{loader: l}
	if !l.fatal {
		res.Document = l.document(inputs)
	}
	if l.fatal { // perhaps by a reference to a document that cannot be read
		res.Document = nil
	}
	for _, d := range l.docs {
		res.Docs = append(res.Docs, d.tree)
		res.Files = append(res.Files, d.path)
	}
	return res
}

// loader holds the state of one Load.
type loader struct {
	fsys fs.FS
	opts Options
	out  *diag.List

	fatal bool // a Fatal diagnostic was added

	docs   []*document
	byPath map[string]*document // nil value: could not be read, and reported
	ids    map[string]site      // resources by absolute URI

	refs    map[refKey]site // references that were followed
	types   map[tree.Node]*entry
	entries map[*ir.Type]*entry
	names   map[string]*entry
	named   []*entry // in the order of reservation
	queue   []*entry // reserved, not yet converted
	scalars map[ir.Scalar]*ir.Scalar
	meets   map[string]*entry    // by keyOf their parts
	made    map[string]int       // how many types were made for a combination, by its ID
	blanks  map[tree.Node]*entry // the types of parameters and content without a schema
	serial  int
	tags    map[*ir.Union]tagSource

	marked  []*entry // with marks, in the order of reading
	streams []declaredStream

	capabilityUses []capabilityUse
}

func newLoader(fsys fs.FS, o Options, out *diag.List) *loader {
	return &loader{
		fsys: fsys, opts: o, out: out,
		byPath:  map[string]*document{},
		ids:     map[string]site{},
		refs:    map[refKey]site{},
		types:   map[tree.Node]*entry{},
		entries: map[*ir.Type]*entry{},
		names:   map[string]*entry{},
		scalars: map[ir.Scalar]*ir.Scalar{},
		meets:   map[string]*entry{},
		made:    map[string]int{},
		blanks:  map[tree.Node]*entry{},
		tags:    map[*ir.Union]tagSource{},
	}
}

// document runs the passes behind reading.
func (l *loader) document(inputs []*document) *ir.Document {
	doc := &ir.Document{}
	l.makeRoom()
	for _, d := range inputs {
		l.reserve(d)
	}
	for _, e := range l.named {
		l.force(e, viaName)
	}
	for _, d := range inputs {
		l.describe(doc, d)
		l.operations(doc, d)
	}
	l.drain()
	l.capabilities(doc)
	l.survey(inputs)
	reached := l.link(doc)
	reached = l.fold(reached)
	l.settle(doc, reached)
	l.checkStreams()
	choices := l.settleMarks()
	if !l.fatal {
		applyViews(doc, l.opts.Requiredness, choices, l.out)
	}
	return doc
}

// makeRoom sizes the large maps for the documents read.
func (l *loader) makeRoom() {
	const bytesPerType = 100 // of a document that is mostly schemas
	bytes := 0
	for _, d := range l.docs {
		bytes += len(d.tree.File().Data)
	}
	l.types = make(map[tree.Node]*entry, bytes/bytesPerType)
	l.entries = make(map[*ir.Type]*entry, bytes/bytesPerType)
}
