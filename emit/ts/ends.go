package ts

import (
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// ending is how a predicate says with which events a stream ends.
type ending struct {
	tag     string // the expression of an event's kind
	cases   []endCase
	unknown string      // the type of variants that the union does not list
	other   [][]endTest // of such variants, as in endCase
}

// endCase is one kind of event.
type endCase struct {
	label string      // the kind as a literal
	when  [][]endTest // the event is the last if all tests of one hold; nil: it always is
}

// endTest holds if a member has one of the values.
type endTest struct {
	member string // the expression that reads it
	values []string
}

// printEnds prints a predicate for each operation whose stream says with which
// events it ends, and the function that these use.
func (g *generator) printEnds(p *emit.Printer) {
	tests := false
	for _, o := range g.doc.Operations {
		name := g.ends[o]
		if name == "" {
			continue
		}
		e, checked := g.typedEnding(o.Stream)
		if !checked {
			e = g.looseEnding(o.Stream)
		}
		p.P()
		p.P("/** Reports whether the stream of ", strings.Join(textLines(o.ID), " "), " ends with an event. */")
		event := g.use(o.Stream.Event)
		if line := "export function " + name + "(event: " + event.flat() + "): boolean {"; fits(p, line) {
			p.P(line)
		} else {
			p.P("export function ", name, "(")
			p.In(func() { typed(p, "event: ", event, ",") })
			p.P("): boolean {")
		}
		p.In(func() {
			if !checked {
				p.P("const e: { readonly [member: string]: unknown } | null = event as never;")
			}
			e.print(p)
		})
		p.P("}")
		tests = tests || len(e.other) > 0 || slices.ContainsFunc(e.cases, func(c endCase) bool { return c.when != nil })
	}
	if tests {
		p.P()
		p.P("function isOneOf(value: unknown, values: readonly unknown[]): boolean {")
		p.In(func() { p.P("return values.includes(value);") })
		p.P("}")
	}
}

// typedEnding returns an ending that tsc checks; false if the type of the events
// is no union on their tag, or has not all members that the ending looks at.
func (g *generator) typedEnding(s *ir.Stream) (ending, bool) {
	u, ok := ir.Resolve(s.Event.Type).Shape.(*ir.Union)
	if !ok || s.Event.Nullable || u.Discriminator == "" || u.Discriminator != streamTag(s) {
		return ending{}, false
	}
	e := ending{tag: access("event", g.member(u.Discriminator))}
	arm := g.armOf(u)
	for _, t := range s.Terminal {
		v, label := variantOf(u, t.Tag)
		switch {
		case v != nil:
			o, isObject := ir.Resolve(v.Use.Type).Shape.(*ir.Object)
			for _, c := range t.When {
				if !isObject || fieldOf(o, c.Member) == nil {
					return ending{}, false
				}
			}
			e.cases = addCase(e.cases, label, t, func(member string) string { return access("event", g.member(member)) })
		case u.Open:
			e.unknown = g.prefix + g.of[ir.Resolve(s.Event.Type)].other
			tests := []endTest{{e.tag, []string{quote(g.marker)}}, {"other." + arm.wire, []string{quote(t.Tag)}}}
			for _, c := range t.When {
				tests = append(tests, endTest{"other." + arm.raw + "[" + quote(c.Member) + "]", values(c.Values)})
			}
			e.other = append(e.other, tests)
		}
	}
	return e, true
}

// looseEnding returns an ending for events of any type.
func (g *generator) looseEnding(s *ir.Stream) ending {
	read := func(member string) string { return "e?.[" + quote(g.eventMember(s, member)) + "]" }
	e := ending{tag: read(streamTag(s))}
	for _, t := range s.Terminal {
		e.cases = addCase(e.cases, quote(t.Tag), t, read)
	}
	return e
}

// variantOf returns the variant of a tag with the tag as a literal, nil if u
// does not list it.
func variantOf(u *ir.Union, tag string) (*ir.Variant, string) {
	for i, v := range u.Variants {
		for _, value := range v.Tags {
			lit, _ := literal(value)
			if value.JSON == tag || lit.flat() == quote(tag) {
				return &u.Variants[i], lit.flat()
			}
		}
	}
	return nil, ""
}

// access reads a declared member of an object.
func access(object, member string) string {
	if identifier(member) {
		return object + "." + member
	}
	return object + "[" + quote(member) + "]"
}

// addCase adds what t says to the case of its kind.
func addCase(cases []endCase, label string, t ir.Terminal, read func(member string) string) []endCase {
	var tests []endTest
	for _, c := range t.When {
		tests = append(tests, endTest{read(c.Member), values(c.Values)})
	}
	for i := range cases {
		if cases[i].label != label {
			continue
		}
		if tests == nil {
			cases[i].when = nil
		} else if cases[i].when != nil {
			cases[i].when = append(cases[i].when, tests)
		}
		return cases
	}
	c := endCase{label: label}
	if tests != nil {
		c.when = [][]endTest{tests}
	}
	return append(cases, c)
}

// print prints the switch: the kinds that always end the stream first, together.
func (e ending) print(p *emit.Printer) {
	p.P("switch (", e.tag, ") {")
	p.In(func() {
		always := 0
		for _, c := range e.cases {
			if c.when == nil {
				p.P("case ", c.label, ":")
				always++
			}
		}
		if always > 0 {
			p.In(func() { p.P("return true;") })
		}
		for _, c := range e.cases {
			if c.when != nil {
				p.P("case ", c.label, ":")
				p.In(func() { printTests(p, c.when) })
			}
		}
		e.printDefault(p)
	})
	p.P("}")
}

func (e ending) printDefault(p *emit.Printer) {
	if len(e.other) == 0 {
		p.P("default:")
		p.In(func() { p.P("return false;") })
		return
	}
	p.P("default: {")
	p.In(func() {
		p.P("const other = event as ", e.unknown, ";")
		printTests(p, e.other)
	})
	p.P("}")
}

// printTests prints the end of a case: true if all tests of one list hold.
func printTests(p *emit.Printer, when [][]endTest) {
	if len(when) == 1 && len(when[0]) == 1 {
		t := when[0][0]
		list(p, "return isOneOf("+t.member+", ", t.values, ");")
		return
	}
	for _, tests := range when {
		var flat []string
		for _, t := range tests {
			flat = append(flat, "isOneOf("+t.member+", ["+strings.Join(t.values, ", ")+"])")
		}
		if line := "if (" + strings.Join(flat, " && ") + ") {"; fits(p, line) {
			p.P(line)
		} else {
			p.P("if (")
			p.In(func() {
				for i, t := range tests {
					after := ") &&"
					if i == len(tests)-1 {
						after = ")"
					}
					list(p, "isOneOf("+t.member+", ", t.values, after)
				}
			})
			p.P(") {")
		}
		p.In(func() { p.P("return true;") })
		p.P("}")
	}
	p.P("return false;")
}
