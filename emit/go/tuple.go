package golang

import (
	"strconv"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// tupleSlot returns the variable of the element at index i.
func (g *generator) tupleSlot(t *ir.Type, s *ir.Tuple, i int) slot {
	v := g.slot(s.Elems[i], i < s.Min)
	if g.boxed[edge{t, i}] {
		v.mode = boxed
	}
	return v
}

func itemName(i int) string { return "Item" + strconv.Itoa(i) }

// tupleRest returns what may follow the positions of s.
func (g *generator) tupleRest(s *ir.Tuple) (slot, bool) {
	if s.Rest == nil {
		return slot{}, false
	}
	if _, none := g.shape(s.Rest.Type).(*ir.Never); none {
		return slot{}, false
	}
	return g.slot(*s.Rest, true), true
}

// declareTuple prints a struct whose JSON form is an array.
func (g *generator) declareTuple(types, codec *file, t *ir.Type, s *ir.Tuple) {
	name := g.names[t]
	types.decl(func(p *emit.Printer) {
		c := g.typeDoc(t)
		c.add("It is an array in JSON.")
		c.print(p)
		p.P("type ", name, " struct {")
		p.In(func() { g.printItems(types, p, t, s) })
		p.P("}")
	})
	codec.decl(func(p *emit.Printer) { g.decodeTuple(codec, p, t, s) })
	codec.decl(func(p *emit.Printer) { g.encodeTuple(codec, p, t, s) })
	g.jsonMethods(codec, name)
}

func (g *generator) printItems(f *file, p *emit.Printer, t *ir.Type, s *ir.Tuple) {
	var rows []row
	for i, u := range s.Elems {
		c := &comment{}
		g.inline(c, u, "")
		rows = append(rows, row{c, itemName(i), g.tupleSlot(t, s, i).goType(f), ""})
	}
	if rest, ok := g.tupleRest(s); ok {
		c := &comment{}
		g.inline(c, *s.Rest, "")
		rows = append(rows, row{c, "Rest", "[]" + rest.goType(f), ""})
	}
	printRows(p, rows)
}

func (g *generator) decodeTuple(f *file, p *emit.Printer, t *ir.Type, s *ir.Tuple) {
	name := g.names[t]
	rest, more := g.tupleRest(s)
	p.P("func (v *", name, ") decode(d *decoder) {")
	p.In(func() {
		p.P("*v = ", name, "{}")
		at := ""
		if s.Min > 0 {
			at = "at := "
		}
		p.P(at, "d.", g.sup("open"), "('[')")
		p.P("n := 0")
		p.P("for ; d.", g.sup("item"), "(); n++ {")
		p.In(func() {
			p.P("switch n {")
			for i := range s.Elems {
				p.P("case ", strconv.Itoa(i), ":")
				p.In(func() { p.P(g.tupleSlot(t, s, i).read(f, "&v."+itemName(i), p.Indent())) })
			}
			p.P("default:")
			p.In(func() {
				if more {
					p.P(g.sup("readItem"), "(&v.Rest, d, ", rest.reader(f, p.Indent()), ")")
				} else {
					p.P("d.", g.sup("fail"), "(d.pos, ", quote("want "+strconv.Itoa(len(s.Elems))+" items at most"), ")")
				}
			})
			p.P("}")
		})
		p.P("}")
		if s.Min > 0 {
			p.P("if n < ", strconv.Itoa(s.Min), " {")
			p.P("\td.", g.sup("fail"), "(at, ", quote("want "+strconv.Itoa(s.Min)+" items at least"), ")")
			p.P("}")
		}
	})
	p.P("}")
}

// encodeTuple prints the encode method. The first absent element ends the array:
// what stands behind it has no position.
func (g *generator) encodeTuple(f *file, p *emit.Printer, t *ir.Type, s *ir.Tuple) {
	rest, more := g.tupleRest(s)
	p.P("func (v *", g.names[t], ") encode(e *encoder) {")
	p.In(func() {
		g.rejectNil(p, t)
		p.P("e.", g.sup("raw"), `("[")`)
		for i := range s.Elems {
			v := g.tupleSlot(t, s, i)
			target := "v." + itemName(i)
			if i >= s.Min {
				test := target + " == nil"
				if v.mode == optional {
					test = "!" + target + "." + g.sup("present") + "()"
				}
				p.P("if ", test, " {")
				p.P("\te.raw(\"]\")")
				p.P("\treturn")
				p.P("}")
			}
			if i > 0 {
				p.P(`e.raw(",")`)
			}
			p.P(v.write(f, "&"+target, p.Indent()))
		}
		if more {
			p.P("for i := range v.Rest {")
			p.P("\te.", g.sup("comma"), "()")
			p.In(func() { p.P(rest.write(f, "&v.Rest[i]", p.Indent())) })
			p.P("}")
		}
		p.P(`e.raw("]")`)
	})
	p.P("}")
}
