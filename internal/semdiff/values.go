package semdiff

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// SameValue reports whether two documents hold the same JSON value: the order of
// members and the spelling of numbers and strings aside.
func SameValue(old, new *tree.Doc) bool { return same(old.Root(), new.Root()) }

func same(a, b tree.Node) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case tree.Object:
		if a.Len() != b.Len() {
			return false
		}
		for key, v := range a.Members() {
			if w := b.Get(key.Str()); !w.OK() || !same(v, w) {
				return false
			}
		}
		return true
	case tree.Array:
		if a.Len() != b.Len() {
			return false
		}
		others := make([]tree.Node, 0, b.Len())
		for _, w := range b.Items() {
			others = append(others, w)
		}
		for i, v := range a.Items() {
			if !same(v, others[i]) {
				return false
			}
		}
		return true
	case tree.String:
		return a.Str() == b.Str()
	case tree.Number:
		return sameNumber(a.JSON(), b.JSON())
	default:
		return a.JSON() == b.JSON()
	}
}

// sameNumber compares two numbers exactly, whatever their size.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, y := decimalOf(a), decimalOf(b)
	return x.digits == y.digits && (x.digits == "" || x.negative == y.negative && x.exponent.Cmp(y.exponent) == 0)
}

// decimal is a number as 0.digits times ten to the exponent, without zeros at either
// end; no digits are zero.
type decimal struct {
	negative bool
	digits   string
	exponent *big.Int
}

// decimalOf reads a JSON number.
func decimalOf(text string) decimal {
	d := decimal{exponent: new(big.Int)}
	text, d.negative = strings.CutPrefix(text, "-")
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	d.exponent.SetString(strings.TrimPrefix(exponent, "+"), 10)
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	d.digits = strings.TrimLeft(digits, "0")
	d.exponent.Add(d.exponent, big.NewInt(int64(len(whole)-(len(digits)-len(d.digits)))))
	d.digits = strings.TrimRight(d.digits, "0")
	return d
}

// mostPointers is how many places Elsewhere names.
const mostPointers = 20

// Elsewhere returns JSON pointers to what differs in parts of an OpenAPI document
// that matter to its users and that the model does not hold: servers and security,
// of the document and of operations. They are sorted, and no more than 20.
func Elsewhere(old, new *tree.Doc) []string {
	e := elsewhere{}
	a, b := old.Root(), new.Root()
	e.compare("", a, b, "servers", "security")
	e.compare("/components", a.Get("components"), b.Get("components"), "securitySchemes")
	for key, path := range a.Get("paths").Members() {
		other := b.Get("paths").Get(key.Str())
		at := "/paths/" + escape(key.Str())
		e.compare(at, path, other, "servers")
		for method, op := range path.Members() {
			if also := other.Get(method.Str()); op.Kind() == tree.Object && also.Kind() == tree.Object {
				e.compare(at+"/"+escape(method.Str()), op, also, "servers", "security")
			}
		}
	}
	slices.SortFunc(e.pointers, cmp.Compare)
	return e.pointers[:min(len(e.pointers), mostPointers)]
}

type elsewhere struct{ pointers []string }

func (e *elsewhere) compare(at string, a, b tree.Node, keys ...string) {
	for _, key := range keys {
		if !same(a.Get(key), b.Get(key)) {
			e.pointers = append(e.pointers, at+"/"+key)
		}
	}
}

func escape(key string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(key) }
