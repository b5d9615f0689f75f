package golang

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// What strict decoders check beside types. Formats are annotations.

// hasLimits reports whether values of t have limits to check.
func (g *generator) hasLimits(t *ir.Type) bool {
	return len(g.checks(t, "")) > 0
}

// limitedRead returns call, which reads a value of t into the variable at addr,
// and the checks of that value behind it.
func (g *generator) limitedRead(t *ir.Type, addr, call string, depth int) string {
	checks := g.checks(t, addr)
	if len(checks) == 0 {
		return call
	}
	lines := append([]string{"at := d." + g.sup("start") + "()", call}, checks...)
	return strings.Join(lines, "\n"+strings.Repeat("\t", depth))
}

// checks returns the statements that check the value at addr, which was read from
// the offset at.
func (g *generator) checks(t *ir.Type, addr string) []string {
	if !g.strict {
		return nil
	}
	switch s := g.shape(t).(type) {
	case *ir.Scalar:
		switch s.Kind {
		case ir.String:
			return g.stringChecks(s, addr)
		case ir.Integer, ir.Number:
			return g.numberChecks(s, addr)
		}
	case *ir.Array:
		var out []string
		if low, high, ok := counts(s.MinItems, s.MaxItems); ok {
			out = append(out, g.countCheck(addr, "items", low, high))
		}
		if s.Unique {
			out = append(out, "d."+g.sup("unique")+"(at)")
		}
		return out
	case *ir.Map:
		if low, high, ok := counts(s.MinProps, s.MaxProps); ok {
			return []string{g.countCheck(addr, "members", low, high)}
		}
	}
	return nil
}

func (g *generator) countCheck(addr, noun, low, high string) string {
	return "d." + g.sup("count") + "(at, len(" + variable(addr) + "), " + quote(noun) + ", " + low + ", " + high + ")"
}

// variable returns the variable that addr points to, in its own type where addr
// converts it: "*v" for "(*string)(v)".
func variable(addr string) string {
	if strings.HasPrefix(addr, "(*") {
		return "*v"
	}
	return deref(addr)
}

// memberChecks returns the statement that checks how many members an object has,
// which begins at the offset at; "" if any number will do.
func (g *generator) memberChecks(o *ir.Object) string {
	low, high, ok := counts(o.MinProps, o.MaxProps)
	if !ok || !g.strict {
		return ""
	}
	return "d." + g.sup("members") + "(at, " + low + ", " + high + ")"
}

// counts returns the bounds of a number of things as Go literals, -1 for no
// highest; false if they refuse nothing.
func counts(low, high string) (lowest, highest string, ok bool) {
	lowest, highest = "0", "-1"
	if n := bound(low); n != nil && n.Sign() > 0 {
		lowest = clampedCount(n)
	}
	if n := bound(high); n != nil {
		highest = clampedCount(n)
	}
	return lowest, highest, lowest != "0" || highest != "-1"
}

// clampedCount returns n as a literal that fits an int of 32 bits.
func clampedCount(n *big.Float) string {
	i, _ := n.Int64()
	return strconv.FormatInt(min(max(i, 0), math.MaxInt32), 10)
}

// stringChecks are for the text of a JSON string, which is not the value at addr
// where that holds bytes.
func (g *generator) stringChecks(s *ir.Scalar, addr string) []string {
	text := variable(addr)
	switch {
	case g.scalar(s).goType == "[]byte":
		text = "d." + g.sup("spelling") + "(at)"
	case isDateTime(s) || strings.HasPrefix(addr, "(*"):
		text = "string(" + text + ")"
	}
	var out []string
	if low, high, ok := counts(s.Limits.MinLength, s.Limits.MaxLength); ok {
		out = append(out, "d."+g.sup("characters")+"(at, "+text+", "+low+", "+high+")")
	}
	if g.checkable(s.Limits.Pattern) {
		out = append(out, "d."+g.sup("match")+"(at, "+text+", "+g.pattern(s.Limits.Pattern)+")")
	}
	return out
}

// checkable reports whether Go can match a pattern.
func (g *generator) checkable(expr string) bool {
	if expr == "" {
		return false
	}
	_, ok := g.translation(expr)
	return ok
}

func (g *generator) translation(expr string) (string, bool) {
	if known, ok := g.translated[expr]; ok {
		return known, known != ""
	}
	re2, ok := translate(expr)
	g.translated[expr] = re2
	return re2, ok
}

// reportUnchecked warns of the patterns that strict decoders do not check.
func (g *generator) reportUnchecked() {
	if !g.strict {
		return
	}
	ir.Walk(g.doc, func(t *ir.Type) {
		if s, ok := t.Shape.(*ir.Scalar); ok && t.Alias == nil && s.Limits.Pattern != "" && !g.checkable(s.Limits.Pattern) {
			g.out.Warnf("go/pattern", t.Loc, "values are not checked against the pattern %q: Go cannot express it", s.Limits.Pattern)
		}
	})
}

// limitedNames returns the reader elem for the members of m with the checks of
// their names before it.
func (g *generator) limitedNames(m *ir.Map, elem string, depth int) string {
	if m.Key == nil || !g.strict {
		return elem
	}
	s, ok := g.shape(m.Key).(*ir.Scalar)
	if !ok || s.Kind != ir.String {
		return elem
	}
	var checks []string
	if low, high, ok := counts(s.Limits.MinLength, s.Limits.MaxLength); ok {
		checks = append(checks, "d."+g.sup("nameCharacters")+"("+low+", "+high+")")
	}
	if g.checkable(s.Limits.Pattern) {
		checks = append(checks, "d."+g.sup("nameMatch")+"("+g.pattern(s.Limits.Pattern)+")")
	}
	if checks == nil {
		return elem
	}
	tabs := "\n" + strings.Repeat("\t", depth)
	return g.sup("named") + "(func(d *decoder) {" + tabs + "\t" + strings.Join(checks, tabs+"\t") + tabs + "}, " + elem + ")"
}

// decodeExclusive prints how a value is decoded that one of arms accepts, but no
// other.
func (g *generator) decodeExclusive(p *emit.Printer, t *ir.Type, arms []arm) {
	names := make([]string, len(arms))
	for i, a := range arms {
		names[i] = g.names[a.typ]
	}
	p.P(g.sup("chooseOne"), "(v, d, []string{", quoteAll(names), "},")
	for _, a := range arms {
		p.P("\tfunc(d *decoder) ", g.names[t], " {")
		p.In(func() {
			p.In(func() {
				if test := g.quickTest(t, a); test != "" {
					p.P("if !", test, " {")
					p.P("\treturn nil")
					p.P("}")
				}
				g.decodeArm(p, t, a, "return ")
			})
		})
		p.P("\t},")
	}
	p.P(")")
}

// quickTest returns the condition that a value has the members of an arm of t
// that holds values of t in turn. Trying every arm at every level in full would
// take time that doubles with each; "" if that cannot be.
func (g *generator) quickTest(t *ir.Type, a arm) string {
	if _, ok := g.shape(a.typ).(*ir.Object); !ok {
		return ""
	}
	required := requiredNames(g.fields[a.typ])
	if len(required) == 0 || !g.reaches(a.typ, t) {
		return ""
	}
	return "d." + g.sup("has") + "(" + quoteAll(required) + ")"
}

// reaches reports whether values of a type can hold values of another.
func (g *generator) reaches(from, to *ir.Type) bool {
	seen := map[*ir.Type]bool{}
	var visit func(t *ir.Type) bool
	visit = func(t *ir.Type) bool {
		t = ir.Resolve(t)
		if seen[t] {
			return t == to
		}
		seen[t] = true
		return t == to || slices.ContainsFunc(ir.Uses(g.shape(t)), func(u ir.Use) bool { return visit(u.Type) })
	}
	return visit(from)
}
