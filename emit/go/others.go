package golang

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// others is what an object or a map says of the members that no field names.
type others struct {
	patterns []ir.Pattern
	rest     *ir.Use // of members that match no pattern; nil: not kept
	closed   bool    // with a nil rest: they are forbidden
}

// othersOf takes an *ir.Object or an *ir.Map; other shapes say nothing.
func (g *generator) othersOf(s ir.Shape) others {
	switch s := s.(type) {
	case *ir.Object:
		return others{s.Patterns, s.Extra, s.Closed}
	case *ir.Map:
		return others{s.Patterns, &s.Elem, false}
	}
	return others{}
}

// otherUse returns the one type that these members have in Go, and false if
// none are kept. Members of different types are kept as raw JSON.
func (g *generator) otherUse(o others) (ir.Use, bool) {
	var uses []ir.Use
	for _, p := range o.patterns {
		uses = append(uses, p.Use)
	}
	if o.rest != nil {
		uses = append(uses, *o.rest)
	}
	uses = slices.DeleteFunc(uses, g.isNever)
	if len(uses) == 0 {
		return ir.Use{}, false
	}
	anyUse := ir.Use{Type: g.anyType}
	if o.rest == nil && !o.closed && !o.told() {
		return anyUse, true
	}
	for _, u := range uses[1:] {
		if !g.sameGo(u, uses[0]) {
			return anyUse, true
		}
	}
	return uses[0], true
}

func (g *generator) isNever(u ir.Use) bool {
	_, never := g.shape(u.Type).(*ir.Never)
	return never
}

// sameGo reports whether a and b are read into the same Go type in the same way,
// limits aside.
func (g *generator) sameGo(a, b ir.Use) bool {
	defer func(strict bool) { g.strict = strict }(g.strict)
	g.strict = false
	return g.sameReader(a, b)
}

// sameReader reports whether a and b are read into the same Go type by the same
// code.
func (g *generator) sameReader(a, b ir.Use) bool {
	if a.Nullable != b.Nullable {
		return false
	}
	return a.Type == b.Type || g.typeOf(g.scratch, a.Type) == g.typeOf(g.scratch, b.Type) &&
		g.reader(g.scratch, a.Type, 0) == g.reader(g.scratch, b.Type, 0)
}

// told reports whether Go can tell which members match a pattern.
func (o others) told() bool {
	return !slices.ContainsFunc(o.patterns, func(p ir.Pattern) bool { return !compiles(p.Expr) })
}

func compiles(expr string) bool {
	_, err := regexp.Compile(expr)
	return err == nil
}

// reportWidenings warns of members whose types Go does not tell apart.
func (g *generator) reportWidenings() {
	for _, t := range g.limited {
		o := g.othersOf(g.shape(t))
		for _, p := range o.patterns {
			if !compiles(p.Expr) {
				g.out.Warnf("go/pattern", t.Loc, "members matching %q are not told from others: Go cannot compile the expression", p.Expr)
			}
		}
		if u, ok := g.otherUse(o); ok && u.Type == g.anyType && len(o.patterns) > 0 && o.told() {
			g.out.Warnf("go/pattern", t.Loc, "members that match patterns are raw JSON in Go, checked against the first pattern that matches: their types differ")
		}
		if m, ok := g.shape(t).(*ir.Map); ok && m.Key != nil {
			if e, ok := g.shape(m.Key).(*ir.Enum); ok && enumKind(e) != stringEnum {
				g.out.Warnf("go/key", t.Loc, "names of members are not checked: the names that the schema lists are not all strings")
			}
		}
	}
}

// pattern names the compiled form of an expression.
func (g *generator) pattern(expr string) string {
	i, ok := g.patternIndex[expr]
	if !ok {
		i = len(g.patterns)
		g.patternIndex[expr] = i
		g.patterns = append(g.patterns, expr)
	}
	return "pattern" + strconv.Itoa(i+1)
}

// printPatterns declares the expressions that the decoders printed so far match.
func (g *generator) printPatterns(codec *file) {
	for _, expr := range g.patterns {
		codec.decl(func(p *emit.Printer) {
			if !g.strict {
				p.P("var ", g.pattern(expr), " = ", codec.qual("regexp", "MustCompile"), "(", goString(expr), ")")
				return
			}
			re2, ok := g.translation(expr)
			if !ok {
				re2 = expr
			}
			p.P("var ", g.pattern(expr), " = ", g.sup("newPattern"), "(", goString(expr), ", ", goString(re2), ")")
		})
	}
}

// matches returns the condition that d.name matches one of the patterns that
// Go can compile and that take (or do not take) pick.
func (g *generator) matches(patterns []ir.Pattern, pick func(ir.Use) bool) string {
	var tests []string
	for _, p := range patterns {
		if compiles(p.Expr) && pick(p.Use) {
			tests = append(tests, g.pattern(p.Expr)+".Match(d.name)")
		}
	}
	return strings.Join(tests, " || ")
}

// decodeOther prints what happens to a member that no field names.
func (g *generator) decodeOther(f *file, p *emit.Printer, t *ir.Type, o others) {
	rest := "d." + g.sup("undeclared") + "()"
	switch {
	case o.closed && g.strict:
		rest = "d." + g.sup("refuse") + "()"
	case o.closed:
		rest = "d." + g.sup("forbidden") + "()"
	}
	_, kept := g.otherUse(o)
	keep := func(depth int) string {
		return g.sup("readMember") + "(&v." + g.extras[t] + ", d, " + g.otherReader(f, o, depth) + ")"
	}
	if kept && (o.rest != nil || !o.told()) {
		p.P(keep(p.Indent()))
		return
	}
	if len(o.patterns) == 0 {
		p.P(rest)
		return
	}
	if test := g.matches(o.patterns, g.isNever); test != "" {
		p.P("if ", test, " {")
		p.P("\td.", g.sup("refuse"), "()")
		p.P("\tcontinue")
		p.P("}")
	}
	if test := g.matches(o.patterns, func(u ir.Use) bool { return !g.isNever(u) }); test != "" {
		p.P("if ", test, " {")
		p.P("\t", keep(p.Indent()+1))
		p.P("\tcontinue")
		p.P("}")
	}
	p.P(rest)
}

// otherReader returns the function value that decodes a member of o, whose name
// is d.name when it is called.
func (g *generator) otherReader(f *file, o others, depth int) string {
	elem, ok := g.otherUse(o)
	if !ok { // a map without a possible member
		return g.slot(*o.rest, true).reader(f, depth)
	}
	cell := g.slot(elem, true)
	told := slices.DeleteFunc(slices.Clone(o.patterns), func(p ir.Pattern) bool { return !compiles(p.Expr) })
	differs := func(u ir.Use) bool { return g.isNever(u) || !g.sameReader(u, elem) }
	if !slices.ContainsFunc(told, func(p ir.Pattern) bool { return differs(p.Use) }) && (o.rest == nil || !o.told() || !differs(*o.rest)) {
		return cell.reader(f, depth)
	}
	tabs := strings.Repeat("\t", depth+1)
	read := func(u ir.Use) string {
		switch {
		case g.isNever(u):
			return "d." + g.sup("refuse") + "()"
		case g.sameGo(u, elem):
			return g.slot(u, true).read(f, "v", depth+2)
		}
		return g.sup("readChecked") + "(v, d, " + g.slot(u, true).reader(f, depth+2) + ")"
	}
	var b strings.Builder
	b.WriteString("func(v *" + cell.goType(f) + ", d *decoder) {\n")
	further := g.furtherPatterns(f, told, depth+1)
	if further != "" {
		b.WriteString(tabs + "name, from := d.name, d." + g.sup("start") + "()\n")
	}
	b.WriteString(tabs + "switch {\n")
	if g.strict {
		told = g.neverFirst(told)
	}
	for _, p := range told {
		b.WriteString(tabs + "case " + g.pattern(p.Expr) + ".Match(d.name):\n" + tabs + "\t" + read(p.Use) + "\n")
	}
	last := elem
	if o.told() && o.rest != nil {
		last = *o.rest
	}
	b.WriteString(tabs + "default:\n" + tabs + "\t" + read(last) + "\n" + tabs + "}\n" + further + strings.Repeat("\t", depth) + "}")
	return b.String()
}
