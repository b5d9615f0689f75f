package loader

import (
	"path"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// Form says what a document that was read is.
type Form string

const (
	// FormOpenAPI is an OpenAPI document, or its components alone.
	FormOpenAPI Form = "openapi"
	// FormSchema is a JSON Schema.
	FormSchema Form = "schema"
	// FormSchemas is a bare map of schemas.
	FormSchemas Form = "schemas"
	// FormPart is a document that is no input: only what others refer to in it counts.
	FormPart Form = ""
)

// Form returns what d, one of r.Docs, is.
func (r *Result) Form(d *tree.Doc) string {
	doc := r.loader.documentOf(d)
	if doc == nil || !r.loader.isInput(doc) {
		return string(FormPart)
	}
	switch doc.kind {
	case openAPI:
		return string(FormOpenAPI)
	case schemaMap:
		return string(FormSchemas)
	default:
		return string(FormSchema)
	}
}

func (l *loader) isInput(d *document) bool {
	return slices.ContainsFunc(l.opts.Inputs, func(name string) bool { return path.Clean(name) == d.path })
}

// Dialect returns the short name of the dialect of d, one of r.Docs:
// "openapi-3.1", "draft-07", "2020-12"; "" if it is not known.
func (r *Result) Dialect(d *tree.Doc) string {
	doc := r.loader.documentOf(d)
	if doc == nil {
		return ""
	}
	for _, n := range dialectNames {
		if n.dialect == doc.dialect {
			return n.short[0]
		}
	}
	return ""
}

// Target returns the node that the text of ref names: a reference such as the
// value of a "$ref", written where ref stands, by JSON pointer, anchor,
// identifier or file name. It is false if it names nothing in the documents
// that were read. Not for several goroutines at once.
func (r *Result) Target(ref tree.Node) (tree.Node, bool) {
	s, ok := r.loader.siteOf(ref)
	if !ok || ref.Kind() != tree.String {
		return tree.Node{}, false
	}
	key := refKey{s.sc, ref.Str()}
	if to, ok := r.loader.refs[key]; ok {
		return to.node, true
	}
	to, ok := r.loader.targetOf(s, ref.Str())
	if ok {
		r.loader.refs[key] = to
	}
	return to.node, ok
}

// Mapped returns the schema that value, an entry of a discriminator's mapping,
// names: a reference, or the bare name of a schema.
func (r *Result) Mapped(value tree.Node) (tree.Node, bool) {
	s, ok := r.loader.siteOf(value)
	if !ok || value.Kind() != tree.String {
		return tree.Node{}, false
	}
	if to, ok := r.loader.refs[refKey{s.sc, value.Str()}]; ok {
		return to.node, true
	}
	to, ok := r.loader.bareName(s, value.Str())
	if !ok && strings.ContainsAny(value.Str(), "#/.") {
		to, ok = r.loader.targetOf(s, value.Str())
	}
	return to.node, ok
}

// targetOf is resolve, among the documents read and without a diagnostic.
func (l *loader) targetOf(s site, ref string) (site, bool) {
	if to, ok := l.lookupRef(s, ref); ok {
		return to, true
	}
	uri, fragment, _ := strings.Cut(ref, "#")
	if uri == "" {
		return fragmentOf(s.doc().root, fragment)
	}
	to, ok := l.ids[uri]
	if !ok || fragment == "" {
		return to, ok
	}
	return fragmentOf(to.sc, fragment)
}

// siteOf returns the site of n, which may be any node of a document read.
func (l *loader) siteOf(n tree.Node) (site, bool) {
	d := l.documentOf(n.Doc())
	if d == nil {
		return site{}, false
	}
	s := site{node: n, sc: d.root}
	if d.scopes != nil {
		s.sc = nearestScope(d, n)
	}
	s.id = d.path + "#"
	return s, true
}

// nearestScope returns the innermost resource that n stands in.
func nearestScope(d *document, n tree.Node) *scope {
	for ; n.OK(); n = n.Parent() {
		if sc, ok := d.scopes[n]; ok {
			return sc
		}
	}
	return d.root
}

// documentOf returns what is known about t, nil if it was not read.
func (l *loader) documentOf(t *tree.Doc) *document {
	for _, d := range l.docs {
		if d.tree == t {
			return d
		}
	}
	return nil
}
