package drift

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// firstDifference returns the number of the first line of got that is not that of
// want, from 1.
func firstDifference(got, want []byte) int {
	n := 0
	for n < len(got) && n < len(want) && got[n] == want[n] {
		n++
	}
	return 1 + bytes.Count(got[:n], []byte("\n"))
}

// conflict returns the number of the line where a merge conflict begins, 0 if there
// is none.
func conflict(text []byte) int {
	begin := 0
	for i, line := 0, []byte(nil); len(text) > 0; {
		i++
		line, text, _ = bytes.Cut(text, []byte("\n"))
		switch {
		case bytes.HasPrefix(line, []byte("<<<<<<< ")):
			begin = i
		case bytes.HasPrefix(line, []byte(">>>>>>> ")) && begin > 0:
			return begin
		}
	}
	return 0
}

// reformatted reports whether two texts are the same but for white space, the kind of
// quotes, semicolons, trailing commas and the bar before the first type of a union: what
// a formatter changes. Inside of string
// literals white space counts.
func reformatted(a, b []byte) bool {
	x, y := condenser{text: a}, condenser{text: b}
	for {
		r, s := x.next(), y.next()
		if r != s {
			return false
		}
		if r == eof {
			return true
		}
	}
}

const eof rune = -1

// condenser reads the runes of a text that a formatter leaves alone.
type condenser struct {
	text   []byte
	quote  rune // of the string literal that the reader is in, 0 outside
	escape bool
	last   rune
}

func (c *condenser) next() rune {
	for len(c.text) > 0 {
		r, n := utf8.DecodeRune(c.text)
		c.text = c.text[n:]
		if c.quote != 0 {
			return c.inString(r)
		}
		switch {
		case r == '"' || r == '\'' && opensString(c.last):
			c.quote = r
			return '"'
		case unicode.IsSpace(r), r == ';':
			continue
		case r == ',' && c.closes(), r == '|' && strings.ContainsRune("=(:<,[", c.last):
			continue
		}
		c.last = r
		return r
	}
	return eof
}

func (c *condenser) inString(r rune) rune {
	switch {
	case c.escape:
		c.escape = false
	case r == '\\':
		c.escape = true
	case r == c.quote, r == '\n':
		c.quote, c.last = 0, '"'
		return '"'
	}
	return r
}

// opensString tells a quote that begins a literal from an apostrophe in a comment.
func opensString(last rune) bool { return !unicode.IsLetter(last) && !unicode.IsDigit(last) }

// closes reports whether what follows a comma is a closing bracket.
func (c *condenser) closes() bool {
	rest := bytes.TrimLeftFunc(c.text, unicode.IsSpace)
	return len(rest) > 0 && bytes.IndexByte([]byte(")]}"), rest[0]) >= 0
}
