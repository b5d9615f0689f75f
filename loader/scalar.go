package loader

import (
	"math/big"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// scalarOf returns the scalar of type t with the limits in f that apply to it.
func (l *loader) scalarOf(t jsonType, f *facts) ir.Scalar {
	switch t {
	case tBoolean:
		return ir.Scalar{Kind: ir.Boolean}
	case tString:
		return ir.Scalar{
			Kind:     ir.String,
			Format:   f.text(kwFormat),
			Encoding: f.text(kwContentEncoding),
			Media:    f.text(kwContentMediaType),
			Limits: ir.Limits{
				MinLength: f.number(kwMinLength),
				MaxLength: f.number(kwMaxLength),
				Pattern:   f.text(kwPattern),
			},
		}
	}
	s := ir.Scalar{Kind: ir.Number, Format: f.text(kwFormat)}
	if t == tInteger {
		s.Kind = ir.Integer
	}
	s.Limits.Min, s.Limits.ExclusiveMin = bound(f, kwMinimum, kwExclusiveMinimum, 1)
	s.Limits.Max, s.Limits.ExclusiveMax = bound(f, kwMaximum, kwExclusiveMaximum, -1)
	s.Limits.MultipleOf = f.number(kwMultipleOf)
	return s
}

// bound returns the tighter of an inclusive and an exclusive bound; sign is 1
// where the larger is tighter. A boolean exclusive bound, the form of draft-04,
// speaks of the inclusive one.
func bound(f *facts, inclusive, exclusive slot, sign int) (string, bool) {
	in, out := f.number(inclusive), f.number(exclusive)
	switch {
	case f.is(exclusive):
		return in, in != ""
	case out == "":
		return in, false
	case in == "" || sign*compareNumbers(out, in) >= 0:
		return out, true
	}
	return in, false
}

// compareNumbers compares two JSON numbers by value; ones with exponents too
// large to compute exactly compare as floating point.
func compareNumbers(a, b string) int {
	if a == b {
		return 0
	}
	x, okX := exact(a)
	y, okY := exact(b)
	if okX && okY {
		return x.Cmp(y)
	}
	f, _, errF := big.ParseFloat(a, 10, 64, big.ToNearestEven)
	g, _, errG := big.ParseFloat(b, 10, 64, big.ToNearestEven)
	if errF != nil || errG != nil {
		return strings.Compare(a, b)
	}
	return f.Cmp(g)
}

// exact returns a JSON number as a fraction, false if its exponent is so large
// that the digits would fill memory.
func exact(s string) (*big.Rat, bool) {
	if i := strings.IndexAny(s, "eE"); i >= 0 && len(strings.TrimLeft(s[i+1:], "+-0")) > 3 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// numberKey returns a text that is equal for numbers of equal value.
func numberKey(s string) string {
	if !strings.ContainsAny(s, ".eE") {
		if s == "-0" {
			return "0"
		}
		return s
	}
	if r, ok := exact(s); ok {
		return r.RatString()
	}
	return s
}

// isInteger reports whether a JSON number has no fraction.
func isInteger(s string) bool {
	if !strings.ContainsAny(s, ".eE") {
		return true
	}
	r, ok := exact(s)
	return ok && r.IsInt() || !ok && !strings.Contains(s, "-")
}

// allowsKind reports whether the literal n is of one of the types.
func allowsKind(types []jsonType, n tree.Node) bool {
	for _, t := range types {
		switch n.Kind() {
		case tree.Null:
			if t == tNull {
				return true
			}
		case tree.Bool:
			if t == tBoolean {
				return true
			}
		case tree.Number:
			if t == tNumber || t == tInteger && isInteger(n.Raw()) {
				return true
			}
		case tree.String:
			if t == tString {
				return true
			}
		case tree.Array:
			if t == tArray {
				return true
			}
		case tree.Object:
			if t == tObject {
				return true
			}
		}
	}
	return false
}
