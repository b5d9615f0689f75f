package golang

import (
	"regexp"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// A member has to meet every pattern that its name matches, beside what the
// object declares of it. Decoders that are not strict look at the first only.

// alsoPatterns returns the statements that hold a field's value, which begins at
// the offset from, against the patterns that its name matches.
func (g *generator) alsoPatterns(f *file, o *ir.Object, fd *field, depth int) []string {
	if !g.strict || fd.kind == never {
		return nil
	}
	var out []string
	for _, p := range o.Patterns {
		if g.isNever(p.Use) && g.matchesName(p.Expr, fd.ir.Name) {
			return []string{"d." + g.sup("fail") + "(from, " + quote("member "+quote(fd.ir.Name)+" is not allowed") + ")"}
		}
		if g.isNever(p.Use) || !g.matchesName(p.Expr, fd.ir.Name) || g.isAny(p.Use) || fd.kind == ordinary && g.sameReader(p.Use, fd.ir.Use) {
			continue
		}
		out = append(out, g.alsoRead(f, p.Use, depth))
	}
	return out
}

func (g *generator) alsoRead(f *file, u ir.Use, depth int) string {
	return g.sup("also") + "(d, from, " + g.slot(u, true).reader(f, depth) + ")"
}

func (g *generator) isAny(u ir.Use) bool {
	_, ok := g.shape(u.Type).(*ir.Any)
	return ok
}

func (g *generator) matchesName(expr, name string) bool {
	re2, ok := g.translation(expr)
	if !ok {
		return false
	}
	re, err := regexp.Compile(re2)
	return err == nil && re.MatchString(name)
}

// neverFirst returns patterns with those in front that no member may match.
func (g *generator) neverFirst(patterns []ir.Pattern) []ir.Pattern {
	out := slices.Clone(patterns)
	slices.SortStableFunc(out, func(a, b ir.Pattern) int {
		switch x, y := g.isNever(a.Use), g.isNever(b.Use); {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	return out
}

// furtherPatterns returns the lines that hold the value of a member, which begins
// at the offset from, against the patterns that its name matches, except the
// first, against which it has been read.
func (g *generator) furtherPatterns(f *file, patterns []ir.Pattern, depth int) string {
	if !g.strict {
		return ""
	}
	var b strings.Builder
	tabs := strings.Repeat("\t", depth)
	for _, p := range patterns[min(1, len(patterns)):] {
		if g.isNever(p.Use) || g.isAny(p.Use) {
			continue
		}
		b.WriteString(tabs + "if " + g.pattern(p.Expr) + ".Match(name) {\n" + tabs + "\t" + g.alsoRead(f, p.Use, depth+1) + "\n" + tabs + "}\n")
	}
	return b.String()
}
