package golang

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/goldentest"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// TestGolden emits the schema of each archive. json.go is not among the expected
// files: it is the support package, which has tests of its own.
func TestGolden(t *testing.T) {
	goldentest.Run(t, "testdata/*.txtar", func(t *testing.T, input []txtar.File) []txtar.File {
		texts := generate(t, loadInput(t, input), Options{})
		var out []txtar.File
		for _, name := range []string{"types.go", "codec.go", "operations.go", "capabilities.go"} {
			if text, ok := texts[name]; ok {
				out = append(out, txtar.File{Name: name, Data: []byte(text)})
			}
		}
		return out
	})
}

// loadInput reads the first file of an archive, with the second as its
// capabilities if there is one.
func loadInput(t *testing.T, input []txtar.File) *ir.Document {
	t.Helper()
	if len(input) == 1 {
		return load(t, input[0].Name, input[0].Data)
	}
	fsys := fstest.MapFS{}
	for _, f := range input {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	var out diag.List
	r := loader.Load(fsys, loader.Options{Inputs: []string{input[0].Name}, Capabilities: input[1].Name}, &out)
	if r.Document == nil || out.HasErrors() {
		t.Fatal(out.Sorted())
	}
	return r.Document
}

// TestStrictGolden emits strict decoders and what cannot be checked.
func TestStrictGolden(t *testing.T) {
	goldentest.Run(t, "testdata/strict/*.txtar", func(t *testing.T, input []txtar.File) []txtar.File {
		doc := load(t, input[0].Name, input[0].Data)
		texts := generate(t, doc, Options{Strict: true})
		if diff := cmp.Diff(generate(t, doc, Options{})["types.go"], texts["types.go"]); diff != "" {
			t.Errorf("strict decoders have other types: %s", diff)
		}
		var diags diag.List
		if _, err := Emit(doc, Options{Strict: true}, &diags); err != nil {
			t.Fatal(err)
		}
		var found strings.Builder
		for _, d := range diags.Sorted() {
			fmt.Fprintf(&found, "%s: %s [%s]\n", d.Severity, d.Message, d.Rule)
		}
		return []txtar.File{{Name: "codec.go", Data: []byte(texts["codec.go"])}, {Name: "diags", Data: []byte(found.String())}}
	})
}
