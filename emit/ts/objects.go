package ts

import (
	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

var undefinedExpr = ref("undefined")

// member is one line of an object type.
type member struct {
	key  string // as printed before the colon, with "?" and "readonly"
	expr expr
	doc  comment
}

// printInterface prints an object with fields.
func (g *generator) printInterface(p *emit.Printer, d *decl, s *ir.Object) {
	doc := g.typeDoc(d)
	open := openUses(s)
	for _, u := range open {
		g.inner(&doc, "Other members", u)
	}
	g.printDoc(p, doc)
	p.P("export interface ", d.name, " {")
	p.In(func() {
		if len(open) > 0 {
			g.printOpenFields(p, d.t, s)
			return
		}
		for _, f := range s.Fields {
			g.printMember(p, g.field(f))
		}
	})
	p.P("}")
}

// printOpenFields prints the fields of s and the index signatures, whose types
// take in those of the fields.
func (g *generator) printOpenFields(p *emit.Printer, t *ir.Type, s *ir.Object) {
	fields := make([]member, len(s.Fields))
	for i, f := range s.Fields {
		fields[i] = g.field(f)
	}
	g.printMembers(p, fields)
	g.printMembers(p, g.signatures(t, s, fields))
}

func (g *generator) printMembers(p *emit.Printer, ms []member) {
	for _, m := range ms {
		g.printMember(p, m)
	}
}

func (g *generator) printMember(p *emit.Printer, m member) {
	g.printDoc(p, m.doc)
	typed(p, m.key+": ", m.expr, ";")
}

// field returns the member for f. Presence is the question mark, null the type:
// the two never mix, so that exactOptionalPropertyTypes holds.
func (g *generator) field(f *ir.Field) member {
	return g.fieldAs(f, g.member(f.Name), g.fieldDoc(f))
}

// fieldAs returns the member for f under the name given.
func (g *generator) fieldAs(f *ir.Field, name string, doc comment) member {
	k := key(name)
	if f.Access == ir.ReadOnly {
		k = "readonly " + k
	}
	if !f.Required {
		k += "?"
	}
	return member{key: k, expr: g.use(f.Use), doc: doc}
}

// openUses returns the uses of the members that s does not name.
func openUses(s *ir.Object) []ir.Use {
	var out []ir.Use
	for _, p := range s.Patterns {
		out = append(out, p.Use)
	}
	if s.Extra != nil {
		out = append(out, *s.Extra)
	}
	return out
}

// signatures returns the index signatures for the members of s without a name.
// An index signature speaks for the named members under it too, so its type is
// widened by theirs: what is valid is accepted, and what fits no member is not.
func (g *generator) signatures(t *ir.Type, s *ir.Object, fields []member) []member {
	var out []member
	var rest []expr
	ps := g.patterns(t, s.Patterns)
	for i, p := range ps {
		switch {
		case p.exact && p.tmpl.whole:
			if m, ok := g.property(s, p); ok {
				out = append(out, m)
				rest = append(rest, m.expr, undefinedExpr)
			}
		case p.exact:
			es := append([]expr{p.expr}, overlapping(ps, i)...)
			for j, f := range s.Fields {
				if p.tmpl.matches(g.member(f.Name)) {
					es = append(es, present(f, fields[j].expr)...)
				}
			}
			out = append(out, member{key: "[key: " + p.tmpl.key() + "]", expr: union(es...)})
			rest = append(rest, p.expr)
		}
	}
	all := g.catchAll(s, ps)
	if len(all) == 0 {
		return out
	}
	for j, f := range s.Fields {
		all = append(all, present(f, fields[j].expr)...)
	}
	return append(out, member{key: "[key: string]", expr: union(append(all, rest...)...)})
}

// present returns the types that an index signature must allow for a field.
func present(f *ir.Field, e expr) []expr {
	if f.Required {
		return []expr{e}
	}
	return []expr{e, undefinedExpr}
}

// catchAll returns what members with any other name may hold; nil when they
// have no type.
func (g *generator) catchAll(s *ir.Object, ps []pattern) []expr {
	var out []expr
	if s.Extra != nil && !isNever(s.Extra.Type) {
		out = append(out, g.use(*s.Extra))
	}
	for _, p := range ps {
		if !p.exact {
			out = append(out, p.expr)
		}
	}
	return out
}

// openObject returns an object type without named members, in place. One that
// declares nothing holds anything.
func (g *generator) openObject(t *ir.Type, s *ir.Object) expr {
	if s.MaxProps == "0" {
		return index("string", neverExpr)
	}
	ms := g.signatures(t, s, nil)
	if len(ms) > 0 {
		return membersOf(ms)
	}
	if s.Closed || s.Extra != nil {
		return index("string", neverExpr)
	}
	return index("string", anyExpr)
}

func membersOf(ms []member) expr {
	e := expr{kind: membersExpr}
	for _, m := range ms {
		e.keys = append(e.keys, m.key)
		e.kids = append(e.kids, m.expr)
	}
	return e
}

// mapOf returns the type of a map: an index signature, or a mapped type where
// the keys are listed.
func (g *generator) mapOf(t *ir.Type, s *ir.Map) expr {
	if s.MaxProps == "0" {
		return index("string", neverExpr)
	}
	asObject := &ir.Object{Patterns: s.Patterns, Extra: &s.Elem}
	if s.Key == nil || len(s.Patterns) > 0 {
		return g.openObject(t, asObject)
	}
	k := ir.Resolve(s.Key)
	switch ks := k.Shape.(type) {
	case *ir.Enum:
		if strings, ok := g.keyUnion(s.Key, ks); ok {
			return expr{kind: membersExpr, keys: []string{"[key in " + strings + "]?"}, kids: []expr{g.use(s.Elem)}}
		}
	case *ir.Scalar:
		if ks.Kind == ir.String && ks.Limits.Pattern != "" {
			return g.openObject(t, &ir.Object{Patterns: []ir.Pattern{{Expr: ks.Limits.Pattern, Use: s.Elem}}})
		}
	case *ir.Never:
		return index("string", neverExpr)
	}
	return g.openObject(t, asObject)
}

// keyUnion returns the type of a map's keys, which are the strings of an enum;
// false if it has none.
func (g *generator) keyUnion(t *ir.Type, s *ir.Enum) (string, bool) {
	for _, m := range s.Members {
		if m.Value.JSON == "" || m.Value.JSON[0] != '"' {
			return "", false
		}
	}
	if s.Open {
		return "", false
	}
	return g.typeOf(t).flat(), true
}
