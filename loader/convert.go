package loader

import (
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// schema returns what the schema at s allows, on behalf of e: inline types below
// it belong to e, and its text to e's.
func (l *loader) schema(s site, e *entry) form {
	switch s.node.Kind() {
	case tree.Bool:
		if s.node.Bool() {
			return anyForm()
		}
		return neverForm()
	case tree.Object:
	default:
		l.out.Errorf("schema/not-a-schema", s.loc(), "%s stands where a schema must be", kindPhrase(s.node.Kind()))
		return anyForm()
	}
	var f facts
	l.read(&f, s)
	l.mark(e, &f, s)
	e.typ.Doc = joinDoc(e.typ.Doc, docOf(&f))
	w, ok := l.peel(&f, s)
	if !ok {
		return l.combine(s, &f, e)
	}
	e.typ.Doc = joinDoc(e.typ.Doc, w.doc)
	var r form
	switch {
	case w.ref:
		if to, ok := l.follow(s); ok && l.adopts(e, to) {
			l.types[to.node] = e
			return l.schema(to, e)
		}
		r = l.form(l.target(s, e.place), viaRef)
	case f.has(kwAllOf) && e.typ.Name != "": // perhaps an extension that adds nothing
		r = l.element(w.inner, e)
	default:
		r = l.schema(w.inner, e)
	}
	r.null = r.null || w.null
	return r
}

// adopts reports whether e, a name for the schema at to, is the one that gives
// it its name: a component that is only a reference to the file of that name.
func (l *loader) adopts(e *entry, to site) bool {
	if e.typ.Name == "" || to.node == e.at.node || l.names[e.typ.Name] != e {
		return false
	}
	if known := l.types[to.node]; known != nil && known != e {
		return false
	}
	name, _ := l.nameOf(to)
	return name == e.typ.Name
}

// combine returns what f allows: its own keywords, and every schema it brings in.
func (l *loader) combine(s site, f *facts, e *entry) form {
	m := &merger{l: l, e: e, at: s}
	r := anyForm()
	if f.has(kwRef) || f.has(kwDynamicRef) {
		r = m.meet(r, l.inherited(l.target(s, e.place), viaRef))
	}
	for i, n := range f.kw[kwAllOf].Items() {
		r = m.meet(r, l.element(s.item("allOf", i, n), e))
	}
	r = m.meet(r, l.own(s, f, e))
	m.close(&r, f)
	m.report()
	if base, ok := l.inheritance(s, f, e, r); ok {
		return base
	}
	for _, c := range [2]struct {
		kw   slot
		name string
	}{{kwAnyOf, "anyOf"}, {kwOneOf, "oneOf"}} {
		if f.has(c.kw) {
			r = l.choice(s, f, e, c.name, f.kw[c.kw], r)
		}
	}
	if f.is(kwNullable) && !r.isAny() {
		r.null = true
	}
	return r
}

// element returns what an element of allOf allows.
func (l *loader) element(s site, e *entry) form {
	if s.node.Kind() != tree.Object {
		return l.schema(s, e)
	}
	if known, ok := l.types[s.node]; ok { // something refers to this element
		return l.form(known, viaAllOf)
	}
	var f facts
	l.read(&f, s)
	l.mark(e, &f, s)
	e.typ.Doc = joinDoc(e.typ.Doc, docOf(&f))
	w, ok := l.peel(&f, s)
	if !ok {
		return l.combine(s, &f, e)
	}
	e.typ.Doc = joinDoc(e.typ.Doc, w.doc)
	var r form
	if w.ref {
		r = l.inherited(l.target(s, e.place), viaAllOf)
	} else {
		r = l.element(w.inner, e)
	}
	r.null = r.null || w.null
	return r
}

// inherited returns what a schema that extends e takes over: e without the
// choice between its own extensions.
func (l *loader) inherited(e *entry, by via) form {
	if e.state == fresh {
		l.force(e, by)
	}
	if e.core != nil {
		return l.form(e.core, by)
	}
	return l.form(e, by)
}

// own returns what the keywords of f allow that do not bring in other schemas.
func (l *loader) own(s site, f *facts, e *entry) form {
	types, typed := l.typesOf(s, f)
	if f.has(kwEnum) || f.has(kwConst) {
		return l.enum(s, f, e, types, typed)
	}
	if !typed {
		return l.untyped(s, f, e)
	}
	r := form{shape: &ir.Never{}}
	arms := 0
	for _, t := range types {
		if t == tNull {
			r.null = true
		} else {
			arms++
		}
	}
	if f.is(kwNullable) {
		r.null = true
	}
	switch {
	case arms == 0:
		return r
	case arms == 1:
		for _, t := range types {
			if t != tNull {
				r.shape = l.ofType(t, s, f, e)
			}
		}
		return r
	case saysAnything(types) && r.null && f.constraints == 1:
		return anyForm()
	}
	return l.typeList(s, f, e, types, r.null)
}

// typeList makes the union of a list of types, each with the keywords that
// apply to it.
func (l *loader) typeList(s site, f *facts, e *entry, types []jsonType, null bool) form {
	u := &ir.Union{}
	for _, t := range types {
		if t == tNull {
			continue
		}
		pl := e.place.sub(typeWord[t])
		arm := l.entry(s.id+"?type="+string(t), s.loc(), pl)
		arm.state = busy
		l.finish(arm, form{shape: l.ofType(t, s, f, arm)})
		u.Variants = append(u.Variants, ir.Variant{Use: ir.Use{Type: arm.typ}})
	}
	return form{shape: u, null: null}
}

// jsonType is a name in the keyword type.
type jsonType string

const (
	tNull    jsonType = "null"
	tBoolean jsonType = "boolean"
	tInteger jsonType = "integer"
	tNumber  jsonType = "number"
	tString  jsonType = "string"
	tArray   jsonType = "array"
	tObject  jsonType = "object"
)

// typeWord names an inline variant by its JSON type.
var typeWord = map[jsonType]string{
	tNull: "Null", tBoolean: "Boolean", tInteger: "Integer", tNumber: "Number",
	tString: "String", tArray: "Array", tObject: "Object",
}

// single holds the list of each type alone, which nearly every schema has.
var single = map[string][]jsonType{
	"null": {tNull}, "boolean": {tBoolean}, "integer": {tInteger}, "number": {tNumber},
	"string": {tString}, "array": {tArray}, "object": {tObject},
}

// saysAnything reports whether the list covers every JSON type.
func saysAnything(types []jsonType) bool {
	seen := map[jsonType]bool{}
	for _, t := range types {
		seen[t] = true
	}
	return seen[tBoolean] && seen[tNumber] && seen[tString] && seen[tArray] && seen[tObject]
}

// typesOf returns the names in type, each once, "integer" dropped beside
// "number"; false if the schema does not limit the type.
func (l *loader) typesOf(s site, f *facts) ([]jsonType, bool) {
	n := f.kw[kwType]
	if !n.OK() {
		return nil, false
	}
	var list []jsonType
	add := func(x tree.Node) {
		t := jsonType(x.Str())
		if _, ok := typeWord[t]; !ok {
			l.badType(s, x)
			return
		}
		for _, have := range list {
			if have == t {
				return
			}
		}
		list = append(list, t)
	}
	if n.Kind() == tree.String {
		if one, ok := single[n.Str()]; ok {
			return one, true
		}
		add(n)
		return nil, false
	}
	for _, x := range n.Items() {
		add(x)
	}
	return dropInteger(list), len(list) > 0
}

func dropInteger(list []jsonType) []jsonType {
	number := false
	for _, t := range list {
		number = number || t == tNumber
	}
	if !number {
		return list
	}
	kept := list[:0:0]
	for _, t := range list {
		if t != tInteger {
			kept = append(kept, t)
		}
	}
	return kept
}

func (l *loader) badType(s site, x tree.Node) {
	names := []string{"string", "number", "integer", "boolean", "array", "object", "null"}
	what := kindPhrase(x.Kind())
	if x.Kind() == tree.String {
		what = quote(x.Str())
	}
	l.out.Add(errorAt("schema/type", s.member("type", x).loc(), what+" is not a JSON type", didYouMean(x.Str(), names)))
}

// untyped returns what a schema without type, enum and const allows. Keywords of
// objects or arrays are taken to mean that the value is one.
func (l *loader) untyped(s site, f *facts, e *entry) form {
	object, array := f.hasGroup(groupObject), f.hasGroup(groupArray)
	switch {
	case object && array:
		return l.typeList(s, f, e, []jsonType{tObject, tArray}, false)
	case object:
		return form{shape: l.object(s, f, e)}
	case array:
		return form{shape: l.array(s, f, e)}
	}
	r := anyForm()
	if f.hasGroup(groupString) || f.hasGroup(groupNumber) {
		loose := l.scalarOf(tString, f)
		number := l.scalarOf(tNumber, f)
		loose.Limits.Min, loose.Limits.ExclusiveMin = number.Limits.Min, number.Limits.ExclusiveMin
		loose.Limits.Max, loose.Limits.ExclusiveMax = number.Limits.Max, number.Limits.ExclusiveMax
		loose.Limits.MultipleOf = number.Limits.MultipleOf
		r.loose = &loose
	}
	return r
}

// ofType returns the values of one JSON type that f allows.
func (l *loader) ofType(t jsonType, s site, f *facts, e *entry) ir.Shape {
	switch t {
	case tObject:
		return l.object(s, f, e)
	case tArray:
		return l.array(s, f, e)
	}
	return l.scalar(l.scalarOf(t, f))
}
