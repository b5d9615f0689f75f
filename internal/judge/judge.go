// Package judge asks the libraries that clients use whether documents conform to
// their specifications, and reports what they find at our positions.
package judge

import (
	"fmt"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// Conformance judges docs beside the reader: OpenAPI 3.x documents by
// kin-openapi, the component schemas of OpenAPI 3.1 and later and the documents
// with a $schema of draft-04 to 2020-12 by the meta-schema. Other documents are
// not judged.
//
// It adds Warnings and Errors to out; never what is only a library's
// limitation, and nothing at a place that out has an Error for. An Info or a
// Warning says so when a document could not be judged as a whole. files returns the bytes
// of another document by its slash path from the workspace root; nothing else
// is read.
func Conformance(docs []*tree.Doc, files func(name string) ([]byte, error), out *diag.List) {
	j := &judge{files: files, docs: map[string]*tree.Doc{}, metas: metaSchemas{}, out: out}
	for _, d := range out.Sorted() {
		if d.Severity >= diag.Error {
			j.errors = append(j.errors, d.Loc.Span)
		}
	}
	for _, d := range docs {
		if d != nil {
			j.docs[d.File().Name] = d
		}
	}
	for _, d := range docs {
		j.document(d.Root())
	}
}

// judge is one run.
type judge struct {
	files  func(name string) ([]byte, error)
	docs   map[string]*tree.Doc // by file name
	metas  metaSchemas
	out    *diag.List
	errors []source.Span // of the Errors so far
}

// document judges the document with this root.
func (j *judge) document(root tree.Node) {
	version := root.Get("openapi")
	switch {
	case version.OK():
		j.openapi(root, versionOf(version))
	case root.Get("$schema").Kind() == tree.String:
		j.schemaDocument(root)
	}
}

// openapiVersion is the minor version of OpenAPI 3; -1 for any other major one.
type openapiVersion int

func versionOf(n tree.Node) openapiVersion {
	text := n.Str()
	if n.Kind() == tree.Number { // openapi: 3.1 in YAML
		text = n.Raw()
	}
	for minor, prefix := range []string{"3.0", "3.1", "3.2"} {
		if text == prefix || strings.HasPrefix(text, prefix+".") {
			return openapiVersion(minor)
		}
	}
	return -1
}

// openapi judges an OpenAPI document: first its schemas, whose faults the
// meta-schema names more exactly.
func (j *judge) openapi(root tree.Node, version openapiVersion) {
	if version < 0 {
		return
	}
	if version >= 1 {
		j.components(root)
	}
	j.guard("openapi/unjudged", root, func() { (&openapiJudge{judge: j, root: root, version: version}).run() })
}

// guard runs f and turns a panic in a library into a Warning about n.
func (j *judge) guard(rule string, n tree.Node, f func()) {
	defer func() {
		if v := recover(); v != nil {
			j.out.Add(diag.Diagnostic{
				Rule: rule, Severity: diag.Warning, Loc: headLoc(n),
				Message: fmt.Sprintf("conformance is not checked: the checking library stopped with %q", firstLine(fmt.Sprint(v))),
			})
		}
	}()
	f()
}

// report adds a finding about n, unless its place has an Error already.
func (j *judge) report(rule string, severity diag.Severity, n tree.Node, message string) {
	if j.hasError(n) {
		return
	}
	loc := headLoc(n)
	if severity >= diag.Error {
		j.errors = append(j.errors, loc.Span)
	}
	j.out.Add(diag.Diagnostic{Rule: rule, Severity: severity, Loc: loc, Message: message})
}

// hasError reports whether there is an Error at n, at its key, or, for a leaf,
// at what is around it: an object with a bad $ref counts as the $ref.
func (j *judge) hasError(n tree.Node) bool {
	places := []source.Span{n.Span(), n.Key().Span()}
	if n.Key().Str() == "$ref" {
		around := parent(n)
		places = append(places, around.Span(), around.Key().Span())
	}
	for _, e := range j.errors {
		for _, p := range places {
			if e.File != nil && e.File == p.File && e.Start == p.Start {
				return true
			}
		}
	}
	return false
}

// parent returns the container of n.
func parent(n tree.Node) tree.Node {
	pointer := n.Pointer()
	around, _ := n.Doc().Root().At(pointer[:max(0, strings.LastIndexByte(pointer, '/'))])
	return around
}

// headLoc returns where to show a finding about n: the whole of a leaf, the key
// of a container, the first byte of one without a key.
func headLoc(n tree.Node) source.Loc {
	loc := n.Loc()
	switch key := n.Key(); {
	case n.Kind() != tree.Object && n.Kind() != tree.Array:
	case key.OK():
		loc.Span = key.Span()
	default:
		loc.Span.End = min(loc.Span.End, loc.Span.Start+1)
	}
	return loc
}

// firstLine returns s up to its first line end.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(line)
}
