package tree

import (
	"strings"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// jsonParser reads RFC 8259 text into the arena of d. It keeps no stack: the
// parents in the arena are the stack.
type jsonParser struct {
	d     *Doc
	src   string
	lim   Limits
	pos   int
	open  uint32 // innermost container that is not closed yet, or none
	depth int
	bad   int // offset of the first byte that is not UTF-8, len(src) if there is none
	fault *diag.Diagnostic
}

func parseJSON(d *Doc, lim Limits) *diag.Diagnostic {
	p := &jsonParser{d: d, src: d.src, lim: lim, open: none, bad: firstInvalid(d.src)}
	d.nodes = make([]node, 0, min(len(d.src)/14+16, lim.Nodes))
	p.pos = len(d.src) - len(strings.TrimPrefix(d.src, bom))
	p.space()
	for p.value() && p.afterValue() {
	}
	if p.fault == nil && p.pos < len(p.src) {
		p.failTrailing()
	}
	return p.fault
}

// firstInvalid returns the offset of the first byte of s that is not part of
// UTF-8 text, len(s) if there is none.
func firstInvalid(s string) int {
	if utf8.ValidString(s) {
		return len(s)
	}
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	panic("tree: invalid UTF-8 without an invalid byte")
}

// space skips white space.
func (p *jsonParser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\n', '\r', '\t':
			p.pos++
		default:
			return
		}
	}
}

// peek returns the next byte, 0 at the end. A NUL byte is no token either.
func (p *jsonParser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

// value reads up to the end of the next leaf or empty container, opening the
// containers around it. It is false after a fault.
func (p *jsonParser) value() bool {
	for {
		switch c := p.peek(); {
		case c == '"':
			return p.str(0)
		case c == '{':
			if !p.enter(Object) {
				return false
			}
			if p.peek() == '}' {
				p.leave()
				return true
			}
			if !p.key() {
				return false
			}
		case c == '[':
			if !p.enter(Array) {
				return false
			}
			if p.peek() == ']' {
				p.leave()
				return true
			}
		case c == '-' || c-'0' <= 9:
			return p.number()
		default:
			return p.literal()
		}
	}
}

// afterValue reads what follows a value: the ends of containers, and a comma
// up to the next value. It is false at the end of the root and after a fault.
func (p *jsonParser) afterValue() bool {
	for {
		p.space()
		if p.open == none {
			return false
		}
		inObject := p.d.nodes[p.open].kind == Object
		switch c := p.peek(); {
		case c == ',':
			comma := p.pos
			p.pos++
			p.space()
			if c := p.peek(); c == '}' || c == ']' {
				return p.failComma(comma)
			}
			return !inObject || p.key()
		case c == '}' && inObject, c == ']' && !inObject:
			p.leave()
		default:
			return p.failSeparator()
		}
	}
}

// key reads a key and its colon, up to the value.
func (p *jsonParser) key() bool {
	if p.peek() != '"' {
		return p.failKey()
	}
	if !p.str(isKey) {
		return false
	}
	p.space()
	if p.peek() != ':' {
		return p.failColon()
	}
	p.pos++
	p.space()
	return true
}

// enter opens a container and skips to its first token.
func (p *jsonParser) enter(kind Kind) bool {
	if p.depth == p.lim.Depth {
		return p.fail(p.pos, p.pos+1, "nested deeper than %d levels", p.lim.Depth)
	}
	i := uint32(len(p.d.nodes))
	if !p.add(node{kind: kind}, p.pos+1) {
		return false
	}
	p.depth++
	p.open = i
	p.space()
	return true
}

// leave closes the innermost container at the bracket under pos.
func (p *jsonParser) leave() {
	p.pos++
	x := &p.d.nodes[p.open]
	x.end = uint32(p.pos)
	x.next = uint32(len(p.d.nodes))
	p.open = x.parent
	p.depth--
}

// add appends x, which spans from pos to end, as the next key or value of the
// open container, and moves to end.
func (p *jsonParser) add(x node, end int) bool {
	if len(p.d.nodes) == p.lim.Nodes {
		return p.fail(p.pos, end, "more than %d values and keys in one document", p.lim.Nodes)
	}
	x.start, x.end = uint32(p.pos), uint32(end)
	p.d.append(x, p.open)
	p.pos = end
	return true
}

// plain has the bytes that stand for themselves inside a string.
var plain = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return t
}()

// str reads a string; f is isKey for a key.
func (p *jsonParser) str(f flags) bool {
	s := p.src
	for i := p.pos + 1; i < len(s); {
		switch c := s[i]; {
		case plain[c]:
			i++
		case c == '"':
			if i > p.bad {
				return p.failUTF8()
			}
			return p.add(node{kind: String, flags: f}, i+1)
		case c == '\\':
			n := escapeLen(s[i:])
			if n == 0 {
				return p.failEscape(i)
			}
			f |= isEscaped
			i += n
		default:
			return p.failControl(i)
		}
	}
	return p.failUnclosedString()
}

// escapeLen returns the length of the escape that s starts with, 0 if it is none.
func escapeLen(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(s) < 6 {
			return 0
		}
		for _, c := range []byte(s[2:6]) {
			if !isHex(c) {
				return 0
			}
		}
		return 6
	default:
		return 0
	}
}

func isHex(c byte) bool { return c-'0' <= 9 || (c|0x20)-'a' <= 5 }

func isDigit(c byte) bool { return c-'0' <= 9 }

// number reads a number; what follows it is the caller's to judge.
func (p *jsonParser) number() bool {
	n := numberLen(p.src[p.pos:])
	if n == 0 {
		return p.failNumber()
	}
	if end := p.pos + n; end < len(p.src) && isNumberByte(p.src[end]) {
		return p.failNumber()
	}
	return p.add(node{kind: Number}, p.pos+n)
}

// isNumberByte reports whether c after a number is a mistake inside the number,
// such as 01 or 0x1F, rather than the next token.
func isNumberByte(c byte) bool {
	return isDigit(c) || isWordStart(c) || c == '.' || c == '+' || c == '-'
}

// numberLen returns the length of the longest JSON number that s starts with, 0
// if there is none or if it stops after a point or an exponent.
func numberLen(s string) int {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && isDigit(s[i]) {
			i++
		}
		return i > from
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return 0
	}
	if i < len(s) && s[i] == '.' {
		i++
		if !digits() {
			return 0
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return 0
		}
	}
	return i
}

// literal reads true, false or null.
func (p *jsonParser) literal() bool {
	switch word := p.word(); word {
	case "null":
		return p.add(node{kind: Null}, p.pos+4)
	case "true":
		return p.add(node{kind: Bool, flags: isTrue}, p.pos+4)
	case "false":
		return p.add(node{kind: Bool}, p.pos+5)
	default:
		return p.failValue(word)
	}
}

// word returns the ASCII identifier at pos, "" if there is none.
func (p *jsonParser) word() string {
	end := p.pos
	for end < len(p.src) && (isWordStart(p.src[end]) || end > p.pos && isDigit(p.src[end])) {
		end++
	}
	return p.src[p.pos:end]
}

func isWordStart(c byte) bool { return (c|0x20)-'a' <= 25 || c == '_' || c == '$' }
