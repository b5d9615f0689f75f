package loader

import (
	"cmp"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// reading is a direction in which values travel, as the server sees it.
type reading uint8

const (
	asRequest  reading = 1 << iota // readOnly fields are not sent
	asResponse                     // fields with a default are always there; writeOnly fields are not sent
	bothWays   = asRequest | asResponse
)

// applyViews gives each type the reading of the direction in which it travels,
// in place. A type that travels both ways, with readings that differ, becomes two
// under Split. A type that no operation reaches stays as written.
//
// choices holds, for types whose author decided, whether they are open.
func applyViews(doc *ir.Document, r Requiredness, choices map[*ir.Type]openChoice, out *diag.List) {
	v := &viewer{
		doc: doc, out: out, choices: choices,
		reached: map[*ir.Type]reading{}, copies: map[*ir.Type]*ir.Type{},
		tags: map[*ir.Type][]string{}, closed: map[*ir.Type]bool{},
	}
	v.reach()
	v.scanTags()
	if r == Split {
		v.split()
	}
	for _, t := range v.all {
		v.take(t, r)
	}
	v.open()
	for _, t := range append(v.all, v.made...) {
		if t.Alias != nil {
			t.Shape = ir.Resolve(t).Shape
		}
	}
}

// viewer holds the state of applyViews.
type viewer struct {
	doc     *ir.Document
	out     *diag.List
	all     []*ir.Type // in the order of ir.Walk
	reached map[*ir.Type]reading
	copies  map[*ir.Type]*ir.Type // to the request form
	made    []*ir.Type            // the request forms
	tags    map[*ir.Type][]string // the tag fields of variants
	closed  map[*ir.Type]bool     // enums that stay closed: tags and keys
	choices map[*ir.Type]openChoice
}

// reach marks every type with the directions in which operations use it. What a
// webhook carries comes to the client, as a response does.
func (v *viewer) reach() {
	ir.Walk(v.doc, func(t *ir.Type) { v.all = append(v.all, t) })
	for _, o := range v.doc.Operations {
		sent, received := asRequest, asResponse
		if o.Kind != ir.Call {
			sent, received = asResponse, asRequest
		}
		for _, u := range ir.RequestUses(o) {
			v.mark(u.Type, sent)
		}
		for _, u := range ir.ResponseUses(o) {
			v.mark(u.Type, received)
		}
	}
}

// mark adds r to t and to everything that t shows in that direction.
func (v *viewer) mark(t *ir.Type, r reading) {
	todo := []*ir.Type{t}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if v.reached[t]&r != 0 {
			continue
		}
		v.reached[t] |= r
		todo = append(todo, v.next(t, r)...)
	}
}

// next returns the types that t leads to in the direction of r.
func (v *viewer) next(t *ir.Type, r reading) []*ir.Type {
	if t.Alias != nil {
		return []*ir.Type{t.Alias}
	}
	s := t.Shape
	if o, ok := s.(*ir.Object); ok && slices.ContainsFunc(o.Fields, func(f *ir.Field) bool { return hidden(f, r) }) {
		c := *o
		c.Fields = v.fields(t, o, r)
		s = &c
	}
	var out []*ir.Type
	for _, u := range ir.Uses(s) {
		out = append(out, u.Type)
	}
	return out
}

// scanTags records which fields are tags and which enums must stay closed.
func (v *viewer) scanTags() {
	for _, t := range v.all {
		switch s := t.Shape.(type) {
		case *ir.Map:
			if s.Key != nil {
				v.closed[ir.Resolve(s.Key)] = true
			}
		case *ir.Union:
			for _, x := range s.Variants {
				v.scanVariant(s.Discriminator, ir.Resolve(x.Use.Type))
			}
		}
	}
}

func (v *viewer) scanVariant(key string, t *ir.Type) {
	o, ok := t.Shape.(*ir.Object)
	if !ok || key == "" {
		return
	}
	for _, f := range o.Fields {
		if f.Name == key {
			v.tags[t] = append(v.tags[t], key)
			v.closed[ir.Resolve(f.Use.Type)] = true
		}
	}
}

// fields returns the fields of o, the shape of t, as r shows them. A tag travels
// both ways, whatever its access.
func (v *viewer) fields(t *ir.Type, o *ir.Object, r reading) []*ir.Field {
	out := make([]*ir.Field, 0, len(o.Fields))
	for _, f := range o.Fields {
		if !hidden(f, r) || slices.Contains(v.tags[t], f.Name) {
			out = append(out, read(f, r))
		}
	}
	return out
}

// hidden reports whether a field does not travel in the direction of r.
func hidden(f *ir.Field, r reading) bool {
	return r == asRequest && f.Access == ir.ReadOnly || r == asResponse && f.Access == ir.WriteOnly
}

// read returns f with the requiredness that r gives it: a default is what a
// reader sees where the writer left the member out, so that responses have it.
func read(f *ir.Field, r reading) *ir.Field {
	if r != asResponse || f.Default == nil || f.Required {
		return f
	}
	c := *f
	c.Required = true
	return &c
}

// take gives t the reading of its direction. One type for both directions keeps
// the fields that only the other one shows, as optional.
func (v *viewer) take(t *ir.Type, policy Requiredness) {
	o, ok := t.Shape.(*ir.Object)
	if !ok || t.Alias != nil || v.reached[t] == 0 {
		return
	}
	r := v.reached[t]
	shared := r == bothWays && policy != Split
	switch {
	case shared && policy == Request:
		r = asRequest
	case r == bothWays:
		r = asResponse
	}
	c := *o
	c.Fields = v.fields(t, o, r)
	if shared {
		c.Fields = withHidden(o.Fields, r)
	}
	if !slices.Equal(c.Fields, o.Fields) {
		t.Shape = &c
	}
}

// withHidden returns all fields as r reads them, the hidden ones optional.
func withHidden(fields []*ir.Field, r reading) []*ir.Field {
	out := make([]*ir.Field, 0, len(fields))
	for _, f := range fields {
		g := read(f, r)
		if hidden(f, r) && g.Required {
			c := *g
			c.Required = false
			g = &c
		}
		out = append(out, g)
	}
	return out
}

// split makes a request form of every type that travels both ways and differs,
// by itself or in what it holds, and lets requests use it.
func (v *viewer) split() {
	differs := v.differing()
	for _, t := range v.all {
		if differs[t] {
			v.copies[t] = v.copyOf(t)
		}
	}
	for _, t := range v.made {
		if t.Alias != nil {
			t.Alias = v.request(t.Alias)
		}
	}
	for _, t := range v.all {
		c, ok := v.copies[t]
		switch {
		case ok && t.Alias == nil:
			c.Shape = v.requestShape(t)
		case !ok && v.reached[t] == asRequest && v.usesCopies(t):
			v.useCopies(t)
		}
	}
	for _, o := range v.doc.Operations {
		swap := func(u *ir.Use) { u.Type = v.request(u.Type) }
		keep := func(*ir.Use) {}
		if o.Kind == ir.Call {
			eachOperationUse(o, swap, keep)
			continue
		}
		eachOperationUse(o, keep, swap)
	}
	v.declare()
}

// differing returns the types that need a request form.
func (v *viewer) differing() map[*ir.Type]bool {
	parents := map[*ir.Type][]*ir.Type{}
	var todo []*ir.Type
	for _, t := range v.all {
		if v.reached[t] != bothWays {
			continue
		}
		for _, child := range append(v.next(t, asRequest), v.next(t, asResponse)...) {
			parents[child] = append(parents[child], t)
		}
		if o, ok := t.Shape.(*ir.Object); ok && t.Alias == nil &&
			!slices.Equal(v.fields(t, o, asRequest), v.fields(t, o, asResponse)) {
			todo = append(todo, t)
		}
	}
	differs := map[*ir.Type]bool{}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if differs[t] {
			continue
		}
		differs[t] = true
		todo = append(todo, parents[t]...)
	}
	return differs
}

// copyOf makes the request form of t, without its shape.
func (v *viewer) copyOf(t *ir.Type) *ir.Type {
	c := *t
	c.ID += "?input"
	if t.Name != "" {
		c.Name += "Input"
	} else {
		c.Place = slices.Clone(t.Place)
		c.Place[0] += "Input"
	}
	v.made = append(v.made, &c)
	v.reached[&c] = asRequest
	v.tags[&c] = v.tags[t]
	v.closed[&c] = v.closed[t]
	if choice, ok := v.choices[t]; ok {
		v.choices[&c] = choice
	}
	return &c
}

// request returns the request form of t.
func (v *viewer) request(t *ir.Type) *ir.Type {
	if c, ok := v.copies[t]; ok {
		return c
	}
	return t
}

// requestShape returns the shape of t as requests read it.
func (v *viewer) requestShape(t *ir.Type) ir.Shape {
	s := t.Shape
	if o, ok := s.(*ir.Object); ok {
		c := *o
		c.Fields = v.fields(t, o, asRequest)
		s = &c
	}
	return cloneShape(s, func(u ir.Use) ir.Use {
		u.Type = v.request(u.Type)
		return u
	})
}

func (v *viewer) usesCopies(t *ir.Type) bool {
	if t.Alias != nil {
		return v.copies[t.Alias] != nil
	}
	return slices.ContainsFunc(ir.Uses(t.Shape), func(u ir.Use) bool { return v.copies[u.Type] != nil })
}

// useCopies lets t, which only requests reach, use request forms.
func (v *viewer) useCopies(t *ir.Type) {
	if t.Alias != nil {
		t.Alias = v.request(t.Alias)
		return
	}
	t.Shape = cloneShape(t.Shape, func(u ir.Use) ir.Use {
		u.Type = v.request(u.Type)
		return u
	})
}

// declare adds the named request forms to the document.
func (v *viewer) declare() {
	byName := map[string]*ir.Type{}
	for _, t := range v.doc.Types {
		byName[t.Name] = t
	}
	for _, c := range v.made {
		if c.Name == "" {
			continue
		}
		if other, taken := byName[c.Name]; taken {
			v.out.Add(diag.Diagnostic{
				Rule: "naming/duplicate", Severity: diag.Error, Loc: other.Loc,
				Message: "the schema " + quote(c.Name) + " has the name that the request form of " + quote(strings.TrimSuffix(c.Name, "Input")) + " takes",
				Related: []diag.Related{{Message: "its request and response forms differ", Loc: c.Loc}},
				Help:    "rename one of them with \"x-gaia-name\", or choose another policy for requiredness",
			})
		}
		v.doc.Types = append(v.doc.Types, c)
	}
	slices.SortFunc(v.doc.Types, func(a, b *ir.Type) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
}

// open marks the tagged unions and enums that a reader must expect to grow: those
// whose author says so, and of the others all that do not come from requests
// alone. A tag and a key never grow, and a single literal only if its author says so.
func (v *viewer) open() {
	for _, t := range append(slices.Clone(v.all), v.made...) {
		if t.Alias != nil {
			continue
		}
		grows := v.reached[t] != asRequest
		switch s := t.Shape.(type) {
		case *ir.Enum:
			if !s.Open && v.enumGrows(t, s, grows) {
				t.Shape = &ir.Enum{Members: s.Members, Open: true}
			}
		case *ir.Union:
			if choice, ok := v.choices[t]; ok {
				grows = choice.open
			}
			if s.Discriminator != "" && s.Open != grows {
				c := *s
				c.Open = grows
				t.Shape = &c
			}
		}
	}
}

// enumGrows reports whether the enum s of t is open.
func (v *viewer) enumGrows(t *ir.Type, s *ir.Enum, grows bool) bool {
	choice, chosen := v.choices[t]
	switch {
	case chosen && choice.open && v.closed[t]:
		v.out.Errorf("ext/open-union", choice.loc, "an enum that limits a tag or the keys of a map cannot be open")
		return false
	case chosen:
		return choice.open
	}
	return grows && len(s.Members) > 1 && !v.closed[t]
}
