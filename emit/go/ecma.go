package golang

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"
)

// translate returns the expression in the syntax of package regexp that matches
// what expr does in ECMA-262 with the flag u; false if there is none that is
// sure to: look-around, references, escapes that the two read differently.
func translate(expr string) (string, bool) {
	t := translator{rest: expr}
	for t.rest != "" && !t.failed {
		t.term()
	}
	out := t.out.String()
	re, err := syntax.Parse(out, syntax.Perl)
	if _, bad := regexp.Compile(out); t.failed || err != nil || bad != nil {
		return "", false
	}
	if own, err := syntax.Parse(expr, syntax.Perl); err == nil && own.String() == re.String() {
		return expr, true // as the schema spells it
	}
	return out, true
}

// translator reads an expression from its front.
type translator struct {
	rest   string
	out    strings.Builder
	failed bool
}

// The white space of ECMA-262, section 12.2 and 12.3, and everything else.
const (
	spaces    = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	nonSpaces = `\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
)

func (t *translator) take(prefix string) bool {
	after, ok := strings.CutPrefix(t.rest, prefix)
	t.rest = after
	return ok
}

// next takes one character; 0 at the end.
func (t *translator) next() rune {
	r, n := utf8.DecodeRuneInString(t.rest)
	if n == 0 {
		t.failed = true
		return 0
	}
	t.rest = t.rest[n:]
	return r
}

var (
	quantifier   = regexp.MustCompile(`^\{\d+(,\d*)?\}`)
	propertyName = regexp.MustCompile(`^\w+$`)
	groupName    = regexp.MustCompile(`^\(\?<[\pL_$][\pL\pN_$]*>`)
)

func (t *translator) term() {
	if q := quantifier.FindString(t.rest); q != "" {
		t.take(q)
		t.out.WriteString(q)
		return
	}
	if name := groupName.FindString(t.rest); name != "" {
		t.take(name)
		t.out.WriteByte('(')
		return
	}
	switch {
	case t.take("(?:"):
		t.out.WriteString("(?:")
	case strings.HasPrefix(t.rest, "(?"):
		t.failed = true
	case t.take("["):
		t.class()
	case t.take("."):
		t.out.WriteString(`[^\n\r\x{2028}\x{2029}]`)
	case strings.HasPrefix(t.rest, `\b`), strings.HasPrefix(t.rest, `\B`):
		t.out.WriteString(t.rest[:2])
		t.rest = t.rest[2:]
	case strings.IndexByte("^$*+?|()", t.rest[0]) >= 0:
		t.out.WriteByte(byte(t.next()))
	default:
		a := t.atom()
		if a.set != "" {
			t.out.WriteString("[" + a.set + "]")
			return
		}
		t.out.WriteString(spell(a.char))
	}
}

// atom is a character, or what a class holds besides.
type atom struct {
	char rune
	set  string
}

// atom takes a character or an escape that stands for one or for several.
func (t *translator) atom() atom {
	if !t.take(`\`) {
		return atom{char: t.next()}
	}
	switch c := t.next(); c {
	case 'd', 'D', 'w', 'W':
		return atom{set: `\` + string(c)}
	case 's':
		return atom{set: spaces}
	case 'S':
		return atom{set: nonSpaces}
	case 'p', 'P':
		return atom{set: t.property(c)}
	case 't', 'n', 'r', 'f', 'v':
		return atom{char: map[rune]rune{'t': '\t', 'n': '\n', 'r': '\r', 'f': '\f', 'v': '\v'}[c]}
	case 'c':
		letter := t.next() | 0x20
		t.failed = t.failed || letter < 'a' || letter > 'z'
		return atom{char: letter & 0x1f}
	case 'x':
		return atom{char: t.hex(2)}
	case 'u':
		return atom{char: t.codePoint()}
	case '0':
		t.failed = t.failed || t.rest != "" && '0' <= t.rest[0] && t.rest[0] <= '9'
		return atom{char: 0}
	default:
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		t.failed = t.failed || letter || '1' <= c && c <= '9'
		return atom{char: c}
	}
}

// hex takes digits of a hexadecimal number.
func (t *translator) hex(digits int) rune {
	if len(t.rest) < digits {
		t.failed = true
		return 0
	}
	n, err := strconv.ParseUint(t.rest[:digits], 16, 32)
	t.failed = t.failed || err != nil
	t.rest = t.rest[digits:]
	return rune(n)
}

// codePoint takes what follows \u. Half of a surrogate pair is no character.
func (t *translator) codePoint() rune {
	var r rune
	if t.take("{") {
		end := strings.IndexByte(t.rest, '}')
		if end < 1 || end > 6 {
			t.failed = true
			return 0
		}
		r = t.hex(end)
		t.take("}")
	} else if r = t.hex(4); 0xD800 <= r && r < 0xDC00 && t.take(`\u`) {
		low := t.hex(4)
		t.failed = t.failed || low < 0xDC00 || low > 0xDFFF
		r = (r-0xD800)<<10 | (low - 0xDC00) + 0x10000
	}
	t.failed = t.failed || !utf8.ValidRune(r)
	return r
}

// categories are the long names of general categories that RE2 only knows by
// their short ones.
var categories = map[string]string{
	"Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo",
	"Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me",
	"Number": "N", "Decimal_Number": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
	"Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe",
	"Initial_Punctuation": "Pi", "Final_Punctuation": "Pf", "Other_Punctuation": "Po",
	"Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So",
	"Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp",
	"Other": "C", "Control": "Cc", "Format": "Cf", "Private_Use": "Co",
}

// property takes the property that follows \p or \P.
func (t *translator) property(c rune) string {
	end := strings.IndexByte(t.rest, '}')
	if !t.take("{") || end < 0 {
		t.failed = true
		return ""
	}
	name := t.rest[:end-1]
	t.rest = t.rest[end:]
	for _, kind := range []string{"General_Category=", "gc=", "Script=", "sc="} {
		name = strings.TrimPrefix(name, kind)
	}
	if short := categories[name]; short != "" {
		name = short
	}
	if !propertyName.MatchString(name) {
		t.failed = true
		return ""
	}
	if name == "ASCII" {
		return map[rune]string{'p': `\x{0}-\x{7f}`, 'P': `\x{80}-\x{10ffff}`}[c]
	}
	if name == "Any" {
		t.failed = t.failed || c == 'P'
		return `\x{0}-\x{10ffff}`
	}
	return `\` + string(c) + "{" + name + "}"
}

// class takes the rest of a character class.
func (t *translator) class() {
	not := ""
	if t.take("^") {
		not = "^"
	}
	var items strings.Builder
	for !t.failed && !t.take("]") {
		first := t.classAtom()
		if !strings.HasPrefix(t.rest, "-") || strings.HasPrefix(t.rest, "-]") {
			items.WriteString(first.text())
			continue
		}
		t.take("-")
		last := t.classAtom()
		between := "-"
		if first.set != "" || last.set != "" {
			between = `\-`
		}
		items.WriteString(first.text() + between + last.text())
	}
	switch {
	case items.Len() > 0:
		t.out.WriteString("[" + not + items.String() + "]")
	case not != "":
		t.out.WriteString(`(?s:.)`)
	default:
		t.out.WriteString(`[^\x{0}-\x{10ffff}]`)
	}
}

func (t *translator) classAtom() atom {
	if t.take(`\b`) {
		return atom{char: '\b'}
	}
	return t.atom()
}

func (a atom) text() string {
	if a.set != "" {
		return a.set
	}
	return spell(a.char)
}

// spell returns the spelling of a character, in a class or not.
func spell(r rune) string {
	switch {
	case r < ' ' || r == 0x7f || r == utf8.RuneError:
		return fmt.Sprintf(`\x{%x}`, r)
	case r < utf8.RuneSelf && strings.ContainsRune(`\.+*?()|[]{}^$-&~`, r):
		return `\` + string(r)
	}
	return string(r)
}
