package ts

import (
	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// printTagged prints a tagged union. An open one has a third kind of member
// beside the variants: its tag carries a brand that no literal has, so a switch
// over the tag is checked for completeness when it is compiled and tolerates a
// newer writer when it runs.
func (g *generator) printTagged(p *emit.Printer, d *decl, s *ir.Union) {
	doc := g.typeDoc(d)
	known := g.variants(s, nil)
	if d.known == "" {
		g.printDoc(p, doc)
		typed(p, "export type "+d.name+" = ", known, ";")
		return
	}
	p.P("/** One of the variants of ", d.name, " that the schema lists. */")
	typed(p, "export type "+d.known+" = ", known, ";")
	p.P()
	g.printUnknown(p, d, s)
	p.P()
	g.printDoc(p, doc)
	typed(p, "export type "+d.name+" = ", union(ref(d.known), ref(d.other)), ";")
}

// printUnknown prints the member of an open union that stands for variants which
// the schema does not list.
func (g *generator) printUnknown(p *emit.Printer, d *decl, s *ir.Union) {
	arm := g.armOf(s)
	p.P("/** A variant of ", d.name, " that the schema does not list: a newer writer may send one. */")
	p.P("export interface ", d.other, " {")
	p.In(func() {
		p.P("readonly ", key(g.member(s.Discriminator)), ": ", g.names.unknownTag, ";")
		p.P("/** The tag as it was sent. */")
		typed(p, "readonly "+arm.wire+": ", arm.tag, ";")
		p.P("/** The whole object as it was sent. */")
		p.P("readonly ", arm.raw, ": { readonly [key: string]: unknown };")
		for _, f := range arm.base {
			typed(p, "readonly "+key(g.member(f.Name))+"?: ", g.use(f.Use), ";")
		}
	})
	p.P("}")
}

// unknownArm describes the unknown member of a union.
type unknownArm struct {
	wire, raw string      // member names
	tag       expr        // type of the tags as sent
	base      []*ir.Field // required members that all variants share, the tag apart
}

// armOf decides the members of the unknown arm of s. Its own two give way to
// the discriminator when that has the same name.
func (g *generator) armOf(s *ir.Union) unknownArm {
	arm := unknownArm{wire: "wireType", raw: "raw"}
	tag := g.member(s.Discriminator)
	if tag == arm.wire {
		arm.wire = "wireTag"
	}
	if tag == arm.raw {
		arm.raw = "rawValue"
	}
	var kinds []expr
	for _, v := range s.Variants {
		for _, tag := range v.Tags {
			kinds = append(kinds, scalar(tagKind(tag)))
		}
	}
	arm.tag = union(kinds...)
	arm.base = g.shared(s, arm)
	return arm
}

// tagKind returns the kind of a discriminator value.
func tagKind(v ir.Value) ir.ScalarKind {
	switch v.JSON[0] {
	case '"':
		return ir.String
	case 't', 'f':
		return ir.Boolean
	}
	return ir.Number
}

// shared returns the fields that every variant requires with one type: what a
// reader may look at before it knows the variant.
func (g *generator) shared(s *ir.Union, arm unknownArm) []*ir.Field {
	var out []*ir.Field
	first, ok := ir.Resolve(s.Variants[0].Use.Type).Shape.(*ir.Object)
	if !ok || len(s.Variants) < 2 {
		return nil
	}
	for _, f := range first.Fields {
		if name := g.member(f.Name); f.Name == s.Discriminator || name == arm.wire || name == arm.raw || name == "__proto__" || !f.Required {
			continue
		}
		if inAll(s.Variants[1:], f) {
			out = append(out, f)
		}
	}
	return out
}

func inAll(vs []ir.Variant, f *ir.Field) bool {
	for _, v := range vs {
		o, ok := ir.Resolve(v.Use.Type).Shape.(*ir.Object)
		if !ok || !hasField(o, f) {
			return false
		}
	}
	return true
}

func hasField(o *ir.Object, want *ir.Field) bool {
	for _, f := range o.Fields {
		if f.Name == want.Name {
			return f.Required && f.Use.Nullable == want.Use.Nullable && sameType(f.Use.Type, want.Use.Type)
		}
	}
	return false
}

// sameType reports whether two types are one, or scalars of one kind.
func sameType(a, b *ir.Type) bool {
	if a == b {
		return true
	}
	sa, ok1 := a.Shape.(*ir.Scalar)
	sb, ok2 := b.Shape.(*ir.Scalar)
	return ok1 && ok2 && a.Name == "" && b.Name == "" && sa.Kind == sb.Kind
}
