package golang

import (
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// declareUnion prints a sealed interface, its variants' marks, its entry point
// and its dispatch.
func (g *generator) declareUnion(types, codec *file, t *ir.Type, u *ir.Union) {
	name := g.names[t]
	types.decl(func(p *emit.Printer) {
		g.unionComment(t, u).print(p)
		p.P("type ", name, " interface {")
		p.P("\tis", name, "()")
		p.P("\tencode(e *encoder)")
		p.P("}")
	})
	g.declareUnknown(types, codec, t)
	g.declareOverlap(types, codec, t)
	g.declareHandlers(types, t)
	for _, v := range g.values(t) {
		codec.decl(func(p *emit.Printer) { p.P(emptyBody("func (" + v.goType + ") is" + name + "()")) })
	}
	codec.decl(func(p *emit.Printer) {
		p.P("func decode", name, "(v *", name, ", d *decoder) {")
		p.In(func() {
			if g.holdsNull(t) {
				p.P("if d.", g.sup("word"), "(\"null\") {")
				p.P("\t*v = nil")
				p.P("\treturn")
				p.P("}")
			}
			if u.Discriminator != "" {
				g.decodeTagged(p, t, u)
			} else {
				g.decodeUntagged(p, t)
			}
		})
		p.P("}")
	})
	codec.decl(func(p *emit.Printer) {
		h := g.helpers[t]
		p.P("// ", h.decode, " decodes the JSON text b; a fault is a *", g.exp("DecodeError"), ".")
		p.P("func ", h.decode, "(b []byte) (", name, ", error) {")
		p.P("\treturn ", g.sup("document"), "(b, decode", name, ")")
		p.P("}")
	})
}

// emptyBody returns a function without statements in gofmt's shape.
func emptyBody(signature string) string {
	if len(signature) >= 100 {
		return signature + " {\n}"
	}
	return signature + " {}"
}

func (g *generator) unionComment(t *ir.Type, u *ir.Union) *comment {
	c := &comment{directive: "//sumtype:decl"}
	c.doc(t.Doc, g.names[t])
	for _, e := range t.Doc.Examples {
		c.say("Example: ", e.JSON)
	}
	var names []string
	for _, v := range g.values(t) {
		names = append(names, v.goType)
	}
	c.add("It is one of " + strings.Join(names, ", ") + ".")
	for _, v := range u.Variants {
		g.inline(c, v.Use, "")
	}
	g.nullNote(c, t)
	return c
}

// value is a Go type that a union's interface can hold.
type value struct {
	goType string // "*Cat", "XString"
	field  string // its field among the handlers
}

// values returns what t can hold, the arms of nested unions among them, each
// once, in order.
func (g *generator) values(t *ir.Type) []value {
	var out []value
	seen := map[string]bool{}
	add := func(v value) {
		if !seen[v.goType] {
			seen[v.goType] = true
			out = append(out, v)
		}
	}
	visited := map[*ir.Type]bool{}
	var visit func(t *ir.Type)
	visit = func(t *ir.Type) {
		if visited[t] {
			return
		}
		visited[t] = true
		for _, a := range g.arms[t] {
			switch g.shape(a.typ).(type) {
			case *ir.Union:
				visit(a.typ)
			case *ir.Object, *ir.Tuple:
				add(value{"*" + g.names[a.typ], g.names[a.typ]})
			default:
				add(value{g.names[a.typ], g.names[a.typ]})
			}
		}
		for _, name := range []string{g.helpers[t].overlap, g.helpers[t].unknown} {
			if name != "" {
				add(value{"*" + name, name})
			}
		}
	}
	visit(t)
	return out
}

// declareUnknown prints the variant for tags that the schema does not know.
func (g *generator) declareUnknown(types, codec *file, t *ir.Type) {
	name := g.helpers[t].unknown
	if name == "" {
		return
	}
	types.decl(func(p *emit.Printer) {
		p.P("// ", name, " is a variant of ", g.names[t], " that this package does not know.")
		p.P("type ", name, " struct {")
		p.P("\t// Tag is the text of the tag, or its JSON if it is not a string.")
		p.P("\tTag string")
		p.P("\t// Raw is the whole value, written back as it is.")
		p.P("\tRaw ", types.raw())
		p.P("}")
	})
	g.encodeKept(codec, name)
}

// declareOverlap prints the value that no single variant covers.
func (g *generator) declareOverlap(types, codec *file, t *ir.Type) {
	name := g.helpers[t].overlap
	if name == "" {
		return
	}
	types.decl(func(p *emit.Printer) {
		p.P("// ", name, " is a ", g.names[t], " that is several variants at once, none of which holds all of it.")
		p.P("type ", name, " struct {")
		p.P("\t// Value is the variant that holds the most.")
		p.P("\tValue ", g.names[t])
		p.P("\t// Raw is the whole value, written back as it is.")
		p.P("\tRaw ", types.raw())
		p.P("}")
	})
	g.encodeKept(codec, name)
}

// encodeKept prints the encoder of a type that writes its Raw.
func (g *generator) encodeKept(codec *file, name string) {
	codec.decl(func(p *emit.Printer) {
		p.P("func (v *", name, ") encode(e *encoder) {")
		p.P("\tif v == nil {")
		p.P("\t\te.", g.sup("reject"), "(", quote("a union holds a nil *"+name), ")")
		p.P("\t\treturn")
		p.P("\t}")
		p.P("\t", g.sup("writeRaw"), "(&v.Raw, e)")
		p.P("}")
	})
	g.marshalMethod(codec, name)
}

// declareHandlers prints the dispatch of a union.
func (g *generator) declareHandlers(types *file, t *ir.Type) {
	name, values := g.helpers[t].handlers, g.values(t)
	scope := naming.NewScope("Handle")
	rows := make([]row, 0, len(values)+1)
	for i, v := range values {
		values[i].field = scope.Claim(v.field, v.goType)
		rows = append(rows, row{&comment{}, values[i].field, "func(" + v.goType + ") error", ""})
	}
	rest := scope.Claim("Default", "")
	c := &comment{}
	c.add(rest + " is called for a variant whose function is nil; nil ignores it.")
	rows = append(rows, row{c, rest, "func(" + g.names[t] + ") error", ""})
	types.decl(func(p *emit.Printer) {
		p.P("// ", name, " has a function for each variant of ", g.names[t], ".")
		p.P("type ", name, " struct {")
		p.In(func() { printRows(p, rows) })
		p.P("}")
	})
	types.decl(func(p *emit.Printer) {
		p.P("// Handle calls the function for the variant that v is.")
		p.P("func (h ", name, ") Handle(v ", g.names[t], ") error {")
		p.P("\tswitch v := v.(type) {")
		for _, v := range values {
			p.P("\tcase ", v.goType, ":")
			p.P("\t\tif h.", v.field, " != nil {")
			p.P("\t\t\treturn h.", v.field, "(v)")
			p.P("\t\t}")
		}
		p.P("\t}")
		p.P("\tif h.", rest, " != nil {")
		p.P("\t\treturn h.", rest, "(v)")
		p.P("\t}")
		p.P("\treturn nil")
		p.P("}")
	})
}

// decodeTagged prints how a tagged union is decoded: find the tag, decode once.
func (g *generator) decodeTagged(p *emit.Printer, t *ir.Type, u *ir.Union) {
	name := g.names[t]
	p.P("tag := d.", g.sup("tag"), "(", quote(u.Discriminator), ", ", quote(tagKinds(u)), ")")
	p.P("switch string(tag) {")
	for _, a := range g.arms[t] {
		tags := make([]string, len(a.tags))
		for i, tag := range a.tags {
			tags[i] = goString(tag)
		}
		p.P("case ", strings.Join(tags, ", "), ":")
		p.P("\tx := new(", g.names[a.typ], ")")
		p.P("\tx.decode(d)")
		p.P("\td.", g.sup("variant"), "(tag)")
		p.P("\t*v = x")
	}
	p.P("default:")
	if unknown := g.helpers[t].unknown; unknown != "" {
		p.P("\tx := &", unknown, "{Tag: ", g.sup("tagText"), "(tag)}")
		p.P("\t", g.sup("readRaw"), "(&x.Raw, d)")
		p.P("\t*v = x")
	} else {
		p.P("\td.", g.sup("unlisted"), "(d.pos, ", quote(name), ")")
	}
	p.P("}")
}

// tagKinds returns the JSON kinds of the tags of u, as decoder.kind gives them:
// a value of another kind is a malformed tag, not an unknown one.
func tagKinds(u *ir.Union) string {
	var kinds []byte
	for _, v := range u.Variants {
		for _, tag := range v.Tags {
			kind := byte('0')
			switch tag.JSON[0] {
			case '"':
				kind = '"'
			case 't', 'f':
				kind = 't'
			}
			if !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	return string(kinds)
}

// kinds are the first bytes of JSON values, as decoder.kind gives them.
const kinds = "\"0t{[n"

// decodeUntagged prints how an untagged union is decoded: arms by JSON kind, and
// by trial where several take one kind.
func (g *generator) decodeUntagged(p *emit.Printer, t *ir.Type) {
	name := g.names[t]
	p.P("switch d.", g.sup("kind"), "() {")
	for _, kind := range kinds {
		arms := g.armsOf(t, byte(kind))
		if len(arms) == 0 {
			continue
		}
		p.P("case '", string(kind), "':")
		p.In(func() { g.decodeArms(p, t, arms, kind == '{') })
	}
	p.P("default:")
	p.P("\td.", g.sup("mismatch"), "(", quote("a value of "+name), ")")
	p.P("}")
}

// decodeArms prints how a value is decoded by one of arms.
func (g *generator) decodeArms(p *emit.Printer, t *ir.Type, arms []arm, objects bool) {
	if len(arms) == 1 {
		g.decodeArm(p, t, arms[0], "*v = ")
		return
	}
	if g.strict && g.shape(t).(*ir.Union).Exclusive {
		g.decodeExclusive(p, t, arms)
		return
	}
	call := g.sup("choose") + "(v, d,"
	overlap := g.helpers[t].overlap
	if objects && overlap != "" {
		call = "at, overlap := " + call
	}
	p.P(call)
	for _, a := range arms {
		p.P("\tfunc(d *decoder) ", g.names[t], " {")
		p.In(func() { p.In(func() { g.decodeArm(p, t, a, "return ") }) })
		p.P("\t},")
	}
	p.P(")")
	if objects && overlap != "" {
		p.P("if overlap {")
		p.P("\t*v = &", overlap, "{Value: *v, Raw: d.", g.sup("since"), "(at)}")
		p.P("}")
	}
}

// decodeArm prints the statements that decode one arm and deliver it.
func (g *generator) decodeArm(p *emit.Printer, t *ir.Type, a arm, deliver string) {
	name := g.names[a.typ]
	switch g.shape(a.typ).(type) {
	case *ir.Union:
		p.P("var x ", name)
		p.P("decode", name, "(&x, d)")
		p.P("u, _ := x.(", g.names[t], ")")
		p.P(deliver, "u")
	case *ir.Object, *ir.Tuple:
		p.P("x := new(", name, ")")
		p.P("x.decode(d)")
		p.P(deliver, "x")
	default:
		p.P("var x ", name)
		p.P("x.decode(d)")
		p.P(deliver, "x")
	}
}

// armsOf returns the arms of t that may take values of the kind.
func (g *generator) armsOf(t *ir.Type, kind byte) []arm {
	var out []arm
	for _, a := range g.arms[t] {
		if strings.IndexByte(g.kindsOf(a.typ, map[*ir.Type]bool{}), kind) >= 0 {
			out = append(out, a)
		}
	}
	return out
}

// kindsOf returns the kinds of JSON value that t may take.
func (g *generator) kindsOf(t *ir.Type, seen map[*ir.Type]bool) string {
	t = ir.Resolve(t)
	if seen[t] {
		return ""
	}
	seen[t] = true
	switch s := g.shape(t).(type) {
	case *ir.Scalar:
		return map[ir.ScalarKind]string{ir.String: `"`, ir.Integer: "0", ir.Number: "0", ir.Boolean: "t", ir.Null: "n"}[s.Kind]
	case *ir.Enum:
		return enumKinds(s)
	case *ir.Object, *ir.Map:
		return "{"
	case *ir.Array, *ir.Tuple:
		return "["
	case *ir.Union:
		if s.Discriminator != "" {
			return "{"
		}
		out := ""
		for _, v := range s.Variants {
			out += g.kindsOf(v.Use.Type, seen)
		}
		return out
	case *ir.Any:
		return kinds
	}
	return ""
}

func enumKinds(e *ir.Enum) string {
	out := ""
	for _, m := range e.Members {
		switch c := m.Value.JSON[0]; {
		case c == 'f':
			out += "t"
		case c == '-' || '0' <= c && c <= '9':
			out += "0"
		default:
			out += string(c)
		}
	}
	return out
}

// mayOverlap reports whether a value of u can be several objects at once.
func (g *generator) mayOverlap(u *ir.Union) bool {
	if u.Discriminator != "" || u.Exclusive {
		return false
	}
	n := 0
	for _, v := range u.Variants {
		if strings.Contains(g.kindsOf(v.Use.Type, map[*ir.Type]bool{}), "{") {
			n++
		}
	}
	return n > 1
}
