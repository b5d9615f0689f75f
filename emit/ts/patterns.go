package ts

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// pattern is one patternProperties entry as TypeScript can say it.
type pattern struct {
	expr  expr
	tmpl  keyTemplate
	exact bool // tmpl matches the names that the expression matches
}

// keyTemplate is a set of names with a literal start, middle and end.
type keyTemplate struct {
	prefix, middle, suffix string
	whole                  bool // prefix is the whole name
}

// patterns returns the entries with templates where those are exact; where not,
// the user is told that every key is checked instead.
func (g *generator) patterns(t *ir.Type, ps []ir.Pattern) []pattern {
	out := make([]pattern, len(ps))
	for i, p := range ps {
		tmpl, ok := parseTemplate(p.Expr)
		out[i] = pattern{expr: g.use(p.Use), tmpl: tmpl, exact: ok && tmpl != keyTemplate{}}
		if !ok {
			g.out.Warnf("ts/pattern-key", t.Loc,
				"TypeScript cannot limit keys to the pattern %q: the type accepts any key that a pattern or a property does not name", p.Expr)
		}
	}
	return out
}

// parseTemplate reads an expression made of literal text, anchors and at most
// one ".*". The zero template matches every name.
func parseTemplate(s string) (t keyTemplate, ok bool) {
	s, start := strings.CutPrefix(s, "^")
	end := strings.HasSuffix(s, "$") && !strings.HasSuffix(s, `\$`)
	if end {
		s = s[:len(s)-1]
	}
	before, after, wild := strings.Cut(s, ".*")
	head, ok1 := literalText(before)
	tail, ok2 := literalText(after)
	if !ok1 || !ok2 || strings.HasSuffix(before, `\`) {
		return t, false
	}
	switch {
	case wild && start && end:
		return keyTemplate{prefix: head, suffix: tail}, true
	case wild && start && tail == "":
		return keyTemplate{prefix: head}, true
	case wild && end && head == "":
		return keyTemplate{suffix: tail}, true
	case wild && head == "" && tail == "":
		return t, true
	case wild:
		return t, false
	case start && end:
		return keyTemplate{prefix: head, whole: true}, true
	case start:
		return keyTemplate{prefix: head}, true
	case end:
		return keyTemplate{suffix: head}, true
	}
	return keyTemplate{middle: head}, true
}

// literalText returns the text that an expression without operators matches.
func literalText(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case strings.IndexByte(`.*+?()[]{}|^$`, c) >= 0:
			return "", false
		case c != '\\':
			b.WriteByte(c)
			continue
		}
		i++
		if i == len(s) || strings.IndexByte(`.*+?()[]{}|^$\/-_@:#`, s[i]) < 0 {
			return "", false
		}
		b.WriteByte(s[i])
	}
	return b.String(), true
}

// key returns the template literal type of the names.
func (t keyTemplate) key() string {
	s := "`" + templateText(t.prefix) + "${string}"
	if t.middle != "" {
		s += templateText(t.middle) + "${string}"
	}
	return s + templateText(t.suffix) + "`"
}

func (t keyTemplate) matches(name string) bool {
	if t.whole {
		return name == t.prefix
	}
	return len(name) >= len(t.prefix)+len(t.suffix) && strings.HasPrefix(name, t.prefix) &&
		strings.HasSuffix(name, t.suffix) && strings.Contains(name, t.middle)
}

// overlapping returns the types of the other patterns whose names may be among
// those of ps[i]: a value under such a name fits both or, here, either.
func overlapping(ps []pattern, i int) []expr {
	var out []expr
	for j, p := range ps {
		if j != i && p.exact && mayOverlap(ps[i].tmpl, p.tmpl) {
			out = append(out, p.expr)
		}
	}
	return out
}

func mayOverlap(a, b keyTemplate) bool {
	if a.whole {
		return b.matches(a.prefix)
	}
	if b.whole {
		return a.matches(b.prefix)
	}
	return (strings.HasPrefix(a.prefix, b.prefix) || strings.HasPrefix(b.prefix, a.prefix)) &&
		(strings.HasSuffix(a.suffix, b.suffix) || strings.HasSuffix(b.suffix, a.suffix))
}

// property returns the optional member for an expression that matches one name
// only, unless s declares that name itself.
func (g *generator) property(s *ir.Object, p pattern) (member, bool) {
	for _, f := range s.Fields {
		if f.Name == p.tmpl.prefix || g.member(f.Name) == p.tmpl.prefix {
			return member{}, false
		}
	}
	return member{key: key(p.tmpl.prefix) + "?", expr: p.expr}, true
}
