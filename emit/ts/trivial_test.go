package ts_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/loader"
)

// TestDecodersThatCannotFailCompile: what nothing uses of the runtime is not there, which
// a compiler that looks for unused names would tell.
func TestDecodersThatCannotFailCompile(t *testing.T) {
	w := newWorkspace(t, noEmit)
	for i, schema := range []string{`{"title": "A"}`, `{"title": "A", "$defs": {"B": true}}`, `{"title": "A", "type": ["string", "number", "boolean", "object", "array", "null"]}`, `{"title": "A", "not": {}}`,
		`{"title": "Key", "description": "A Key, or Up, At, Fields: sending, fail, step, kind.", "$defs": {"Up": {"description": "fail"}, "Fields": true}}`} {
		for j, o := range []ts.Options{{}, {Decode: ts.DecodeAll}, {Decode: ts.DecodeStrict}, {Casing: ts.Camel}, {Casing: ts.Camel, Decode: ts.DecodeStrict}} {
			out := &diag.List{}
			res := loader.Load(fstest.MapFS{"a.json": {Data: []byte(schema)}}, loader.Options{Inputs: []string{"a.json"}}, out)
			if res.Document == nil {
				t.Fatal(out.Sorted())
			}
			files, err := ts.Emit(res.Document, o, out)
			if err != nil {
				t.Fatal(err)
			}
			w.add(t, fmt.Sprintf("case%d-%d", i, j), files)
		}
	}
	w.compiles(t)
}
