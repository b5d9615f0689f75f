package support

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

// numeral returns the text of a random number, often near others.
func numeral(r *rand.Rand) string {
	text := strconv.Itoa(r.IntN(200))
	if r.IntN(2) == 0 {
		text += "." + strconv.Itoa(r.IntN(1000))
	}
	if r.IntN(3) == 0 {
		text += "e" + strconv.Itoa(r.IntN(9)-4)
	}
	if r.IntN(3) == 0 {
		text = "-" + text
	}
	return text
}

// TestDecimalsAgreeWithRationals compares and divides numbers by their digits.
func TestDecimalsAgreeWithRationals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		a, b := numeral(r), numeral(r)
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if got, want := parseDecimal(a).compare(parseDecimal(b)), x.Cmp(y); got != want {
			t.Fatalf("%s against %s: %d, want %d", a, b, got, want)
		}
		if y.Sign() == 0 {
			continue
		}
		if got, want := parseDecimal(a).isMultiple(parseDecimal(b)), new(big.Rat).Quo(x, y).IsInt(); got != want {
			t.Fatalf("%s is a multiple of %s: %v, want %v", a, b, got, want)
		}
	}
}

// TestVastNumbers does not expand exponents.
func TestVastNumbers(t *testing.T) {
	vast, tiny := parseDecimal("7e1000000000"), parseDecimal("3e-1000000000")
	if vast.compare(tiny) != 1 || tiny.compare(vast) != -1 || vast.compare(vast) != 0 {
		t.Error("order")
	}
	if vast.isMultiple(tiny) || !parseDecimal("9e1000000000").isMultiple(tiny) || tiny.isMultiple(vast) {
		t.Error("multiples")
	}
}

func TestStrictChecks(t *testing.T) {
	word, none := newPattern("^a", "^a"), newPattern("^$", "^$")
	for _, c := range []struct {
		in, want string
		check    func(d *decoder)
	}{
		{`5`, "", func(d *decoder) { at := d.start(); d.skip(); d.require(at, d.compare(at, "5.0") >= 0, "x") }},
		{`4`, "is 4; x", func(d *decoder) { at := d.start(); d.skip(); d.require(at, d.compare(at, "5.0") >= 0, "x") }},
		{`0.3`, "", func(d *decoder) { at := d.start(); d.skip(); d.multipleOf(at, "0.1") }},
		{`0.35`, "is 0.35; a multiple of 0.1 is required", func(d *decoder) { at := d.start(); d.skip(); d.multipleOf(at, "0.1") }},
		{`"\u00e9b"`, "", func(d *decoder) { at := d.start(); d.skip(); d.characters(at, d.spelling(at), 2, 2) }},
		{`"b"`, "does not match the pattern ^a", func(d *decoder) { at := d.start(); d.match(at, string(d.text()), word) }},
		{`[1,2,1.0]`, "items 0 and 2 are equal; unique items are required", func(d *decoder) { at := d.start(); d.skip(); d.unique(at) }},
		{`[[],{}]`, "", func(d *decoder) { at := d.start(); d.skip(); d.unique(at) }},
		{`{"a":1,"a":2}`, "has 1 members; at least 2 are required", func(d *decoder) { at := d.start(); d.skip(); d.members(at, 2, -1) }},
		{`{"a":1}`, "", func(d *decoder) {
			var m map[string]int64
			readMap(&m, d, named(func(d *decoder) { d.nameMatch(word); d.nameCharacters(1, 1) }, readInt))
		}},
		{`{"b":1}`, `the name "b" does not match the pattern ^a`, func(d *decoder) {
			var m map[string]int64
			readMap(&m, d, named(func(d *decoder) { d.nameMatch(word) }, readInt))
		}},
		{`{"abc":1}`, `has 3 characters in the name "abc"; at most 2 are allowed`, func(d *decoder) {
			var m map[string]int64
			readMap(&m, d, named(func(d *decoder) { d.nameCharacters(0, 2) }, readInt))
		}},
		{`"x"`, "want a boolean, found a string", func(d *decoder) { at := d.start(); d.skip(); also(d, at, readBool) }},
		{`true`, "", func(d *decoder) { at := d.start(); d.skip(); also(d, at, readBool) }},
		{`1.5`, "want a boolean, found a number", func(d *decoder) {
			var v any
			chooseOne(&v, d, []string{"A", "B"}, func(d *decoder) any { var b bool; readBool(&b, d); return b }, func(d *decoder) any { var n int64; readInt(&n, d); return n })
		}},
		{`{"a":{"b":1}}`, `missing required "b"`, func(d *decoder) { d.has("a", "b"); d.skip() }},
		{`{"a":{"b":1},"b":2}`, "", func(d *decoder) { d.has("a", "b"); d.skip() }},
		{`[1]`, "want an object, found an array", func(d *decoder) { d.has("a"); d.skip() }},
		{`1`, "is both A and B; exactly one is allowed", func(d *decoder) {
			var v any
			chooseOne(&v, d, []string{"A", "B"}, func(d *decoder) any { d.skip(); return 1 }, func(d *decoder) any { d.skip(); return 2 })
		}},
	} {
		d := decoder{data: []byte(c.in)}
		c.check(&d)
		got := ""
		if d.finish() != nil {
			got = d.err.Message
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
	if !none.Match(nil) {
		t.Error("^$ does not match nothing")
	}
}

func TestEnds(t *testing.T) {
	n, text := int64(2), "a"
	if !hasJSON(&n, writeInt, "1", "2.0") || hasJSON(&n, writeInt, `"2"`) || !hasJSON(&text, writeString, `"\u0061"`) {
		t.Error("hasJSON")
	}
	m := map[string]int64{"a": 1}
	write := func(v *map[string]int64, e *encoder) { writeMap(v, e, writeInt) }
	if !hasMember(&m, write, "a", "1") || hasMember(&m, write, "b", "1") || hasMember(&n, writeInt, "a", "1") {
		t.Error("hasMember")
	}
}
