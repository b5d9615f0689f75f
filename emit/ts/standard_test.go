package ts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/loader"
)

const basket = `{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Basket", "type": "object", "required": ["items"], "properties": {
  "items": {"type": "array", "items": {"type": "object", "required": ["a \"b\" [0].c"], "properties": {"a \"b\" [0].c": {"type": "integer"}, "$id_of": {"type": "string"}}}}}}`

func basketFiles(t *testing.T, o ts.Options) []emit.File {
	t.Helper()
	out := &diag.List{}
	res := loader.Load(fstest.MapFS{"basket.json": {Data: []byte(basket)}}, loader.Options{Inputs: []string{"basket.json"}}, out)
	if res.Document == nil || out.HasErrors() {
		t.Fatal(out.Sorted())
	}
	files, err := ts.Emit(res.Document, o, out)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestStandardSchema holds the wrapper against the interface's own types, and runs it.
func TestStandardSchema(t *testing.T) {
	tool(t, "@standard-schema/spec/package.json")
	modules, err := filepath.Abs(filepath.Join(toolDir, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]ts.Options{"all": {Decode: ts.DecodeAll}, "strict": {Decode: ts.DecodeStrict}, "camel": {Casing: ts.Camel}} {
		w := newWorkspace(t, emitJS)
		if err := os.Symlink(modules, filepath.Join(w.dir, "node_modules")); err != nil {
			t.Skip(err)
		}
		w.add(t, "api", basketFiles(t, o))
		w.write(t, "globals.d.ts", "declare const console: { log(text: string): void };\n")
		w.write(t, "main.ts", `
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { decodeBasket, standard } from "./api/index.js";
import type { Basket } from "./api/index.js";

// What a library asks for, and what it infers.
function parse<S extends StandardSchemaV1>(schema: S, value: unknown): StandardSchemaV1.Result<StandardSchemaV1.InferOutput<S>> {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) throw new Error("it is synchronous");
  return result as StandardSchemaV1.Result<StandardSchemaV1.InferOutput<S>>;
}

const schema = standard(decodeBasket);
const good = parse(schema, { items: [{ 'a "b" [0].c': 1 }] });
const basket: Basket | undefined = good.issues === undefined ? good.value : undefined;
console.log(String(basket?.items.length));
for (const bad of [null, {}, { items: [{}, 1] }, { items: [{ 'a "b" [0].c': 1 }, { 'a "b" [0].c': "x" }] }, { items: [{ 'a "b" [0].c': 1, $id_of: 2 }] }]) {
  const result = parse(schema, bad);
  console.log(result.issues === undefined ? "accepted" : result.issues.map((i) => JSON.stringify(i.path)).join());
}
const broken = standard((): number => {
  throw new RangeError("a bug");
});
try {
  broken["~standard"].validate(1);
} catch (fault) {
  console.log(fault instanceof RangeError ? "thrown" : "hidden");
}
console.log(schema["~standard"].vendor + " " + String(schema["~standard"].version));
`)
		w.compiles(t)
		want := []string{"1", `[]`, `["items"]`, `["items",0,"a \"b\" [0].c"]`, `["items",1,"a \"b\" [0].c"]`, `["items",0,"$id_of"]`, "thrown", "gaia-gen 1"}
		if diff := cmp.Diff(want, strings.Split(strings.TrimSpace(w.node(t, "out/main.js")), "\n")); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestStandardOnlyWithDecoders: without decoders for every type there is nothing to wrap.
func TestStandardOnlyWithDecoders(t *testing.T) {
	for _, o := range []ts.Options{{}, {Decode: ts.DecodeNone}} {
		for _, f := range basketFiles(t, o) {
			if f.Path == "standard.ts" {
				t.Errorf("%+v writes %s", o, f.Path)
			}
		}
	}
}
