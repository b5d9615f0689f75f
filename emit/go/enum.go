package golang

import (
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// valueKind says which Go type holds the values of an enum.
type valueKind uint8

const (
	stringEnum valueKind = iota
	intEnum
	floatEnum
	boolEnum
	mixedEnum // the JSON text
)

// enumKind returns the narrowest kind that holds all members of e exactly.
func enumKind(e *ir.Enum) valueKind {
	kind := literalKind(e.Members[0].Value)
	for _, m := range e.Members[1:] {
		next := literalKind(m.Value)
		switch {
		case next == kind:
		case kind == intEnum && next == floatEnum || kind == floatEnum && next == intEnum:
			kind = floatEnum
		default:
			return mixedEnum
		}
	}
	return kind
}

func literalKind(v ir.Value) valueKind {
	switch {
	case v.JSON == "true" || v.JSON == "false":
		return boolEnum
	case strings.HasPrefix(v.JSON, `"`):
		return stringEnum
	}
	if _, ok := plainInteger(v.JSON); ok {
		return intEnum
	}
	if _, err := strconv.ParseFloat(v.JSON, 64); err == nil && len(v.JSON) <= 15 {
		return floatEnum
	}
	return mixedEnum
}

// enumScalars are the underlying types by kind, with the functions that read and
// write them.
var enumScalars = [...]scalar{stringEnum: textScalar, intEnum: intScalar, floatEnum: floatScalar, boolEnum: boolScalar, mixedEnum: textScalar}

// constantValue returns the Go expression for a member of an enum of that kind.
func constantValue(kind valueKind, v ir.Value) string {
	switch kind {
	case stringEnum:
		s, _ := stringValue(v)
		return quote(s)
	case intEnum:
		n, _ := plainInteger(v.JSON)
		return n
	case floatEnum, boolEnum:
		return v.JSON
	}
	return goString(v.JSON)
}

func (g *generator) declareEnum(types, codec *file, t *ir.Type, e *ir.Enum) {
	name, kind := g.names[t], enumKind(e)
	basic := enumScalars[kind]
	types.decl(func(p *emit.Printer) {
		c := g.typeDoc(t)
		if kind == mixedEnum {
			c.add("Its text is JSON.")
		}
		c.print(p)
		p.P("type ", name, " ", basic.goType)
	})
	types.decl(func(p *emit.Printer) { g.printMembers(p, t, e, kind) })
	types.decl(func(p *emit.Printer) {
		p.P("// ", g.helpers[t].values, " returns the values of ", name, " in the order of the schema.")
		p.P("func ", g.helpers[t].values, "() []", name, " {")
		p.P("\treturn []", name, "{", g.constantList(t), "}")
		p.P("}")
	})
	types.decl(func(p *emit.Printer) {
		p.P("// Known reports whether the schema lists v.")
		p.P("func (v ", name, ") Known() bool {")
		p.P("\tswitch v {")
		p.P("\tcase ", g.constantList(t), ":")
		p.P("\t\treturn true")
		p.P("\t}")
		p.P("\treturn false")
		p.P("}")
	})
	g.enumCodec(codec, t, e, kind, basic)
}

// typeDoc is typeComment without the parts that have declarations of their own.
func (g *generator) typeDoc(t *ir.Type) *comment {
	c := &comment{}
	c.doc(t.Doc, g.names[t])
	c.facts(g.shape(t), t.Doc)
	g.nullNote(c, t)
	return c
}

func (g *generator) constantList(t *ir.Type) string {
	return strings.Join(g.constants[t], ", ")
}

func (g *generator) printMembers(p *emit.Printer, t *ir.Type, e *ir.Enum, kind valueKind) {
	var rows []row
	for i, m := range e.Members {
		c := &comment{}
		c.doc(m.Doc, m.Doc.Title)
		c.facts(nil, m.Doc)
		rows = append(rows, row{c, g.constants[t][i], g.names[t] + " = " + constantValue(kind, m.Value), ""})
	}
	p.P("// The values of ", g.names[t], ".")
	p.P("const (")
	p.In(func() { printRows(p, rows) })
	p.P(")")
}

// enumCodec prints the codec: an open enum keeps any value of its JSON type, a
// closed one refuses what the schema does not list.
func (g *generator) enumCodec(codec *file, t *ir.Type, e *ir.Enum, kind valueKind, basic scalar) {
	name := g.names[t]
	codec.decl(func(p *emit.Printer) {
		p.P("func (v *", name, ") decode(d *decoder) {")
		p.In(func() {
			switch {
			case kind == mixedEnum:
				g.decodeMixed(p, name, e)
			case e.Open:
				p.P(g.sup(basic.read), "((*", basic.goType, ")(v), d)")
			default:
				p.P("d.", g.sup("space"), "()")
				p.P("at := d.pos")
				p.P(g.sup(basic.read), "((*", basic.goType, ")(v), d)")
				p.P("if !v.Known() {")
				p.P("\td.", g.sup("unlisted"), "(at, ", quote(name), ")")
				p.P("}")
			}
		})
		p.P("}")
	})
	write := basic.write
	if kind == mixedEnum {
		write = "writeText"
	}
	codec.decl(func(p *emit.Printer) {
		p.P("func (v ", name, ") encode(e *encoder) {")
		p.P("\t", g.sup(write), "((*", basic.goType, ")(&v), e)")
		p.P("}")
	})
	g.jsonMethods(codec, name)
}

func (g *generator) decodeMixed(p *emit.Printer, name string, e *ir.Enum) {
	literals := make([]string, len(e.Members))
	for i, m := range e.Members {
		literals[i] = goString(m.Value.JSON)
	}
	list := strings.Join(literals, ", ")
	if e.Open {
		p.P("text, _ := d.", g.sup("literal"), "(", list, ")")
		p.P("*v = ", name, "(text)")
		return
	}
	p.P("d.", g.sup("space"), "()")
	p.P("at := d.pos")
	p.P("text, ok := d.", g.sup("literal"), "(", list, ")")
	p.P("if !ok {")
	p.P("\td.", g.sup("unlisted"), "(at, ", quote(name), ")")
	p.P("}")
	p.P("*v = ", name, "(text)")
}
