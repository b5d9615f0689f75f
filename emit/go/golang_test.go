package golang

import (
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/google/go-cmp/cmp"
)

// stdlib type-checks imports once for all tests.
var stdlib = sync.OnceValue(func() types.Importer { return importer.ForCompiler(token.NewFileSet(), "source", nil) })

// generate emits doc and checks what every output must be: shaped as gofmt would,
// and a package that type-checks.
func generate(t testing.TB, doc *ir.Document, o Options) map[string]string {
	t.Helper()
	var out diag.List
	files, err := Emit(doc, o, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range out.Sorted() {
		t.Logf("%s %s: %s", d.Severity, d.Rule, d.Message)
	}
	check(t, files)
	texts := map[string]string{}
	for _, f := range files {
		texts[f.Path] = string(f.Data)
	}
	return texts
}

func check(t testing.TB, files []emit.File) {
	t.Helper()
	fset := token.NewFileSet()
	var parsed []*ast.File
	for _, f := range files {
		if !emit.Generated(f.Data) {
			t.Errorf("%s does not begin with the header", f.Path)
		}
		formatted, err := format.Source(f.Data)
		if err != nil {
			t.Fatalf("%s: %v\n%s", f.Path, err, numbered(string(f.Data)))
		}
		if string(formatted) != string(f.Data) {
			t.Errorf("%s: gofmt changes it (-want +got):\n%s", f.Path, cmp.Diff(string(formatted), string(f.Data)))
		}
		file, err := parser.ParseFile(fset, f.Path, f.Data, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	conf := types.Config{Importer: stdlib(), GoVersion: "go1.22", Error: func(err error) { t.Error(err) }}
	if len(parsed) > 0 {
		conf.Check("generated", fset, parsed, nil)
	}
	if t.Failed() {
		for _, f := range files {
			if f.Path != "json.go" {
				t.Logf("%s:\n%s", f.Path, numbered(string(f.Data)))
			}
		}
	}
}

func numbered(text string) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		b.WriteString(strings.TrimLeft(strings.Join([]string{itoa(i + 1), line}, "\t"), " ") + "\n")
	}
	return b.String()
}
