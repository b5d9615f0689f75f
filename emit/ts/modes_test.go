package ts_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// modes are the options beside the default that give other text.
var modes = []struct {
	name string
	ts.Options
}{
	{"none", ts.Options{Decode: ts.DecodeNone}},
	{"all", ts.Options{Decode: ts.DecodeAll}},
	{"strict", ts.Options{Decode: ts.DecodeStrict}},
	{"camel", ts.Options{Casing: ts.Camel}},
	{"camelstrict", ts.Options{Casing: ts.Camel, Decode: ts.DecodeStrict}},
}

func generateAs(t testing.TB, doc *ir.Document, o ts.Options) []emit.File {
	t.Helper()
	var out diag.List
	files, err := ts.Emit(doc, o, &out)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestModesCompile gives every shape to tsc and prettier under all options, and
// the cases of the tests and those beside the project to tsc.
func TestModesCompile(t *testing.T) {
	w, pretty := newWorkspace(t, noEmit), newWorkspace(t, noEmit)
	documents := map[string]func() *ir.Document{"everything": everything, "decode": decodeDocument, "limits": limitsDocument, "casing": casingDocument}
	shapes := slices.Collect(maps.Keys(documents))
	for _, pattern := range []string{"testdata/oracle/*.json", "../../../shared/cases/ts/*.json"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Base(path)
			documents[strings.TrimSuffix(name, ".json")] = func() *ir.Document {
				doc, _ := load(t, name, data)
				return doc
			}
		}
	}
	for name, document := range documents {
		doc := document()
		if doc == nil {
			continue
		}
		for _, m := range modes {
			var out diag.List
			files, err := ts.Emit(doc, m.Options, &out)
			if err != nil {
				t.Fatal(err)
			}
			if !out.HasErrors() {
				w.add(t, m.name+"/"+name, files)
				if slices.Contains(shapes, name) && m.Decode != ts.DecodeNone {
					pretty.add(t, m.name+"/"+name, files)
				}
			}
		}
	}
	w.compiles(t)
	pretty.pretty(t)
}

// limitsDocument returns a document with every kind of limit, long and short.
func limitsDocument() *ir.Document {
	limited := func(kind ir.ScalarKind, l ir.Limits) *ir.Type {
		return inline(&ir.Scalar{Kind: kind, Limits: l})
	}
	port := named("Port", limited(ir.Integer, ir.Limits{Min: "1", Max: "65535", ExclusiveMax: true}).Shape)
	ratio := limited(ir.Number, ir.Limits{Min: "0", ExclusiveMin: true, Max: "1e400", MultipleOf: "0.01"})
	slug := named("Slug", limited(ir.String, ir.Limits{MinLength: "2", MaxLength: "4", Pattern: `^[\p{L}a-z/"]+$`}).Shape)
	long := limited(ir.String, ir.Limits{Pattern: "^a very long expression that goes on and on and on until no line holds it (any more)*$"})
	bad := limited(ir.String, ir.Limits{Pattern: "("})
	pair := named("Pair", &ir.Object{Fields: []*ir.Field{must("left", port), may("right", slug)}, Closed: true, MinProps: "1", MaxProps: "2"})
	either := named("Either", &ir.Union{Exclusive: true, Variants: []ir.Variant{
		{Use: use(named("Left", object(must("left", str()))))}, {Use: use(named("Right", object(must("right", str()))))}, {Use: use(str())}, {Use: use(limited(ir.String, ir.Limits{MinLength: "3"}))},
	}})
	grows := inline(&ir.Enum{Members: enum(`"a"`, `"b"`).Members, Open: true}, "Either", "grows")
	exactly := named("Exactly", &ir.Union{Exclusive: true, Variants: []ir.Variant{{Use: use(grows)}, {Use: use(inline(enum(`"c"`)))}, {Use: use(whole())}}})
	return document(port, slug, pair, either, either.Shape.(*ir.Union).Variants[0].Use.Type, either.Shape.(*ir.Union).Variants[1].Use.Type, exactly,
		named("Limits", object(may("port", port), may("ratio", ratio), may("long", long), may("bad", bad), may("slug", slug), may("pair", pair),
			may("list", inline(&ir.Array{Elem: use(slug), MinItems: "1", MaxItems: "3", Unique: true})), may("set", inline(&ir.Array{Elem: use(any_()), Unique: true})),
			may("map", inline(&ir.Map{Elem: use(whole()), Key: limited(ir.String, ir.Limits{Pattern: "^k", MaxLength: "3"}), MinProps: "1", MaxProps: "2"})),
			may("free", inline(&ir.Object{MinProps: "1"})), may("none", inline(&ir.Object{Closed: true})), may("either", either), may("exactly", exactly),
			may("a", inline(&ir.Object{Closed: true, Patterns: []ir.Pattern{{Expr: "^a", Use: use(port)}}})),
			may("maybe", inline(&ir.Array{Elem: ir.Use{Type: port, Nullable: true}, MaxItems: "2"})))))
}

// casingDocument returns a document with renamed members in every position, and
// names that are hard to rename.
func casingDocument() *ir.Document {
	run := named("Run", object(must("run_id", str()), may("event_id", whole()), may("note", str())))
	deep := named("Deep", object(must("run_list", inline(list(run))), may("by_name", inline(&ir.Map{Elem: use(run)})),
		may("a_pair", inline(&ir.Tuple{Elems: []ir.Use{use(run), {Type: run, Nullable: true}}, Min: 1, Rest: pointer(use(run))})),
		may("free_form", inline(&ir.Map{Elem: use(any_())})), &ir.Field{Name: "or_null", Use: ir.Use{Type: run, Nullable: true}}))
	deep.Shape.(*ir.Object).Fields = append(deep.Shape.(*ir.Object).Fields, may("the_deep", deep))
	hostile := named("Hostile", object(may("__proto__", run), may("constructor", str()), may("to_string", str()), may("_private_key", str()),
		may("$ref", str()), may("two words", str()), may("😀_key", str()), may("größe_max", str()), may("URL", str()), may("content-type", str()),
		may("memory.three_tier", truth()), may("has_own_property", run), may("already_", str()), may("imageURL", str()), may("ID_list", str())))
	start := named("Start", object(must("event_type", inline(enum(`"run_start"`))), must("run_id", str()), may("the_deep", deep)))
	end := named("End", object(must("event_type", inline(enum(`"run_end"`))), must("run_id", str()), may("exit_code", whole())))
	event := named("Event", tagged("event_type", start, end))
	a := named("A", object(must("run_id", str()), may("a_b", str())))
	b := named("B", object(must("run_id", str()), must("event_id", whole()), may("c_d", inline(list(event)))))
	open := inline(&ir.Enum{Members: enum(`"x_y"`, `"z"`).Members, Open: true}, "C", "kind_of")
	c := named("C", object(must("kind_of", open), may("a_b", str())))
	d := named("D", object(must("kind_of", inline(enum(`"other_one"`))), may("c_d", str())))
	either := named("Either", &ir.Union{Variants: []ir.Variant{{Use: use(a)}, {Use: use(b)}, {Use: use(c)}, {Use: use(d)},
		{Use: use(inline(list(a)))}, {Use: use(inline(&ir.Map{Elem: use(whole())}))}, {Use: use(str())}, {Use: use(inline(&ir.Object{}))}}})
	extra := named("Extra", &ir.Object{Fields: []*ir.Field{must("the_id", str())}, Extra: pointer(use(run))})
	patterns := named("Patterns", &ir.Object{Fields: []*ir.Field{must("x_id", str())}, Patterns: []ir.Pattern{{Expr: "^x_", Use: use(str())}, {Expr: "^y", Use: use(run)}}})
	nullable := named("Nothing", object(may("a_b", str())))
	nullable.Nullable = true
	alias := named("Alias", run.Shape)
	alias.Alias = run
	return document(run, deep, hostile, start, end, event, a, b, c, d, either, extra, patterns, nullable, alias,
		named("Runs", list(run)), named("RunMap", &ir.Map{Elem: use(run)}), named("Json", &ir.Any{}), named("Never", &ir.Never{}), named("Text", str().Shape))
}

func closeObject(t *ir.Type) {
	if o, ok := t.Shape.(*ir.Object); ok && o.Extra == nil {
		o.Closed = true
	}
}
