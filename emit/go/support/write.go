package support

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// encoder appends one JSON document. It goes on after a fault and keeps the
// first one.
type encoder struct {
	b   []byte
	err error
}

func (e *encoder) reject(message string) {
	if e.err == nil {
		e.err = errors.New("encode: " + message)
	}
}

// raw appends JSON text.
func (e *encoder) raw(text string) { e.b = append(e.b, text...) }

// name appends a quoted name with its colon, and the comma before it if it is
// not the object's first.
func (e *encoder) name(text string) {
	e.comma()
	e.b = append(e.b, text...)
}

// comma appends a comma unless an array or object has just been opened.
func (e *encoder) comma() {
	if c := e.b[len(e.b)-1]; c != '{' && c != '[' {
		e.b = append(e.b, ',')
	}
}

// marshal returns the document that v writes.
func marshal(v interface{ encode(*encoder) }) ([]byte, error) {
	return appendJSON(nil, v)
}

// appendJSON appends the document that v writes to b.
func appendJSON(b []byte, v interface{ encode(*encoder) }) ([]byte, error) {
	e := encoder{b: b}
	v.encode(&e)
	return e.b, e.err
}

func writeString(v *string, e *encoder) { e.b = appendString(e.b, *v) }

func writeBool(v *bool, e *encoder) { e.b = strconv.AppendBool(e.b, *v) }

func writeInt(v *int64, e *encoder) { e.b = strconv.AppendInt(e.b, *v, 10) }

func writeUint(v *uint64, e *encoder) { e.b = strconv.AppendUint(e.b, *v, 10) }

// writeFloat writes a number as encoding/json does.
func writeFloat(v *float64, e *encoder) {
	f := *v
	if math.IsNaN(f) || math.IsInf(f, 0) {
		e.reject("a number is " + strconv.FormatFloat(f, 'g', -1, 64))
		return
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	e.b = strconv.AppendFloat(e.b, f, format, -1, 64)
	if n := len(e.b); format == 'e' && n >= 4 && string(e.b[n-4:n-1]) == "e-0" {
		e.b[n-2] = e.b[n-1]
		e.b = e.b[:n-1]
	}
}

// writeNumber writes a number as it is spelled; "" is 0.
func writeNumber(v *json.Number, e *encoder) {
	if *v == "" {
		e.raw("0")
		return
	}
	d := decoder{data: []byte(*v)}
	if d.number(); d.finish() != nil {
		e.reject("not a number: " + strconv.Quote(string(*v)))
		return
	}
	e.raw(string(*v))
}

// writeRaw writes JSON text as it is; nil is null.
func writeRaw(v *json.RawMessage, e *encoder) {
	if *v == nil {
		e.raw("null")
		return
	}
	d := decoder{data: *v}
	d.skip()
	if err := d.finish(); err != nil {
		e.reject("a raw message is not JSON: " + err.Error())
		return
	}
	e.b = append(e.b, *v...)
}

// writeBase64 writes bytes in the standard alphabet with padding.
func writeBase64(v *[]byte, e *encoder) {
	e.raw(`"`)
	e.b = base64.StdEncoding.AppendEncode(e.b, *v)
	e.raw(`"`)
}

// writeBase64URL writes bytes in the URL alphabet with padding.
func writeBase64URL(v *[]byte, e *encoder) {
	e.raw(`"`)
	e.b = base64.URLEncoding.AppendEncode(e.b, *v)
	e.raw(`"`)
}

// writePointer writes a value that must be there.
func writePointer[T any](v **T, e *encoder, write func(*T, *encoder)) {
	if *v == nil {
		e.reject(fmt.Sprintf("a required %T is nil", *v))
		return
	}
	write(*v, e)
}

// writeNullable writes nil as null.
func writeNullable[T any](v **T, e *encoder, write func(*T, *encoder)) {
	if *v == nil {
		e.raw("null")
		return
	}
	write(*v, e)
}

// writeOptional writes a value that is set; an absent one is written as null.
func writeOptional[T any](v *Optional[T], e *encoder, write func(*T, *encoder)) {
	writeNullable(&v.Value, e, write)
}

// writeUnion writes a value of a union, which must not be nil.
func writeUnion[U interface{ encode(*encoder) }](v *U, e *encoder) {
	if any(*v) == nil {
		e.reject(fmt.Sprintf("a required %T is nil", v)[1:])
		return
	}
	(*v).encode(e)
}

// writeList writes an array; nil is the empty one.
func writeList[T any](v *[]T, e *encoder, write func(*T, *encoder)) {
	e.raw("[")
	for i := range *v {
		e.comma()
		write(&(*v)[i], e)
	}
	e.raw("]")
}

// writeMap writes an object in the order of its names; nil is the empty one.
func writeMap[K ~string, T any](v *map[K]T, e *encoder, write func(*T, *encoder)) {
	e.raw("{")
	writeMembers(*v, e, write)
	e.raw("}")
}

// writeMembers writes the members of m, in the order of their names, into the
// open object, but for those that the object declares.
func writeMembers[K ~string, T any](m map[K]T, e *encoder, write func(*T, *encoder), declared ...K) {
	names := make([]K, 0, len(m))
	for name := range m {
		if !slices.Contains(declared, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		e.comma()
		e.b = append(appendString(e.b, string(name)), ':')
		member := m[name]
		write(&member, e)
	}
}

// appendString appends s as a JSON string. It escapes what JSON requires and the
// line separators U+2028 and U+2029, but not HTML.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == utf8.RuneError && n == 1:
				b = append(append(b, s[start:i]...), `\ufffd`...)
				start = i + n
			case r == '\u2028' || r == '\u2029':
				b = append(append(b, s[start:i]...), `\u202`...)
				b = append(b, hex[r&0xF])
				start = i + n
			}
			i += n
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xF])
		}
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}

// writeText writes text that is JSON already.
func writeText(v *string, e *encoder) {
	raw := json.RawMessage(*v)
	writeRaw(&raw, e)
}
