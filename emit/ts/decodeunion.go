package ts

import (
	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// printTagged prints the reader of a tagged union: it looks at the tag and at
// nothing else until the variant is known.
func (r *readers) printTagged(p *emit.Printer, s *ir.Union, d *decl, name, result string) {
	arm := r.g.armOf(s)
	r.runtime("object")
	weighed := r.facts.weighed[d.t]
	r.function(p, name, result, func() {
		p.P("const o = object(value, up, key);")
		p.P("const at = { up, key, variant: undefined };")
		call(p, "const tag = "+r.runtime("own"), []string{"o", quote(r.name(s.Discriminator)), "at", r.tagCheck(s, d)}, ";")
		p.P("switch (tag) {")
		p.In(func() {
			for _, v := range s.Variants {
				r.printCase(p, v)
			}
			if r.dir == writing && d.other != "" {
				r.printUnknownCase(p, arm, weighed)
			}
			p.P("default:")
			p.In(func() { r.printDefault(p, s, d, arm, weighed) })
		})
		p.P("}")
	})
}

func (r *readers) printCase(p *emit.Printer, v ir.Variant) {
	reader := r.reader(ir.Resolve(v.Use.Type), "")
	for i, tag := range v.Tags {
		lit, _ := literal(tag)
		p.P("case ", lit.flat(), ":")
		if i == len(v.Tags)-1 {
			variant := lit.flat()
			if tagKind(tag) != ir.String || len(v.Tags) > 1 {
				variant = "String(tag)"
			}
			p.In(func() { call(p, "return "+reader, []string{"o", "up", "key", variant}, ";") })
		}
	}
}

// printDefault prints what an unlisted tag gives: the unknown arm with the
// object as it was sent, or a refusal where the union is closed.
func (r *readers) printDefault(p *emit.Printer, s *ir.Union, d *decl, arm unknownArm, weighed bool) {
	if d.other == "" || r.dir == writing {
		call(p, "return "+r.runtime("fail"), []string{"at", quote(r.name(s.Discriminator)), `"is no known tag"`, "String(tag)"}, ";")
		return
	}
	if weighed {
		p.P("unlisted++;")
	}
	p.P("return {")
	p.In(func() {
		p.P(valueKey(r.g.member(s.Discriminator)), ": ", quote(r.g.marker), ",")
		p.P(arm.wire, ": tag,")
		p.P(arm.raw, ": o,")
		for _, f := range arm.base {
			args := []string{"o", quote(f.Name), "at", r.check(f.Use, d.other+fieldName(f.Name))}
			if name := r.g.member(f.Name); name != f.Name {
				args = append(args, quote(name))
			}
			call(p, "..."+r.runtime("ifValid"), args, ",")
		}
	})
	p.P("} as never;")
}

// printUnknownCase prints what the unknown arm is sent as: the object that it
// was read from.
func (r *readers) printUnknownCase(p *emit.Printer, arm unknownArm, weighed bool) {
	p.P("case ", quote(r.g.marker), ":")
	p.In(func() {
		if weighed {
			p.P("unlisted++;")
		}
		call(p, "return "+r.runtime("own"), []string{"o", quote(arm.raw), "at", "object"}, ";")
	})
}

// tagCheck returns the runtime function that reads the union's tags: one of
// another JSON kind is malformed, not unknown.
func (r *readers) tagCheck(s *ir.Union, d *decl) string {
	var kinds []ir.ScalarKind
	if r.dir == writing && d.other != "" {
		kinds = append(kinds, ir.String) // the marker
	}
	for _, v := range s.Variants {
		for _, tag := range v.Tags {
			kinds = append(kinds, tagKind(tag))
		}
	}
	return r.runtime(kindCheck(kinds))
}
