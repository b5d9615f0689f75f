package loader

import (
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// state says how far an entry is.
type state uint8

const (
	fresh state = iota
	busy
	done
)

// entry is a type under construction.
type entry struct {
	typ     *ir.Type
	at      site
	build   func(e *entry) form // how to make a type that no single schema describes; nil: convert at
	state   state
	reached bool // by the document: see linker
	place   *place
	// from is set when the type turned out to be only another one. null: with
	// null allowed beside it.
	from   *entry
	null   bool
	loose  *ir.Scalar // of a schema that allows everything: see form
	serial int        // in the order of making
	parts  []part     // of a type made by merging
	// origins are the types that a variant was made from; nil if it is as written.
	origins []*entry
	// core is the schema without the choice that its discriminator stands for:
	// what children that extend it inherit. nil if it has none.
	core  *entry
	marks *marks // what extensions say about the type; nil if nothing
}

// place is a step on the way from a named type or an operation to an inline
// type. The word of a union's variant is decided when its tag is known.
type place struct {
	parent *place
	word   string
	root   []string // of the outermost place: a type's name, or words of an operation
	// open: the type was reached by a reference first; where it stands is not
	// known yet.
	open bool
}

func (p *place) sub(word string) *place { return &place{parent: p, word: word} }

// words returns the place as the model has it.
func (p *place) words() []string { return p.collect(0) }

// collect returns the words of p in a slice with room for n more.
func (p *place) collect(n int) []string {
	if p.parent == nil {
		return append(make([]string, 0, len(p.root)+n), p.root...)
	}
	if p.word == "" {
		return p.parent.collect(n)
	}
	return append(p.parent.collect(n+1), p.word)
}

// form is what a schema allows: its values other than null, and null itself.
type form struct {
	shape ir.Shape // never *ir.Scalar of kind Null: that is Never with null
	null  bool
	from  *entry     // the type that has this very shape; nil if none has it yet
	loose *ir.Scalar // with shape Any: limits for strings or numbers, if they come to be
}

func anyForm() form { return form{shape: &ir.Any{}, null: true} }

func neverForm() form { return form{shape: &ir.Never{}} }

func (f form) isAny() bool {
	_, ok := f.shape.(*ir.Any)
	return ok
}

func (f form) isNever() bool {
	_, ok := f.shape.(*ir.Never)
	return ok
}

// via says by which road a schema reaches another one, for messages.
type via uint8

const (
	viaName via = iota
	viaRef
	viaAllOf
	viaChoice
)

// entry registers a type.
func (l *loader) entry(id string, loc source.Loc, pl *place) *entry {
	both := &struct {
		e entry
		t ir.Type
	}{}
	e := &both.e
	e.typ, e.place = &both.t, pl
	e.typ.ID, e.typ.Loc = id, loc
	l.entries[e.typ] = e
	l.serial++
	e.serial = l.serial
	return e
}

// newEntry registers a type for the schema at s.
func (l *loader) newEntry(s site, pl *place) *entry {
	e := l.entry(s.id, s.loc(), pl)
	e.at = s
	if k := s.node.Kind(); k == tree.Object || k == tree.Bool {
		l.types[s.node] = e
	}
	return e
}

// synthesize registers a type that build makes when it is needed.
func (l *loader) synthesize(id string, loc source.Loc, pl *place, build func(e *entry) form) *entry {
	e := l.entry(id, loc, pl)
	e.build = build
	return e
}

// literal registers a type whose shape is known.
func (l *loader) literal(id string, loc source.Loc, pl *place, f form) *entry {
	e := l.entry(id, loc, pl)
	l.finish(e, f)
	return e
}

// later queues e for conversion.
func (l *loader) later(e *entry) { l.queue = append(l.queue, e) }

// drain converts what is queued, and what that queues.
func (l *loader) drain() {
	for len(l.queue) > 0 {
		q := l.queue
		l.queue = nil
		for _, e := range q {
			l.force(e, viaName)
		}
	}
}

// force converts e now. It reports false, after a diagnostic, if e is being
// converted already: it contains itself without anything between.
func (l *loader) force(e *entry, by via) bool {
	switch e.state {
	case done:
		return true
	case busy:
		if by != viaName {
			l.cycle(e, by)
		}
		return false
	}
	e.state = busy
	l.finish(e, l.convert(e))
	return true
}

func (l *loader) cycle(e *entry, by via) {
	what := e.typ.Name
	if what == "" {
		what = e.typ.ID
	}
	switch by {
	case viaAllOf:
		l.out.Errorf("allof/cycle", e.typ.Loc, "%q extends itself through allOf", what)
	default:
		l.out.Errorf("ref/cycle", e.typ.Loc, "%q is defined as itself", what)
	}
}

func (l *loader) convert(e *entry) form {
	if e.build != nil {
		return e.build(e)
	}
	return l.schema(e.at, e)
}

// finish gives e its shape.
func (l *loader) finish(e *entry, f form) {
	e.state = done
	e.loose = f.loose
	// A named type is another name only for a named one; what an inline type has
	// made for it is its own.
	if f.from != nil && f.from != e && !(f.from.nullable() && !f.null) && (e.typ.Name == "" || f.from.typ.Name != "") {
		e.from, e.null = f.from, f.null && !f.from.nullable()
		if e.typ.Name != "" {
			e.typ.Alias = f.from.typ
		}
	}
	e.typ.Nullable = f.null
	switch s := f.shape.(type) {
	case *ir.Any:
		e.typ.Shape, e.typ.Nullable = s, false
	case *ir.Never:
		e.typ.Shape = s
		if f.null {
			e.typ.Shape, e.typ.Nullable = l.scalar(ir.Scalar{Kind: ir.Null}), false
		}
	default:
		e.typ.Shape = l.settleMap(s, e)
	}
	if e.from != nil {
		e.typ.Shape = e.from.typ.Shape
	}
}

// nullable reports whether null is among the values of a converted type.
func (e *entry) nullable() bool { return e.typ.Nullable || isNull(e.typ.Shape) || isAny(e.typ.Shape) }

func isNull(s ir.Shape) bool {
	sc, ok := s.(*ir.Scalar)
	return ok && sc.Kind == ir.Null
}

func isAny(s ir.Shape) bool {
	_, ok := s.(*ir.Any)
	return ok
}

// form returns what e allows, converting it first if need be; Any if it
// contains itself.
func (l *loader) form(e *entry, by via) form {
	if !l.force(e, by) {
		return anyForm()
	}
	return e.form()
}

// form returns what a converted e allows.
func (e *entry) form() form {
	null := e.nullable()
	for e.typ.Name == "" && e.from != nil {
		e = e.from
	}
	if isNull(e.typ.Shape) {
		return form{shape: &ir.Never{}, null: true, from: e}
	}
	return form{shape: e.typ.Shape, null: null, from: e, loose: e.loose}
}

// scalar returns the one shared copy of s.
func (l *loader) scalar(s ir.Scalar) *ir.Scalar {
	if p, ok := l.scalars[s]; ok {
		return p
	}
	p := &s
	l.scalars[s] = p
	return p
}

// settleMap turns an object that declares no member of its own, but types
// others, into a Map. Members that must match one expression are a Map whose
// keys do.
func (l *loader) settleMap(s ir.Shape, e *entry) ir.Shape {
	o, ok := s.(*ir.Object)
	if !ok || len(o.Fields) > 0 || o.Extra == nil && len(o.Patterns) == 0 {
		return s
	}
	m := &ir.Map{Patterns: o.Patterns, MinProps: o.MinProps, MaxProps: o.MaxProps}
	switch {
	case o.Extra != nil:
		m.Elem = *o.Extra
	case o.Closed && len(o.Patterns) == 1:
		key := l.scalar(ir.Scalar{Kind: ir.String, Limits: ir.Limits{Pattern: o.Patterns[0].Expr}})
		m.Key = l.literal(e.typ.ID+"?key", e.typ.Loc, e.place.sub("Key"), form{shape: key}).typ
		m.Elem, m.Patterns = o.Patterns[0].Use, nil
	case o.Closed:
		m.Elem = ir.Use{Type: l.literal(e.typ.ID+"?value", e.typ.Loc, e.place.sub("Value"), neverForm()).typ}
	default:
		m.Elem = ir.Use{Type: l.literal(e.typ.ID+"?value", e.typ.Loc, e.place.sub("Value"), anyForm()).typ}
	}
	return m
}
