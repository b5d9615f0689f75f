package golang

import (
	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

func (g *generator) printStream(p *emit.Printer, s *ir.Stream) {
	c := &comment{}
	g.inline(c, s.Event, "")
	c.print(p)
	p.P("Stream: &", g.shared["Stream"], "{")
	p.In(func() {
		w := literal{p: p}
		w.field("Media", quote(s.Media))
		w.field("Event", quote(g.typeText(s.Event)))
		w.text("Tag", s.Tag)
		if len(s.Terminal) > 0 {
			w.flush() // what spans lines ends a run of aligned ones
			g.printTerminal(p, s.Terminal)
		}
		if s.Cursor != nil {
			w.field("Cursor", "&"+g.shared["Cursor"]+scoped(s.Cursor.Scope, s.Cursor.Field))
		}
		if s.Resume != nil {
			w.field("Resume", "&"+g.shared["Resume"]+scoped(s.Resume.Scope, s.Resume.Field))
		}
		w.text("Gap", s.Gap)
		w.constant("Malformed", g.malformed(s.Malformed))
		w.flush()
	})
	p.P("},")
}

// scoped returns the literal of a cursor or of what carries it.
func scoped(scope, field string) string {
	if scope == "" {
		return "{Field: " + quote(field) + "}"
	}
	return "{Scope: " + quote(scope) + ", Field: " + quote(field) + "}"
}

func (g *generator) printTerminal(p *emit.Printer, terminal []ir.Terminal) {
	p.P("Terminal: []", g.shared["Terminal"], "{")
	p.In(func() {
		for _, t := range terminal {
			if len(t.When) == 0 {
				p.P("{Tag: ", quote(t.Tag), "},")
				continue
			}
			p.P("{Tag: ", quote(t.Tag), ", When: []", g.shared["Condition"], "{")
			p.In(func() {
				for _, c := range t.When {
					values := make([]string, len(c.Values))
					for i, v := range c.Values {
						values[i] = goString(v.JSON)
					}
					p.P("{Member: ", quote(c.Member), ", Values: []string{", join(values), "}},")
				}
			})
			p.P("}},")
		}
	})
	p.P("},")
}
