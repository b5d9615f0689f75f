package loader

import (
	"fmt"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// merger computes what several schemas allow together, on behalf of one type.
type merger struct {
	l        *loader
	e        *entry // owns the types made on the way
	at       site   // where the combination stands
	conflict string // why nothing is allowed, the first reason; "" if something is
}

// newID returns an ID for a type made by merging: the combination, and how many
// were made for it.
func (m *merger) newID() string {
	id := m.at.id
	m.l.made[id]++
	return id + "?merged=" + itoa(m.l.made[id])
}

// meet returns the values that both a and b allow. Shapes are never changed in
// place. When the result is one of the two, it keeps its type.
func (m *merger) meet(a, b form) form {
	switch {
	case a.isAny():
		return m.meetAny(b, a)
	case b.isAny():
		return m.meetAny(a, b)
	}
	r := form{null: a.null && b.null}
	if !a.isNever() && !b.isNever() {
		r.shape = m.shapes(a, b)
	} else {
		r.shape = &ir.Never{}
	}
	switch r.shape {
	case a.shape:
		r.from = a.from
	case b.shape:
		r.from = b.from
	}
	return r
}

// meetAny returns a, limited by the loose scalar of b.
func (m *merger) meetAny(a, b form) form {
	r := a
	r.null = a.null && b.null
	if b.loose == nil {
		return r
	}
	switch s := a.shape.(type) {
	case *ir.Any:
		merged := *b.loose
		if a.loose != nil {
			merged = m.tighten(*a.loose, *b.loose)
		}
		return form{shape: &ir.Any{}, null: r.null, loose: &merged}
	case *ir.Scalar:
		limit := looseFor(s.Kind, *b.loose)
		t := m.l.scalar(m.tighten(*s, limit))
		if t != s {
			return form{shape: t, null: r.null}
		}
	}
	return r
}

// looseFor returns the limits in loose that speak of scalars of the kind.
func looseFor(kind ir.ScalarKind, loose ir.Scalar) ir.Scalar {
	s := ir.Scalar{Kind: kind}
	switch kind {
	case ir.String:
		s.Format, s.Encoding, s.Media = loose.Format, loose.Encoding, loose.Media
		s.Limits.MinLength, s.Limits.MaxLength, s.Limits.Pattern = loose.Limits.MinLength, loose.Limits.MaxLength, loose.Limits.Pattern
	case ir.Integer, ir.Number:
		s.Limits = loose.Limits
		s.Format = loose.Format
		s.Limits.MinLength, s.Limits.MaxLength, s.Limits.Pattern = "", "", ""
	}
	return s
}

// shapes dispatches on the kinds of two shapes, neither Any nor Never.
func (m *merger) shapes(a, b form) ir.Shape {
	if a.shape == b.shape {
		return a.shape
	}
	if _, ok := a.shape.(*ir.Union); ok {
		return m.distribute(a, b)
	}
	if _, ok := b.shape.(*ir.Union); ok {
		return m.distribute(b, a)
	}
	switch x := a.shape.(type) {
	case *ir.Enum:
		return m.enumWith(x, b.shape)
	case *ir.Scalar:
		switch y := b.shape.(type) {
		case *ir.Enum:
			return m.enumWith(y, x)
		case *ir.Scalar:
			return m.scalars(x, y)
		}
	case *ir.Object, *ir.Map:
		switch b.shape.(type) {
		case *ir.Object, *ir.Map:
			return m.objects(a.shape, b.shape)
		case *ir.Enum:
			return m.enumWith(b.shape.(*ir.Enum), a.shape)
		}
	case *ir.Array, *ir.Tuple:
		switch b.shape.(type) {
		case *ir.Array, *ir.Tuple:
			return m.lists(a.shape, b.shape)
		case *ir.Enum:
			return m.enumWith(b.shape.(*ir.Enum), a.shape)
		}
	}
	return m.never("%s and %s", shapePhrase(a.shape), shapePhrase(b.shape))
}

// never records why two schemas exclude each other.
func (m *merger) never(format string, args ...any) ir.Shape {
	if m.conflict == "" {
		m.conflict = fmt.Sprintf(format, args...)
	}
	return &ir.Never{}
}

// report says that nothing is allowed, if so.
func (m *merger) report() {
	if m.conflict == "" {
		return
	}
	m.l.out.Warnf("allof/unsatisfiable", m.at.loc(), "no value can be %s at once, so the type allows no value", m.conflict)
	m.conflict = ""
}

// shapePhrase names a shape in messages.
func shapePhrase(s ir.Shape) string {
	switch s := s.(type) {
	case *ir.Scalar:
		return [...]string{"a string", "an integer", "a number", "a boolean", "null"}[s.Kind]
	case *ir.Enum:
		if len(s.Members) == 1 {
			return s.Members[0].Value.JSON
		}
		return fmt.Sprintf("one of %d listed values", len(s.Members))
	case *ir.Object, *ir.Map:
		return "an object"
	case *ir.Array, *ir.Tuple:
		return "an array"
	case *ir.Union:
		return "a choice"
	case *ir.Any:
		return "anything"
	case *ir.Never:
		return "nothing"
	default:
		panic(fmt.Sprintf("loader: unhandled shape %T", s))
	}
}

// scalars returns the values of two scalars.
func (m *merger) scalars(a, b *ir.Scalar) ir.Shape {
	x, y := *a, *b
	switch {
	case x.Kind == y.Kind:
	case x.Kind == ir.Integer && y.Kind == ir.Number:
		y.Kind = ir.Integer
	case x.Kind == ir.Number && y.Kind == ir.Integer:
		x.Kind = ir.Integer
	default:
		return m.never("%s and %s", shapePhrase(a), shapePhrase(b))
	}
	merged := m.tighten(x, y)
	switch merged {
	case *a:
		return a
	case *b:
		return b
	}
	return m.l.scalar(merged)
}

// tighten returns a with the limits of b where those are stricter. Two patterns
// become one that looks ahead.
func (m *merger) tighten(a, b ir.Scalar) ir.Scalar {
	a.Format = orText(a.Format, b.Format)
	a.Encoding = orText(a.Encoding, b.Encoding)
	a.Media = orText(a.Media, b.Media)
	x, y := &a.Limits, &b.Limits
	x.Min, x.ExclusiveMin = stricter(x.Min, x.ExclusiveMin, y.Min, y.ExclusiveMin, 1)
	x.Max, x.ExclusiveMax = stricter(x.Max, x.ExclusiveMax, y.Max, y.ExclusiveMax, -1)
	x.MinLength = larger(x.MinLength, y.MinLength)
	x.MaxLength = smaller(x.MaxLength, y.MaxLength)
	x.MultipleOf = orText(x.MultipleOf, y.MultipleOf)
	if x.Pattern != "" && y.Pattern != "" && x.Pattern != y.Pattern {
		x.Pattern = "(?=" + ahead(x.Pattern) + ")(?=" + ahead(y.Pattern) + ")"
	} else {
		x.Pattern = orText(x.Pattern, y.Pattern)
	}
	return a
}

// ahead returns an expression that matches at the start of a text in which
// pattern matches anywhere.
func ahead(pattern string) string {
	return "^[\\s\\S]*?(?:" + pattern + ")"
}

func orText(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// larger returns the larger of two numbers of which either may be missing.
func larger(a, b string) string {
	if a == "" || b != "" && compareNumbers(b, a) > 0 {
		return b
	}
	return a
}

// smaller returns the smaller of two numbers of which either may be missing.
func smaller(a, b string) string {
	if a == "" || b != "" && compareNumbers(b, a) < 0 {
		return b
	}
	return a
}

// stricter returns the stricter of two bounds; sign is 1 for lower ones.
func stricter(a string, aOpen bool, b string, bOpen bool, sign int) (string, bool) {
	switch {
	case a == "":
		return b, bOpen
	case b == "":
		return a, aOpen
	}
	switch c := sign * compareNumbers(a, b); {
	case c > 0:
		return a, aOpen
	case c < 0:
		return b, bOpen
	}
	return a, aOpen || bOpen
}
