package loader

import (
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

func errorAt(rule string, loc source.Loc, message, help string) diag.Diagnostic {
	return diag.Diagnostic{Rule: rule, Severity: diag.Error, Loc: loc, Message: message, Help: help}
}

// enum returns the values that enum and const list, filtered by type.
func (l *loader) enum(s site, f *facts, e *entry, types []jsonType, typed bool) form {
	members, null := l.members(s, f)
	if f.has(kwConst) {
		members, null = l.onlyConst(s, f, members, null)
	}
	if typed {
		members, null = filterMembers(members, null, types)
	}
	if f.is(kwNullable) {
		null = true
	}
	if len(members) == 0 {
		if !null {
			l.emptyEnum(s, f)
		}
		return form{shape: &ir.Never{}, null: null}
	}
	if typed {
		l.reportExcluded(s, f, types)
	}
	return form{shape: enumShape(l, listed(members)), null: null}
}

// literalMember is an enum member with the node it was read from.
type literalMember struct {
	ir.Member
	node tree.Node
}

func listed(ms []literalMember) []ir.Member {
	out := make([]ir.Member, len(ms))
	for i, m := range ms {
		out[i] = m.Member
	}
	return out
}

// enumShape returns an Enum, or the boolean scalar when both its values are there.
func enumShape(l *loader, members []ir.Member) ir.Shape {
	if len(members) == 2 {
		a, b := members[0].Value.JSON, members[1].Value.JSON
		if a == "true" && b == "false" || a == "false" && b == "true" {
			return l.scalar(ir.Scalar{Kind: ir.Boolean})
		}
	}
	return &ir.Enum{Members: members}
}

// members returns the members of enum other than null, each once, with their
// names and texts.
func (l *loader) members(s site, f *facts) (members []literalMember, null bool) {
	names := texts(f.kw[kwEnumNames])
	docs := texts(f.kw[kwEnumDescriptions])
	seen := make(map[string]tree.Node, f.kw[kwEnum].Len())
	for i, n := range f.kw[kwEnum].Items() {
		key := literalKey(n)
		if first, dup := seen[key]; dup {
			l.out.Add(diag.Diagnostic{
				Rule: "enum/duplicate", Severity: diag.Warning, Loc: s.item("enum", i, n).loc(),
				Message: n.JSON() + " is listed twice",
				Related: []diag.Related{{Message: "first listed here", Loc: first.Loc()}},
			})
			continue
		}
		seen[key] = n
		if n.Kind() == tree.Null {
			null = true
			continue
		}
		m := literalMember{Member: ir.Member{Value: value(n)}, node: n}
		if i < len(names) {
			m.Name = names[i]
		}
		if i < len(docs) {
			m.Doc.Description = docs[i]
		}
		if d := f.kw[kwEnumDescriptions].Get(n.Str()); d.OK() {
			m.Doc.Description = newlines(d.Str())
		}
		if d := f.kw[kwEnumNames].Get(n.Str()); d.OK() {
			m.Name = d.Str()
		}
		members = append(members, m)
	}
	return members, null
}

func texts(list tree.Node) []string {
	var out []string
	for _, n := range list.Items() {
		out = append(out, newlines(n.Str()))
	}
	return out
}

// literalKey returns a text that is equal for equal JSON values.
func literalKey(n tree.Node) string {
	if n.Kind() == tree.Number {
		return numberKey(n.Raw())
	}
	return n.JSON()
}

// onlyConst limits the members to the value of const.
func (l *loader) onlyConst(s site, f *facts, members []literalMember, null bool) ([]literalMember, bool) {
	c := f.kw[kwConst]
	if !f.has(kwEnum) {
		if c.Kind() == tree.Null {
			return nil, true
		}
		return []literalMember{{Member: ir.Member{Value: value(c)}, node: c}}, false
	}
	if c.Kind() == tree.Null {
		return nil, null
	}
	for _, m := range members {
		if literalKey(m.node) == literalKey(c) {
			return []literalMember{m}, false
		}
	}
	return nil, false
}

func filterMembers(members []literalMember, null bool, types []jsonType) ([]literalMember, bool) {
	var kept []literalMember
	for _, m := range members {
		if allowsKind(types, m.node) {
			kept = append(kept, m)
		}
	}
	for _, t := range types {
		if t == tNull {
			return kept, null
		}
	}
	return kept, false
}

// reportExcluded reports the listed values that the type beside them does not
// allow: they are left out, because no document can hold them.
func (l *loader) reportExcluded(s site, f *facts, types []jsonType) {
	for i, n := range f.kw[kwEnum].Items() {
		if allowsKind(types, n) || n.Kind() == tree.Null && f.is(kwNullable) {
			continue
		}
		l.out.Warnf("enum/type", s.item("enum", i, n).loc(), "%s is not of the type that stands beside \"enum\", so it is left out", n.JSON())
	}
}

func (l *loader) emptyEnum(s site, f *facts) {
	name, n := "enum", f.kw[kwEnum]
	if f.has(kwConst) {
		name, n = "const", f.kw[kwConst]
	}
	if f.has(kwConst) && f.has(kwEnum) {
		l.out.Warnf("enum/empty", s.member(name, n).loc(), "the value of \"const\" is not one that \"enum\" and \"type\" allow, so the type allows no value")
		return
	}
	l.out.Warnf("enum/empty", s.member(name, n).loc(), "no value of %s is of the type that stands beside it, so the type allows no value", quote(name))
}
