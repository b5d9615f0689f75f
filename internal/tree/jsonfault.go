package tree

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// fail records the fault of the bytes [start, end) and returns false.
func (p *jsonParser) fail(start, end int, format string, args ...any) bool {
	p.fault = fatal(source.Loc{Span: p.d.span(start, min(end, len(p.src))), Pointer: p.pointer()}, format, args...)
	return false
}

// help adds advice to the fault and returns false.
func (p *jsonParser) help(text string) bool {
	p.fault.Help = text
	return false
}

// pointer returns where the parser is: the open container.
func (p *jsonParser) pointer() string {
	if p.open == none {
		return ""
	}
	return Node{p.d, p.open}.Pointer()
}

// failEnd reports that the file stops inside of something.
func (p *jsonParser) failEnd(want string) bool {
	at := len(strings.TrimRight(p.src, " \t\r\n"))
	p.fail(at, at, "unexpected end of file, expected %s", want)
	if p.open == none {
		return false
	}
	x := Node{p.d, p.open}
	start := int(p.d.nodes[p.open].start)
	p.fault.Related = []diag.Related{{
		Message: fmt.Sprintf("the %s that is not closed starts here", x.Kind()),
		Loc:     source.Loc{Span: p.d.span(start, start+1), Pointer: x.Pointer()},
	}}
	return false
}

// failMistake reports what people write in JSON that is not JSON, if that is
// what stands at pos. It is true if it has reported.
func (p *jsonParser) failMistake() bool {
	rest := p.src[p.pos:]
	switch {
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"), strings.HasPrefix(rest, "#"):
		p.fail(p.pos, p.pos+len(firstLine(rest)), "comments are not part of JSON")
		p.help("remove the comment, or name the file .yaml and comment with #")
	case strings.HasPrefix(rest, "'"):
		p.fail(p.pos, p.pos+1, "single quote, expected a double quote")
		p.help(`write strings and keys between double quotes (")`)
	case strings.HasPrefix(rest, "`"):
		p.fail(p.pos, p.pos+1, "backquote, expected a double quote")
		p.help(`write strings and keys between double quotes (")`)
	case strings.HasPrefix(rest, "“"), strings.HasPrefix(rest, "”"):
		p.fail(p.pos, p.pos+len("“"), "typographic quote, expected a double quote")
		p.help(`write strings and keys between straight double quotes (")`)
	default:
		return false
	}
	return true
}

// failToken reports the token at pos where want was expected.
func (p *jsonParser) failToken(want string) bool {
	if p.pos >= len(p.src) {
		return p.failEnd(want)
	}
	if p.failMistake() {
		return false
	}
	text := p.token()
	if text == "\ufffd" && !strings.HasPrefix(p.src[p.pos:], text) {
		return p.fail(p.pos, p.pos+1, "byte 0x%02x is not UTF-8 text, expected %s", p.src[p.pos], want)
	}
	return p.fail(p.pos, p.pos+len(text), "unexpected %s, expected %s", quoteToken(text), want)
}

// token returns the word, number or character at pos, for messages.
func (p *jsonParser) token() string {
	if w := p.word(); w != "" {
		return w
	}
	rest := p.src[p.pos:]
	if n := numberEnd(rest); n > 0 {
		return rest[:n]
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return string(r)
}

// quoteToken quotes a single character in single quotes, a word in double quotes.
func quoteToken(s string) string {
	if r, size := utf8.DecodeRuneInString(s); size == len(s) {
		return strconv.QuoteRune(r)
	}
	return quoteShort(s)
}

// failValue reports what is no value; word is the identifier at pos.
func (p *jsonParser) failValue(word string) bool {
	end := p.pos + len(word)
	switch word {
	case "NaN", "nan", "Infinity", "inf":
		p.fail(p.pos, end, "%s is not a JSON number", word)
		return p.help("use null or a finite number")
	case "undefined", "None", "nil", "NULL", "Null":
		p.fail(p.pos, end, "%s is not a JSON value", word)
		return p.help("write null")
	case "True", "TRUE", "False", "FALSE":
		p.fail(p.pos, end, "%s is not a JSON value", word)
		return p.help("write " + strings.ToLower(word))
	}
	if c := p.peek(); c == '+' || c == '.' {
		return p.failNumber()
	}
	if p.open == none {
		return p.failToken("a JSON document")
	}
	if p.d.nodes[p.open].kind == Object {
		return p.failToken("the value of member " + quoteShort(Node{p.d, uint32(len(p.d.nodes) - 1)}.Str()))
	}
	return p.failToken("an item")
}

// failKey reports what stands where a key should.
func (p *jsonParser) failKey() bool {
	if w := p.word(); w != "" {
		p.fail(p.pos, p.pos+len(w), "key %s is not quoted", quoteShort(w))
		return p.help(`write keys between double quotes (")`)
	}
	return p.failToken("a quoted key or '}'")
}

func (p *jsonParser) failColon() bool {
	key := Node{p.d, uint32(len(p.d.nodes) - 1)}
	return p.failToken("':' after key " + quoteShort(key.Str()))
}

// failComma reports the comma at offset comma, which a closing bracket follows.
func (p *jsonParser) failComma(comma int) bool {
	p.fail(comma, comma+1, "trailing comma before %q", p.src[p.pos:p.pos+1])
	return p.help("remove the comma")
}

// failSeparator reports what stands after a member or an item.
func (p *jsonParser) failSeparator() bool {
	open := Node{p.d, p.open}
	if open.Kind() == Object {
		last := open.last()
		return p.failClose("',' or '}' after member " + quoteShort(Node{p.d, last - 1}.Str()))
	}
	return p.failClose(fmt.Sprintf("',' or ']' after item %d", open.Len()-1))
}

// failClose is failToken, with the place of the open bracket when the token
// closes a container of the other kind.
func (p *jsonParser) failClose(want string) bool {
	c := p.peek()
	p.failToken(want)
	if c == ']' || c == '}' {
		start := int(p.d.nodes[p.open].start)
		p.fault.Related = []diag.Related{{
			Message: fmt.Sprintf("%q was opened here", p.src[start:start+1]),
			Loc:     source.Loc{Span: p.d.span(start, start+1), Pointer: p.pointer()},
		}}
	}
	return false
}

// last returns the number of the last child of n, a container that has one and
// may still be open.
func (n Node) last() uint32 {
	i := uint32(len(n.d.nodes) - 1)
	for n.d.nodes[i].parent != n.i {
		i = n.d.nodes[i].parent
	}
	return i
}

// failTrailing reports what follows the document.
func (p *jsonParser) failTrailing() {
	if !p.failMistake() {
		p.fail(p.pos, p.pos+len(p.token()), "unexpected %s after the end of the document", quoteToken(p.token()))
	}
}

// failUTF8 reports the first byte that is not text.
func (p *jsonParser) failUTF8() bool {
	p.fail(p.bad, p.bad+1, "byte 0x%02x in a string is not UTF-8 text", p.src[p.bad])
	return p.help("save the file as UTF-8")
}

// failEscape reports the backslash at offset i.
func (p *jsonParser) failEscape(i int) bool {
	rest := p.src[i:]
	switch {
	case len(rest) < 2:
		return p.failUnclosedString()
	case rest[1] < ' ':
		return p.failControl(i + 1)
	case rest[1] == 'u':
		n := 2
		for n < min(6, len(rest)) && isHex(rest[n]) {
			n++
		}
		return p.fail(i, i+n, "escape %s is not \\u and four hexadecimal digits", quoteShort(rest[:n]))
	}
	_, size := utf8.DecodeRuneInString(rest[1:])
	p.fail(i, i+1+size, "escape %s is not part of JSON", strings.ToValidUTF8(rest[:1+size], "\ufffd"))
	return p.help(`write \\ for a backslash`)
}

// failControl reports the control character at offset i of a string.
func (p *jsonParser) failControl(i int) bool {
	switch c := p.src[i]; c {
	case '\n', '\r':
		p.fail(p.pos, i, "string is not closed on its line")
		return p.help(`close the string with ", or write a line break in it as \n`)
	case '\t':
		p.fail(i, i+1, "tab in a string")
		return p.help(`write it as \t`)
	default:
		p.fail(i, i+1, "control character U+%04X in a string", c)
		return p.help(fmt.Sprintf(`write it as \u%04x`, c))
	}
}

func (p *jsonParser) failUnclosedString() bool {
	return p.fail(p.pos, len(p.src), "string is not closed before the end of the file")
}

// failNumber reports the number at pos.
func (p *jsonParser) failNumber() bool {
	text := p.src[p.pos : p.pos+numberEnd(p.src[p.pos:])]
	p.fail(p.pos, p.pos+len(text), "%s is not a JSON number", text)
	digits := strings.TrimLeft(text, "+-")
	switch {
	case strings.EqualFold(digits, "infinity"), strings.EqualFold(digits, "inf"), strings.EqualFold(digits, "nan"):
		return p.help("use null or a finite number")
	case strings.HasPrefix(text, "+"):
		return p.help("remove the plus sign")
	case strings.HasPrefix(digits, "."):
		return p.help("write a digit before the point")
	case len(digits) > 1 && digits[0] == '0' && (digits[1]|0x20 == 'x' || digits[1]|0x20 == 'o' || digits[1]|0x20 == 'b'):
		return p.help("write the number in decimal")
	case len(digits) > 1 && digits[0] == '0' && isDigit(digits[1]):
		return p.help("remove the leading zeros, or quote the text")
	default:
		return false
	}
}

// numberEnd returns the length of what was meant as a number at the start of s.
func numberEnd(s string) int {
	n := 0
	for n < len(s) && isNumberByte(s[n]) {
		n++
	}
	return n
}

// firstLine returns s up to its first line end.
func firstLine(s string) string {
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		return s[:i]
	}
	return s
}
