package ts_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/loader"
)

var exampleBlocks = regexp.MustCompile("(?s)```ts\n(.*?)```")

// TestDocumentedExamples compiles and runs what docs/typescript.md shows.
func TestDocumentedExamples(t *testing.T) {
	page, err := os.ReadFile("../../docs/typescript.md")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkspace(t, emitJS)
	w.add(t, "api", contract(t, ts.Options{Decode: ts.DecodeAll}, "sidecar/openapi.json", "sidecar/events.json"))
	blocks := exampleBlocks.FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 2 {
		t.Fatalf("%d examples", len(blocks))
	}
	for i, b := range blocks {
		w.write(t, fmt.Sprintf("example%d.ts", i), b[1])
	}
	w.write(t, "globals.d.ts", "declare const console: { log(text: string): void };\n")
	w.write(t, "main.ts", `
import { newer, text } from "./example0.js";
import { isLast } from "./example1.js";

console.log([text, newer, String(isLast({ type: "final", answer: "" }))].join("\n"));
`)
	w.compiles(t)
	want := []string{"hi", "a newer thought", "true"}
	if diff := cmp.Diff(want, strings.Split(strings.TrimSpace(w.node(t, "out/main.js")), "\n")); diff != "" {
		t.Error(diff)
	}
}

// TestMatch: tags of every kind, variants with several tags, closed unions; what must not
// compile is marked.
func TestMatch(t *testing.T) {
	const union = `{"openapi": "3.1.0", "info": {"title": "D", "version": "1"}, "paths": {}, "components": {"schemas": {
  "Open": {"x-gaia-open-union": true, "oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}], "discriminator": {"propertyName": "kind"}},
  "Closed": {"x-gaia-open-union": false, "oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}], "discriminator": {"propertyName": "kind"}},
  "A": {"type": "object", "required": ["kind", "a"], "properties": {"kind": {"enum": ["a", "constructor"]}, "a": {"type": "string"}}},
  "B": {"type": "object", "required": ["kind", "b"], "properties": {"kind": {"const": "b"}, "b": {"type": "integer"}}}}}}`
	out := &diag.List{}
	res := loader.Load(fstest.MapFS{"u.json": {Data: []byte(union)}}, loader.Options{Inputs: []string{"u.json"}}, out)
	if res.Document == nil || out.HasErrors() {
		t.Fatal(out.Sorted())
	}
	files, err := ts.Emit(res.Document, ts.Options{}, out)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkspace(t, emitJS)
	w.add(t, "api", files)
	w.write(t, "globals.d.ts", "declare const console: { log(text: string): void };\n")
	w.write(t, "main.ts", `
import { decodeClosed, decodeOpen, match } from "./api/index.js";
import type { Closed, Open } from "./api/index.js";

const open = (u: Open): string | number =>
  match(u, "kind", { a: (v) => v.a, constructor: (v) => v.a + "!", b: (v) => v.b, $unknown: (v) => v.wireType });
const closed = (u: Closed): number => match(u, "kind", { a: () => 1, constructor: () => 2, b: (v) => v.b });

export function wrong(u: Open, c: Closed): void {
  // @ts-expect-error a handler is missing
  match(u, "kind", { a: () => 1, constructor: () => 2, b: () => 3 });
  // @ts-expect-error a closed union has nothing that is not listed
  match(c, "kind", { a: () => 1, constructor: () => 2, b: () => 3, $unknown: () => 4 });
  // @ts-expect-error there is no such variant
  match(c, "kind", { a: () => 1, constructor: () => 2, b: () => 3, z: () => 4 });
  // @ts-expect-error a variant has its own members
  match(c, "kind", { a: (v) => v.b, constructor: () => 2, b: () => 3 });
  // @ts-expect-error there is no such key
  match(c, "type", {});
}

console.log([
  open(decodeOpen({ kind: "a", a: "x" })),
  open(decodeOpen({ kind: "constructor", a: "x" })),
  open(decodeOpen({ kind: "b", b: 7 })),
  open(decodeOpen({ kind: "toString" })),
  closed(decodeClosed({ kind: "b", b: 8 })),
].join(" "));
try {
  match({ kind: "toString" } as unknown as Closed, "kind", { a: () => 1, constructor: () => 2, b: () => 3 });
} catch (fault) {
  console.log(String(fault));
}
`)
	w.compiles(t)
	want := []string{"x x! 7 toString 8", "TypeError: no handler for the variant toString"}
	if diff := cmp.Diff(want, strings.Split(strings.TrimSpace(w.node(t, "out/main.js")), "\n")); diff != "" {
		t.Error(diff)
	}
}
