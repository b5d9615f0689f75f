package ts

import (
	"fmt"
	"slices"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

func retryName(r ir.Retry) string {
	switch r {
	case ir.RetryRead:
		return "read"
	case ir.RetryIdempotent:
		return "idempotent"
	case ir.RetryNever:
		return "never"
	default:
		panic(fmt.Sprintf("ts: unhandled retry policy %d", r))
	}
}

func malformedName(m ir.Malformed) string {
	switch m {
	case ir.MalformedFails:
		return "fail"
	case ir.MalformedSkips:
		return "skip"
	default:
		panic(fmt.Sprintf("ts: unhandled policy for malformed events %d", m))
	}
}

// printStream prints what a program needs to read a stream. Members of events
// have the names that decoded events have.
func (g *generator) printStream(p *emit.Printer, s *ir.Stream) {
	p.P("stream: {")
	p.In(func() {
		breakable(p, "media: ", quote(s.Media))
		if tag := streamTag(s); tag != "" {
			breakable(p, "tag: ", quote(g.eventMember(s, tag)))
		}
		g.printTerminal(p, s)
		if c := s.Cursor; c != nil {
			printScoped(p, "cursor", g.eventMember(s, c.Scope), g.eventMember(s, c.Field))
		}
		if r := s.Resume; r != nil {
			printScoped(p, "resume", r.Scope, r.Field)
		}
		if s.Gap != "" {
			breakable(p, "gap: ", quote(s.Gap))
		}
		p.P("malformed: ", quote(malformedName(s.Malformed)), ",")
	})
	p.P("},")
}

// streamTag returns the member that names an event's kind, as on the wire; "" if
// none does.
func streamTag(s *ir.Stream) string {
	if s.Tag != "" {
		return s.Tag
	}
	if u, ok := ir.Resolve(s.Event.Type).Shape.(*ir.Union); ok {
		return u.Discriminator
	}
	return ""
}

// eventMember returns the name that a member has in decoded events. One that no
// event declares keeps its own.
func (g *generator) eventMember(s *ir.Stream, name string) string {
	if declaresMember(s.Event.Type, name, map[*ir.Type]bool{}) {
		return g.member(name)
	}
	return name
}

// declaresMember reports whether an object that t is or may be declares name.
func declaresMember(t *ir.Type, name string, seen map[*ir.Type]bool) bool {
	t = ir.Resolve(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	switch s := t.Shape.(type) {
	case *ir.Object:
		return fieldOf(s, name) != nil
	case *ir.Union:
		for _, v := range s.Variants {
			if declaresMember(v.Use.Type, name, seen) {
				return true
			}
		}
	}
	return false
}

func fieldOf(s *ir.Object, name string) *ir.Field {
	for _, f := range s.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func (g *generator) printTerminal(p *emit.Printer, s *ir.Stream) {
	if len(s.Terminal) == 0 {
		return
	}
	if !slices.ContainsFunc(s.Terminal, func(t ir.Terminal) bool { return len(t.When) > 0 }) {
		var items []string
		for _, t := range s.Terminal {
			items = append(items, "{ tag: "+quote(t.Tag)+" }")
		}
		list(p, "terminal: ", items, ",")
		return
	}
	p.P("terminal: [")
	p.In(func() {
		for _, t := range s.Terminal {
			if line := "{ tag: " + quote(t.Tag) + " },"; len(t.When) == 0 && fits(p, line) {
				p.P(line)
				continue
			}
			p.P("{")
			p.In(func() {
				breakable(p, "tag: ", quote(t.Tag))
				g.printConditions(p, s, t.When)
			})
			p.P("},")
		}
	})
	p.P("],")
}

func (g *generator) printConditions(p *emit.Printer, s *ir.Stream, when []ir.Condition) {
	if len(when) == 0 {
		return
	}
	p.P("when: {")
	p.In(func() {
		for _, c := range when {
			list(p, valueKey(g.eventMember(s, c.Member))+": ", values(c.Values), ",")
		}
	})
	p.P("},")
}

func values(vs []ir.Value) []string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = valueText(v)
	}
	return out
}

// printScoped prints a cursor, or the parameters that carry one.
func printScoped(p *emit.Printer, name, scope, field string) {
	p.P(name, ": {")
	p.In(func() {
		if scope != "" {
			breakable(p, "scope: ", quote(scope))
		}
		breakable(p, "field: ", quote(field))
	})
	p.P("},")
}
