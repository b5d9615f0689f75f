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
	const mostDigits = 400 // beyond, an exponent would fill the memory
	if len(a)+len(b) > mostDigits || strings.ContainsAny(a+b, "eE") {
		x, _, errA := big.ParseFloat(a, 10, 4*mostDigits, big.ToNearestEven)
		y, _, errB := big.ParseFloat(b, 10, 4*mostDigits, big.ToNearestEven)
		return errA == nil && errB == nil && x.Cmp(y) == 0
	}
	x, okA := new(big.Rat).SetString(a)
	y, okB := new(big.Rat).SetString(b)
	return okA && okB && x.Cmp(y) == 0
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
