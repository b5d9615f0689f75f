package loader

import (
	"reflect"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// tagSource is what a schema says about the discriminator of a union.
type tagSource struct {
	at site // the discriminator object
}

// chooser gathers the arms of one anyOf or oneOf.
type chooser struct {
	l    *loader
	e    *entry // owns the inline types
	at   site
	base form // what stands beside the choice
	arms []arm
	null bool
	any  bool // an arm allows everything
}

// arm is one alternative.
type arm struct {
	entry *entry
	form  form
	use   ir.Use
	byRef bool
}

// choice returns what the schemas in list allow between them, each together with base.
func (l *loader) choice(s site, f *facts, e *entry, keyword string, list tree.Node, base form) form {
	c := &chooser{l: l, e: e, at: s, base: base}
	exclusive := keyword == "oneOf"
	for i, n := range list.Items() {
		c.add(s.item(keyword, i, n), exclusive, f.has(kwDiscriminator))
	}
	null := c.null && base.null
	if c.any {
		return form{shape: base.shape, null: null, from: base.from, loose: base.loose}
	}
	if f.has(kwDiscriminator) && len(c.arms) > 0 {
		u := c.union(exclusive)
		l.tags[u] = tagSource{at: s.member("discriminator", f.kw[kwDiscriminator])}
		return form{shape: u, null: null}
	}
	if list.Len() == 0 {
		l.out.Errorf("schema/keyword-value", s.member(keyword, list).loc(), "%q lists no schema", keyword)
		return base
	}
	return c.result(exclusive, null)
}

// result folds the arms to the simplest form.
func (c *chooser) result(exclusive, null bool) form {
	switch len(c.arms) {
	case 0:
		return form{shape: &ir.Never{}, null: null}
	case 1:
		r := c.arms[0].form
		if d := c.arms[0].use.Doc; d != nil {
			c.e.typ.Doc = joinDoc(c.e.typ.Doc, *d)
		}
		r.null = null
		return r
	}
	if s, ok := c.literals(); ok {
		return form{shape: s, null: null}
	}
	if s, ok := c.openEnum(); ok {
		return form{shape: s, null: null}
	}
	return form{shape: c.union(exclusive), null: null}
}

func (c *chooser) union(exclusive bool) *ir.Union {
	u := &ir.Union{Exclusive: exclusive}
	for _, a := range c.arms {
		u.Variants = append(u.Variants, ir.Variant{Use: a.use})
	}
	return u
}

// add reads one arm.
func (c *chooser) add(s site, exclusive, tagged bool) {
	p := c.l.position(s, c.e.place.sub(""))
	f := c.l.form(p.entry, viaChoice)
	c.null = c.null || p.null || f.null
	if f.isNever() {
		c.e.typ.Doc = joinDoc(c.e.typ.Doc, ir.Doc{Description: p.doc.Description})
		return
	}
	if f.isAny() {
		c.any = true
		c.l.adoptReason(c.e, f.from)
		c.e.typ.Doc = joinDoc(c.e.typ.Doc, ir.Doc{Description: p.doc.Description})
		return
	}
	a := arm{entry: f.from, form: f, use: p.docUse(), byRef: p.byRef}
	a.use.Type, a.use.Nullable = f.from.typ, false
	if !c.base.isAny() && !c.withBase(&a, s, p) {
		return
	}
	if u, ok := a.form.shape.(*ir.Union); ok && !tagged && !a.byRef && a.entry.typ.Name == "" && u.Exclusive == exclusive && !c.l.isTagged(u) {
		c.l.noChoice(a.entry)
		c.splice(u)
		return
	}
	c.keep(a)
}

func (l *loader) isTagged(u *ir.Union) bool { _, ok := l.tags[u]; return ok }

// withBase narrows the arm by what stands beside the choice; false if nothing
// is left.
func (c *chooser) withBase(a *arm, s site, p position) bool {
	base, own := c.base, a.form
	origin := p.entry
	v := c.l.synthesize(s.id+"?with", s.loc(), c.e.place.sub(""), func(e *entry) form {
		m := &merger{l: c.l, e: e, at: c.at}
		r := m.meet(base, own)
		if m.conflict != "" {
			c.l.out.Warnf("union/impossible-arm", s.loc(), "this alternative can never match: no value can be %s at once", m.conflict)
		}
		return r
	})
	v.origins = []*entry{origin}
	v.typ.Doc = origin.typ.Doc
	if origin.marks != nil && origin.typ.Name == "" {
		c.l.addMarks(v, *origin.marks)
	}
	a.form = c.l.form(v, viaChoice)
	if a.form.isNever() {
		return false
	}
	a.entry = a.form.from
	a.use.Type = a.entry.typ
	return true
}

// splice adds the variants of a nested choice.
func (c *chooser) splice(u *ir.Union) {
	for _, v := range u.Variants {
		e := c.l.entries[v.Use.Type]
		c.keep(arm{entry: e, form: e.form(), use: v.Use})
	}
}

// keep adds the arm unless it is there already.
func (c *chooser) keep(a arm) {
	for i, b := range c.arms {
		if a.entry == b.entry || a.entry.typ.Name == "" && b.entry.typ.Name == "" && sameLeaf(a.form.shape, b.form.shape) {
			c.arms[i].entry.typ.Doc.Description = joinText(b.entry.typ.Doc.Description, a.entry.typ.Doc.Description)
			return
		}
	}
	c.arms = append(c.arms, a)
}

// sameLeaf reports whether two shapes without parts are equal.
func sameLeaf(a, b ir.Shape) bool {
	switch a.(type) {
	case *ir.Scalar:
		return a == b // scalars are shared
	case *ir.Enum:
		return reflect.DeepEqual(a, b)
	}
	return false
}

// literals returns one Enum if every arm is an inline list of literals.
func (c *chooser) literals() (ir.Shape, bool) {
	var members []ir.Member
	for _, a := range c.arms {
		e, ok := a.form.shape.(*ir.Enum)
		if !ok || a.byRef || a.entry.typ.Name != "" || e.Open {
			return nil, false
		}
		for _, m := range e.Members {
			members = addMember(members, describeMember(m, a.entry.typ.Doc, len(e.Members)))
		}
	}
	for _, a := range c.arms {
		c.l.noChoice(a.entry)
	}
	return enumShape(c.l, members), true
}

// describeMember gives a literal the text of the arm that lists it.
func describeMember(m ir.Member, d ir.Doc, siblings int) ir.Member {
	if siblings == 1 && m.Name == "" {
		m.Name = d.Title
	}
	m.Doc = joinDoc(m.Doc, ir.Doc{Description: d.Description, Deprecated: d.Deprecated})
	if siblings == 1 {
		m.Doc = joinDoc(m.Doc, ir.Doc{Title: d.Title})
	}
	return m
}

func addMember(members []ir.Member, m ir.Member) []ir.Member {
	for _, have := range members {
		if sameLiteral(have.Value, m.Value) {
			return members
		}
	}
	return append(members, m)
}

// openEnum returns an Enum that also allows other strings, for the idiom of a
// list of strings beside a plain string.
func (c *chooser) openEnum() (ir.Shape, bool) {
	if len(c.arms) != 2 {
		return nil, false
	}
	a, b := c.arms[0], c.arms[1]
	e, ok := a.form.shape.(*ir.Enum)
	other := b.form.shape
	if !ok {
		e, ok = b.form.shape.(*ir.Enum)
		other = a.form.shape
	}
	if !ok || !allStrings(e) {
		return nil, false
	}
	if s, ok := other.(*ir.Scalar); !ok || *s != (ir.Scalar{Kind: ir.String}) {
		return nil, false
	}
	for _, x := range c.arms {
		if !x.byRef {
			c.l.noChoice(x.entry)
			c.e.typ.Doc = joinDoc(c.e.typ.Doc, ir.Doc{Description: x.entry.typ.Doc.Description})
		}
	}
	return &ir.Enum{Members: e.Members, Open: true, Free: true}, true
}

// maxVariants caps the variants that two choices make between them.
const maxVariants = 64

// distribute returns the union a, each variant of it narrowed by b, which may be
// a union too.
func (m *merger) distribute(a, b form) ir.Shape {
	u := a.shape.(*ir.Union)
	mine := m.alternatives(u, nil)
	others := []form{b}
	source, tagged := m.l.tags[u]
	if w, ok := b.shape.(*ir.Union); ok {
		others = nil
		for _, v := range m.alternatives(w, nil) {
			others = append(others, m.l.form(m.l.entries[v.Use.Type], viaChoice))
		}
		if !tagged {
			source, tagged = m.l.tags[w]
		}
	}
	if n := len(mine) * len(others); n > maxVariants {
		m.l.out.Warnf("union/too-many", m.at.loc(), "the choices combine to %d alternatives, more than %d; only the first choice is expressed", n, maxVariants)
		return u
	}
	r := &ir.Union{Exclusive: u.Exclusive}
	for _, v := range mine {
		for _, o := range others {
			m.cross(r, v, o)
		}
	}
	switch {
	case len(r.Variants) == 0:
		return m.never("%s and %s", shapePhrase(a.shape), shapePhrase(b.shape))
	case sameVariants(r, u):
		return u
	case tagged:
		m.l.tags[r] = source
	case len(r.Variants) == 1:
		return r.Variants[0].Use.Type.Shape
	}
	return r
}

// alternatives returns the variants of u, those of unions among them in their
// place, each union once. seen holds the unions that are being expanded.
func (m *merger) alternatives(u *ir.Union, seen []*ir.Union) []ir.Variant {
	if slices.Contains(seen, u) {
		return nil
	}
	seen = append(seen, u)
	var out []ir.Variant
	for _, v := range u.Variants {
		if len(out) > maxVariants {
			break
		}
		f := m.l.form(m.l.entries[v.Use.Type], viaChoice)
		if inner, ok := f.shape.(*ir.Union); ok {
			out = append(out, m.alternatives(inner, seen)...)
			continue
		}
		out = append(out, v)
	}
	return out
}

// cross adds the meeting of a variant and another form, if anything is in both.
func (m *merger) cross(r *ir.Union, v ir.Variant, o form) {
	l := m.l
	from := l.entries[v.Use.Type]
	e, ok := m.crossed(from, o)
	if !ok {
		e = m.newCross(from, o)
	}
	f := l.form(e, viaChoice)
	if f.isNever() {
		return
	}
	for _, have := range r.Variants {
		if have.Use.Type == f.from.typ {
			return
		}
	}
	r.Variants = append(r.Variants, ir.Variant{Use: ir.Use{Type: f.from.typ, Doc: v.Use.Doc}})
}

// crossed returns the type that was made for a variant and o before.
func (m *merger) crossed(from *entry, o form) (*entry, bool) {
	if o.from == nil {
		return nil, false
	}
	all := joinParts(partsOf(from, false), partsOf(o.from, false))
	if m.tooMany(all) {
		return from, true
	}
	e, ok := m.l.meets[keyOf(all)]
	return e, ok
}

// newCross makes the type of a variant narrowed by o.
func (m *merger) newCross(from *entry, o form) *entry {
	l := m.l
	e := l.synthesize(m.newID(), from.typ.Loc, m.e.place.sub(""), func(e *entry) form {
		inner := &merger{l: l, e: e, at: m.at}
		return inner.meet(l.form(from, viaChoice), o)
	})
	e.typ.Doc = from.typ.Doc
	e.origins = append([]*entry{from}, from.origins...)
	if o.from != nil {
		e.origins = append(e.origins, o.from)
		e.origins = append(e.origins, o.from.origins...)
	}
	if o.from != nil {
		e.parts = joinParts(partsOf(from, false), partsOf(o.from, false))
		l.meets[keyOf(e.parts)] = e
	}
	return e
}

func sameVariants(a, b *ir.Union) bool {
	if len(a.Variants) != len(b.Variants) {
		return false
	}
	for i := range a.Variants {
		if a.Variants[i].Use.Type != b.Variants[i].Use.Type {
			return false
		}
	}
	return true
}
