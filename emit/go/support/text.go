package support

import "unicode/utf8"

// text reads a string. The result aliases the input unless it holds escapes or
// invalid UTF-8, which becomes U+FFFD.
func (d *decoder) text() []byte {
	d.space()
	at := d.pos
	if at >= len(d.data) || d.data[at] != '"' {
		d.mismatch("a string")
		return nil
	}
	var high byte
	for i := at + 1; i < len(d.data); i++ {
		c := d.data[i]
		switch {
		case c == '"':
			d.pos = i + 1
			s := d.data[at+1 : i]
			if high >= utf8.RuneSelf && !utf8.Valid(s) {
				return validText(s)
			}
			return s
		case c == '\\':
			return d.escaped(at, i)
		case c < ' ':
			d.fail(at, "control character in a string")
			return nil
		}
		high |= c
	}
	d.fail(at, "unexpected end of a string")
	return nil
}

// validText replaces each byte of s that is not part of valid UTF-8.
func validText(s []byte) []byte {
	out := make([]byte, 0, len(s)+8)
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		out = utf8.AppendRune(out, r)
		s = s[n:]
	}
	return out
}

// escaped reads the string at, whose first backslash is at i.
func (d *decoder) escaped(at, i int) []byte {
	out := append([]byte(nil), d.data[at+1:i]...)
	for i < len(d.data) {
		c := d.data[i]
		switch {
		case c == '"':
			d.pos = i + 1
			if !utf8.Valid(out) {
				return validText(out)
			}
			return out
		case c < ' ':
			d.fail(at, "control character in a string")
			return nil
		case c != '\\':
			out = append(out, c)
			i++
		default:
			var n int
			if out, n = unescape(out, d.data[i:]); n == 0 {
				d.fail(at, "unknown escape in a string")
				return nil
			}
			i += n
		}
	}
	d.fail(at, "unexpected end of a string")
	return nil
}

// unescape appends the rune that s, which begins with a backslash, stands for,
// and returns how many bytes of s it took: 0 if it is no escape.
func unescape(out, s []byte) ([]byte, int) {
	if len(s) < 2 {
		return out, 0
	}
	switch s[1] {
	case '"', '\\', '/':
		return append(out, s[1]), 2
	case 'b':
		return append(out, '\b'), 2
	case 'f':
		return append(out, '\f'), 2
	case 'n':
		return append(out, '\n'), 2
	case 'r':
		return append(out, '\r'), 2
	case 't':
		return append(out, '\t'), 2
	}
	r := hexRune(s)
	if r < 0 {
		return out, 0
	}
	if r < 0xD800 || r > 0xDFFF {
		return utf8.AppendRune(out, r), 6
	}
	if low := hexRune(s[6:]); r < 0xDC00 && 0xDC00 <= low && low <= 0xDFFF {
		return utf8.AppendRune(out, (r-0xD800)<<10|(low-0xDC00)+0x10000), 12
	}
	return utf8.AppendRune(out, utf8.RuneError), 6
}

// hexRune returns the number in the escape that begins s (six bytes, backslash,
// u and four hexadecimal digits), -1 if there is none.
func hexRune(s []byte) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range s[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}
