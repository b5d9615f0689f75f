package lint

import (
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var requiredCheck = &Check{schema: requiredSchema, end: requiredEnd}

var requiredRules = []Rule{
	{ID: "required/undefined", Title: "a required property is not defined", Severity: diag.Error, Check: requiredCheck},
}

// undefined is a required property that nothing around it defines.
type undefined struct {
	at   tree.Node // the item of "required"
	top  tree.Node // the outermost schema that it belongs to
	key  string
	unit *unit
}

// requiredSchema reports required properties that no schema declares which a
// value must satisfy together with s.
func requiredSchema(p *pass, s *schema) {
	if s.required.Len() == 0 || s.tests || s.types() != 0 && s.types()&typeObject == 0 {
		return
	}
	var unknown []tree.Node
	for _, v := range s.required.Items() {
		if v.Kind() == tree.String && !s.properties.Get(v.Str()).OK() {
			unknown = append(unknown, v)
		}
	}
	if len(unknown) == 0 {
		return
	}
	top := s
	var parts []part
	for {
		list, whole := p.parts(top.node)
		if !whole {
			return
		}
		parts = append(parts, list...)
		parts = append(parts, p.branchParts(list)...)
		if top.place != placePart && top.place != placeBranch || top.up == nil {
			break
		}
		top = top.up
	}
	if declaresNothing(parts) || !isClosedEnough(parts) {
		return
	}
	for _, v := range unknown {
		if len(declarations(parts, v.Str())) == 0 {
			p.undefined = append(p.undefined, undefined{v, top.node, s.name(), s.unit})
		}
	}
}

// branchParts returns the parts of all branches of the unions among parts.
func (p *pass) branchParts(parts []part) []part {
	var out []part
	for i := range parts {
		for _, b := range parts[i].branches().Items() {
			list, _ := p.parts(b)
			out = append(out, list...)
		}
	}
	return out
}

func declaresNothing(parts []part) bool {
	for i := range parts {
		if parts[i].properties.Len() > 0 {
			return false
		}
	}
	return true
}

// isClosedEnough reports whether members that are not declared are not meant to
// be there: nothing says a word about them.
func isClosedEnough(parts []part) bool {
	for i := range parts {
		if a := parts[i].additional; parts[i].patterns.OK() || parts[i].dynamic || a.OK() && !(a.Kind() == tree.Bool && !a.Bool()) {
			return false
		}
	}
	return true
}

// requiredEnd reports what no extension of the schema defines either.
func requiredEnd(p *pass) {
	for _, x := range p.undefined {
		if p.definedByHeirs(x.top, x.at.Str(), 0) {
			continue
		}
		p.report(fault{
			rule: "required/undefined", loc: valueLoc(x.at), message: "required property " + quote(x.at.Str()) + " is not defined", key: x.key + "." + x.at.Str(),
			unit: x.unit, help: "define it in \"properties\", or remove it from \"required\"",
		})
	}
}

// definedByHeirs reports whether a schema that extends n by allOf declares name.
func (p *pass) definedByHeirs(n tree.Node, name string, depth int) bool {
	if depth > maxFormDepth {
		return true
	}
	for _, heir := range p.extended[n] {
		parts, _ := p.parts(heir)
		if len(declarations(parts, name)) > 0 || p.definedByHeirs(heir, name, depth+1) {
			return true
		}
	}
	return false
}
