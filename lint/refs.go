package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var refCheck = &Check{schema: refSchema}

var refRules = []Rule{
	{ID: "ref/dangling", Title: "a reference names nothing", Severity: diag.Error, Check: refCheck},
	{ID: "ref/cycle", Title: "references lead in a circle", Severity: diag.Error, Check: refCheck},
	{ID: "ref/siblings-ignored", Title: "what stands beside a reference is ignored", Severity: diag.Warning, Check: refCheck},
}

// refSchema reports what is ignored beside a reference, and a reference that
// only leads back to itself.
func refSchema(p *pass, s *schema) {
	if !s.ref.OK() {
		return
	}
	if s.hidden {
		p.judgeSiblings(s)
	}
	if p.isCircle(s.node) {
		p.report(fault{
			rule: "ref/cycle", loc: valueLoc(s.ref), message: "reference " + quote(s.ref.Str()) + " leads back to itself", key: s.name(), unit: s.unit,
			help: "refer to a schema that says something",
		})
	}
}

// judgeSiblings reports the first member beside a reference that has no effect.
func (p *pass) judgeSiblings(s *schema) {
	for key, v := range s.node.Members() {
		if !p.isLost(s.doc, key.Str()) {
			continue
		}
		f := fault{
			rule: "ref/siblings-ignored", loc: keyLoc(v), message: quote(key.Str()) + " beside $ref is ignored in " + s.dialectName(), key: s.name(), unit: s.unit,
			help: "wrap the reference: \"allOf\": [{\"$ref\": …}]",
		}
		if refKey := s.ref.Key(); isJSON(s.node) {
			f.fixes = []Fix{{
				Description: "wrap the reference in allOf",
				Edits:       []Edit{{Span: refKey.Span(), Text: "\"allOf\": [{\"$ref\""}, {Span: after(s.ref), Text: "}]"}},
			}}
		}
		p.report(f)
		return
	}
}

func after(n tree.Node) source.Span {
	s := n.Span()
	s.Start = s.End
	return s
}

func (s *schema) dialectName() string {
	if s.doc.openAPI {
		return s.doc.version
	}
	return "this dialect of JSON Schema"
}

// isLost reports whether a member beside $ref would change something if it
// counted. Texts are kept beside references of JSON Schemas, as everybody does.
func (p *pass) isLost(d *document, key string) bool {
	switch key {
	case "$ref", "$id", "id", "$schema", "$comment", "$defs", "definitions", "$anchor":
		return false
	case "description":
		return d.is30()
	case "title", "example", "examples", "deprecated":
		return false
	}
	return !strings.HasPrefix(key, "x-")
}

// isCircle reports whether following n through references alone comes back to it.
func (p *pass) isCircle(n tree.Node) bool {
	at := n
	for range maxParts {
		k := p.readAt(at)
		to, ok := p.target(k.ref)
		if !ok || at.Len() > 1 && !k.hidden {
			return false
		}
		if to == n {
			return true
		}
		at = to
	}
	return false
}

// dangling reports a reference to nothing.
func (p *pass) dangling(u *unit, ref tree.Node) {
	if ref.Kind() != tree.String || isPublished(ref.Str()) {
		return
	}
	p.report(fault{
		rule: "ref/dangling", loc: valueLoc(ref), message: quote(ref.Str()) + " names nothing", key: u.name + " → " + ref.Str(), unit: u,
		help: "check the spelling, or add what it should name",
	})
}

// isPublished reports whether ref names a published meta-schema, which is never
// read.
func isPublished(ref string) bool {
	_, rest, _ := strings.Cut(ref, "://")
	return strings.HasPrefix(rest, "json-schema.org/") || strings.HasPrefix(rest, "spec.openapis.org/")
}
