package golang

import (
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// TestEndsOfEveryShape compares members of every shape with literals of every
// kind, in events of every shape.
func TestEndsOfEveryShape(t *testing.T) {
	doc := shapes()
	literals := []ir.Value{{JSON: `"cat"`}, {JSON: "1"}, {JSON: "-1.50"}, {JSON: "1e400"}, {JSON: "true"}, {JSON: "false"}, {JSON: `"a b"`}}
	var terminal []ir.Terminal
	for _, typ := range doc.Types {
		if typ.Name != "All" {
			continue
		}
		for _, f := range typ.Shape.(*ir.Object).Fields {
			terminal = append(terminal, ir.Terminal{Tag: "cat", When: []ir.Condition{{Member: f.Name, Values: literals}, {Member: "r_bool", Values: literals[4:5]}}})
		}
	}
	terminal = append(terminal, ir.Terminal{Tag: "dog", When: []ir.Condition{{Member: "breed", Values: literals}}}, ir.Terminal{Tag: "cat"})
	for _, typ := range doc.Types {
		for i, event := range []ir.Use{use(typ), orNull(typ), use(list(use(typ))), use(mapping(use(typ))), orNull(mapping(orNull(typ)))} {
			tags, ends := []string{"", "kind"}, terminal[len(terminal)-2:]
			if typ.Name == "All" {
				tags, ends = []string{"o_color"}, terminal
			}
			for _, tag := range tags {
				doc.Operations = append(doc.Operations, &ir.Operation{
					ID: typ.Name + itoa(i) + tag, Method: "GET", Path: "/", Stream: &ir.Stream{Event: event, Tag: tag, Terminal: ends},
				})
			}
		}
	}
	text := generate(t, doc, Options{})["operations.go"]
	if got, want := strings.Count(text, "\nfunc Ends"), len(doc.Operations); got != want {
		t.Errorf("%d predicates for %d operations", got, want)
	}
	if n := strings.Count(text, "switch e := e.(type)"); n == 0 {
		t.Error("no predicate looks at variants")
	}
}
