package golang

import (
	"fmt"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// declare prints the declaration of t and its codec.
func (g *generator) declare(types, codec *file, t *ir.Type) {
	if t.Alias != nil {
		g.declareAlias(types, t, g.typeOf(types, t.Alias))
		return
	}
	switch s := g.shape(t).(type) {
	case *ir.Scalar:
		g.declareScalar(types, codec, t, s)
	case *ir.Enum:
		g.declareEnum(types, codec, t, s)
	case *ir.Object:
		g.declareObject(types, codec, t, s)
	case *ir.Tuple:
		g.declareTuple(types, codec, t, s)
	case *ir.Array, *ir.Map:
		g.declareDefined(types, codec, t, g.underlying(types, t), g.underlying(codec, t))
	case *ir.Union:
		g.declareUnion(types, codec, t, s)
	case *ir.Any:
		if !g.wrappers[t] {
			g.declareAlias(types, t, types.raw())
			return
		}
		g.declareDefined(types, codec, t, types.raw(), codec.raw())
	case *ir.Never:
		g.sup("fail")
		g.sup("reject")
		g.declareEmpty(types, codec, t, "never has a value", `d.fail(d.pos, "no value is allowed")`, `e.reject("no value is allowed")`)
	default:
		panic(fmt.Sprintf("golang: unhandled shape %T", s))
	}
}

// typeComment returns what the input says of a declared type.
func (g *generator) typeComment(t *ir.Type) *comment {
	c := &comment{}
	c.doc(t.Doc, g.names[t])
	if t.Alias != nil {
		g.inline(c, ir.Use{Type: t.Alias}, "")
	} else {
		g.inlineParts(c, t, "")
		c.facts(g.shape(t), t.Doc)
	}
	g.nullNote(c, t)
	return c
}

// nullNote says what stands for the null that the schema of t itself allows.
func (g *generator) nullNote(c *comment, t *ir.Type) {
	switch {
	case !t.Nullable || g.takesNull(t):
	case g.holdsNull(ir.Resolve(t)):
		c.add("Nil is null.")
	default:
		c.add("The schema allows null too, which this type does not hold: a field holds it by a pointer.")
	}
}

// holdsNull reports whether null is decoded into a nil of the Go type.
func (g *generator) holdsNull(t *ir.Type) bool {
	return t.Nullable && g.nilable(t) && !g.takesNull(t)
}

func (g *generator) declareAlias(types *file, t *ir.Type, target string) {
	types.decl(func(p *emit.Printer) {
		g.typeComment(t).print(p)
		p.P("type ", g.names[t], " = ", target)
	})
}

func (g *generator) declareScalar(types, codec *file, t *ir.Type, s *ir.Scalar) {
	if s.Kind == ir.Null {
		g.declareEmpty(types, codec, t, "is always null", "d."+g.sup("null")+"()", "e."+g.sup("raw")+"(`null`)")
		return
	}
	if isDateTime(s) {
		g.declareDateTime(types, codec, t)
		return
	}
	g.declareDefined(types, codec, t, g.underlying(types, t), g.underlying(codec, t))
}

// declareDateTime prints a named date and time, which keeps its accessor.
func (g *generator) declareDateTime(types, codec *file, t *ir.Type) {
	name := g.names[t]
	dateTime := g.exp("DateTime")
	types.decl(func(p *emit.Printer) {
		g.typeComment(t).print(p)
		p.P("type ", name, " ", dateTime)
	})
	g.codec(codec, t, g.limitedRead(t, "(*string)(v)", "readString((*string)(v), d)", 1), "writeString((*string)(&v), e)")
	g.sup("readString")
	g.sup("writeString")
	codec.decl(func(p *emit.Printer) {
		p.P("// Time returns the instant; without an offset it is taken as UTC.")
		p.P("func (v ", name, ") Time() (", codec.qual("time", "Time"), ", error) {")
		p.P("\treturn ", dateTime, "(v).Time()")
		p.P("}")
	})
}

// declareDefined prints a type defined by a type expression, spelled as each of
// the two files needs it.
func (g *generator) declareDefined(types, codec *file, t *ir.Type, inTypes, inCodec string) {
	types.decl(func(p *emit.Printer) {
		g.typeComment(t).print(p)
		p.P("type ", g.names[t], " ", inTypes)
	})
	read := func(addr string, depth int) string { return g.readShape(codec, t, addr, depth) }
	write := func(addr string, depth int) string { return g.writeShape(codec, t, addr, depth) }
	if !g.holdsNull(t) {
		g.codec(codec, t, read("(*"+inCodec+")(v)", 1), write("(*"+inCodec+")(&v)", 1))
		return
	}
	g.codec(codec, t, g.sup("readNilable")+"((*"+inCodec+")(v), d, func(v *"+inCodec+", d *decoder) {\n\t\t"+read("v", 2)+"\n\t})",
		"if v == nil {\n\t\te."+g.sup("raw")+"(\"null\")\n\t\treturn\n\t}\n\t"+write("(*"+inCodec+")(&v)", 1))
}

// declareEmpty prints a type that holds nothing.
func (g *generator) declareEmpty(types, codec *file, t *ir.Type, what, read, write string) {
	name := g.names[t]
	types.decl(func(p *emit.Printer) {
		c := g.typeComment(t)
		if c.empty() {
			c.add(name + " " + what + ".")
		}
		c.print(p)
		p.P("type ", name, " struct{}")
	})
	g.codec(codec, t, read, write)
}

// codec prints the methods of a type that is not a struct: read decodes into
// v *T, write encodes v T.
func (g *generator) codec(codec *file, t *ir.Type, read, write string) {
	name := g.names[t]
	codec.decl(func(p *emit.Printer) {
		p.P("func (v *", name, ") decode(d *decoder) {")
		p.P("\t", read)
		p.P("}")
	})
	codec.decl(func(p *emit.Printer) {
		p.P("func (v ", name, ") encode(e *encoder) {")
		p.P("\t", write)
		p.P("}")
	})
	g.jsonMethods(codec, name)
}

// jsonMethods prints the methods that encoding/json calls.
func (g *generator) jsonMethods(codec *file, name string) {
	codec.decl(func(p *emit.Printer) {
		p.P("// UnmarshalJSON decodes the JSON text b; a fault is a *", g.exp("DecodeError"), ".")
		p.P("func (v *", name, ") UnmarshalJSON(b []byte) error {")
		p.P("\treturn ", g.sup("unmarshal"), "(b, v)")
		p.P("}")
	})
	g.marshalMethod(codec, name)
}

func (g *generator) marshalMethod(codec *file, name string) {
	codec.decl(func(p *emit.Printer) {
		p.P("// MarshalJSON returns the JSON of v.")
		p.P("func (v ", name, ") MarshalJSON() ([]byte, error) {")
		p.P("\treturn ", g.sup("marshal"), "(&v)")
		p.P("}")
	})
}
