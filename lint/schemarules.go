package lint

import (
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var schemaCheck = &Check{schema: schemaSchema}

var schemaRules = []Rule{
	{ID: "schema/infinite", Title: "a schema requires itself", Severity: diag.Error, Check: infiniteCheck},
	{ID: "schema/type", Title: "a type does not exist", Severity: diag.Error, Check: schemaCheck},
	{ID: "schema/type-array-30", Title: "OpenAPI 3.0 has no list of types", Severity: diag.Error, Check: schemaCheck},
	{ID: "schema/const-30", Title: "OpenAPI 3.0 has no const", Severity: diag.Error, Check: schemaCheck},
	{ID: "schema/prose-format", Title: "a text gives the format of a plain string", Severity: diag.Warning, Check: proseCheck},
}

func schemaSchema(p *pass, s *schema) {
	switch s.typ.Kind() {
	case tree.String:
		p.judgeTypeWord(s, s.typ)
	case tree.Array:
		if s.doc.is30() {
			p.typeArray30(s)
			return
		}
		for _, v := range s.typ.Items() {
			p.judgeTypeWord(s, v)
		}
	}
	if s.konst.OK() && s.doc.is30() {
		f := fault{
			rule: "schema/const-30", loc: keyLoc(s.konst), message: "const does not exist in 3.0: use enum with one value", key: s.name(), unit: s.unit,
			help: "write it as \"enum\" with one value",
		}
		if isJSON(s.node) && isJSON(s.konst) {
			f.fixes = []Fix{{
				Description: "write it as an enum of one value",
				Edits:       []Edit{{Span: s.konst.Key().Span(), Text: "\"enum\""}, {Span: s.konst.Span(), Text: "[" + sourceText(s.konst) + "]"}},
			}}
		}
		p.report(f)
	}
}

// judgeTypeWord reports a word that is no type.
func (p *pass) judgeTypeWord(s *schema, v tree.Node) {
	if typeNamed(v.Str()) != 0 && !(v.Str() == "null" && s.doc.is30()) {
		return
	}
	help := "use one of string, number, integer, boolean, array, object, null"
	if s.doc.is30() {
		help = "use one of string, number, integer, boolean, array, object"
	}
	p.report(fault{rule: "schema/type", loc: valueLoc(v), message: show(v) + " is no type", key: s.name(), unit: s.unit, help: help})
}

// typeArray30 reports a list of types in OpenAPI 3.0.
func (p *pass) typeArray30(s *schema) {
	var words []string
	null := false
	for _, v := range s.typ.Items() {
		if v.Str() == "null" {
			null = true
			continue
		}
		words = append(words, v.Str())
	}
	f := fault{rule: "schema/type-array-30", loc: valueLoc(s.typ), message: "type must be a string in 3.0", key: s.name(), unit: s.unit, help: "use anyOf for several types"}
	if null {
		f.message += ": use nullable: true"
		f.help = "name one type and add \"nullable\": true"
	}
	if len(words) == 1 && !s.nullable.OK() && isJSON(s.node) && isJSON(s.typ) {
		text := quoteJSON(words[0])
		if null {
			text += ", \"nullable\": true"
		}
		f.fixes = replace(s.typ, text, "write it as OpenAPI 3.0 does")
	}
	p.report(f)
}
