package loader

import (
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// inheritance reads a discriminator on a base schema that others extend by
// allOf: a use of the base is a choice between them, while they inherit what the
// base itself says. core is that. It reports false if f is no such base.
func (l *loader) inheritance(s site, f *facts, e *entry, core form) (form, bool) {
	if !f.has(kwDiscriminator) || core.isAny() {
		return form{}, false
	}
	children := l.children(s, f, e)
	if len(children) == 0 {
		return form{}, false
	}
	c := core
	e.core = l.literal(s.id+"?core", s.loc(), e.place.sub("Base"), c)
	e.core.typ.Doc = e.typ.Doc
	u := &ir.Union{Exclusive: true}
	for _, child := range children {
		t := child
		if child == e {
			t = e.core
			t.origins = []*entry{e}
		}
		u.Variants = append(u.Variants, ir.Variant{Use: ir.Use{Type: t.typ}})
	}
	l.tags[u] = tagSource{at: s.member("discriminator", f.kw[kwDiscriminator])}
	return form{shape: u, null: f.is(kwNullable) || core.null}, true
}

// children returns the schemas that a use of the base e may hold, each once: the
// arms of its oneOf or anyOf if they extend it, those its mapping names, or else
// all that extend it.
func (l *loader) children(s site, f *facts, e *entry) []*entry {
	arms, keyword := f.kw[kwOneOf], "oneOf"
	if !arms.OK() {
		arms, keyword = f.kw[kwAnyOf], "anyOf"
	}
	if arms.OK() {
		return l.extendingArms(s, keyword, arms)
	}
	var out []*entry
	d := s.member("discriminator", f.kw[kwDiscriminator])
	for key, n := range d.node.Get("mapping").Members() {
		if to, ok := l.mapped(d.under("mapping", key.Str(), n)); ok && !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	if d.node.Get("mapping").Len() > 0 {
		return out
	}
	return l.extensions(s)
}

// extendingArms returns the targets of the arms if any of them extends the
// schema at s, which would else contain itself.
func (l *loader) extendingArms(s site, keyword string, arms tree.Node) []*entry {
	var out []*entry
	extends := false
	for i, n := range arms.Items() {
		arm := s.item(keyword, i, n)
		if n.Get("$ref").Kind() != tree.String {
			return nil
		}
		to, ok := l.follow(arm)
		if !ok {
			continue
		}
		extends = extends || l.extends(to, s.node, 0)
		if e := l.typeAt(to); !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	if !extends {
		return nil
	}
	return out
}

// extends reports whether the schema at s reaches base through allOf.
func (l *loader) extends(s site, base tree.Node, depth int) bool {
	if depth > 16 {
		return false
	}
	for i, n := range s.node.Get("allOf").Items() {
		if n.Get("$ref").Kind() != tree.String {
			continue
		}
		to, ok := l.lookup(s.item("allOf", i, n))
		if ok && (to.node == base || l.extends(to, base, depth+1)) {
			return true
		}
	}
	return false
}

// extensions returns the named schemas of the document that extend the one at s,
// directly or not, in their order.
func (l *loader) extensions(s site) []*entry {
	var out []*entry
	for _, e := range l.named {
		if e.at.sc != nil && e.at.doc() == s.doc() && e.at.node != s.node && l.extends(e.at, s.node, 0) {
			out = append(out, e)
		}
	}
	return out
}
