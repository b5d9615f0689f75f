package loader

import (
	"strconv"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// lists returns the arrays of two arrays or tuples.
func (m *merger) lists(a, b ir.Shape) ir.Shape {
	x, isArray := a.(*ir.Array)
	y, alsoArray := b.(*ir.Array)
	if isArray && alsoArray {
		return m.arrays(x, y)
	}
	return m.tuples(asTuple(a), asTuple(b))
}

func (m *merger) arrays(a, b *ir.Array) ir.Shape {
	r := &ir.Array{
		Elem:     m.uses(a.Elem, b.Elem, "Item"),
		MinItems: larger(a.MinItems, b.MinItems),
		MaxItems: smaller(a.MaxItems, b.MaxItems),
		Unique:   a.Unique || b.Unique,
	}
	switch {
	case sameArray(r, a):
		return a
	case sameArray(r, b):
		return b
	}
	return r
}

func sameArray(a, b *ir.Array) bool {
	return a.Elem.Type == b.Elem.Type && a.Elem.Nullable == b.Elem.Nullable &&
		a.MinItems == b.MinItems && a.MaxItems == b.MaxItems && a.Unique == b.Unique
}

// asTuple returns an array as a tuple without leading elements.
func asTuple(s ir.Shape) *ir.Tuple {
	if t, ok := s.(*ir.Tuple); ok {
		return t
	}
	a := s.(*ir.Array)
	if a.MaxItems == "0" {
		return &ir.Tuple{}
	}
	least, _ := count(a.MinItems)
	return &ir.Tuple{Rest: &a.Elem, Min: least}
}

// tuples merges element by element; a tuple that ends where the other goes on
// limits it to its own length.
func (m *merger) tuples(a, b *ir.Tuple) ir.Shape {
	r := &ir.Tuple{}
	for i := range max(len(a.Elems), len(b.Elems)) {
		x, okX := elemAt(a, i)
		y, okY := elemAt(b, i)
		if !okX || !okY {
			r.Min = min(max(a.Min, b.Min), len(r.Elems))
			return r
		}
		r.Elems = append(r.Elems, m.uses(x, y, "Item"+strconv.Itoa(i+1)))
	}
	if a.Rest != nil && b.Rest != nil {
		u := m.uses(*a.Rest, *b.Rest, "Rest")
		r.Rest = &u
	}
	r.Min = min(max(a.Min, b.Min), len(r.Elems))
	return r
}

func elemAt(t *ir.Tuple, i int) (ir.Use, bool) {
	if i < len(t.Elems) {
		return t.Elems[i], true
	}
	if t.Rest != nil {
		return *t.Rest, true
	}
	return ir.Use{}, false
}

// uses returns a position that both a and b describe. The work is put off until
// both types are ready, so that recursive schemas can meet.
func (m *merger) uses(a, b ir.Use, word string) ir.Use {
	x, y := m.l.entries[a.Type], m.l.entries[b.Type]
	if x == y || m.isPlainAny(y) {
		return m.pick(a, b)
	}
	if m.isPlainAny(x) {
		return m.pick(b, a)
	}
	// Null may come from the position or from the type; the merged type carries
	// what both sides allow.
	p, q := partsOf(x, a.Nullable), partsOf(y, b.Nullable)
	all := joinParts(p, q)
	switch {
	case !a.Nullable && len(all) == len(p):
		return a
	case !b.Nullable && len(all) == len(q):
		return b
	}
	t, ok := m.l.meets[keyOf(all)]
	if !ok {
		if m.tooMany(all) {
			return a
		}
		t = m.l.synthesize(m.newID(), x.typ.Loc, m.e.place.sub(word), m.meetLater(p, q))
		t.parts = all
		t.typ.Doc = y.typ.Doc
		if isEmptyDoc(t.typ.Doc) {
			t.typ.Doc = x.typ.Doc
		}
		m.l.meets[keyOf(all)] = t
		m.l.later(t)
	}
	return ir.Use{Type: t.typ, Doc: a.Doc}
}

// pick returns a, of the same or the narrower type, with null only if both allow it.
func (m *merger) pick(a, b ir.Use) ir.Use {
	if a.Type == b.Type {
		a.Nullable = a.Nullable && b.Nullable
	}
	return a
}

// isPlainAny reports whether e is known to allow everything.
func (m *merger) isPlainAny(e *entry) bool {
	return e.state == done && isAny(e.typ.Shape) && e.from == nil
}

// meetLater returns how to make the type that both p and q describe.
func (m *merger) meetLater(p, q []part) func(*entry) form {
	l, at := m.l, m.at
	return func(e *entry) form {
		inner := &merger{l: l, e: e, at: at}
		r := inner.meetParts(anyForm(), p)
		r = inner.meetParts(r, q)
		inner.report()
		return r
	}
}

func (m *merger) meetParts(r form, ps []part) form {
	for _, p := range ps {
		f := m.l.form(p.e, viaAllOf)
		f.null = f.null || p.null
		r = m.meet(r, f)
	}
	return r
}
