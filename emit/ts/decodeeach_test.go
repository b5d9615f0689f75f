package ts_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// TestDecodeOpenObjects runs decoders over members without a name: under
// patterns, behind named members, and in maps whose keys are listed.
func TestDecodeOpenObjects(t *testing.T) {
	part := named("Part", tagged("type", named("TextPart", object(must("type", inline(enum(`"text"`))), must("text", str())))))
	itself := named("Itself", &ir.Union{})
	itself.Shape.(*ir.Union).Variants = []ir.Variant{{Use: use(itself)}, {Use: use(itself)}}
	root := named("Root", object(
		must("kind", inline(enum(`"root"`))),
		may("open", inline(&ir.Object{
			Fields:   []*ir.Field{may("x-id", whole()), may("part", part)},
			Patterns: []ir.Pattern{{Expr: "^x-", Use: use(whole())}, {Expr: "[0-9]$", Use: use(part)}},
			Extra:    pointer(use(str())),
		}, "Root", "open")),
		may("bare", inline(&ir.Object{Patterns: []ir.Pattern{{Expr: "^\\p{Lu}", Use: use(whole())}, {Expr: "z", Use: use(any_())},
			{Expr: `^\_`, Use: use(str())}, {Expr: "(", Use: use(str())}}})),
		may("listed", inline(&ir.Map{Key: inline(enum(`"a"`, `"__proto__"`), "Root", "key"), Elem: use(part)})),
		may("any", inline(&ir.Map{Key: inline(enum(`"a"`, `"b"`), "Root", "anyKey"), Elem: use(any_())})),
		may("grows", inline(&ir.Map{Key: inline(&ir.Enum{Members: enum(`"a"`, `"b"`).Members, Open: true}, "Root", "openKey"), Elem: use(whole())})),
		may("none", inline(&ir.Map{Key: inline(&ir.Never{}), Elem: use(whole())})),
		may("empty", inline(&ir.Tuple{})),
		may("itself", itself),
	))
	w := newWorkspace(t, emitJS)
	w.add(t, "gen", generate(t, document(part, root, named("Doc", tagged("kind", root)))))
	w.compiles(t)
	w.pretty(t)
	outcomes := w.decodeEach(t, "decodeDoc", `{"kind":"root",`, `}`, []string{
		`"open":{"x-id":1,"x-b":2,"other":"s"}`,
		`"open":{"x-b":"s"}`,
		`"open":{"x-id":"s"}`,
		`"open":{"other":1}`,
		`"open":{"part":{"type":"new"},"p1":{"type":"newer"}}`,
		`"open":{"p1":{"type":"text"}}`,
		`"open":{"x-1":1}`,
		`"bare":{"Ä":1,"é":"s","z":null}`,
		`"bare":{"Ä":"s"}`,
		`"bare":{"_a":1,"(":1}`,
		`"bare":{"a":1,"(":1}`,
		`"bare":[]`,
		`"listed":{"a":{"type":"text","text":""},"__proto__":{"type":"new"}}`,
		`"listed":{"b":{"type":"text","text":""}}`,
		`"listed":{"a":{"type":"text"}}`,
		`"any":{"a":[1]}`,
		`"any":{"toString":1}`,
		`"grows":{"zzz":1}`,
		`"grows":{"zzz":"s"}`,
		`"none":{}`,
		`"none":{"a":1}`,
		`"empty":[]`,
		`"empty":[1]`,
		`"itself":1`,
	})
	want := []string{
		`{"open":{"x-id":1,"x-b":2,"other":"s"}}`,
		`$.open["x-b"] is no integer, got "s" (variant root)`,
		`$.open["x-id"] is no integer, got "s" (variant root)`,
		`$.open.other is no string, got number (variant root)`,
		`{"open":{"part":{"type":"$unknown","wireType":"new","raw":{"type":"new"}},"p1":{"type":"$unknown","wireType":"newer","raw":{"type":"newer"}}}}`,
		`$.open.p1.text is missing (variant text)`,
		`$.open["x-1"] is no object, got number (variant root)`,
		`{"bare":{"Ä":1,"é":"s","z":null}}`,
		`$.bare["Ä"] is no integer, got "s" (variant root)`,
		`$.bare._a is no string, got number (variant root)`,
		`{"bare":{"a":1,"(":1}}`,
		`$.bare is no object, got an array (variant root)`,
		`{"listed":{"a":{"type":"text","text":""},"__proto__":{"type":"$unknown","wireType":"new","raw":{"type":"new"}}}}`,
		`$.listed.b is no listed name (variant root)`,
		`$.listed.a.text is missing (variant text)`,
		`{"any":{"a":[1]}}`,
		`$.any.toString is no listed name (variant root)`,
		`{"grows":{"zzz":1}}`,
		`$.grows.zzz is no integer, got "s" (variant root)`,
		`{"none":{}}`,
		`$.none.a is no listed name (variant root)`,
		`{"empty":[]}`,
		`$.empty[0] is not allowed (variant root)`,
		`$.itself fits no variant, got number (variant root)`,
	}
	for i := range want {
		want[i] = strings.Replace(want[i], `{"`, `{"kind":"root","`, strings.Count(want[i][:1], "{"))
	}
	if diff := cmp.Diff(want, outcomes); diff != "" {
		t.Errorf("decoders (-want +got):\n%s", diff)
	}
}

// TestTagOfAnotherKind runs decoders of unions whose tags are of several JSON
// kinds: a tag of a kind that none has is malformed, not unknown.
func TestTagOfAnotherKind(t *testing.T) {
	variant := func(name, tag string) *ir.Type { return named(name, object(must("k", inline(enum(tag))))) }
	s, n, b := variant("S", `"s"`), variant("N", "1"), variant("B", "true")
	w := newWorkspace(t, emitJS)
	tags := []string{`"s"`, `"new"`, "1", "2", "true", "false", "null", "{}", "[]"}
	want := map[string]string{"S": "ku.......", "N": "..ku.....", "B": "....ku...", "SN": "kuku.....", "SB": "ku..ku...", "NB": "..kuku...", "SNB": "kukuku..."}
	of := map[rune]*ir.Type{'S': s, 'N': n, 'B': b}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		var variants []*ir.Type
		for _, r := range name {
			variants = append(variants, of[r])
		}
		doc := document(s, n, b, named("Union", tagged("k", variants...)))
		w.add(t, name+"/gen", generate(t, doc))
	}
	w.compiles(t)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		got := ""
		for _, outcome := range (workspace{w.dir + "/out/" + name}).decodeEach(t, "decodeUnion", `{"k":`, `}`, tags) {
			switch {
			case strings.Contains(outcome, "$unknown"):
				got += "u"
			case strings.HasPrefix(outcome, "{"):
				got += "k"
			case strings.HasPrefix(outcome, "$.k is no "):
				got += "."
			default:
				got += "?"
			}
		}
		if got != want[name] {
			t.Errorf("union of tags %s: got %s, want %s for %v", name, got, want[name], tags)
		}
	}
}

// TestNestedUnionsEndSoon reads a deep value whose every level fits two variants
// of an untagged union until its innermost fits none.
func TestNestedUnionsEndSoon(t *testing.T) {
	node := named("Node", &ir.Union{})
	left := named("Left", object(must("next", node), may("l", str())))
	right := named("Right", object(must("next", node), may("items", inline(list(node))), may("r", str())))
	middle := named("Middle", object(must("next", inline(&ir.Map{Elem: use(node)}))))
	node.Shape.(*ir.Union).Variants = []ir.Variant{{Use: use(left)}, {Use: use(right)}, {Use: use(middle)}, {Use: use(str())}}
	doc := document(node, left, right, middle, named("Doc", tagged("kind", named("Root", object(must("kind", inline(enum(`"root"`))), must("node", node))))))
	w := newWorkspace(t, emitJS)
	w.add(t, "gen", generate(t, doc))
	w.compiles(t)
	w.pretty(t)
	const depth = 200
	deep := strings.Repeat(`{"next":`, depth) + "LEAF" + strings.Repeat("}", depth)
	got := w.decodeEach(t, "decodeDoc", `{"kind":"root","node":`, `}`, []string{strings.Replace(deep, "LEAF", `"end"`, 1), strings.Replace(deep, "LEAF", "5", 1)})
	if !strings.HasPrefix(got[0], `{"kind":"root"`) || got[1] != "$.node fits no variant, got object (variant root)" {
		t.Errorf("got %.200q", got)
	}
}

// decodeEach decodes values, each between before and after, and returns the
// result or the message of the DecodeError. It looks for the decoder in out/gen,
// or in gen for a folder of compiled output.
func (w workspace) decodeEach(t *testing.T, decoder, before, after string, values []string) []string {
	t.Helper()
	texts := []string{}
	for _, v := range values {
		texts = append(texts, before+v+after)
	}
	data, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	w.write(t, "values.json", string(data))
	dir := "./out/gen/"
	if _, err := os.Stat(filepath.Join(w.dir, "out")); err != nil {
		dir = "./gen/"
	}
	w.write(t, "each.mjs", `
import fs from "node:fs";
import { `+decoder+`, DecodeError } from "`+dir+`decode.js";
console.log(JSON.stringify(JSON.parse(fs.readFileSync("values.json", "utf8")).map((text) => {
  try {
    return JSON.stringify(`+decoder+`(JSON.parse(text)));
  } catch (error) {
    return error instanceof DecodeError ? error.message : String(error.stack);
  }
})));
`)
	var out []string
	if err := json.Unmarshal([]byte(w.node(t, "each.mjs")), &out); err != nil {
		t.Fatal(err)
	}
	return out
}
