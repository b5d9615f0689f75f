package loader

import (
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// marks are what extensions on a schema say about its type, to be judged when
// the shape of the type is settled.
type marks struct {
	reason   string // x-gaia-any; "" if none
	reasonAt source.Loc
	open     *openChoice // x-gaia-open-union
	named    source.Loc  // of x-gaia-name, on a schema that makes no type of its own
}

// openChoice is an author's decision whether a type is open.
type openChoice struct {
	open bool
	loc  source.Loc
}

// marksOf returns the marks that the schema f at s bears.
func marksOf(f *facts, s site) marks {
	var m marks
	if f.has(kwAnyReason) {
		m.reason, m.reasonAt = newlines(f.text(kwAnyReason)), s.member("x-gaia-any", f.kw[kwAnyReason]).loc()
	}
	if f.has(kwOpenUnion) {
		m.open = &openChoice{f.is(kwOpenUnion), s.member("x-gaia-open-union", f.kw[kwOpenUnion]).loc()}
	}
	if f.has(kwName) {
		m.named = s.member("x-gaia-name", f.kw[kwName]).loc()
	}
	return m
}

// addMarksOf returns around, which may be nil, with the marks that f bears and it
// does not.
func addMarksOf(around *marks, f *facts, s site) *marks {
	if !f.has(kwAnyReason) && !f.has(kwOpenUnion) && !f.has(kwName) {
		return around
	}
	if around == nil {
		around = &marks{}
	}
	around.add(marksOf(f, s))
	return around
}

// add takes over what n says and m does not.
func (m *marks) add(n marks) {
	if m.reason == "" {
		m.reason, m.reasonAt = n.reason, n.reasonAt
	}
	if m.open == nil {
		m.open = n.open
	}
	if m.named.Span.File == nil {
		m.named = n.named
	}
}

// mark records what the schema f at s says about e.
func (l *loader) mark(e *entry, f *facts, s site) {
	if f.has(kwName) && s.node != e.at.node && f.text(kwName) != e.typ.Name {
		l.noType(s.member("x-gaia-name", f.kw[kwName]).loc())
	}
	if f.has(kwAnyReason) || f.has(kwOpenUnion) {
		l.addMarks(e, marksOf(f, s))
	}
}

func (l *loader) addMarks(e *entry, m marks) {
	if e.marks == nil {
		e.marks = &marks{}
		l.marked = append(l.marked, e)
	}
	e.marks.add(m)
}

// markInner gives marks on a wrapper to the type inside, which has no schema of
// its own for them if it is inline: {"anyOf": [{}, {"type": "null"}], "x-gaia-any": "…"}.
func (l *loader) markInner(p *position, around marks) {
	if around.named.Span.File != nil {
		l.noType(around.named)
	}
	if !p.byRef && p.entry.typ.Name == "" {
		if around.reason != "" || around.open != nil {
			l.addMarks(p.entry, around)
		}
		return
	}
	if around.reason != "" {
		l.besideRef("x-gaia-any", around.reasonAt)
	}
	if around.open != nil {
		l.besideRef("x-gaia-open-union", around.open.loc)
	}
}

func (l *loader) noType(loc source.Loc) {
	l.out.Add(errorAt("ext/place", loc, "\"x-gaia-name\" stands on a schema that makes no type of its own: it refers to one, adds null, or is a part of an allOf", "move it to the schema that the type is made from"))
}

func (l *loader) besideRef(name string, loc source.Loc) {
	l.out.Add(errorAt("ext/place", loc, quote(name)+" stands beside a reference, where it has no effect", "move it to the schema that is referred to"))
}

// noChoice reports a decision about an alternative that becomes a part of the
// type around it, which alone can be open.
func (l *loader) noChoice(arm *entry) {
	if arm.typ.Name == "" && arm.marks != nil && arm.marks.open != nil {
		l.out.Add(errorAt("ext/place", arm.marks.open.loc, "\"x-gaia-open-union\" stands on an alternative that becomes a part of the choice around it", "move it to the schema that holds the choice"))
		arm.marks.open = nil
	}
}

// adoptReason lets e, which allows everything because the alternative arm does,
// give the reason of that.
func (l *loader) adoptReason(e, arm *entry) {
	if arm != nil && arm.typ.Name == "" && arm.marks != nil && arm.marks.reason != "" {
		l.addMarks(e, marks{reason: arm.marks.reason, reasonAt: arm.marks.reasonAt})
	}
}

// settleMarks checks the marks against the settled types and gives types their
// reasons. It returns the decisions about what is open.
func (l *loader) settleMarks() map[*ir.Type]openChoice {
	choices := map[*ir.Type]openChoice{}
	for _, e := range l.marked {
		to := owner(e)
		if e.marks.reason != "" {
			l.settleReason(e, to)
		}
		if e.marks.open != nil && l.mayChoose(e, to) {
			choices[e.typ], choices[to.typ] = *e.marks.open, *e.marks.open
		}
	}
	return choices
}

// owner returns the type that shows what is said about e: the unnamed one that e
// turned out to be, if it has no name itself.
func owner(e *entry) *entry {
	for e.typ.Name == "" && e.from != nil {
		e = e.from
	}
	return e
}

// refersAway reports whether a mark on e is about a type that has another name.
func refersAway(e, to *entry) bool { return to.typ.Alias != nil || e != to && to.typ.Name != "" }

func (l *loader) settleReason(e, to *entry) {
	switch {
	case refersAway(e, to):
		l.besideRef("x-gaia-any", e.marks.reasonAt)
	case !leavesUntyped(to.typ, 0):
		l.out.Add(errorAt("ext/any", e.marks.reasonAt, "\"x-gaia-any\" says why values are untyped, but this schema types them", "remove it, or move it to the part that is untyped"))
	default:
		e.typ.AnyReason, to.typ.AnyReason = e.marks.reason, e.marks.reason
	}
}

// leavesUntyped reports whether t, or an inline type that its values hold, allows
// anything. An object that declares members does not: its members can give reasons.
func leavesUntyped(t *ir.Type, depth int) bool {
	const deepest = 16 // inline types that hold themselves
	if depth > deepest {
		return false
	}
	inside := func(u ir.Use) bool { return u.Type.Name == "" && leavesUntyped(u.Type, depth+1) }
	switch s := t.Shape.(type) {
	case *ir.Any:
		return true
	case *ir.Object:
		return len(s.Fields) == 0 && len(s.Patterns) == 0 && !s.Closed
	case *ir.Map:
		return inside(s.Elem)
	case *ir.Array:
		return inside(s.Elem)
	case *ir.Union:
		for _, v := range s.Variants {
			if inside(v.Use) {
				return true
			}
		}
	}
	return false
}

// mayChoose reports whether x-gaia-open-union on e has a meaning, after a finding
// if it has none.
func (l *loader) mayChoose(e, to *entry) bool {
	choice := *e.marks.open
	if refersAway(e, to) {
		l.besideRef("x-gaia-open-union", choice.loc)
		return false
	}
	switch s := to.typ.Shape.(type) {
	case *ir.Enum:
		if s.Free && !choice.open {
			l.out.Errorf("ext/open-union", choice.loc, "the schema itself allows every string beside the values that it lists, so it cannot be closed")
			return false
		}
		return true
	case *ir.Union:
		if s.Discriminator != "" {
			return true
		}
		l.out.Add(errorAt("ext/open-union", choice.loc, "this union has no tag, so a reader cannot tell a new variant from a malformed one", "give it a discriminator, or remove \"x-gaia-open-union\""))
		return false
	}
	l.out.Add(errorAt("ext/open-union", choice.loc, "\"x-gaia-open-union\" stands on a schema that is neither a tagged union nor an enum", "move it to the union or the enum"))
	return false
}
