package support

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

func inNumber(c byte) bool {
	return '0' <= c && c <= '9' || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E'
}

// number reads a number and returns its text.
func (d *decoder) number() []byte {
	d.space()
	at, i := d.pos, d.pos
	digits := func() bool {
		start := i
		for i < len(d.data) && '0' <= d.data[i] && d.data[i] <= '9' {
			i++
		}
		return i > start
	}
	is := func(set string) bool { return i < len(d.data) && strings.IndexByte(set, d.data[i]) >= 0 }
	if is("-") {
		i++
	}
	ok := true
	if is("0") {
		i++
	} else {
		ok = digits()
	}
	if ok && is(".") {
		i++
		ok = digits()
	}
	if ok && is("eE") {
		i++
		if is("+-") {
			i++
		}
		ok = digits()
	}
	switch {
	case i == at:
		d.mismatch("a number")
	case !ok || i < len(d.data) && inNumber(d.data[i]):
		d.fail(at, "malformed number")
	default:
		d.pos = i
		return d.data[at:i]
	}
	return nil
}

// decimal is a number without its spelling: digits × 10^exp, where digits has
// neither leading nor trailing zeros and is "" for zero.
type decimal struct {
	negative bool
	digits   string
	exp      int
}

// parseDecimal takes the text of a valid JSON number. Exponents beyond ±10^9
// are taken as ±10^9.
func parseDecimal(text string) decimal {
	var n decimal
	text, n.negative = strings.CutPrefix(text, "-")
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		n.exp = clampedInt(text[i+1:])
		text = text[:i]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	n.exp -= len(fraction)
	n.digits = strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(n.digits, "0")
	n.exp += len(n.digits) - len(trimmed)
	n.digits = trimmed
	if n.digits == "" {
		return decimal{}
	}
	return n
}

func clampedInt(text string) int {
	const limit = 1_000_000_000
	n, err := strconv.Atoi(strings.TrimPrefix(text, "+"))
	switch {
	case text[0] == '-' && (err != nil || n < -limit):
		return -limit
	case err != nil || n > limit:
		return limit
	}
	return n
}

// isInteger reports whether n has no fraction.
func (n decimal) isInteger() bool { return n.exp >= 0 }

// String returns a spelling that equal numbers share: plain digits for integers
// of up to 20 digits, an exponent otherwise.
func (n decimal) String() string {
	sign := ""
	if n.negative {
		sign = "-"
	}
	switch {
	case n.digits == "":
		return "0"
	case n.exp >= 0 && len(n.digits)+n.exp <= 20:
		return sign + n.digits + strings.Repeat("0", n.exp)
	}
	return sign + n.digits + "e" + strconv.Itoa(n.exp)
}

// readInt reads an integer; 1.0 and 1e2 are integers.
func readInt(v *int64, d *decoder) {
	d.space()
	if n, size := shortInt(d.data[d.pos:]); size > 0 {
		*v = n
		d.pos += size
		return
	}
	at := d.pos
	text, ok := d.integer()
	if !ok {
		return
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		d.fail(at, "integer out of range")
		return
	}
	*v = n
}

// shortInt returns the integer of at most 18 plain digits that begins s and its
// length, 0 if s begins with anything else.
func shortInt(s []byte) (n int64, size int) {
	i, sign := 0, int64(1)
	if len(s) > 0 && s[0] == '-' {
		i, sign = 1, -1
	}
	start := i
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		n = n*10 + int64(s[i]-'0')
		i++
		if i-start > 18 {
			return 0, 0
		}
	}
	if i == start || i-start > 1 && s[start] == '0' || i < len(s) && inNumber(s[i]) {
		return 0, 0
	}
	return sign * n, i
}

// readUint reads an integer that is not negative.
func readUint(v *uint64, d *decoder) {
	d.space()
	at := d.pos
	text, ok := d.integer()
	if !ok {
		return
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		d.fail(at, "integer out of range")
		return
	}
	*v = n
}

// integer reads a number without a fraction and returns its plain digits, or
// its digits with an exponent if it has more than 20.
func (d *decoder) integer() (string, bool) {
	d.space()
	at := d.pos
	token := d.number()
	if d.err != nil {
		return "", false
	}
	n := parseDecimal(string(token))
	if !n.isInteger() {
		d.fail(at, "want an integer, found "+string(token))
		return "", false
	}
	return n.String(), true
}

// readInteger reads an integer of any size and keeps its text.
func readInteger(v *json.Number, d *decoder) {
	d.space()
	at := d.pos
	if _, ok := d.integer(); ok {
		*v = json.Number(d.data[at:d.pos])
	}
}

// readNumber reads a number and keeps its text.
func readNumber(v *json.Number, d *decoder) {
	*v = json.Number(d.number())
}

// readFloat reads a number as the nearest float64, which is infinite beyond
// ±1.8e308: JSON has no limit, and a number is not malformed for its size.
func readFloat(v *float64, d *decoder) {
	token := d.number()
	if d.err == nil {
		*v, _ = strconv.ParseFloat(string(token), 64)
	}
}

// sameJSON reports whether two valid JSON texts are one value: numbers by value,
// objects without order.
func sameJSON(a []byte, b string) bool {
	x, y := decoder{data: a}, decoder{data: []byte(b)}
	return bytes.Equal(x.canonical(nil), y.canonical(nil)) && x.err == nil && y.err == nil
}

// canonical reads one value and appends a spelling that equal values share.
func (d *decoder) canonical(out []byte) []byte {
	switch d.kind() {
	case '{':
		return d.canonicalObject(out)
	case '[':
		out = append(out, '[')
		for d.open('['); d.item(); {
			out = append(d.canonical(out), ',')
		}
		return append(out, ']')
	case '"':
		return appendString(out, string(d.text()))
	case '0':
		return append(out, parseDecimal(string(d.number())).String()...)
	}
	at := d.pos
	d.skip()
	return append(out, d.data[at:d.pos]...)
}

func (d *decoder) canonicalObject(out []byte) []byte {
	members := map[string]string{}
	var names []string
	for d.open('{'); d.key(); {
		name := string(d.name)
		if _, again := members[name]; !again {
			names = append(names, name)
		}
		members[name] = string(d.canonical(nil))
	}
	slices.Sort(names)
	out = append(out, '{')
	for _, name := range names {
		out = append(appendString(out, name), ':')
		out = append(append(out, members[name]...), ',')
	}
	return append(out, '}')
}
