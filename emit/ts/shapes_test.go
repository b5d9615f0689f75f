package ts_test

import (
	"testing"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

func generate(t testing.TB, doc *ir.Document) []emit.File {
	t.Helper()
	var out diag.List
	files, err := ts.Emit(doc, ts.Options{}, &out)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestShapesCompile feeds every shape, in place and declared, long and short,
// through tsc and prettier.
func TestShapesCompile(t *testing.T) {
	w := newWorkspace(t, noEmit)
	w.add(t, "shapes", generate(t, everything()))
	w.compiles(t)
	w.pretty(t)
}

// everything returns a document with each shape declared and in place, under
// names short and long enough to break lines.
func everything() *ir.Document {
	long := "AnotherVeryLongTypeNameThatGoesOnAndOnAndOn"
	cat := named("Cat", object(must("kind", inline(enum(`"cat"`))), must("id", str()), may("lives", whole())))
	dog := named("Dog", object(must("kind", inline(enum(`"dog"`, `"hound"`), "Dog", "kind")), must("id", str()), may("owner", str())))
	pet := named("Pet", tagged("kind", cat, dog))
	one := named("One", object(must("n", inline(enum(`1`))), must("raw", str())))
	two := named("Two", object(must("n", inline(enum(`2`))), may("next", pet)))
	numbered := named("Numbered", tagged("n", one, two))
	colour := named("Colour", enum(`"red"`, `"gr\"een"`, `"\ud800"`))
	colour.Shape.(*ir.Enum).Open = true
	level := named("Level", enum("1", "2.0", "-3", "1e30", "100000", "200000", "300000", "400000", "500000", "600000", "700000", "800000"))
	mixed := named("Mixed", enum(`"a"`, "1", "true", `{"a":1,"b":[true,null],"c d":{}}`, "9007199254740993"))
	bag := named("Bag", &ir.Object{Fields: []*ir.Field{must("id", whole()), may("x-n", num())}, Extra: pointer(use(str())),
		Patterns: []ir.Pattern{{Expr: "^x-", Use: use(truth())}, {Expr: "^x-y", Use: use(colour)}, {Expr: "[0-9]", Use: use(pet)}}})
	tree := named("Tree", &ir.Map{})
	tree.Shape.(*ir.Map).Elem = use(tree)
	json := named("Json", &ir.Union{})
	json.Shape.(*ir.Union).Variants = []ir.Variant{{Use: ir.Use{Type: str(), Nullable: true}}, {Use: use(inline(list(json)))},
		{Use: use(inline(&ir.Map{Elem: use(json)}))}, {Use: use(json)}}
	ping := named("Ping", &ir.Union{})
	pong := named("Pong", &ir.Union{Variants: []ir.Variant{{Use: use(ping)}, {Use: use(num())}}})
	ping.Shape.(*ir.Union).Variants = []ir.Variant{{Use: use(pong)}, {Use: use(str())}}
	again := named("Again", pong.Shape)
	again.Alias = pong
	veryLong := named(long, object(must("a", any_())))
	var fields []*ir.Field
	name := "a_property_with_a_long_name"
	add := func(ts ...*ir.Type) {
		for _, t := range ts {
			name += "_x"
			fields = append(fields, must(name, t), &ir.Field{Name: name + "n", Use: ir.Use{Type: t, Nullable: true}})
		}
	}
	either := func() *ir.Type {
		return inline(&ir.Union{Variants: []ir.Variant{{Use: use(veryLong)}, {Use: use(pet)}, {Use: use(inline(list(str())))}}})
	}
	loop := inline(&ir.Array{}, "Long", "loop")
	loop.Shape.(*ir.Array).Elem = use(loop)
	add(veryLong, inline(list(veryLong)), inline(list(inline(list(either())))), either(),
		inline(&ir.Map{Elem: use(veryLong)}), inline(&ir.Map{Elem: use(either())}),
		inline(&ir.Tuple{Elems: []ir.Use{use(veryLong), use(either()), {Type: str(), Nullable: true}}, Min: 1, Rest: pointer(use(either()))}),
		inline(&ir.Map{Elem: use(either()), Key: inline(enum(`"a"`, `"b"`), "Long", "key")}),
		inline(&ir.Object{}), inline(&ir.Object{Closed: true}), inline(&ir.Never{}), loop, json, tree, again)
	fields = append(fields, must("__proto__", str()), must("constructor", str()), must("a b", pet), must("日本", str()), may("\u2028", str()))
	longOne := named("Long", object(fields...))
	return document(cat, dog, pet, one, two, numbered, colour, level, mixed, bag, tree, json, ping, pong, again, veryLong, longOne,
		named("Unknown", &ir.Any{}), named("UnknownPet", str().Shape), named("interface", str().Shape), named("3D", str().Shape),
		named("Wide", tagged("kind", cat, dog, named("Fish", object(must("kind", inline(enum(`"fish"`))), must("id", str()), must("in", longOne), must("bag", bag), must("mixed", mixed), must("level", level), must("colour", colour))))))
}
