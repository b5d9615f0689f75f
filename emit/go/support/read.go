package support

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
)

func readString(v *string, d *decoder) { *v = string(d.text()) }

func readBool(v *bool, d *decoder) {
	switch {
	case d.word("true"):
		*v = true
	case d.word("false"):
		*v = false
	default:
		d.mismatch("a boolean")
	}
}

// readRaw reads any value and keeps its text.
func readRaw(v *json.RawMessage, d *decoder) {
	d.space()
	at := d.pos
	d.skip()
	if d.err == nil {
		*v = append(json.RawMessage(nil), d.data[at:d.pos]...)
	}
}

// readBase64 reads bytes in the standard alphabet, padded or not.
func readBase64(v *[]byte, d *decoder) { d.bytes(v, base64.RawStdEncoding) }

// readBase64URL reads bytes in the URL alphabet, padded or not.
func readBase64URL(v *[]byte, d *decoder) { d.bytes(v, base64.RawURLEncoding) }

func (d *decoder) bytes(v *[]byte, enc *base64.Encoding) {
	d.space()
	at := d.pos
	text := strings.TrimRight(string(d.text()), "=")
	b, err := enc.DecodeString(text)
	if err != nil {
		d.fail(at, "want base64: "+err.Error())
		return
	}
	*v = b
}

// unlisted records that the value at is none of the values of the named enum.
func (d *decoder) unlisted(at int, enum string) {
	d.fail(at, "not a value of "+enum)
}

// readPointer reads a value into a new variable.
func readPointer[T any](v **T, d *decoder, read func(*T, *decoder)) {
	*v = new(T)
	read(*v, d)
}

// readNullable is readPointer that takes null for nil.
func readNullable[T any](v **T, d *decoder, read func(*T, *decoder)) {
	if d.word("null") {
		*v = nil
		return
	}
	readPointer(v, d, read)
}

// readNilable reads a value whose zero stands for null.
func readNilable[T any](v *T, d *decoder, read func(*T, *decoder)) {
	if d.word("null") {
		var zero T
		*v = zero
		return
	}
	read(v, d)
}

// readOptional reads a value that may be null and is present.
func readOptional[T any](v *Optional[T], d *decoder, read func(*T, *decoder)) {
	*v = Optional[T]{}
	if d.word("null") {
		v.Null = true
		return
	}
	readPointer(&v.Value, d, read)
}

// readList reads an array; the result is not nil.
func readList[T any](v *[]T, d *decoder, read func(*T, *decoder)) {
	list := []T{}
	for d.open('['); d.item(); {
		var zero T
		list = append(list, zero)
		read(&list[len(list)-1], d)
	}
	*v = list
}

// readMap reads an object; the result is not nil.
func readMap[K ~string, T any](v *map[K]T, d *decoder, read func(*T, *decoder)) {
	members := map[K]T{}
	for d.open('{'); d.key(); {
		name := K(d.name)
		var member T
		read(&member, d)
		members[name] = member
	}
	*v = members
}

// readKeyed is readMap for a limited set of names.
func readKeyed[K ~string, T any](v *map[K]T, d *decoder, known func(K) bool, read func(*T, *decoder)) {
	readMap(v, d, func(member *T, d *decoder) {
		if !known(K(d.name)) {
			d.refuse()
			return
		}
		read(member, d)
	})
}

// readChecked reads a value as a T and keeps its text.
func readChecked[T any](v *json.RawMessage, d *decoder, read func(*T, *decoder)) {
	d.space()
	at := d.pos
	var value T
	read(&value, d)
	*v = d.since(at)
}

// readMember reads the value of d.name into v, which it makes if nil.
func readMember[T any](v *map[string]T, d *decoder, read func(*T, *decoder)) {
	if *v == nil {
		*v = map[string]T{}
	}
	name := string(d.name)
	var member T
	read(&member, d)
	(*v)[name] = member
}

// tag returns, as JSON text, the value of the member that says which variant the
// object at the current position is, and leaves the position as it was. Equal
// values give equal text. kinds are the kinds that a tag may have, as kind gives
// them; a value of another is a fault.
func (d *decoder) tag(name, kinds string) []byte {
	d.space()
	start := *d
	at := d.open('{')
	for d.key() {
		if string(d.name) != name {
			d.skip()
			continue
		}
		if strings.IndexByte(kinds, d.kind()) < 0 {
			d.mismatch(found(kinds[0]))
			return nil
		}
		tag := d.tagValue()
		if d.err == nil {
			*d = start
		}
		return tag
	}
	d.missing(at, 0, name)
	return nil
}

// tagValue reads a value and returns its canonical text, without a copy when it
// is a string without escapes.
func (d *decoder) tagValue() []byte {
	if d.kind() == '"' {
		at := d.pos
		s := d.text()
		if raw := d.data[at:d.pos]; len(raw) == len(s)+2 && bytes.IndexByte(s, '\\') < 0 && string(raw[1:len(raw)-1]) == string(s) {
			return raw
		}
		return appendString(nil, string(s))
	}
	return d.canonical(nil)
}

// variant names the variant that the current fault lies in; the outermost wins.
func (d *decoder) variant(tag []byte) {
	if d.err != nil {
		d.err.Variant = string(tag)
	}
}

// tagText returns what a tag says: the text of a string, else the JSON.
func tagText(tag []byte) string {
	if len(tag) == 0 || tag[0] != '"' {
		return string(tag)
	}
	d := decoder{data: tag}
	return string(d.text())
}

// arm is one way to read a value of a union.
type arm[U any] func(*decoder) U

// choose reads a value by the arm that accepts it and leaves the fewest members
// undeclared, the first of equals. It reports whether another arm accepts it too
// although the chosen one leaves some out, and where the value begins.
func choose[U any](v *U, d *decoder, arms ...arm[U]) (at int, overlap bool) {
	d.space()
	start := *d
	best, accepted := *d, 0
	var fault *DecodeError
	for _, read := range arms {
		*d = start
		d.unknown = 0
		u := read(d)
		if d.err != nil {
			if fault == nil || d.err.Offset > fault.Offset {
				fault = d.err
			}
			continue
		}
		accepted++
		if accepted == 1 || d.unknown < best.unknown {
			best, *v = *d, u
		}
		if d.unknown == 0 {
			break
		}
	}
	if accepted == 0 {
		*d = start
		d.err = fault
		d.pos = len(d.data)
		return start.pos, false
	}
	overlap = accepted > 1 && best.unknown > 0
	*d = best
	d.unknown += start.unknown
	return start.pos, overlap
}

// since returns a copy of the input from at to the current position.
func (d *decoder) since(at int) json.RawMessage {
	if d.err != nil {
		return nil
	}
	return append(json.RawMessage(nil), d.data[at:d.pos]...)
}

// literal reads a value that should be one of the JSON literals, and returns the
// one it equals, or its own text and false.
func (d *decoder) literal(literals ...string) (string, bool) {
	d.space()
	at := d.pos
	d.skip()
	if d.err != nil {
		return "", true
	}
	text := d.data[at:d.pos]
	for _, l := range literals {
		if sameJSON(text, l) {
			return l, true
		}
	}
	return string(text), false
}

// readItem appends one item to v.
func readItem[T any](v *[]T, d *decoder, read func(*T, *decoder)) {
	var item T
	read(&item, d)
	*v = append(*v, item)
}
