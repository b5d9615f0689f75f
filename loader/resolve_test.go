package loader

import (
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// TestTarget resolves references from where they stand, after a load.
func TestTarget(t *testing.T) {
	fsys := fstest.MapFS{
		"api.yaml": {Data: []byte(`
openapi: 3.0.3
info: {title: t, version: "1"}
paths: {}
components:
  schemas:
    A: {$ref: '#/components/schemas/B'}
    B: {type: string}
    C: {$ref: 'more.json#/$defs/D'}
    E: {$ref: '#/components/schemas/Missing'}
    U:
      oneOf: [{$ref: '#/components/schemas/B'}]
      discriminator: {propertyName: k, mapping: {b: B, c: '#/components/schemas/C', d: Nope}}
`)},
		"more.json": {Data: []byte(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/more.json",
  "$defs": {
    "D": {"$ref": "inner.json"},
    "I": {"$id": "inner.json", "$ref": "#here", "$defs": {"H": {"$anchor": "here", "type": "integer"}}}
  }
}`)},
	}
	var out diag.List
	r := Load(fsys, Options{Inputs: []string{"api.yaml"}}, &out)
	if len(r.Docs) != 2 {
		t.Fatalf("%d documents: %v", len(r.Docs), out.Sorted())
	}
	api, more := r.Docs[0], r.Docs[1]
	for _, x := range []struct {
		doc       *tree.Doc
		ref, want string
		mapping   bool
	}{
		{api, "/components/schemas/A/$ref", "/components/schemas/B", false},
		{api, "/components/schemas/C/$ref", "/$defs/D", false},
		{api, "/components/schemas/E/$ref", "", false},
		{api, "/components/schemas/U/discriminator/mapping/b", "/components/schemas/B", true},
		{api, "/components/schemas/U/discriminator/mapping/c", "/components/schemas/C", true},
		{api, "/components/schemas/U/discriminator/mapping/d", "", true},
		{more, "/$defs/D/$ref", "/$defs/I", false},
		{more, "/$defs/I/$ref", "/$defs/I/$defs/H", false},
	} {
		ref, ok := x.doc.Root().At(x.ref)
		if !ok {
			t.Fatalf("no node %s", x.ref)
		}
		resolve := r.Target
		if x.mapping {
			resolve = r.Mapped
		}
		for range 2 { // the second time from what was kept
			to, ok := resolve(ref)
			if ok != (x.want != "") || to.Pointer() != x.want {
				t.Errorf("%s: %q, %v; want %q", x.ref, to.Pointer(), ok, x.want)
			}
		}
	}
	if _, ok := r.Target(tree.Node{}); ok {
		t.Error("nothing has a target")
	}
	if r.Form(api) != "openapi" || r.Form(more) != "" || r.Dialect(api) != "openapi-3.0" || r.Dialect(more) != "2020-12" {
		t.Errorf("forms %q, %q; dialects %q, %q", r.Form(api), r.Form(more), r.Dialect(api), r.Dialect(more))
	}
}
