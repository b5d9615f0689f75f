package loader

import (
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// position is a schema as a member, an element or a variant sees it: a type,
// and what belongs to the place where it is used.
type position struct {
	entry  *entry
	null   bool
	doc    ir.Doc
	byRef  bool // entry was reached through a reference
	def    *ir.Value
	access ir.Access
}

// use returns p as a Use. Null that the type itself allows is added when all
// types are settled.
func (p position) use() ir.Use { return ir.Use{Type: p.entry.typ, Nullable: p.null} }

// docUse is use with the text beside a reference, for positions that have no
// declaration of their own.
func (p position) docUse() ir.Use {
	u := p.use()
	if p.byRef && !isEmptyDoc(p.doc) {
		d := p.doc
		u.Doc = &d
	}
	return u
}

// note adds what the schema f says about the position.
func (p *position) note(f *facts) {
	p.doc = joinDoc(p.doc, docOf(f))
	if p.def == nil && f.has(kwDefault) {
		v := value(f.kw[kwDefault])
		p.def = &v
	}
	switch {
	case p.access != ir.ReadWrite:
	case f.is(kwReadOnly):
		p.access = ir.ReadOnly
	case f.is(kwWriteOnly):
		p.access = ir.WriteOnly
	}
}

// position reads the schema at s. An inline type made for it gets the place pl.
func (l *loader) position(s site, pl *place) position {
	p, around := l.unwrap(s, pl)
	if around != nil {
		l.markInner(&p, *around)
	}
	return p
}

// unwrap reads the schema at s, and returns the marks that stand on what is only
// wrapped around it; nil if there are none.
func (l *loader) unwrap(s site, pl *place) (position, *marks) {
	var p position
	var around *marks
	for {
		if s.node.Kind() != tree.Object {
			p.entry = l.inline(s, nil, pl)
			return p, around
		}
		var f facts
		l.read(&f, s)
		p.note(&f)
		w, ok := l.peel(&f, s)
		if !ok {
			p.entry = l.inline(s, &f, pl)
			return p, around
		}
		around = addMarksOf(around, &f, s)
		p.null = p.null || w.null
		p.doc = joinDoc(p.doc, w.doc)
		if w.ref {
			p.entry, p.byRef = l.target(s, pl), true
			return p, around
		}
		s = w.inner
	}
}

// wrapper is a schema that only stands around another one.
type wrapper struct {
	ref   bool // the other one is what $ref names
	inner site // else it stands here
	null  bool // null is added
	doc   ir.Doc
}

// peel reports whether the schema f at s is only another schema, perhaps with
// null added: a reference, or a combination with one member that says something.
func (l *loader) peel(f *facts, s site) (wrapper, bool) {
	w := wrapper{null: f.is(kwNullable)}
	if f.constraints != 1 || f.has(kwUnevaluatedProperties) || f.has(kwUnevaluatedItems) {
		return w, false
	}
	switch {
	case f.has(kwRef), f.has(kwDynamicRef):
		w.ref = true
		return w, true
	case f.has(kwAllOf):
		return l.peelAllOf(f.kw[kwAllOf], s, w)
	case f.has(kwAnyOf):
		return l.peelChoice("anyOf", f.kw[kwAnyOf], s, w)
	case f.has(kwOneOf):
		return l.peelChoice("oneOf", f.kw[kwOneOf], s, w)
	}
	return w, false
}

// peelAllOf looks for the one element that constrains anything.
func (l *loader) peelAllOf(list tree.Node, s site, w wrapper) (wrapper, bool) {
	found := 0
	for i, n := range list.Items() {
		if l.onlyText(n) {
			var f facts
			l.read(&f, s.item("allOf", i, n))
			w.doc = joinDoc(w.doc, docOf(&f))
			continue
		}
		found++
		w.inner = s.item("allOf", i, n)
	}
	return w, found == 1
}

// peelChoice looks for the one arm that is not null.
func (l *loader) peelChoice(keyword string, list tree.Node, s site, w wrapper) (wrapper, bool) {
	found := 0
	for i, n := range list.Items() {
		if isNullSchema(n) {
			w.null = true
			w.doc.Description = joinText(w.doc.Description, newlines(n.Get("description").Str()))
			continue
		}
		found++
		w.inner = s.item(keyword, i, n)
	}
	return w, found == 1
}

// onlyText reports whether a schema holds nothing but annotations.
func (l *loader) onlyText(n tree.Node) bool {
	if n.Kind() != tree.Object {
		return false
	}
	for key := range n.Members() {
		i, ok := keywordIndex[key.Str()]
		if !ok || keywords[i].group != groupAnnotation && keywords[i].group != groupIgnored || keywords[i].slot == kwDefault {
			return false
		}
	}
	return true
}

// isNullSchema reports whether a schema allows null and nothing else, at a glance.
func isNullSchema(n tree.Node) bool {
	if n.Kind() != tree.Object {
		return false
	}
	t := n.Get("type")
	if t.Str() == "null" {
		return true
	}
	if t.Kind() == tree.Array && t.Len() == 1 {
		for _, x := range t.Items() {
			return x.Str() == "null"
		}
	}
	if t.OK() {
		return false
	}
	if n.Get("const").Kind() == tree.Null {
		return true
	}
	if e := n.Get("enum"); e.Kind() == tree.Array && e.Len() == 1 {
		for _, x := range e.Items() {
			return x.Kind() == tree.Null
		}
	}
	return false
}

// inline returns the type of the schema at s, which is no wrapper. f is nil for
// a boolean schema. What combines schemas is converted later, when every type
// that it may reach has been reserved and is not under way.
func (l *loader) inline(s site, f *facts, pl *place) *entry {
	if e, ok := l.types[s.node]; ok {
		if e.place.open {
			*e.place = *pl
		}
		return e
	}
	if f != nil && f.has(kwName) {
		name, loc := l.nameOf(s)
		e := l.reserveAs(s, name, loc)
		l.later(e)
		return e
	}
	e := l.newEntry(s, pl)
	if f == nil || f.hasGroup(groupCompose) || f.hasGroup(groupReference) {
		l.later(e)
		return e
	}
	e.state = busy
	e.typ.Doc = docOf(f)
	l.mark(e, f, s)
	l.finish(e, l.own(s, f, e))
	return e
}

// target returns the type that the $ref in s names; Any if it names nothing.
func (l *loader) target(s site, pl *place) *entry {
	to, ok := l.follow(s)
	if !ok {
		return l.literal(s.id+"/$ref", s.loc(), pl, anyForm())
	}
	return l.typeAt(to)
}

// typeAt returns the type of the schema at s, reserving one if it is the first
// reference to it.
func (l *loader) typeAt(s site) *entry {
	if e, ok := l.types[s.node]; ok {
		return e
	}
	if name, loc := l.nameOf(s); name != "" {
		e := l.reserveAs(s, name, loc)
		l.later(e)
		return e
	}
	e := l.newEntry(s, &place{open: true})
	l.later(e)
	return e
}
