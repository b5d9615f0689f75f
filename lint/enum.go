package lint

import (
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/naming"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var enumCheck = &Check{schema: enumSchema}

var enumRules = []Rule{
	{ID: "enum/duplicate", Title: "an enum lists a value twice", Severity: diag.Error, Check: enumCheck},
	{ID: "enum/type", Title: "a value of an enum is not of the schema's type", Severity: diag.Error, Check: enumCheck},
	{ID: "enum/empty", Title: "an enum has no values", Severity: diag.Error, Check: enumCheck},
	{ID: "enum/nullable-no-null", Title: "an enum is nullable and does not list null", Severity: diag.Warning, Check: enumCheck},
	{ID: "enum/ident-collision", Title: "two values of an enum give the same identifier", Severity: diag.Warning, Check: enumCheck},
	{ID: "enum/prose-only", Title: "a text lists the values of a plain string", Severity: diag.Warning, Check: proseCheck},
}

func enumSchema(p *pass, s *schema) {
	if s.konst.OK() {
		p.judgeValueType(s, s.konst)
	}
	if !s.enum.OK() {
		return
	}
	if s.enum.Len() == 0 {
		p.report(fault{
			rule: "enum/empty", loc: valueLoc(s.enum), message: "enum of " + quote(s.name()) + " has no values: nothing can match", key: s.name(), unit: s.unit,
			help: "list the values, or remove \"enum\"",
		})
		return
	}
	p.judgeValues(s)
	p.judgeNull(s)
	if !s.node.Get("x-enum-varnames").OK() && !s.node.Get("x-enumNames").OK() {
		p.judgeIdentifiers(s)
	}
}

// judgeValues reports values that are listed twice or have another type.
func (p *pass) judgeValues(s *schema) {
	first := map[string]tree.Node{}
	for _, v := range s.enum.Items() {
		text := v.JSON()
		if other, taken := first[text]; taken {
			p.report(fault{
				rule: "enum/duplicate", loc: valueLoc(v), message: show(v) + " listed twice", key: s.name() + "=" + show(v), unit: s.unit,
				related: []diag.Related{{Message: "the first one is here", Loc: valueLoc(other)}}, help: "remove one of the two", fixes: removeItem(v),
			})
			continue
		}
		first[text] = v
		p.judgeValueType(s, v)
	}
}

// judgeValueType reports a value of const or enum that "type" rules out.
func (p *pass) judgeValueType(s *schema, v tree.Node) {
	types := s.types()
	if types == 0 || typeOf(v)&types != 0 {
		return
	}
	p.report(fault{
		rule: "enum/type", loc: valueLoc(v), message: show(v) + " is not " + withArticle(types), key: s.name() + "=" + show(v), unit: s.unit,
		help: "make the value and \"type\" agree; no value can be both",
	})
}

// withArticle words a set of types: "a string", "an integer or null".
func withArticle(types typeSet) string {
	text := types.String()
	switch {
	case text == "null":
		return text
	case text[0] == 'i' || text[0] == 'a' || text[0] == 'o':
		return "an " + text
	}
	return "a " + text
}

// judgeNull reports an OpenAPI 3.0 enum beside nullable that does not have null.
func (p *pass) judgeNull(s *schema) {
	if !s.nullable.Bool() || !s.doc.is30() {
		return
	}
	for _, v := range s.enum.Items() {
		if v.Kind() == tree.Null {
			return
		}
	}
	f := fault{
		rule: "enum/nullable-no-null", loc: keyLoc(s.enum), message: "nullable is true but null is not in enum: null stays invalid", key: s.name(), unit: s.unit,
		help: "add null to the enum, or remove \"nullable\"",
	}
	for _, first := range s.enum.Items() {
		f.fixes = insertItem(first, "null", "add null to the enum")
		break
	}
	p.report(f)
}

// judgeIdentifiers reports values whose names in generated code would be one.
func (p *pass) judgeIdentifiers(s *schema) {
	first := map[string]tree.Node{}
	for _, v := range s.enum.Items() {
		if v.Kind() != tree.String {
			continue
		}
		id := identifier(v.Str())
		other, taken := first[id]
		if !taken {
			first[id] = v
			continue
		}
		if other.Str() == v.Str() {
			continue // it is listed twice
		}
		p.report(fault{
			rule: "enum/ident-collision", loc: valueLoc(v), message: show(other) + " and " + show(v) + " give the same identifier", key: s.name() + "=" + show(v),
			unit: s.unit, related: []diag.Related{{Message: "the other one is here", Loc: valueLoc(other)}},
			help: "name the values with \"x-enum-varnames\"",
		})
	}
}

// identifier returns the name that generated Go code gives to a spelling.
func identifier(s string) string { return naming.Pascal(naming.Words(s), naming.GoInitialisms) }
