// Package ts prints the model as TypeScript: the types in types.ts, decoders and
// encoders in decode.ts, operations as data in operations.ts, capability flags in
// capabilities.ts, and all of it again from index.ts. The output imports nothing
// from outside, uses erasable syntax only, and is laid out as prettier's defaults
// leave it.
package ts

import (
	"errors"
	"fmt"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// Options shapes the output. The zero Options keeps every name as the wire
// spells it and decodes tagged unions.
type Options struct {
	Casing  Casing
	Decode  Decode
	Imports Imports
	Paths   Paths
}

// Paths says whether paths.ts is written.
type Paths uint8

// What paths.ts holds.
const (
	NoPaths Paths = iota
	// PathsOfCalls gives the operations by path and method. It is about the wire and
	// does not go with Camel, whose types are not.
	PathsOfCalls
)

// Imports says how the files name each other.
type Imports uint8

// The ways to name a file.
const (
	ImportJS   Imports = iota // "./types.js": what a compiler makes of it; every module system takes it
	ImportTS                  // "./types.ts": itself, for who runs TypeScript as it is (Node 22.18 and later, Deno, Bun)
	ImportBare                // "./types": for bundlers
)

// module returns the specifier by which another file imports the one of a name.
func (i Imports) module(name string) string {
	switch i {
	case ImportJS:
		return `"./` + name + `.js"`
	case ImportTS:
		return `"./` + name + `.ts"`
	case ImportBare:
		return `"./` + name + `"`
	default:
		panic(fmt.Sprintf("ts: unknown imports %d", i))
	}
}

// Casing says how declared members are spelt.
type Casing uint8

// The casings.
const (
	Wire Casing = iota // as on the wire
	// Camel spells declared members in camelCase. Decoders and encoders
	// translate, so DecodeUnions is DecodeAll then, and DecodeNone is refused.
	Camel
)

// Decode says which types get a decoder, and an encoder with it.
type Decode uint8

// What is decoded.
const (
	DecodeUnions Decode = iota // tagged unions only, and nothing is encoded
	DecodeNone
	DecodeAll    // every declared type; standard.ts makes a Standard Schema of any
	DecodeStrict // every declared type, refusing what the schema refuses: bounds, patterns, forbidden members
)

// Emit returns the TypeScript of doc: types.ts and index.ts always, the other
// files when doc has something for them, in the order of their paths. What
// TypeScript cannot say is a Warning in out, and two names that become one are
// an Error there. It returns an error for a bug or for options that contradict
// each other.
func Emit(doc *ir.Document, o Options, out *diag.List) ([]emit.File, error) {
	if o.Casing == Camel && o.Decode == DecodeNone {
		return nil, errors.New("ts: camel casing needs decoders and encoders")
	}
	if o.Casing == Camel && o.Paths == PathsOfCalls {
		return nil, errors.New("ts: paths are about the wire, camel casing is not")
	}
	if o.Casing == Camel && o.Decode == DecodeUnions {
		o.Decode = DecodeAll
	}
	g := newGenerator(doc, o, out)
	decoders := g.decoders()
	files := []emit.File{
		{Path: "capabilities.ts", Data: g.capabilities()},
		{Path: "decode.ts", Data: decoders},
		{Path: "match.ts", Data: g.match()},
		{Path: "operations.ts", Data: g.operations()},
		{Path: "paths.ts", Data: g.paths()},
		{Path: "standard.ts", Data: g.standard(decoders)},
		{Path: "types.ts", Data: g.types()},
	}
	var kept []emit.File
	for _, f := range files {
		if f.Data != nil {
			kept = append(kept, f)
		}
	}
	index := emit.File{Path: "index.ts", Data: g.index(kept)}
	return insertSorted(kept, index), nil
}

func insertSorted(files []emit.File, f emit.File) []emit.File {
	for i := range files {
		if f.Path < files[i].Path {
			return append(files[:i:i], append([]emit.File{f}, files[i:]...)...)
		}
	}
	return append(files, f)
}

// generator holds what the name pass decides and the printing passes share.
type generator struct {
	doc         *ir.Document
	out         *diag.List
	casing      Casing
	decode      Decode // with Camel never DecodeUnions
	imports     Imports
	pathsWanted Paths
	scope       *naming.Scope // of all exported names, over all files
	decls       []*decl       // in the order of their names
	of          map[*ir.Type]*decl
	ends        map[*ir.Operation]string // predicates of the events that end a stream
	names       helperNames
	prefix      string // before the names of declared types: "types." outside types.ts
	// prefixed is set once a type is named with the prefix.
	prefixed bool
	// marker is the tag of unknown variants at run time.
	marker string
}

// decl is one declared type with the names that go with it.
type decl struct {
	t      *ir.Type
	name   string
	values string // the array of an enum's values; "" if it has none
	known  string // what is known of an open union or enum; "" if closed
	other  string // the unknown arm of an open union; "" if none
	decode string // "" if it has no decoder
	encode string // "" if it has no encoder
}

// helperNames are the exported names that stand for no type of the input. Those
// that the document does not need are claimed all the same, so that a schema
// never takes one of them away later.
type helperNames struct {
	unknownTag, unknownString, unknownNumber, brand             string
	decodeError, encodeError, codecError                        string
	operations, operationsType, operationID, operationMeta      string
	paths                                                       string
	standard, standardSchema, standardIssue                     string
	match, handlers                                             string
	operationCapabilities                                       string
	capabilityNames, capability, capabilitySet, capabilityTable string
	capabilityMeta                                              string
}

// index re-exports the files.
func (g *generator) index(files []emit.File) []byte {
	p := newPrinter()
	p.P()
	for _, f := range files {
		kind := "*"
		if f.Path == "types.ts" && !g.hasValues() || f.Path == "paths.ts" {
			kind = "type *"
		}
		p.P("export ", kind, " from ", g.imports.module(strings.TrimSuffix(f.Path, ".ts")), ";")
	}
	return p.Bytes()
}

// hasValues reports whether types.ts has anything at run time.
func (g *generator) hasValues() bool {
	for _, d := range g.decls {
		if d.values != "" {
			return true
		}
	}
	return false
}
