package loader

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// eachUse calls f for every use in s, in declaration order, to read or change it.
func eachUse(s ir.Shape, f func(*ir.Use)) {
	patterns := func(ps []ir.Pattern) {
		for i := range ps {
			f(&ps[i].Use)
		}
	}
	switch s := s.(type) {
	case *ir.Object:
		for _, fd := range s.Fields {
			f(&fd.Use)
		}
		patterns(s.Patterns)
		if s.Extra != nil {
			f(s.Extra)
		}
	case *ir.Array:
		f(&s.Elem)
	case *ir.Tuple:
		for i := range s.Elems {
			f(&s.Elems[i])
		}
		if s.Rest != nil {
			f(s.Rest)
		}
	case *ir.Map:
		if s.Key != nil {
			key := ir.Use{Type: s.Key}
			f(&key)
			s.Key = key.Type
		}
		patterns(s.Patterns)
		f(&s.Elem)
	case *ir.Union:
		for i := range s.Variants {
			f(&s.Variants[i].Use)
		}
	case *ir.Scalar, *ir.Enum, *ir.Any, *ir.Never:
	default:
		panic(fmt.Sprintf("loader: unhandled shape %T", s))
	}
}

// eachOperationUse calls f for every use in o, requests first.
func eachOperationUse(o *ir.Operation, request, response func(*ir.Use)) {
	for _, p := range o.Params {
		request(&p.Use)
	}
	if o.Body != nil {
		for i := range o.Body.Payloads {
			request(&o.Body.Payloads[i].Use)
		}
	}
	for _, r := range o.Responses {
		for _, h := range r.Headers {
			response(&h.Use)
		}
		for i := range r.Payloads {
			response(&r.Payloads[i].Use)
		}
	}
	if o.Stream != nil {
		response(&o.Stream.Event)
	}
}

// linker walks everything the document reaches and lets each use point at the
// type that is printed: not at an unnamed one that turned out to be another.
type linker struct {
	l     *loader
	order []*entry // as reached: named types first, in the order of reservation
	todo  []*entry
}

// link settles the uses and returns the types reached.
func (l *loader) link(doc *ir.Document) []*entry {
	k := &linker{l: l, order: make([]*entry, 0, len(l.entries))}
	for _, e := range l.named {
		k.reach(e)
		k.run()
	}
	for _, o := range doc.Operations {
		eachOperationUse(o, k.use, k.use)
		k.run()
	}
	return k.order
}

// use points u at the right type, with the null that the type brings.
func (k *linker) use(u *ir.Use) {
	e := k.l.entries[u.Type]
	for e.typ.Name == "" && e.from != nil {
		u.Nullable = u.Nullable || e.null
		e = e.from
	}
	u.Type = e.typ
	u.Nullable = (u.Nullable || e.typ.Nullable) && !isAny(e.typ.Shape) && !isNull(e.typ.Shape)
	k.reach(e)
}

func (k *linker) reach(e *entry) {
	if !e.reached {
		e.reached = true
		k.todo = append(k.todo, e)
	}
}

// run visits what was reached, depth by depth.
func (k *linker) run() {
	for len(k.todo) > 0 {
		todo := k.todo
		k.todo = nil
		for _, e := range todo {
			k.order = append(k.order, e)
			k.visit(e)
		}
	}
}

func (k *linker) visit(e *entry) {
	if e.from != nil { // a name for another type
		for e.from.typ.Name == "" && e.from.from != nil {
			e.from = e.from.from
		}
		e.typ.Alias = e.from.typ
		k.reach(e.from)
		return
	}
	eachUse(e.typ.Shape, k.use)
	if o, ok := e.typ.Shape.(*ir.Object); ok {
		for _, f := range o.Fields {
			if f.Default != nil && f.Default.JSON == "null" && (f.Use.Nullable || isAny(f.Use.Type.Shape) || isNull(f.Use.Type.Shape)) {
				f.Default = nil
			}
		}
	}
}

// settle gives aliases the final shape of what they name, inline types their
// places, and everything its order.
func (l *loader) settle(doc *ir.Document, reached []*entry) {
	for _, e := range reached {
		if e.place.open {
			*e.place = *placeByPointer(e)
		}
		if e.typ.Alias != nil {
			e.typ.Shape = ir.Resolve(e.typ).Shape
			e.typ.Nullable = e.typ.Nullable || ir.Resolve(e.typ).Nullable
		}
	}
	for _, e := range l.named {
		doc.Types = append(doc.Types, e.typ)
	}
	slices.SortFunc(doc.Types, func(a, b *ir.Type) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	slices.SortStableFunc(doc.Operations, func(a, b *ir.Operation) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method), cmp.Compare(a.ID, b.ID))
	})
	l.placeAll(doc)
}

// placeAll sets the places of the inline types. Two that stand in the same place
// are told apart by a number, in the order of their IDs.
func (l *loader) placeAll(doc *ir.Document) {
	taken := map[string][]*ir.Type{}
	var keys []string
	ir.Walk(doc, func(t *ir.Type) {
		if t.Name != "" {
			return
		}
		t.Place = l.entries[t].place.words()
		switch t.Shape.(type) {
		case *ir.Scalar, *ir.Any, *ir.Never: // never declared
			return
		}
		key := strings.Join(t.Place, "\x00")
		if taken[key] == nil {
			keys = append(keys, key)
		}
		taken[key] = append(taken[key], t)
	})
	for _, key := range keys {
		list := taken[key]
		slices.SortFunc(list, func(a, b *ir.Type) int { return cmp.Compare(a.ID, b.ID) })
		for i, t := range list[1:] {
			t.Place[len(t.Place)-1] += itoa(i + 2)
		}
	}
}

// placeByPointer places a type that only references reach, by its pointer: the
// words of what a reader would call the path to it.
func placeByPointer(e *entry) *place {
	_, ptr, _ := strings.Cut(e.typ.ID, "#")
	ptr, _, _ = strings.Cut(ptr, "?")
	var words []string
	for _, token := range strings.Split(ptr, "/") {
		switch token {
		case "", "components", "paths", "properties", "schemas", "schema", "content", "responses", "$defs", "definitions":
		case "items":
			words = append(words, "Item")
		case "additionalProperties":
			words = append(words, "Value")
		default:
			words = append(words, strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"))
		}
	}
	if len(words) == 0 {
		words = []string{"Root"}
	}
	return &place{root: words}
}
