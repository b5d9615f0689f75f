package pipeline

import (
	"bytes"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// FuzzGenerate loads and emits anything: it must not panic or hang, what it
// emits must parse and be formatted, and twice the same input gives twice the
// same bytes.
func FuzzGenerate(f *testing.F) {
	seeds, err := filepath.Glob("testdata/seeds/*")
	if err != nil || len(seeds) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range seeds {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		first := run(t, data)
		second := run(t, data)
		for name, text := range first {
			if !bytes.Equal(text, second[name]) {
				t.Errorf("%s differs between two runs", name)
			}
			if strings.HasSuffix(name, ".go") {
				checkGo(t, name, text)
			}
		}
	})
}

// run returns the generated files by name, nil when the input has errors.
func run(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	out := &diag.List{}
	c := config.Contract{Name: "fuzz", Inputs: []string{"in"}, TypeScript: &config.Target{Out: "ts"}, Go: &config.Target{Out: "go", Package: "fuzz"}}
	r, err := Generate(fstest.MapFS{"in": {Data: data}}, c, Options{}, out)
	if err != nil {
		t.Fatal(err)
	}
	if r == nil {
		if !out.HasErrors() {
			t.Error("nothing was generated, and nobody was told why")
		}
		return nil
	}
	files := map[string][]byte{}
	for _, o := range r.Outputs {
		for _, f := range o.Files {
			files[o.Dir+"/"+f.Path] = f.Data
		}
	}
	return files
}

func checkGo(t *testing.T, name string, text []byte) {
	t.Helper()
	if _, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments); err != nil {
		t.Errorf("%v\n%s", err, text)
		return
	}
	formatted, err := format.Source(text)
	if err != nil || !bytes.Equal(formatted, text) {
		t.Errorf("%s is not formatted (%v):\n%s", name, err, text)
	}
}
