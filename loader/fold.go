package loader

import (
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// folder gives unions their tags.
type folder struct {
	l      *loader
	state  map[*ir.Union]state
	wishes map[*ir.Type][]wish
	order  []*ir.Type // keys of wishes, as met
	made   []*entry
}

// wish is what one union wants of a variant's tag field.
type wish struct {
	owner   *entry
	union   *ir.Union
	variant int
	tags    []ir.Value
}

// fold finds the tags of every union reached, and lets each variant declare its
// tag. It returns reached with the types that it made.
func (l *loader) fold(reached []*entry) []*entry {
	f := &folder{l: l, state: map[*ir.Union]state{}, wishes: map[*ir.Type][]wish{}}
	for _, e := range reached {
		if u, ok := e.typ.Shape.(*ir.Union); ok && e.from == nil {
			f.union(e, u)
		}
	}
	for _, e := range reached {
		if e.from == nil {
			collapse(e)
		}
	}
	for _, t := range f.order {
		f.grant(t, f.wishes[t])
	}
	reached = append(reached, f.made...)
	spreadNull(reached)
	for _, e := range reached {
		if u, ok := e.typ.Shape.(*ir.Union); ok && e.from == nil {
			f.nameVariants(e, u)
		}
	}
	return reached
}

// spreadNull adds null to the uses of types that gained it while tags were found:
// a base schema does not know its extensions before. Tagged variants have none.
func spreadNull(reached []*entry) {
	for _, e := range reached {
		if e.typ.Alias != nil {
			e.typ.Nullable = e.typ.Nullable || ir.Resolve(e.typ).Nullable
		}
	}
	for _, e := range reached {
		if u, ok := e.typ.Shape.(*ir.Union); ok && u.Discriminator != "" {
			continue
		}
		eachUse(e.typ.Shape, func(u *ir.Use) { u.Nullable = u.Nullable || u.Type.Nullable })
	}
}

// collapse replaces a choice of one that has no tag, because its discriminator
// cannot work, by what it chooses.
func collapse(e *entry) {
	for range 64 { // a ring of such choices would be a cycle, reported before
		u, ok := e.typ.Shape.(*ir.Union)
		if !ok || u.Discriminator != "" || len(u.Variants) != 1 {
			return
		}
		only := u.Variants[0].Use
		t := ir.Resolve(only.Type)
		e.typ.Shape = t.Shape
		e.typ.Nullable = e.typ.Nullable || only.Nullable || t.Nullable
		e.typ.Doc = joinDoc(e.typ.Doc, t.Doc)
	}
	e.typ.Shape = &ir.Any{}
}

// union tags u, the shape of e, after the unions among its variants.
func (f *folder) union(e *entry, u *ir.Union) {
	if f.state[u] != fresh {
		return
	}
	f.state[u] = busy
	for _, v := range u.Variants {
		t := ir.Resolve(v.Use.Type)
		if inner, ok := t.Shape.(*ir.Union); ok {
			f.union(f.l.entries[t], inner)
		}
	}
	if src, ok := f.l.tags[u]; ok {
		f.declared(e, u, src)
	} else {
		f.implied(e, u)
	}
	f.state[u] = done
}

// flattened returns the variants of u with those of nested unions on the same
// key in their place. It is false if a variant can have no tag: it is no object.
func flattened(u *ir.Union, key string) ([]ir.Variant, bool) {
	var out []ir.Variant
	for _, v := range u.Variants {
		switch s := ir.Resolve(v.Use.Type).Shape.(type) {
		case *ir.Object:
			out = append(out, v)
		case *ir.Union:
			if s.Discriminator != key {
				return nil, false
			}
			out = append(out, s.Variants...)
		default:
			return nil, false
		}
	}
	return dropRepeats(out), true
}

func dropRepeats(vs []ir.Variant) []ir.Variant {
	var out []ir.Variant
	for _, v := range vs {
		if !slices.ContainsFunc(out, func(w ir.Variant) bool { return ir.Resolve(w.Use.Type) == ir.Resolve(v.Use.Type) }) {
			out = append(out, v)
		}
	}
	return out
}

// fieldOf returns the field of a variant's object.
func fieldOf(v ir.Variant, key string) *ir.Field {
	o, ok := ir.Resolve(v.Use.Type).Shape.(*ir.Object)
	if !ok {
		return nil
	}
	for _, fd := range o.Fields {
		if fd.Name == key {
			return fd
		}
	}
	return nil
}

// ownTags returns the literals that the field of a variant is limited to; nil if
// it is not, or if they cannot be tags.
func ownTags(fd *ir.Field) []ir.Value {
	if fd == nil || fd.Use.Nullable {
		return nil
	}
	e, ok := ir.Resolve(fd.Use.Type).Shape.(*ir.Enum)
	if !ok || e.Open {
		return nil
	}
	var out []ir.Value
	for _, m := range e.Members {
		if c := m.Value.JSON[0]; c == '{' || c == '[' || isDigit(c) && !isInteger(m.Value.JSON) {
			return nil
		}
		out = append(out, m.Value)
	}
	return out
}

// implied looks for a member that tells the variants apart: required (or always
// sent, as a tag with a default is) and limited to different literals in each.
func (f *folder) implied(e *entry, u *ir.Union) {
	if len(u.Variants) < 2 {
		return
	}
	for _, key := range candidateKeys(u) {
		vs, ok := flattened(u, key)
		if !ok || len(vs) < 2 {
			continue
		}
		tags := make([][]ir.Value, len(vs))
		for i, v := range vs {
			fd := fieldOf(v, key)
			if fd == nil || !fd.Required && fd.Default == nil {
				ok = false
				break
			}
			tags[i] = ownTags(fd)
			ok = ok && tags[i] != nil
		}
		if ok && firstRepeat(tags) == nil {
			f.tag(e, u, key, vs, tags)
			return
		}
	}
}

// candidateKeys returns the fields of the first variant that could be tags.
func candidateKeys(u *ir.Union) []string {
	switch s := ir.Resolve(u.Variants[0].Use.Type).Shape.(type) {
	case *ir.Union:
		if s.Discriminator != "" {
			return []string{s.Discriminator}
		}
	case *ir.Object:
		var keys []string
		for _, fd := range s.Fields {
			if (fd.Required || fd.Default != nil) && ownTags(fd) != nil {
				keys = append(keys, fd.Name)
			}
		}
		return keys
	}
	return nil
}

// firstRepeat returns a tag that two variants have, nil if all differ.
func firstRepeat(tags [][]ir.Value) *ir.Value {
	seen := map[string]bool{}
	for _, list := range tags {
		for i, v := range list {
			k := tagKey(v)
			if seen[k] {
				return &list[i]
			}
			seen[k] = true
		}
	}
	return nil
}

// tagKey returns a text that is equal for equal tags.
func tagKey(v ir.Value) string {
	if isDigit(v.JSON[0]) {
		return numberKey(v.JSON)
	}
	return v.JSON
}

// tag makes u a tagged union.
func (f *folder) tag(e *entry, u *ir.Union, key string, vs []ir.Variant, tags [][]ir.Value) {
	u.Discriminator = key
	u.Variants = vs
	for i := range vs {
		vs[i].Tags = tags[i]
		if vs[i].Use.Nullable {
			vs[i].Use.Nullable = false
			e.typ.Nullable = true
		}
		t := ir.Resolve(vs[i].Use.Type)
		if f.wishes[t] == nil {
			f.order = append(f.order, t)
		}
		f.wishes[t] = append(f.wishes[t], wish{e, u, i, tags[i]})
	}
}
