package lint

import (
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var valueCheck = &Check{schema: valueSchema, parameter: valueParameter, header: valueParameter, media: valueMedia}

var valueRules = []Rule{
	{ID: "example/invalid", Title: "an example is not what its schema says", Severity: diag.Error, Check: valueCheck},
	{ID: "default/invalid", Title: "a default is not what its schema says", Severity: diag.Error, Check: valueCheck},
}

func valueSchema(p *pass, s *schema) {
	if s.tests || !s.example.OK() && !s.examples.OK() && !s.def.OK() {
		return
	}
	what := example{p: p, schema: s.node, unit: s.unit, name: s.name}
	if s.doc.openAPI {
		what.judge("example/invalid", s.example)
	}
	for _, v := range s.examples.Items() {
		what.judge("example/invalid", v)
	}
	what.judge("default/invalid", s.def)
}

func valueParameter(p *pass, x *parameter) {
	what := example{p: p, schema: x.node.Get("schema"), unit: x.unit, name: func() string { return x.key }}
	what.all(x.node)
}

func valueMedia(p *pass, m *media) {
	if !isJSONType(m.typ) {
		return // the value is a text in another format
	}
	what := example{p: p, schema: m.node.Get("schema"), unit: m.unit, reading: request, name: func() string { return m.key }}
	if m.reply {
		what.reading = reply
	}
	what.all(m.node)
}

func isJSONType(typ string) bool {
	return typ == "application/json" || len(typ) > 5 && typ[len(typ)-5:] == "+json"
}

// example is what values are compared with.
type example struct {
	p       *pass
	schema  tree.Node
	unit    *unit
	reading reading
	name    func() string
}

// all looks at the examples of a parameter or of content.
func (e *example) all(n tree.Node) {
	e.judge("example/invalid", n.Get("example"))
	for _, x := range n.Get("examples").Members() {
		if ref := x.Get("$ref"); ref.OK() {
			continue // it may serve several schemas
		}
		e.judge("example/invalid", x.Get("value"))
		e.judge("example/invalid", x.Get("dataValue"))
	}
}

func (e *example) judge(rule string, v tree.Node) {
	if !v.OK() || !e.schema.OK() {
		return
	}
	j := judge{p: e.p, reading: e.reading}
	m := j.check(v, e.schema)
	if m == nil {
		return
	}
	what, help := "example", "make the example a value that the schema accepts"
	if rule == "default/invalid" {
		what, help = "default", "make the default a value that the schema accepts"
	}
	e.p.report(fault{
		rule: rule, loc: valueLoc(m.at), message: m.why, key: e.name() + "=" + what, unit: e.unit, help: help,
		related: relatedSchema(e.schema),
	})
}

func relatedSchema(n tree.Node) []diag.Related {
	return []diag.Related{{Message: "the schema is here", Loc: keyLoc(n)}}
}
