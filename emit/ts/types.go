package ts

import (
	"fmt"
	"slices"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// types prints types.ts: the declarations in the order of their names, then the
// helpers that they use.
func (g *generator) types() []byte {
	head := newPrinter()
	printIntro(head, g.doc)
	tail := &emit.Printer{Unit: "  "}
	g.printBrands(tail)
	if len(g.decls) == 0 {
		tail.P()
		tail.P("export {};")
	}
	return slices.Concat(head.Bytes(), g.declarations(), tail.Bytes())
}

// printDecl prints the declaration of d, by shape.
func (g *generator) printDecl(p *emit.Printer, d *decl) {
	if d.t.Alias != nil {
		g.printDoc(p, g.typeDoc(d))
		g.printAlias(p, d, g.use(ir.Use{Type: d.t.Alias}))
		return
	}
	switch s := d.t.Shape.(type) {
	case *ir.Object:
		if len(s.Fields) > 0 {
			g.printInterface(p, d, s)
			return
		}
	case *ir.Enum:
		g.printEnum(p, d, s)
		return
	case *ir.Union:
		if s.Discriminator != "" {
			g.printTagged(p, d, s)
			return
		}
	case *ir.Scalar, *ir.Array, *ir.Tuple, *ir.Map, *ir.Any, *ir.Never:
	default:
		panic(fmt.Sprintf("ts: unhandled shape %T", s))
	}
	g.printDoc(p, g.typeDoc(d))
	g.printAlias(p, d, g.inPlace(d.t, d))
}

// printAlias prints "export type d = e", or, when e leads straight back to d,
// what is left of e without d.
func (g *generator) printAlias(p *emit.Printer, d *decl, e expr) {
	if e.is(d.name) {
		e = neverExpr
	}
	typed(p, "export type "+d.name+" = ", e, ";")
}

// printBrands prints the brands that no value outside a decoder carries.
func (g *generator) printBrands(p *emit.Printer) {
	tag, str, num := g.brands()
	if !tag && !str && !num {
		return
	}
	brand := g.names.brand
	p.P()
	p.P("declare const ", brand, ": unique symbol;")
	print := func(used bool, doc, name, base string) {
		if !used {
			return
		}
		p.P()
		p.P("/** ", doc, " */")
		typed(p, "export type "+name+" = "+base+" & ", expr{
			kind: membersExpr, keys: []string{"readonly [" + brand + "]"}, kids: []expr{text("true")},
		}, ";")
	}
	print(num, "A number that the schema does not list: a newer writer may send one.", g.names.unknownNumber, "number")
	print(str, "A string that the schema does not list: a newer writer may send one.", g.names.unknownString, "string")
	print(tag, "The tag of a variant that the schema does not list.", g.names.unknownTag, quote(g.marker))
}

// brands reports which brands the declarations use.
func (g *generator) brands() (tag, str, num bool) {
	for _, d := range g.decls {
		if d.known == "" {
			continue
		}
		switch s := d.t.Shape.(type) {
		case *ir.Union:
			tag = true
		case *ir.Enum:
			if s.Free {
				continue
			}
			hasStr, hasNum := enumKinds(s)
			str, num = str || hasStr, num || hasNum
		}
	}
	return tag, str, num
}
