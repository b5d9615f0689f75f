package ts

import "strings"

// anySet stands for an escape that is a set of characters, such as \d.
const anySet rune = -2

// atomEscape reads what follows a backslash outside a class.
func (r *expressions) atomEscape() {
	switch c := r.peek(); {
	case c >= '1' && c <= '9':
		digits := r.decimal()
		n := 1 << 20
		if len(digits) < 7 {
			n = 0
			for _, d := range digits {
				n = 10*n + int(d-'0')
			}
		}
		r.largest = max(r.largest, n)
	case c == 'k' && (r.unicode || r.named):
		r.pos++
		if !r.accept("<") {
			r.fail()
			return
		}
		name, ok := r.name()
		if !ok {
			r.fail()
		}
		r.refs = append(r.refs, name)
	default:
		r.escape()
	}
}

// escape reads what follows a backslash, and returns the character that it
// stands for, or anySet.
func (r *expressions) escape() rune {
	c := r.peek()
	if c < 0 {
		r.fail()
		return anySet
	}
	r.pos++
	switch {
	case strings.ContainsRune("dDsSwW", c):
		return anySet
	case c == 'p' || c == 'P':
		if r.unicode {
			r.property()
			return anySet
		}
		return c
	case strings.ContainsRune("fnrtv", c):
		return map[rune]rune{'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}[c]
	case c == 'c':
		return r.control()
	case c == 'x':
		return r.hex(c, 2)
	case c == 'u':
		return r.unicodeEscape()
	case isDigit(c):
		return r.octal(c)
	case r.unicode && !strings.ContainsRune(`^$\.*+?()[]{}|/`, c):
		r.fail()
	}
	return c
}

func (r *expressions) control() rune {
	c := r.peek()
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
		r.pos++
		return c % 32
	}
	if r.unicode {
		r.fail()
		return anySet
	}
	r.pos-- // the backslash is a character, and the c another
	return '\\'
}

// hex reads n digits, without which the letter c is itself outside Unicode mode.
func (r *expressions) hex(c rune, n int) rune {
	value := rune(0)
	for i := range n {
		if r.pos+i >= len(r.src) || !isHex(r.src[r.pos+i]) {
			if r.unicode {
				r.fail()
			}
			return c
		}
		value = value<<4 | hexValue(r.src[r.pos+i])
	}
	r.pos += n
	return value
}

func (r *expressions) unicodeEscape() rune {
	if r.unicode && r.accept("{") {
		value := rune(0)
		start := r.pos
		for ; isHex(r.peek()); r.pos++ {
			value = min(value<<4|hexValue(r.peek()), 1<<24)
		}
		if r.pos == start || value > 0x10FFFF || !r.accept("}") {
			r.fail()
		}
		return value
	}
	high := r.hex('u', 4)
	if !r.unicode || high < 0xD800 || high > 0xDBFF {
		return high
	}
	start := r.pos
	if r.accept(`\u`) && r.pos+4 <= len(r.src) {
		bad := r.bad
		if low := r.hex('u', 4); low >= 0xDC00 && low <= 0xDFFF {
			return 0x10000 + (high-0xD800)<<10 + low - 0xDC00
		}
		r.bad = bad
	}
	r.pos = start
	return high
}

func (r *expressions) octal(c rune) rune {
	next := r.peek()
	if r.unicode {
		if c != '0' || isDigit(next) {
			r.fail()
		}
		return 0
	}
	if c >= '8' {
		return c
	}
	value := c - '0'
	for i := 0; i < 2 && r.peek() >= '0' && r.peek() <= '7' && value*8+r.peek()-'0' < 256; i++ {
		value = value*8 + r.peek() - '0'
		r.pos++
	}
	return value
}

// property reads {Name} or {Name=Value}. Which of them exist is the engine's to
// say.
func (r *expressions) property() {
	if !r.accept("{") {
		r.fail()
		return
	}
	start := r.pos
	for c := r.peek(); c == '_' || c == '=' || isHex(c) || c >= 'g' && c <= 'z' || c >= 'G' && c <= 'Z'; c = r.peek() {
		r.pos++
	}
	if r.pos == start || isDigit(r.src[start]) || !r.accept("}") {
		r.fail()
	}
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

func isHex(c rune) bool {
	return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func hexValue(c rune) rune {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}

// class reads a character class behind its bracket.
func (r *expressions) class() {
	r.accept("^")
	for r.pos < len(r.src) {
		if r.accept("]") {
			return
		}
		low := r.classAtom()
		if r.peek() != '-' || r.pos+1 < len(r.src) && r.src[r.pos+1] == ']' {
			continue
		}
		r.pos++
		if r.pos == len(r.src) {
			break
		}
		high := r.classAtom()
		set := low == anySet || high == anySet
		if set && r.unicode || !set && low > high {
			r.fail()
			return
		}
	}
	r.fail()
}

func (r *expressions) classAtom() rune {
	c := r.peek()
	r.pos++
	if c != '\\' {
		return c
	}
	switch {
	case r.accept("b"):
		return '\b'
	case r.unicode && r.accept("-"):
		return '-'
	case !r.unicode && r.peek() == 'c' && r.pos+1 < len(r.src) && (r.src[r.pos+1] == '_' || r.src[r.pos+1] >= '0' && r.src[r.pos+1] <= '9'):
		r.pos += 2
		return r.src[r.pos-1] % 32
	case r.peek() == 'k' && !r.unicode && r.named:
		r.fail()
		return anySet
	}
	return r.escape()
}
