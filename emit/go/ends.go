package golang

import (
	"slices"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

func join(list []string) string { return strings.Join(list, ", ") }

// printEnds prints a predicate for each operation whose stream says with which
// events it ends.
func (g *generator) printEnds(f *file) {
	for _, o := range g.doc.Operations {
		if name := g.ends[o]; name != "" {
			f.decl(func(p *emit.Printer) { g.printEnd(f, p, name, o) })
		}
	}
}

func (g *generator) printEnd(f *file, p *emit.Printer, name string, o *ir.Operation) {
	s := o.Stream
	event := g.slot(s.Event, true)
	c := &comment{}
	c.add(name + " reports whether the stream of " + oneLine(o.ID) + " ends with e.")
	c.print(p)
	p.P("func ", name, "(e ", event.goType(f), ") bool {")
	p.In(func() {
		u, isUnion := g.shape(s.Event.Type).(*ir.Union)
		if !isUnion {
			g.endOfOne(f, p, event, s)
			return
		}
		tag := s.Tag
		if tag == "" {
			tag = u.Discriminator
		}
		g.endOfUnion(f, p, s, tag)
	})
	p.P("}")
}

// spot is where an expression stands.
type spot struct {
	file  *file
	depth int // tabs before its line
}

// endOfOne prints the test of an event that is no union.
func (g *generator) endOfOne(f *file, p *emit.Printer, event slot, s *ir.Stream) {
	t := ir.Resolve(s.Event.Type)
	test := truth(false)
	switch g.shape(t).(type) {
	case *ir.Object:
		test = g.endTest(spot{f, 1}, t, s.Terminal, s.Tag)
		if event.mode == nullable {
			test = all(condition("e != nil"), test)
		}
	case *ir.Any, *ir.Map:
		test = g.looseEnd(f, event, s)
	}
	p.P("return ", test.text)
}

// endOfUnion prints a switch over the variants that end a stream: those that
// always do first, together.
func (g *generator) endOfUnion(f *file, p *emit.Printer, s *ir.Stream, tag string) {
	var always []string
	type arm struct{ goType, test string }
	var sometimes []arm
	for _, v := range g.objectsOf(s.Event.Type) {
		switch test := g.endTest(spot{f, 2}, v, s.Terminal, tag); test.known {
		case isTrue:
			always = append(always, "*"+g.names[v])
		case open:
			sometimes = append(sometimes, arm{"*" + g.names[v], test.text})
		}
	}
	if len(always)+len(sometimes) == 0 {
		p.P("return false")
		return
	}
	if len(sometimes) > 0 {
		p.P("switch e := e.(type) {")
	} else {
		p.P("switch e.(type) {")
	}
	if len(always) > 0 {
		p.P("case ", join(always), ":")
		p.P("\treturn true")
	}
	for _, a := range sometimes {
		p.P("case ", a.goType, ":")
		p.P("\treturn ", a.test)
	}
	p.P("}")
	p.P("return false")
}

// objectsOf returns the objects that a value of the union t can be, those of
// nested unions among them.
func (g *generator) objectsOf(t *ir.Type) []*ir.Type {
	var out []*ir.Type
	visited := map[*ir.Type]bool{}
	var visit func(t *ir.Type)
	visit = func(t *ir.Type) {
		if visited[t] {
			return
		}
		visited[t] = true
		switch g.shape(t).(type) {
		case *ir.Union:
			for _, a := range g.arms[t] {
				visit(a.typ)
			}
		case *ir.Object:
			out = append(out, t)
		}
	}
	visit(ir.Resolve(t))
	return out
}

// endTest returns whether an event e that is the object t ends a stream.
func (g *generator) endTest(at spot, t *ir.Type, terminal []ir.Terminal, tag string) test {
	out := truth(false)
	for _, end := range terminal {
		one := g.memberTest(at, t, tag, g.tagValues(t, tag, end.Tag))
		for _, c := range end.When {
			one = all(one, g.memberTest(at, t, c.Member, c.Values))
		}
		out = orElse(out, one, at.depth)
	}
	return out
}

// tagValues returns the JSON that a tag is in the objects of t: that of the
// member's own values that reads so, else a string; nil if no object has the tag.
func (g *generator) tagValues(t *ir.Type, member, tag string) []ir.Value {
	if fd := g.fieldOf(t, member); fd != nil {
		if e, ok := g.shape(fd.ir.Use.Type).(*ir.Enum); ok {
			for _, m := range e.Members {
				if s, isText := stringValue(m.Value); isText && s == tag || !isText && m.Value.JSON == tag {
					return []ir.Value{m.Value}
				}
			}
			if g.tagged[t][member] {
				return nil
			}
		}
	}
	return []ir.Value{{JSON: quoteJSON(tag)}}
}

func (g *generator) fieldOf(t *ir.Type, member string) *field {
	i := slices.IndexFunc(g.fields[t], func(fd *field) bool { return fd.ir.Name == member })
	if i < 0 {
		return nil
	}
	return g.fields[t][i]
}

// memberTest returns whether a member of the object e, which is a t, has one of
// values.
func (g *generator) memberTest(at spot, t *ir.Type, member string, values []ir.Value) test {
	fd := g.fieldOf(t, member)
	switch {
	case fd == nil:
		return truth(false)
	case fd.kind == constant:
		return truth(slices.ContainsFunc(values, func(v ir.Value) bool { return canonical(v) == fd.literal }))
	case fd.kind != ordinary:
		return truth(false)
	}
	variable := "e." + fd.name
	switch fd.slot.mode {
	case optional:
		return all(condition(variable+".Value != nil"), g.valueTest(at, fd.ir.Use.Type, "*"+variable+".Value", values))
	case plain:
		return g.valueTest(at, fd.ir.Use.Type, variable, values)
	case nullable, pointer, boxed:
		return all(condition(variable+" != nil"), g.valueTest(at, fd.ir.Use.Type, "*"+variable, values))
	}
	return all(condition(variable+" != nil"), g.valueTest(at, fd.ir.Use.Type, variable, values))
}

// valueTest returns whether a variable of type t has one of values.
func (g *generator) valueTest(at spot, t *ir.Type, variable string, values []ir.Value) test {
	t = ir.Resolve(t)
	out := truth(false)
	switch s := g.shape(t).(type) {
	case *ir.Scalar:
		goType := g.scalar(s).goType
		if goType == "bool" && g.names[t] != "" {
			variable = "bool(" + variable + ")"
		}
		if goType == "[]byte" || goType == "json.Number" {
			break
		}
		for _, v := range values {
			text, ok := goLiteral(goType, v)
			switch {
			case !ok:
			case goType == "bool":
				out = either(out, isBool(variable, text))
			default:
				out = either(out, equals(variable, text))
			}
		}
		return out
	case *ir.Enum:
		kind := enumKind(s)
		if kind == mixedEnum {
			break
		}
		for _, v := range values {
			text, ok := goLiteral(enumScalars[kind].goType, v)
			for i, m := range s.Members {
				if canonical(m.Value) == canonical(v) {
					text, ok = g.constants[t][i], true
				}
			}
			if ok {
				out = either(out, equals(variable, text))
			}
		}
		return out
	}
	return g.codecTest(at, t, variable, values)
}

// codecTest returns whether the JSON of a variable is one of values.
func (g *generator) codecTest(at spot, t *ir.Type, variable string, values []ir.Value) test {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = goString(v.JSON)
	}
	addr, isPointer := strings.CutPrefix(variable, "*")
	if !isPointer {
		addr = "&" + variable
	}
	return condition(g.sup("hasJSON") + "(" + addr + ", " + g.writer(at.file, t, at.depth) + ", " + join(texts) + ")")
}

// looseEnd returns whether an event without declared members, which is raw JSON
// or a map, ends a stream.
func (g *generator) looseEnd(f *file, event slot, s *ir.Stream) test {
	out := truth(false)
	if s.Tag == "" {
		return out
	}
	for _, end := range s.Terminal {
		texts := []string{quote(s.Tag), goString(quoteJSON(end.Tag))}
		one := condition(g.sup("hasMember") + "(&e, " + event.writer(f, 1) + ", " + join(texts) + ")")
		for _, c := range end.When {
			texts := []string{quote(c.Member)}
			for _, v := range c.Values {
				texts = append(texts, goString(v.JSON))
			}
			one = all(one, condition("hasMember(&e, "+event.writer(f, 1)+", "+join(texts)+")"))
		}
		out = either(out, one)
	}
	return out
}

// goLiteral returns the Go literal of v as a value of a basic type; false if the
// type has no such value.
func goLiteral(goType string, v ir.Value) (string, bool) {
	switch goType {
	case "string":
		s, ok := stringValue(v)
		return quote(s), ok
	case "int64":
		return plainInteger(v.JSON)
	case "uint64":
		n, ok := plainInteger(v.JSON)
		return n, ok && !strings.HasPrefix(n, "-")
	case "float64":
		if _, err := strconv.ParseFloat(v.JSON, 64); err != nil {
			return "", false
		}
		return floatLiteral(v.JSON)
	case "bool":
		return v.JSON, v.JSON == "true" || v.JSON == "false"
	}
	return "", false
}

func equals(variable, literal string) test { return condition(variable + " == " + literal) }

// isBool compares a boolean, which says itself whether it is true.
func isBool(variable, literal string) test {
	if literal == "true" {
		return condition(variable)
	}
	return condition("!" + variable)
}
