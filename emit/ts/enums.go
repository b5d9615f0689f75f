package ts

import (
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// listed reports whether an enum gets an array of its values: it has several,
// or may get more, and each is a scalar whose digits a double can hold.
func listed(s *ir.Enum) bool {
	if len(s.Members) < 2 && !s.Open {
		return false
	}
	for _, m := range s.Members {
		switch c := m.Value.JSON[0]; c {
		case '[', '{':
			return false
		case '"', 't', 'f', 'n':
		default:
			if _, ok := number(m.Value.JSON); !ok {
				return false
			}
		}
	}
	return true
}

// enumKinds reports which kinds of member an enum has that may grow.
func enumKinds(s *ir.Enum) (str, num bool) {
	for _, m := range s.Members {
		switch c := m.Value.JSON[0]; {
		case c == '"':
			str = true
		case c == '-' || c >= '0' && c <= '9':
			num = true
		}
	}
	return str, num
}

// members returns the union of an enum's literals.
func (g *generator) members(t *ir.Type, s *ir.Enum) expr {
	wide := false // number itself is among the members, and takes in its literals
	kids := make([]expr, len(s.Members))
	for i, m := range s.Members {
		e, exact := literal(m.Value)
		if !exact {
			wide = wide || e.is("number")
			g.out.Warnf("ts/number-precision", t.Loc,
				"a JavaScript number cannot hold the digits of %s: the type is number", m.Value.JSON)
		}
		kids[i] = e
	}
	if wide {
		kids = slices.DeleteFunc(kids, func(e expr) bool {
			return e.kind == textExpr && (e.text[0] == '-' || e.text[0] >= '0' && e.text[0] <= '9')
		})
	}
	return union(kids...)
}

// printEnum prints the values as an array, so that a program can list them, and
// the type derived from it.
func (g *generator) printEnum(p *emit.Printer, d *decl, s *ir.Enum) {
	doc := g.typeDoc(d)
	e := expr{}
	if d.values != "" {
		p.P("/** The values of ", d.name, d.thatAreListed(), ". */")
		list(p, "export const "+d.values+" = ", g.valueList(d.t, s), " as const;")
		p.P()
		e = text("(typeof " + d.values + ")[number]")
	} else {
		e = g.members(d.t, s)
	}
	if d.known == "" {
		g.printDoc(p, doc)
		typed(p, "export type "+d.name+" = ", e, ";")
		return
	}
	p.P("/** One of the values of ", d.name, " that the schema lists. */")
	typed(p, "export type "+d.known+" = ", e, ";")
	p.P()
	g.printDoc(p, doc)
	typed(p, "export type "+d.name+" = ", union(append([]expr{ref(d.known)}, g.unlisted(s)...)...), ";")
}

func (d *decl) thatAreListed() string {
	if d.known != "" {
		return " that the schema lists"
	}
	return ""
}

// unlisted returns the types of values that a newer writer may send, or that the
// schema allows beside those it lists. The intersection with {} keeps a union
// from collapsing to string, so that editors go on offering its literals.
func (g *generator) unlisted(s *ir.Enum) []expr {
	var out []expr
	str, num := enumKinds(s)
	if s.Free {
		if str {
			out = append(out, text("(string & {})"))
		}
		if num {
			out = append(out, text("(number & {})"))
		}
		return out
	}
	if str {
		out = append(out, ref(g.names.unknownString))
	}
	if num {
		out = append(out, ref(g.names.unknownNumber))
	}
	return out
}

// valueList returns the members of a listed enum as value expressions, which
// for scalars read as their types do.
func (g *generator) valueList(t *ir.Type, s *ir.Enum) []string {
	out := make([]string, len(s.Members))
	for i, m := range s.Members {
		e, _ := literal(m.Value)
		out[i] = strings.TrimSpace(e.flat())
	}
	return out
}
