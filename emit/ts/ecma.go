package ts

import (
	"strings"
	"unicode"
)

// validPattern reports whether engines of ECMAScript 2022 read s as a regular
// expression, in Unicode mode or, with the leniency of Annex B, without it.
func validPattern(s string) bool {
	return patternIn(s, true) || patternIn(s, false)
}

func patternIn(s string, unicodeMode bool) bool {
	r := expressions{src: units(s, unicodeMode), unicode: unicodeMode, names: map[string]bool{}}
	r.named = strings.Contains(s, "(?<") && namesGroup(s)
	r.disjunction()
	return !r.bad && r.pos == len(r.src) && r.referencesExist()
}

// units returns what the mode takes for characters: code points, or UTF-16 units.
func units(s string, unicodeMode bool) []rune {
	var out []rune
	for _, r := range s {
		if r > 0xFFFF && !unicodeMode {
			r -= 0x10000
			out = append(out, 0xD800+r>>10, 0xDC00+r&0x3FF)
			continue
		}
		out = append(out, r)
	}
	return out
}

// namesGroup reports whether s names a group, which makes \k a reference.
func namesGroup(s string) bool {
	class := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '[' || s[i] == ']':
			class = s[i] == '['
		case class:
		case strings.HasPrefix(s[i:], "(?<") && !strings.HasPrefix(s[i:], "(?<=") && !strings.HasPrefix(s[i:], "(?<!"):
			return true
		}
	}
	return false
}

// expressions reads a regular expression without keeping anything of it but
// whether it is one (ECMA-262, section 22.2.1 and annex B.1.2).
type expressions struct {
	src     []rune
	pos     int
	unicode bool
	named   bool // there are named groups
	bad     bool
	groups  int
	largest int // of the numbers that are referred to
	names   map[string]bool
	refs    []string
	depth   int
}

// deepest bounds the nesting of groups, which no real expression comes near.
const deepest = 1000

func (r *expressions) fail() { r.bad, r.pos = true, len(r.src) }

// peek returns the character at the position; -1 at the end.
func (r *expressions) peek() rune {
	if r.pos < len(r.src) {
		return r.src[r.pos]
	}
	return -1
}

func (r *expressions) accept(text string) bool {
	if r.pos+len(text) > len(r.src) {
		return false
	}
	for i, c := range text { // of ASCII
		if r.src[r.pos+i] != c {
			return false
		}
	}
	r.pos += len(text)
	return true
}

func (r *expressions) referencesExist() bool {
	if r.unicode && r.largest > r.groups {
		return false
	}
	for _, name := range r.refs {
		if !r.names[name] {
			return false
		}
	}
	return true
}

func (r *expressions) disjunction() {
	if r.depth++; r.depth > deepest {
		r.fail()
	}
	for r.pos < len(r.src) && r.peek() != ')' {
		if !r.accept("|") {
			r.term()
		}
	}
	r.depth--
}

func (r *expressions) term() {
	switch c := r.peek(); {
	case r.accept("^"), r.accept("$"), r.accept(`\b`), r.accept(`\B`):
		return
	case r.accept("(?="), r.accept("(?!"):
		r.closeGroup()
		if r.unicode {
			return
		}
	case r.accept("(?<="), r.accept("(?<!"):
		r.closeGroup()
		return
	case r.accept("(?:"):
		r.closeGroup()
	case r.accept("(?<"):
		r.groupName()
		r.groups++
		r.closeGroup()
	case r.accept("(?"):
		r.fail()
	case r.accept("("):
		r.groups++
		r.closeGroup()
	case r.accept("["):
		r.class()
	case r.accept(`\`):
		r.atomEscape()
	case c == '*' || c == '+' || c == '?':
		r.fail()
	case c == '{':
		if r.unicode || r.quantifierBraces() {
			r.fail()
			return
		}
		r.pos++
	case r.unicode && (c == '}' || c == ']'):
		r.fail()
	default:
		r.pos++
	}
	r.quantifier()
}

func (r *expressions) closeGroup() {
	r.disjunction()
	if !r.accept(")") {
		r.fail()
	}
}

func (r *expressions) groupName() {
	name, ok := r.name()
	if !ok || r.names[name] {
		r.fail()
	}
	r.names[name] = true
}

// name reads an identifier and the > behind it.
func (r *expressions) name() (string, bool) {
	start := r.pos
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		if c == '>' {
			name := string(r.src[start:r.pos])
			r.pos++
			return name, name != ""
		}
		ok := c == '$' || c == '_' || unicode.IsLetter(c) || r.pos > start && (unicode.IsDigit(c) || unicode.IsMark(c))
		if !ok {
			return "", false
		}
		r.pos++
	}
	return "", false
}

func (r *expressions) quantifier() {
	if r.accept("*") || r.accept("+") || r.accept("?") || r.quantifierBraces() {
		r.accept("?")
		return
	}
	if r.unicode && r.peek() == '{' {
		r.fail()
	}
}

// quantifierBraces reads {2}, {2,} or {2,3}; it reads nothing if there is none.
func (r *expressions) quantifierBraces() bool {
	start := r.pos
	if !r.accept("{") {
		return false
	}
	low := r.decimal()
	ok := low != ""
	if high := ""; ok && r.accept(",") {
		if high = r.decimal(); high != "" && smaller(high, low) {
			r.fail()
			return true
		}
	}
	if !ok || !r.accept("}") {
		r.pos = start
		return false
	}
	return true
}

func (r *expressions) decimal() string {
	start := r.pos
	for c := r.peek(); c >= '0' && c <= '9'; c = r.peek() {
		r.pos++
	}
	return string(r.src[start:r.pos])
}

// smaller compares decimal numbers of any length.
func smaller(a, b string) bool {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}
