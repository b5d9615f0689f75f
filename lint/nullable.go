package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var nullableCheck = &Check{schema: nullableSchema}

var nullableRules = []Rule{
	{ID: "nullable/removed", Title: "nullable is used where it does not exist", Severity: diag.Error, Check: nullableCheck},
	{ID: "nullable/no-type", Title: "nullable has no type beside it", Severity: diag.Error, Check: nullableCheck},
}

func nullableSchema(p *pass, s *schema) {
	if !s.nullable.OK() {
		return
	}
	switch {
	case !s.doc.openAPI:
		p.nullableRemoved(s, "JSON Schema")
	case !s.doc.is30():
		p.nullableRemoved(s, s.doc.version)
	case s.nullable.Bool() && !s.typ.OK():
		p.nullableAlone(s)
	}
}

func (p *pass) nullableRemoved(s *schema, where string) {
	f := fault{
		rule: "nullable/removed", loc: keyLoc(s.nullable), message: "nullable does not exist in " + where + ": use type: [" + nullableType(s) + ", null]",
		key: s.name(), unit: s.unit, help: "say null in \"type\", or in anyOf beside a reference",
	}
	remove := removeMember(s.nullable)
	switch {
	case remove == nil:
	case !s.nullable.Bool():
		f.fixes = remove
	case s.typ.Kind() == tree.String && !s.enum.OK() && !s.konst.OK():
		f.fixes = []Fix{{
			Description: "add null to the type and remove \"nullable\"",
			Edits:       append(remove[0].Edits, Edit{Span: s.typ.Span(), Text: "[" + sourceText(s.typ) + ", \"null\"]"}),
		}}
	}
	p.report(f)
}

func nullableType(s *schema) string {
	if t := s.typ.Str(); t != "" {
		return t
	}
	return "…"
}

// nullableAlone reports nullable without "type", which has no effect as OpenAPI
// 3.0.3 defines it. Beside a composition readers disagree.
func (p *pass) nullableAlone(s *schema) {
	f := fault{
		rule: "nullable/no-type", loc: keyLoc(s.nullable), message: "nullable has no effect without type beside it", key: s.name(), unit: s.unit,
		help: "add the \"type\" to the same schema",
	}
	if s.allOf.OK() || s.anyOf.OK() || s.oneOf.OK() {
		f.weaker = true
		f.message = "nullable beside " + compositionOf(s) + " has no effect without type: readers disagree"
	}
	p.report(f)
}

func compositionOf(s *schema) string {
	var words []string
	for _, list := range []tree.Node{s.allOf, s.anyOf, s.oneOf} {
		if list.OK() {
			words = append(words, list.Key().Str())
		}
	}
	return strings.Join(words, " and ")
}
