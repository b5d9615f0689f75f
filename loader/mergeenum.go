package loader

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// enumWith returns the members of e that s allows.
func (m *merger) enumWith(e *ir.Enum, s ir.Shape) ir.Shape {
	var kept []ir.Member
	for _, x := range e.Members {
		if allowsLiteral(s, x.Value) {
			kept = append(kept, x)
		}
	}
	switch len(kept) {
	case len(e.Members):
		if o, ok := s.(*ir.Enum); ok && e.Open && !o.Open {
			return s
		}
		return e
	case 0:
		return m.never("%s and %s", shapePhrase(e), shapePhrase(s))
	}
	return enumShape(m.l, kept)
}

// allowsLiteral reports whether s may allow the literal v; limits of scalars
// and the insides of containers are not looked at.
func allowsLiteral(s ir.Shape, v ir.Value) bool {
	first := v.JSON[0]
	switch s := s.(type) {
	case *ir.Enum:
		for _, x := range s.Members {
			if sameLiteral(x.Value, v) {
				return true
			}
		}
		return s.Open && first == '"'
	case *ir.Scalar:
		switch s.Kind {
		case ir.String:
			return first == '"'
		case ir.Integer:
			return isDigit(first) && isInteger(v.JSON)
		case ir.Number:
			return isDigit(first)
		case ir.Boolean:
			return first == 't' || first == 'f'
		}
		return false
	case *ir.Object, *ir.Map:
		return first == '{'
	case *ir.Array, *ir.Tuple:
		return first == '['
	case *ir.Any:
		return true
	}
	return false
}

func isDigit(c byte) bool { return strings.IndexByte("-0123456789", c) >= 0 }

// sameLiteral reports whether two literals are the same JSON value, but for the
// order of members.
func sameLiteral(a, b ir.Value) bool {
	if isDigit(a.JSON[0]) && isDigit(b.JSON[0]) {
		return numberKey(a.JSON) == numberKey(b.JSON)
	}
	return a.JSON == b.JSON
}
