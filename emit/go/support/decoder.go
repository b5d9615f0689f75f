// Package support is the part of a generated package that does not depend on
// the schema: a strict JSON scanner, an appending encoder and the few types that
// fields need. The emitter copies the declarations that the generated code uses
// into the package, so nothing here may depend on anything but the standard
// library, and no unexported name may be "decode" or "encode" followed by an
// upper-case letter: those belong to the schema's types.
package support

import (
	"strconv"
	"unicode/utf8"
)

// DecodeError says where a document departs from its schema.
type DecodeError struct {
	// Path is the JSONPath (RFC 9535) of the value at fault, for example
	// "$.attachments[0].filename"; "$" is the whole document.
	Path string
	// Variant is the tag of the outermost union variant being decoded, as JSON;
	// "" if none was.
	Variant string
	// Offset counts the bytes before the value at fault.
	Offset  int
	Message string
}

// Error implements the error interface.
func (e *DecodeError) Error() string {
	text := "decode: "
	if e.Variant != "" {
		text += "variant " + e.Variant + ": "
	}
	return text + "at " + e.Path + ": " + e.Message
}

// maxDepth is how deep arrays and objects may nest, as in encoding/json.
const maxDepth = 10000

// decoder reads one JSON document. After the first fault every method returns
// at once, so that generated code need not look at errors.
type decoder struct {
	data    []byte
	pos     int
	name    []byte // what key read last
	first   bool   // nothing has been read of the innermost open value
	depth   int
	unknown int // members skipped because nothing declares them
	err     *DecodeError
}

// fail records the first fault; at is the offset of the value at fault.
func (d *decoder) fail(at int, message string) {
	if d.err == nil {
		d.err = &DecodeError{Offset: at, Message: message}
	}
	d.pos = len(d.data)
}

// mismatch records that the value at the current position is not what was
// expected.
func (d *decoder) mismatch(want string) {
	d.space()
	if d.pos >= len(d.data) {
		d.fail(d.pos, "unexpected end, want "+want)
		return
	}
	d.fail(d.pos, "want "+want+", found "+found(d.data[d.pos]))
}

func found(c byte) string {
	switch {
	case c == '{':
		return "an object"
	case c == '[':
		return "an array"
	case c == '"':
		return "a string"
	case c == 't' || c == 'f':
		return "a boolean"
	case c == 'n':
		return "null"
	case c == '-' || '0' <= c && c <= '9':
		return "a number"
	}
	return strconv.QuoteRune(rune(c))
}

func (d *decoder) space() {
	for d.pos < len(d.data) {
		switch d.data[d.pos] {
		case ' ', '\n', '\t', '\r':
			d.pos++
		default:
			return
		}
	}
}

// kind classifies the next value by its first byte: one of { [ " t n 0, where t
// is any boolean and 0 any number; other bytes stand for themselves, and 0x00
// for the end.
func (d *decoder) kind() byte {
	d.space()
	if d.pos >= len(d.data) {
		return 0
	}
	c := d.data[d.pos]
	switch {
	case c == 'f':
		return 't'
	case c == '-' || '0' <= c && c <= '9':
		return '0'
	}
	return c
}

// open enters an array or object and returns its offset.
func (d *decoder) open(c byte) int {
	d.space()
	at := d.pos
	switch {
	case at >= len(d.data) || d.data[at] != c:
		want := "an object"
		if c == '[' {
			want = "an array"
		}
		d.mismatch(want)
	case d.depth >= maxDepth:
		d.fail(at, "nested too deeply")
	default:
		d.pos++
		d.depth++
		d.first = true
	}
	return at
}

// next moves to the next element of the open value, or leaves it at end.
func (d *decoder) next(end byte) bool {
	if d.err != nil {
		return false
	}
	d.space()
	if d.pos >= len(d.data) {
		d.fail(d.pos, "unexpected end")
		return false
	}
	c := d.data[d.pos]
	switch {
	case c == end:
		d.pos++
		d.depth--
		d.first = false
		return false
	case d.first:
		d.first = false
		return true
	case c != ',':
		d.fail(d.pos, "want a comma, found "+found(c))
		return false
	}
	d.pos++
	return true
}

// item moves to the next element of the open array; false at its end.
func (d *decoder) item() bool { return d.next(']') }

// key reads the next name of the open object into d.name; false at its end.
func (d *decoder) key() bool {
	if !d.next('}') {
		return false
	}
	d.name = d.text()
	d.space()
	if d.err == nil && (d.pos >= len(d.data) || d.data[d.pos] != ':') {
		d.mismatch("a colon")
	}
	d.pos++
	return d.err == nil
}

// missing records the required names whose bit in seen is not set; at is where
// the object begins.
func (d *decoder) missing(at int, seen uint64, names ...string) {
	for i, name := range names {
		if seen&(1<<i) == 0 {
			d.fail(at, "missing required "+strconv.Quote(name))
			return
		}
	}
}

// undeclared skips the value of a name that no field declares.
func (d *decoder) undeclared() {
	d.unknown++
	d.skip()
}

// forbidden skips the value of a name that the schema forbids; it weighs more
// than any number of undeclared names when the arms of a union are compared.
func (d *decoder) forbidden() {
	d.unknown += 1 << 20
	d.skip()
}

// refuse records a name that the schema forbids.
func (d *decoder) refuse() {
	d.space()
	d.fail(d.pos, "member "+strconv.Quote(string(d.name))+" is not allowed")
}

// skip checks and passes over one value.
func (d *decoder) skip() {
	switch d.kind() {
	case '{':
		for d.open('{'); d.key(); {
			d.skip()
		}
	case '[':
		for d.open('['); d.item(); {
			d.skip()
		}
	case '"':
		d.text()
	case '0':
		d.number()
	case 't':
		var b bool
		readBool(&b, d)
	case 'n':
		d.null()
	default:
		d.mismatch("a value")
	}
}

// word consumes w if the input has it next.
func (d *decoder) word(w string) bool {
	d.space()
	if len(d.data)-d.pos < len(w) || string(d.data[d.pos:d.pos+len(w)]) != w {
		return false
	}
	d.pos += len(w)
	return true
}

// null reads null.
func (d *decoder) null() {
	if !d.word("null") {
		d.mismatch("null")
	}
}

// constant reads a value that must equal the JSON literal.
func (d *decoder) constant(literal string) {
	d.space()
	at := d.pos
	if d.word(literal) && (d.pos >= len(d.data) || !inNumber(d.data[d.pos])) {
		return
	}
	d.pos = at
	d.skip()
	if d.err == nil && !sameJSON(d.data[at:d.pos], literal) {
		d.fail(at, "want "+literal+", found "+shown(d.data[at:d.pos]))
	}
}

// shown returns a value for a message: the text of a short scalar, else its kind.
func shown(value []byte) string {
	const longest = 40
	if c := value[0]; c == '{' || c == '[' || len(value) > longest {
		return found(c)
	}
	return string(value)
}

// finish checks that nothing follows the document and returns the fault, if any,
// with its path.
func (d *decoder) finish() error {
	if d.err == nil {
		d.space()
		if d.pos < len(d.data) {
			d.fail(d.pos, "unexpected text after the document")
		}
	}
	if d.err == nil {
		return nil
	}
	d.err.Path = pathAt(d.data, d.err.Offset)
	return d.err
}

// unmarshal decodes the document b into v.
func unmarshal(b []byte, v interface{ decode(*decoder) }) error {
	d := decoder{data: b}
	v.decode(&d)
	return d.finish()
}

// document decodes the document b by read.
func document[T any](b []byte, read func(*T, *decoder)) (T, error) {
	var v, zero T
	d := decoder{data: b}
	read(&v, &d)
	if err := d.finish(); err != nil {
		return zero, err
	}
	return v, nil
}

// pathAt returns the JSONPath of the innermost value of data that holds the
// offset or begins there.
func pathAt(data []byte, offset int) string {
	d := decoder{data: data}
	path, _ := d.walkTo(offset)
	return "$" + path
}

// walkTo returns the path from the value at the current position to offset, and
// false if the value ends before.
func (d *decoder) walkTo(offset int) (path string, ok bool) {
	kind := d.kind()
	if d.pos >= offset {
		return "", true
	}
	switch kind {
	case '{':
		for d.open('{'); d.key(); {
			step := pathName(d.name)
			if path, ok := d.walkTo(offset); ok {
				return step + path, true
			}
		}
	case '[':
		d.open('[')
		for i := 0; d.item(); i++ {
			if path, ok := d.walkTo(offset); ok {
				return "[" + strconv.Itoa(i) + "]" + path, true
			}
		}
	default:
		d.skip()
	}
	return "", d.err != nil || d.pos > offset
}

// pathName returns the step to a member (RFC 9535, section 2.5.1).
func pathName(name []byte) string {
	plain := len(name) > 0
	for i, c := range name {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
		plain = plain && (letter || i > 0 && '0' <= c && c <= '9')
	}
	if plain {
		return "." + string(name)
	}
	return "[" + string(appendString(nil, string(name))) + "]"
}
