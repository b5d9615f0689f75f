package ts

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// quote prints s as a string literal: in double quotes, or in single quotes when
// that needs fewer escapes.
func quote(s string) string {
	if plain(s) {
		return `"` + s + `"`
	}
	return quoteRunes([]rune(s))
}

func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7F {
			return false
		}
	}
	return true
}

// quoteJSON is quote for the text of a JSON string. A lone surrogate, which no
// Go string can hold, stays the escape it is.
func quoteJSON(raw string) string {
	inner := raw[1 : len(raw)-1]
	if plain(inner) {
		return raw
	}
	return quoteRunes(jsonRunes(inner))
}

// jsonRunes undoes the escapes of a JSON string; lone surrogates are runes in
// the surrogate range.
func jsonRunes(s string) []rune {
	var out []rune
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			r, n := utf8.DecodeRuneInString(s[i:])
			out = append(out, r)
			i += n
			continue
		}
		r := rune(s[i+1])
		i += 2
		switch r {
		case 'b':
			r = '\b'
		case 'f':
			r = '\f'
		case 'n':
			r = '\n'
		case 'r':
			r = '\r'
		case 't':
			r = '\t'
		case 'u':
			r = hexRune(s[i:])
			i = min(i+4, len(s))
		}
		if last := len(out) - 1; last >= 0 && utf16.IsSurrogate(r) {
			if pair := utf16.DecodeRune(out[last], r); pair != utf8.RuneError {
				out[last] = pair
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

func hexRune(s string) rune {
	n, err := strconv.ParseUint(s[:min(4, len(s))], 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}

func quoteRunes(rs []rune) string {
	double, single := 0, 0
	for _, r := range rs {
		switch r {
		case '"':
			double++
		case '\'':
			single++
		}
	}
	mark := '"'
	if double > single {
		mark = '\''
	}
	var b strings.Builder
	b.WriteRune(mark)
	for _, r := range rs {
		if r == mark {
			b.WriteByte('\\')
		}
		writeRune(&b, r)
	}
	b.WriteRune(mark)
	return b.String()
}

// writeRune writes r inside a string or template literal. What a reader cannot
// see, and what reorders the line, is escaped.
func writeRune(b *strings.Builder, r rune) {
	switch {
	case r == '\\':
		b.WriteString(`\\`)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case r < ' ', r >= 0x7F && r < 0xA0, invisible(r), utf16.IsSurrogate(r):
		const digits = "0123456789abcdef"
		b.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			b.WriteByte(digits[r>>shift&15])
		}
	default:
		b.WriteRune(r)
	}
}

func invisible(r rune) bool {
	return r == 0xAD || r >= 0x200B && r <= 0x200F || r >= 0x2028 && r <= 0x202E ||
		r >= 0x2060 && r <= 0x206F || r == 0xFEFF
}

// template prints s inside a template literal type.
func templateText(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r == '`' || r == '$' && strings.HasPrefix(s[i:], "${") {
			b.WriteByte('\\')
		}
		writeRune(&b, r)
	}
	return b.String()
}

// number prints a JSON number as a TypeScript literal in prettier's form, and
// reports false when a double cannot hold its digits.
func number(s string) (string, bool) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return "", false
	}
	if f == 0 {
		return "0", digits(s) == ""
	}
	out := strconv.FormatFloat(f, 'g', -1, 64)
	if f == float64(int64(f)) && f > -1e15 && f < 1e15 {
		out = strconv.FormatInt(int64(f), 10)
	}
	exact := strconv.FormatFloat(f, 'e', -1, 64)
	return tidyExponent(out), digits(s) == digits(exact)
}

// tidyExponent turns "1e+21" into "1e21" and "1e-07" into "1e-7".
func tidyExponent(s string) string {
	mantissa, exp, ok := strings.Cut(s, "e")
	if !ok {
		return s
	}
	n, err := strconv.Atoi(exp)
	if err != nil {
		return s
	}
	return mantissa + "e" + strconv.Itoa(n)
}

// digits returns the significant digits of a JSON number, without zeros at
// either end.
func digits(s string) string {
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimPrefix(s, "-")
	s = strings.Replace(s, ".", "", 1)
	return strings.Trim(s, "0")
}

// literal returns the type of exactly the JSON value v, and false when digits
// of a number in it are lost, so that the type is wider.
func literal(v ir.Value) (expr, bool) {
	l := literals{src: v.JSON, exact: true}
	e := l.value()
	return e, l.exact
}

// literals reads compact JSON into literal types.
type literals struct {
	src   string
	pos   int
	exact bool
}

func (l *literals) value() expr {
	if l.pos >= len(l.src) {
		return anyExpr
	}
	switch c := l.src[l.pos]; c {
	case '"':
		return text(quoteJSON(l.str()))
	case '[':
		return l.array()
	case '{':
		return l.object()
	case 't', 'f', 'n':
		return l.word()
	}
	return l.num()
}

// str returns the raw text of the string at the position and moves past it.
func (l *literals) str() string {
	start := l.pos
	for l.pos++; l.pos < len(l.src) && l.src[l.pos] != '"'; l.pos++ {
		if l.src[l.pos] == '\\' {
			l.pos++
		}
	}
	l.pos = min(l.pos+1, len(l.src))
	return l.src[start:l.pos]
}

func (l *literals) until(stops string) string {
	rest := l.src[l.pos:]
	if i := strings.IndexAny(rest, stops); i >= 0 {
		rest = rest[:i]
	}
	l.pos += len(rest)
	return strings.TrimSpace(rest)
}

func (l *literals) word() expr {
	w := l.until(",]}")
	if w == "null" {
		return nullExpr
	}
	return text(w)
}

func (l *literals) num() expr {
	n, ok := number(l.until(",]}"))
	if !ok {
		l.exact = false
		return ref("number")
	}
	return text(n)
}

// next moves past a comma and reports whether the container goes on; at its
// end it moves past the bracket.
func (l *literals) next(end byte) bool {
	for l.pos < len(l.src) && (l.src[l.pos] == ',' || l.src[l.pos] == ' ') {
		l.pos++
	}
	if l.pos >= len(l.src) || l.src[l.pos] == end {
		l.pos++
		return false
	}
	return true
}

func (l *literals) array() expr {
	e := expr{kind: tupleExpr}
	for l.pos++; l.next(']'); {
		e.kids = append(e.kids, l.value())
	}
	return e
}

func (l *literals) object() expr {
	e := expr{kind: membersExpr}
	for l.pos++; l.next('}'); {
		k := quoteJSON(l.str())
		if name := k[1 : len(k)-1]; identifier(name) {
			k = name
		}
		for l.pos < len(l.src) && (l.src[l.pos] == ':' || l.src[l.pos] == ' ') {
			l.pos++
		}
		e.keys = append(e.keys, k)
		e.kids = append(e.kids, l.value())
	}
	if len(e.kids) == 0 {
		return index("string", neverExpr)
	}
	return e
}
