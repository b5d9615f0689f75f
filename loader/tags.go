package loader

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// declared tags u by its discriminator.
func (f *folder) declared(e *entry, u *ir.Union, src tagSource) {
	l := f.l
	name := src.at.node.Get("propertyName")
	if name.Kind() != tree.String {
		l.out.Errorf("union/discriminator", src.at.loc(), "the discriminator has no \"propertyName\"")
		return
	}
	key := name.Str()
	vs, ok := flattened(u, key)
	if !ok {
		l.out.Warnf("union/not-tagged", src.at.loc(), "the discriminator %q cannot tell the alternatives apart: not every one is an object with members of its own; it is ignored", key)
		return
	}
	mapped := f.mapping(src, vs)
	tags := make([][]ir.Value, len(vs))
	for i, v := range vs {
		tags[i] = f.tagsOf(v, key, i, mapped, vs, src)
		if tags[i] == nil {
			l.out.Warnf("union/not-tagged", src.at.loc(), "the discriminator %q does not say which value stands for an inline alternative; it is ignored", key)
			return
		}
	}
	dup := firstRepeat(tags)
	if dup != nil && sharedList(tags) {
		for i, v := range vs { // all inherit one list of tags: the names of the schemas choose from it
			if name := f.schemaName(v); name != nil && hasTag(tags[i], name[0]) && mapped[i] == nil {
				tags[i] = name
			}
		}
		if firstRepeat(tags) != nil {
			l.out.Warnf("union/not-tagged", src.at.loc(), "the discriminator %q does not say which value stands for which alternative: they share one list of values; it is ignored", key)
			return
		}
		dup = nil
	}
	if dup != nil {
		l.out.Errorf("union/duplicate-tag", src.at.loc(), "the value %s of %q stands for two alternatives", dup.JSON, key)
		return
	}
	f.tag(e, u, key, vs, tags)
}

// sharedList reports whether two variants have the same list of several tags.
func sharedList(tags [][]ir.Value) bool {
	for i, a := range tags {
		for _, b := range tags[:i] {
			if len(a) > 1 && sameTags(a, b) {
				return true
			}
		}
	}
	return false
}

// mapping returns the tags that the mapping gives to each of vs.
func (f *folder) mapping(src tagSource, vs []ir.Variant) [][]string {
	out := make([][]string, len(vs))
	d := src.at
	for key, n := range d.node.Get("mapping").Members() {
		at := d.under("mapping", key.Str(), n)
		to, ok := f.l.mapped(at)
		if !ok {
			continue
		}
		i := slices.IndexFunc(vs, func(v ir.Variant) bool { return f.isVariant(f.l.entries[v.Use.Type], to) })
		if i < 0 {
			f.strayMapping(at, to, vs)
			continue
		}
		out[i] = append(out[i], key.Str())
	}
	return out
}

// isVariant reports whether the variant v is the type to, by itself, by another
// name or as what it was made from.
func (f *folder) isVariant(v, to *entry) bool {
	if v == to || ir.Resolve(v.typ) == ir.Resolve(final(to).typ) {
		return true
	}
	return slices.ContainsFunc(v.origins, func(o *entry) bool { return final(o) == final(to) })
}

// final follows unnamed entries that turned out to be other types.
func final(e *entry) *entry {
	for e.from != nil {
		e = e.from
	}
	return e
}

// strayMapping warns of a mapping to a schema that is not among the alternatives,
// unless that is a union whose own alternatives are.
func (f *folder) strayMapping(at site, to *entry, vs []ir.Variant) {
	if inner, ok := ir.Resolve(final(to).typ).Shape.(*ir.Union); ok && inner.Discriminator != "" {
		return
	}
	f.l.out.Warnf("union/mapping", at.loc(), "%q is not one of the alternatives; the entry is ignored", at.node.Str())
}

// tagsOf returns the tags of variant i: what its own field is limited to, else
// what the mapping says, else the name of its schema; nil if it has none.
func (f *folder) tagsOf(v ir.Variant, key string, i int, mapped [][]string, vs []ir.Variant, src tagSource) []ir.Value {
	if v.Tags != nil { // of a nested union
		return v.Tags
	}
	fd := fieldOf(v, key)
	own := ownTags(fd)
	named := literalsFor(fd, own, mapped[i])
	switch {
	case own == nil && named != nil:
		return named
	case own == nil:
		return f.schemaName(v)
	case named == nil:
		return unclaimed(own, key, i, mapped, vs)
	}
	both := slices.DeleteFunc(slices.Clone(named), func(t ir.Value) bool { return !hasTag(own, t) })
	if len(both) == 0 {
		f.l.out.Warnf("union/mapping", src.at.loc(), "the mapping says %s, but the alternative's own %q allows %s only; that is what counts", named[0].JSON, key, own[0].JSON)
		return own
	}
	for _, t := range unclaimed(own, key, i, mapped, vs) {
		if !hasTag(both, t) {
			both = append(both, t)
		}
	}
	return both
}

func hasTag(list []ir.Value, t ir.Value) bool {
	return slices.ContainsFunc(list, func(x ir.Value) bool { return tagKey(x) == tagKey(t) })
}

// unclaimed returns those of own that neither the mapping nor the field of
// another variant claims; all of them if that leaves nothing.
func unclaimed(own []ir.Value, key string, i int, mapped [][]string, vs []ir.Variant) []ir.Value {
	var out []ir.Value
	for _, t := range own {
		claimed := false
		for j, v := range vs {
			if j == i {
				continue
			}
			fd := fieldOf(v, key)
			theirs := ownTags(fd)
			if hasTag(literalsFor(fd, theirs, mapped[j]), t) || mapped[j] == nil && hasTag(theirs, t) {
				claimed = true
			}
		}
		if !claimed {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return own
	}
	return out
}

// literalsFor writes the keys of a mapping, which are always text, as literals
// of the field's type.
func literalsFor(fd *ir.Field, own []ir.Value, keys []string) []ir.Value {
	var out []ir.Value
	for _, k := range keys {
		out = append(out, literalFor(fd, own, k))
	}
	return out
}

func literalFor(fd *ir.Field, own []ir.Value, key string) ir.Value {
	for _, v := range own {
		if v.JSON == key {
			return v
		}
	}
	if fd != nil {
		if s, ok := ir.Resolve(fd.Use.Type).Shape.(*ir.Scalar); ok {
			_, isInt := exactInteger(key)
			switch {
			case s.Kind == ir.Boolean && (key == "true" || key == "false"):
				return ir.Value{JSON: key}
			case (s.Kind == ir.Integer || s.Kind == ir.Number) && isInt:
				return ir.Value{JSON: key}
			}
		}
	}
	return ir.Value{JSON: jsonString(key)}
}

// exactInteger reports whether s is a JSON integer.
func exactInteger(s string) (string, bool) {
	digits := s
	if digits != "" && digits[0] == '-' {
		digits = digits[1:]
	}
	if digits == "" || len(digits) > 1 && digits[0] == '0' {
		return s, false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return s, false
		}
	}
	return s, true
}

// jsonString returns s as a JSON string.
func jsonString(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("loader: a string that JSON cannot hold: " + err.Error())
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// stringOf returns the text of a literal; false if it is no string.
func stringOf(v ir.Value) (string, bool) {
	var s string
	err := json.Unmarshal([]byte(v.JSON), &s)
	return s, err == nil
}

// schemaName returns the tag of a variant that nothing else names: the key of
// its schema.
func (f *folder) schemaName(v ir.Variant) []ir.Value {
	e := f.l.entries[v.Use.Type]
	for _, x := range append([]*entry{e}, e.origins...) {
		if x.typ.Name == "" {
			continue
		}
		name := x.typ.Name
		if k := x.at.node.Key(); k.OK() {
			name = k.Str()
		}
		return []ir.Value{{JSON: jsonString(name)}}
	}
	return nil
}

// grant gives the unions what they want of the tag field of t. If they agree, t
// itself declares it; else each takes a variant of its own.
func (f *folder) grant(t *ir.Type, wishes []wish) {
	agreed := map[string][]ir.Value{}
	for _, w := range wishes {
		have, ok := agreed[w.union.Discriminator]
		if ok && !sameTags(have, w.tags) {
			f.apart(t, wishes)
			return
		}
		agreed[w.union.Discriminator] = w.tags
	}
	for _, w := range wishes {
		t.Shape = f.withTag(f.l.entries[t], t.Shape.(*ir.Object), w)
	}
}

// apart makes a variant type for each union that the type itself does not suit.
func (f *folder) apart(t *ir.Type, wishes []wish) {
	o := t.Shape.(*ir.Object)
	for _, w := range wishes {
		if declaresTag(o, w) {
			continue
		}
		v := &w.union.Variants[w.variant]
		e := f.l.literal(w.owner.typ.ID+"?variant="+tagKey(w.tags[0]), t.Loc, w.owner.place.sub(""), form{shape: o})
		e.typ.Doc = t.Doc
		e.origins = []*entry{f.l.entries[t]}
		e.typ.Shape = f.withTag(e, o, w)
		f.made = append(f.made, e)
		v.Use.Type = e.typ
	}
}

func sameTags(a, b []ir.Value) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(t ir.Value) bool { return !hasTag(b, t) })
}

// declaresTag reports whether o declares the tag field as w wants it.
func declaresTag(o *ir.Object, w wish) bool {
	for _, fd := range o.Fields {
		if fd.Name == w.union.Discriminator {
			return fd.Required && sameTags(ownTags(fd), w.tags)
		}
	}
	return false
}

// withTag returns o with the tag field that w wants.
func (f *folder) withTag(e *entry, o *ir.Object, w wish) ir.Shape {
	if declaresTag(o, w) {
		return o
	}
	key := w.union.Discriminator
	c := *o
	c.Fields = slices.Clone(o.Fields)
	i := slices.IndexFunc(c.Fields, func(fd *ir.Field) bool { return fd.Name == key })
	if i < 0 {
		c.Fields = slices.Insert(c.Fields, 0, &ir.Field{Name: key, Loc: e.typ.Loc})
		i = 0
	}
	fd := *c.Fields[i]
	fd.Required = true
	if fd.Use.Type == nil || !sameTags(ownTags(&fd), w.tags) {
		fd.Use = ir.Use{Type: f.tagType(e, &fd, w.tags)}
	}
	c.Fields[i] = &fd
	return &c
}

// tagType makes the type of a tag field: the tags, as the field's own Enum
// describes them.
func (f *folder) tagType(e *entry, fd *ir.Field, tags []ir.Value) *ir.Type {
	var known []ir.Member
	var doc ir.Doc
	if fd.Use.Type != nil {
		if en, ok := ir.Resolve(fd.Use.Type).Shape.(*ir.Enum); ok {
			known = en.Members
		}
		if fd.Use.Type.Name == "" {
			doc = fd.Use.Type.Doc
		}
	}
	var members []ir.Member
	for _, t := range tags {
		m := ir.Member{Value: t}
		if i := slices.IndexFunc(known, func(x ir.Member) bool { return tagKey(x.Value) == tagKey(t) }); i >= 0 {
			m = known[i]
		}
		members = append(members, m)
	}
	x := f.l.literal(e.typ.ID+"?tag="+tree.EscapeToken(fd.Name), fd.Loc, e.place.sub(fd.Name), form{shape: &ir.Enum{Members: members}})
	x.typ.Doc = doc
	f.made = append(f.made, x)
	return x.typ
}

// nameVariants gives the inline variants of u their words: the tag, else the
// title, else the JSON type; a number tells equal ones apart.
func (f *folder) nameVariants(e *entry, u *ir.Union) {
	count := map[string]int{}
	for _, v := range u.Variants {
		x := f.l.entries[v.Use.Type]
		if x.typ.Name != "" {
			continue
		}
		word := variantWord(v)
		count[word]++
		if n := count[word]; n > 1 {
			word += itoa(n)
		}
		for _, y := range append([]*entry{x}, x.origins...) {
			if y.typ.Name == "" && y.place.word == "" && y.place.parent != nil {
				y.place.word = word
			}
		}
	}
}

func variantWord(v ir.Variant) string {
	if len(v.Tags) > 0 {
		return literalText(v.Tags[0])
	}
	t := v.Use.Type
	if t.Doc.Title != "" {
		return t.Doc.Title
	}
	switch s := t.Shape.(type) {
	case *ir.Scalar:
		return [...]string{"String", "Integer", "Number", "Boolean", "Null"}[s.Kind]
	case *ir.Enum:
		return "Enum"
	case *ir.Object:
		return "Object"
	case *ir.Map:
		return "Map"
	case *ir.Array:
		return "Array"
	case *ir.Tuple:
		return "Tuple"
	}
	return "Option"
}
