package golang

import (
	"strconv"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

func itoa(n int) string { return strconv.Itoa(n) }

func named(name string, s ir.Shape) *ir.Type {
	return &ir.Type{ID: "doc.json#/" + name, Name: name, Shape: s}
}

func inlineType(s ir.Shape, place ...string) *ir.Type {
	id := "doc.json#"
	for _, p := range place {
		id += "/" + p
	}
	return &ir.Type{ID: id, Place: place, Shape: s}
}

func use(t *ir.Type) ir.Use     { return ir.Use{Type: t} }
func orNull(t *ir.Type) ir.Use  { return ir.Use{Type: t, Nullable: true} }
func str() *ir.Type             { return inlineType(&ir.Scalar{Kind: ir.String}) }
func integer() *ir.Type         { return inlineType(&ir.Scalar{Kind: ir.Integer}) }
func number() *ir.Type          { return inlineType(&ir.Scalar{Kind: ir.Number}) }
func boolean() *ir.Type         { return inlineType(&ir.Scalar{Kind: ir.Boolean}) }
func anything() *ir.Type        { return inlineType(&ir.Any{}) }
func list(u ir.Use) *ir.Type    { return inlineType(&ir.Array{Elem: u}) }
func mapping(u ir.Use) *ir.Type { return inlineType(&ir.Map{Elem: u}) }

func req(name string, u ir.Use) *ir.Field { return &ir.Field{Name: name, Use: u, Required: true} }
func opt(name string, u ir.Use) *ir.Field { return &ir.Field{Name: name, Use: u} }

func values(json ...string) *ir.Enum {
	e := &ir.Enum{}
	for _, j := range json {
		e.Members = append(e.Members, ir.Member{Value: ir.Value{JSON: j}})
	}
	return e
}

func document(types ...*ir.Type) *ir.Document { return &ir.Document{Title: "Test", Types: types} }

// shapes is a document in which every shape stands in every kind of position.
func shapes() *ir.Document {
	color := named("Color", values(`"red"`, `"a b"`, `"a-b"`, `""`))
	open := named("Level", values(`1`, `-1`, `2`))
	open.Shape.(*ir.Enum).Open = true
	cat := named("Cat", &ir.Object{Fields: []*ir.Field{
		req("kind", use(inlineType(values(`"cat"`), "Cat", "kind"))), req("lives", use(integer()))}})
	dog := named("Dog", &ir.Object{Fields: []*ir.Field{
		req("kind", use(inlineType(values(`"dog"`, `"puppy"`), "Dog", "kind"))), opt("breed", orNull(str()))}})
	pet := named("Pet", &ir.Union{Discriminator: "kind", Open: true, Variants: []ir.Variant{
		{Tags: []ir.Value{{JSON: `"cat"`}}, Use: use(cat)}, {Tags: []ir.Value{{JSON: `"dog"`}, {JSON: `"puppy"`}}, Use: use(dog)}}})
	mixed := named("Mixed", &ir.Union{Variants: []ir.Variant{
		{Use: use(str())}, {Use: use(integer())}, {Use: use(number())}, {Use: use(boolean())},
		{Use: use(list(use(str())))}, {Use: use(list(use(integer())))}, {Use: use(cat)}, {Use: use(dog)}, {Use: use(color)}, {Use: use(pet)}}})
	tuple := inlineType(&ir.Tuple{Elems: []ir.Use{use(str()), use(integer()), orNull(number())}, Min: 1, Rest: &ir.Use{Type: cat}}, "All", "tuple")
	odd := named("odd", values(`"a"`, `1`, `true`, `1.5`, `{"a":1}`))
	date := inlineType(&ir.Scalar{Kind: ir.String, Format: "date-time"})
	blob := inlineType(&ir.Scalar{Kind: ir.String, Format: "byte"})
	tree := named("Tree", nil)
	tree.Shape = &ir.Array{Elem: use(tree)}
	tags := named("Tags", &ir.Array{Elem: orNull(str())})
	id := named("UserID", &ir.Scalar{Kind: ir.String, Format: "uuid"})
	alias := named("UID", id.Shape)
	alias.Alias = id
	anyNamed := named("Whatever", &ir.Any{})
	ring := named("Ring", nil)
	link := named("Link", nil)
	ring.Shape = &ir.Object{Fields: []*ir.Field{req("link", use(link)), opt("self", orNull(ring))}}
	link.Shape = &ir.Object{Fields: []*ir.Field{req("ring", use(ring))}}
	count := named("Count", &ir.Scalar{Kind: ir.Integer, Format: "uint64"})
	big := named("Big", &ir.Scalar{Kind: ir.Number, Format: "decimal"})
	empty := named("Empty", &ir.Object{Closed: true})
	free := named("Free", &ir.Object{})
	extras := named("Extras", &ir.Object{Fields: []*ir.Field{opt("a", use(str()))}, Extra: &ir.Use{Type: integer(), Nullable: true}})
	patterns := named("Patterns", &ir.Object{Fields: []*ir.Field{opt("a", use(str()))}, Patterns: []ir.Pattern{{Expr: "^x-", Use: use(integer())}}, Closed: true})
	keyed := inlineType(&ir.Map{Elem: use(integer()), Key: color})
	nothing := inlineType(&ir.Never{}, "All", "nothing")
	null := inlineType(&ir.Scalar{Kind: ir.Null}, "All", "null")
	all := named("All", nil)
	parts := []struct {
		name string
		typ  *ir.Type
	}{
		{"string", str()}, {"int", integer()}, {"float", number()}, {"bool", boolean()}, {"any", anything()}, {"list", list(use(str()))},
		{"list2", list(use(list(orNull(integer()))))}, {"list3", list(orNull(list(use(cat))))}, {"map", mapping(use(str()))}, {"map2", mapping(orNull(pet))},
		{"color", color}, {"level", open}, {"cat", cat}, {"pet", pet}, {"mixed", mixed}, {"tuple", tuple}, {"odd", odd}, {"date", date}, {"dates", list(use(date))},
		{"blob", blob}, {"tree", tree}, {"tags", tags}, {"id", id}, {"uid", alias}, {"whatever", anyNamed}, {"ring", ring}, {"count", count}, {"big", big},
		{"empty", empty}, {"free", free}, {"extras", extras}, {"patterns", patterns}, {"keyed", keyed}, {"nothing", nothing}, {"null", null},
	}
	var fields []*ir.Field
	for _, p := range parts {
		if p.name != "nothing" {
			fields = append(fields, req("r_"+p.name, use(p.typ)), req("rn_"+p.name, orNull(p.typ)))
		}
		fields = append(fields, opt("o_"+p.name, use(p.typ)), opt("on_"+p.name, orNull(p.typ)))
	}
	all.Shape = &ir.Object{Fields: fields}
	return document(alias, all, big, cat, color, count, dog, empty, extras, free, open, link, mixed, odd, patterns, pet, ring, tags, tree, id, anyNamed)
}
