package tree

import (
	"encoding/json"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns n as compact JSON: members in source order, numbers as written
// (YAML numbers as the JSON number of equal value), strings with the fewest
// escapes. Documents of equal meaning and order give equal text, in JSON and YAML.
func (n Node) JSON() string {
	if k := n.Kind(); k != Array && k != Object {
		return n.Raw()
	}
	return string(n.appendJSON(nil))
}

func (n Node) appendJSON(b []byte) []byte {
	switch n.Kind() {
	case Object:
		b = append(b, '{')
		for k, v := range n.Members() {
			if n.d.nodes[k.i].ord > 0 {
				b = append(b, ',')
			}
			b = append(append(b, k.Raw()...), ':')
			b = v.appendJSON(b)
		}
		return append(b, '}')
	case Array:
		b = append(b, '[')
		for i, v := range n.Items() {
			if i > 0 {
				b = append(b, ',')
			}
			b = v.appendJSON(b)
		}
		return append(b, ']')
	default:
		return append(b, n.Raw()...)
	}
}

// Any returns n as encoding/json decodes into an any with UseNumber:
// map[string]any, []any, json.Number, string, bool or nil.
func (n Node) Any() any {
	switch n.Kind() {
	case Object:
		m := make(map[string]any, n.Len())
		for k, v := range n.Members() {
			m[k.Str()] = v.Any()
		}
		return m
	case Array:
		items := make([]any, 0, n.Len())
		for _, v := range n.Items() {
			items = append(items, v.Any())
		}
		return items
	case Number:
		return json.Number(n.Raw())
	case String:
		return n.Str()
	case Bool:
		return n.Bool()
	default:
		return nil
	}
}

// appendQuoted appends s as a JSON string in which only quotes, backslashes and
// control characters are escaped.
func appendQuoted(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, `\b`...)
		case '\f':
			b = append(b, `\f`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(b, s[from:]...), '"')
}

// unquote decodes the escapes of s, the inside of a JSON string that the parser
// has accepted.
func unquote(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b = append(b, s[i])
			i++
			continue
		}
		c := s[i+1]
		i += 2
		switch c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r := hexRune(s[i:])
			i += 4
			if utf16.IsSurrogate(r) {
				// Only a high half followed by a low half is a pair; a
				// second half that does not fit is decoded by itself.
				pair := rune(utf8.RuneError)
				if len(s) >= i+6 && s[i] == '\\' && s[i+1] == 'u' {
					pair = utf16.DecodeRune(r, hexRune(s[i+2:]))
				}
				if r = pair; r != utf8.RuneError {
					i += 6
				}
			}
			b = utf8.AppendRune(b, r)
		default: // quote, backslash, slash
			b = append(b, c)
		}
	}
	return string(b)
}

// hexRune returns the value of the four hexadecimal digits that s starts with.
func hexRune(s string) rune {
	v, _ := strconv.ParseUint(s[:4], 16, 16) // the parser has checked the digits
	return rune(v)
}
