package support

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// What strict decoders check beside types. Every check is of the value that
// begins at the offset at and ends at the current position.

// start returns the offset of the next value.
func (d *decoder) start() int {
	d.space()
	return d.pos
}

// require records that a number is not what the schema requires unless ok.
func (d *decoder) require(at int, ok bool, requirement string) {
	if !ok && d.err == nil {
		d.fail(at, "is "+string(d.data[at:d.pos])+"; "+requirement)
	}
}

// compare returns how a number stands to a bound by their digits: -1, 0 or 1.
func (d *decoder) compare(at int, bound string) int {
	if d.err != nil {
		return 0
	}
	return parseDecimal(string(d.data[at:d.pos])).compare(parseDecimal(bound))
}

// compare returns -1 if n is less than m, 0 if they are equal, else 1.
func (n decimal) compare(m decimal) int {
	a, b := n.sign(), m.sign()
	if a != b {
		return cmp.Compare(a, b)
	}
	return a * cmp.Or(cmp.Compare(len(n.digits)+n.exp, len(m.digits)+m.exp), strings.Compare(n.digits, m.digits))
}

func (n decimal) sign() int {
	switch {
	case n.digits == "":
		return 0
	case n.negative:
		return -1
	}
	return 1
}

// multipleOf requires a number to be a multiple of step, which is not zero.
func (d *decoder) multipleOf(at int, step string) {
	if d.err == nil {
		d.require(at, parseDecimal(string(d.data[at:d.pos])).isMultiple(parseDecimal(step)), "a multiple of "+step+" is required")
	}
}

// isMultiple reports whether n is an integer times step.
func (n decimal) isMultiple(step decimal) bool {
	if n.digits == "" {
		return true
	}
	exp := n.exp - step.exp
	if exp < 0 { // the digits of n do not end in a zero
		return false
	}
	digits, _ := new(big.Int).SetString(n.digits, 10)
	by, _ := new(big.Int).SetString(step.digits, 10)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exp)), by)
	return digits.Mod(digits.Mul(digits, power), by).Sign() == 0
}

// count requires n things, which noun names, to be low to high; a high of -1 is
// no bound.
func (d *decoder) count(at, n int, noun string, low, high int) {
	switch {
	case d.err != nil:
	case n < low:
		d.fail(at, fmt.Sprintf("has %d %s; at least %d are required", n, noun, low))
	case high >= 0 && n > high:
		d.fail(at, fmt.Sprintf("has %d %s; at most %d are allowed", n, noun, high))
	}
}

// characters requires a string to have low to high code points.
func (d *decoder) characters(at int, s string, low, high int) {
	d.count(at, utf8.RuneCountInString(s), "characters", low, high)
}

// match requires a string to match an expression of the schema.
func (d *decoder) match(at int, s string, p pattern) {
	if d.err == nil && !p.re2().MatchString(s) {
		d.fail(at, "does not match the pattern "+p.expr)
	}
}

// pattern is a regular expression of the schema.
type pattern struct {
	expr string                // as the schema spells it
	re2  func() *regexp.Regexp // what it means, compiled when it is first asked for
}

func newPattern(expr, re2 string) pattern {
	return pattern{expr, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(re2) })}
}

// Match reports whether b matches the expression.
func (p pattern) Match(b []byte) bool { return p.re2().Match(b) }

// spelling returns the text of the string that begins at the offset at.
func (d *decoder) spelling(at int) string {
	again := decoder{data: d.data[:d.pos], pos: at}
	return string(again.text())
}

// unique requires the items of an array to differ.
func (d *decoder) unique(at int) {
	if d.err != nil {
		return
	}
	again := decoder{data: d.data[:d.pos], pos: at}
	seen := map[string]int{}
	again.open('[')
	for i := 0; again.item(); i++ {
		text := string(again.canonical(nil))
		if first, twice := seen[text]; twice {
			d.fail(at, fmt.Sprintf("items %d and %d are equal; unique items are required", first, i))
			return
		}
		seen[text] = i
	}
}

// members requires an object to have low to high members.
func (d *decoder) members(at, low, high int) {
	if d.err != nil {
		return
	}
	again := decoder{data: d.data[:d.pos], pos: at}
	names := map[string]bool{}
	for again.open('{'); again.key(); {
		names[string(again.name)] = true
		again.skip()
	}
	d.count(at, len(names), "members", low, high)
}

// named returns a reader of members whose names check looks at.
func named[T any](check func(*decoder), read func(*T, *decoder)) func(*T, *decoder) {
	return func(v *T, d *decoder) {
		if check(d); d.err == nil {
			read(v, d)
		}
	}
}

// nameCharacters requires the name of a member to have low to high code points.
func (d *decoder) nameCharacters(low, high int) {
	d.count(d.start(), utf8.RuneCount(d.name), "characters in the name "+strconv.Quote(string(d.name)), low, high)
}

// nameMatch requires the name of a member to match an expression of the schema.
func (d *decoder) nameMatch(p pattern) {
	if at := d.start(); d.err == nil && !p.Match(d.name) {
		d.fail(at, "the name "+strconv.Quote(string(d.name))+" does not match the pattern "+p.expr)
	}
}

// also requires the value that begins at the offset at to be a T as well.
func also[T any](d *decoder, at int, read func(*T, *decoder)) {
	if d.err != nil {
		return
	}
	again := decoder{data: d.data, pos: at, name: d.name, depth: d.depth}
	var value T
	if read(&value, &again); again.err != nil {
		d.err = again.err
		d.pos = len(d.data)
	}
}

// has reports whether the value at the current position is an object with members
// of these names, and records the first that is missing. The position stays.
func (d *decoder) has(names ...string) bool {
	start := *d
	missing := slices.Clone(names)
	at := d.open('{')
	for d.key() {
		missing = slices.DeleteFunc(missing, func(name string) bool { return name == string(d.name) })
		d.skip()
	}
	if len(missing) > 0 {
		d.missing(at, 0, missing[0])
	}
	if d.err != nil {
		return false
	}
	*d = start
	return true
}

// chooseOne reads a value by the only arm that accepts it; names are those of
// the arms. The arm that comes furthest says what is wrong with a value that
// none accepts.
func chooseOne[U any](v *U, d *decoder, names []string, arms ...arm[U]) {
	d.space()
	start := *d
	var best decoder
	accepted := -1
	var fault *DecodeError
	for i, read := range arms {
		*d = start
		u := read(d)
		switch {
		case d.err != nil:
			if fault == nil || d.err.Offset > fault.Offset {
				fault = d.err
			}
		case accepted >= 0:
			*d = start
			d.fail(start.pos, "is both "+names[accepted]+" and "+names[i]+"; exactly one is allowed")
			return
		default:
			accepted, best, *v = i, *d, u
		}
	}
	if accepted < 0 {
		*d = start
		d.err = fault
		d.pos = len(d.data)
		return
	}
	*d = best
}
