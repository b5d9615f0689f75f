package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// fieldKind says how a member of an object shows in Go.
type fieldKind uint8

const (
	ordinary fieldKind = iota
	constant           // one value only: a constant beside the struct
	null               // always null: nothing to hold
	never              // must not be there
)

// field is a member of an object with its place in the struct.
type field struct {
	ir      *ir.Field
	kind    fieldKind
	name    string // of the struct field, or of the constant
	literal string // the only JSON value; "" if there are several
	slot    slot
}

func (g *generator) fieldKind(t *ir.Type, f *ir.Field) fieldKind {
	switch s := g.shape(f.Use.Type).(type) {
	case *ir.Never:
		return never
	case *ir.Scalar:
		if s.Kind == ir.Null && f.Required {
			return null
		}
	case *ir.Enum:
		isTag := g.tagged[t][f.Name]
		if len(s.Members) == 1 && f.Required && !f.Use.Nullable && (isTag || !s.Open) {
			return constant
		}
	}
	return ordinary
}

// objectFields resolves the members of an object type. Names of constants are
// claimed later, in the scope of the package.
func (g *generator) objectFields(t *ir.Type, o *ir.Object) []*field {
	scope := naming.NewScope("MarshalJSON", "UnmarshalJSON", "AppendJSON")
	var out []*field
	for i, f := range o.Fields {
		field := &field{ir: f, kind: g.fieldKind(t, f)}
		switch field.kind {
		case constant:
			field.literal = canonical(g.shape(f.Use.Type).(*ir.Enum).Members[0].Value)
		case ordinary:
			field.name = scope.Claim(exported(f.Name), f.Name)
			field.slot = g.slot(f.Use, f.Required)
			if g.boxed[edge{t, i}] {
				field.slot.mode = boxed
			}
		}
		out = append(out, field)
	}
	g.extras[t] = scope.Claim("Extra", "")
	return out
}

// declareObject prints a struct and its codec.
func (g *generator) declareObject(types, codec *file, t *ir.Type, o *ir.Object) {
	fields := g.fields[t]
	types.decl(func(p *emit.Printer) {
		g.structComment(t, o).print(p)
		p.P("type ", g.names[t], " struct {")
		p.In(func() { g.printFields(types, p, t, o, fields) })
		p.P("}")
	})
	for _, f := range fields {
		if f.kind == constant {
			types.decl(func(p *emit.Printer) { g.printConstant(p, t, f) })
		}
	}
	codec.decl(func(p *emit.Printer) { g.decodeObject(codec, p, t, o, fields) })
	codec.decl(func(p *emit.Printer) { g.encodeObject(codec, p, t, o, fields) })
	g.jsonMethods(codec, g.names[t])
	codec.decl(func(p *emit.Printer) {
		name := g.names[t]
		p.P("// AppendJSON appends the JSON of v to b.")
		p.P("func (v *", name, ") AppendJSON(b []byte) ([]byte, error) {")
		p.P("\treturn ", g.sup("appendJSON"), "(b, v)")
		p.P("}")
	})
}

// structComment returns the comment of a struct, which also speaks for the
// members that have no field.
func (g *generator) structComment(t *ir.Type, o *ir.Object) *comment {
	c := g.typeComment(t)
	for _, f := range g.fields[t] {
		if f.kind != null && f.kind != never {
			continue
		}
		what := " is always null."
		if f.kind == never {
			what = " is not allowed."
		}
		c.add("The member " + quote(f.ir.Name) + what)
		c.add(f.ir.Doc.Description)
		g.inline(c, f.ir.Use, "")
	}
	return c
}

// printFields prints the fields of a struct. Neighbours without a comment
// between them are aligned, as gofmt does.
func (g *generator) printFields(f *file, p *emit.Printer, t *ir.Type, o *ir.Object, fields []*field) {
	var rows []row
	for _, fd := range fields {
		if fd.kind != ordinary {
			continue
		}
		rows = append(rows, row{g.fieldComment(fd), fd.name, fd.slot.goType(f), structTag(fd.ir)})
	}
	if u, ok := g.otherUse(g.othersOf(o)); ok {
		rows = append(rows, row{g.extraComment(o, u), g.extras[t], "map[string]" + g.slot(u, true).goType(f), noTag})
	}
	printRows(p, rows)
}

func (g *generator) fieldComment(f *field) *comment {
	c := &comment{}
	c.doc(f.ir.Doc, f.ir.Name)
	g.inline(c, f.ir.Use, "")
	for _, e := range f.ir.Doc.Examples {
		c.say("Example: ", e.JSON)
	}
	switch f.ir.Access {
	case ir.ReadOnly:
		c.add("Read-only.")
	case ir.WriteOnly:
		c.add("Write-only.")
	}
	if f.ir.Default != nil {
		c.say("Default: ", f.ir.Default.JSON)
	}
	return c
}

func (g *generator) extraComment(o *ir.Object, u ir.Use) *comment {
	c := &comment{}
	c.add("Members that no other field names.")
	for _, pattern := range o.Patterns {
		c.say("Names that match ", oneLine(pattern.Expr))
		g.inline(c, pattern.Use, "")
	}
	if o.Extra != nil {
		g.inline(c, *o.Extra, "")
	}
	return c
}

// printConstant prints the constant that stands for a member with one value.
func (g *generator) printConstant(p *emit.Printer, t *ir.Type, f *field) {
	c := g.fieldComment(f)
	if c.empty() {
		c.add(f.name + " is the only value of " + quote(f.ir.Name) + " in " + g.names[t] + ".")
	}
	c.print(p)
	enum := g.shape(f.ir.Use.Type).(*ir.Enum)
	value := constantValue(enumKind(enum), enum.Members[0].Value)
	if name, ok := g.names[f.ir.Use.Type]; ok {
		p.P("const ", f.name, " ", name, " = ", value)
		return
	}
	p.P("const ", f.name, " = ", value)
}

// decodeObject prints the decode method: one switch over the names, one bit per
// required member.
func (g *generator) decodeObject(f *file, p *emit.Printer, t *ir.Type, o *ir.Object, fields []*field) {
	name := g.names[t]
	required := requiredNames(fields)
	p.P("func (v *", name, ") decode(d *decoder) {")
	p.In(func() {
		p.P("*v = ", name, "{}")
		words := (len(required) + 63) / 64
		limits := g.memberChecks(o)
		for w := range words {
			p.P("var ", seenVar(w), " uint64")
		}
		at := ""
		if words > 0 || limits != "" {
			at = "at := "
		}
		p.P(at, "d.", g.sup("open"), "('{')")
		p.P("for d.", g.sup("key"), "() {")
		p.In(func() { g.decodeMembers(f, p, t, o, fields) })
		p.P("}")
		for w := range words {
			part := required[w*64 : min(len(required), w*64+64)]
			all := ^uint64(0) >> (64 - len(part))
			p.P("if ", seenVar(w), " != ", fmt.Sprintf("%#x", all), " {")
			p.P("\td.", g.sup("missing"), "(at, ", seenVar(w), ", ", quoteAll(part), ")")
			p.P("}")
		}
		if limits != "" {
			p.P(limits)
		}
	})
	p.P("}")
}

func seenVar(word int) string {
	if word == 0 {
		return "seen"
	}
	return "seen" + strconv.Itoa(word+1)
}

func requiredNames(fields []*field) []string {
	var out []string
	for _, f := range fields {
		if f.ir.Required {
			out = append(out, f.ir.Name)
		}
	}
	return out
}

func quoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quote(n)
	}
	return strings.Join(quoted, ", ")
}

// decodeMembers prints the body of the loop over an object's members.
func (g *generator) decodeMembers(f *file, p *emit.Printer, t *ir.Type, o *ir.Object, fields []*field) {
	if len(fields) == 0 {
		g.decodeOther(f, p, t, g.othersOf(o))
		return
	}
	p.P("switch string(d.name) {")
	bit := 0
	for _, fd := range fields {
		p.P("case ", quote(fd.ir.Name), ":")
		p.In(func() {
			also := g.alsoPatterns(f, o, fd, p.Indent())
			if also != nil {
				p.P("from := d.", g.sup("start"), "()")
			}
			g.decodeField(f, p, fd)
			for _, line := range also {
				p.P(line)
			}
			if fd.ir.Required {
				p.P(seenVar(bit/64), " |= ", fmt.Sprintf("%#x", uint64(1)<<(bit%64)))
				bit++
			}
		})
	}
	p.P("default:")
	p.In(func() { g.decodeOther(f, p, t, g.othersOf(o)) })
	p.P("}")
}

func (g *generator) decodeField(f *file, p *emit.Printer, fd *field) {
	switch fd.kind {
	case constant:
		p.P("d.", g.sup("constant"), "(", goString(fd.literal), ")")
	case null:
		p.P("d.", g.sup("null"), "()")
	case never:
		p.P("d.", g.sup("refuse"), "()")
	case ordinary:
		p.P(fd.slot.read(f, "&v."+fd.name, p.Indent()))
	}
}
