// Package archtest holds the import table of docs/architecture.md to the code.
package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/amd-gaia/gaia-gen/"

// allowed says which packages of this module each package may import. Test
// files are free: a test of an emitter may load a schema.
var allowed = map[string][]string{
	"internal/source":     {},
	"internal/naming":     {},
	"emit":                {},
	"internal/diag":       {"internal/source"},
	"internal/ir":         {"internal/source"},
	"internal/tree":       {"internal/diag", "internal/source"},
	"internal/config":     {"internal/diag", "internal/naming", "internal/source", "internal/tree"},
	"internal/judge":      {"internal/diag", "internal/source", "internal/tree"},
	"loader":              {"internal/diag", "internal/ir", "internal/naming", "internal/source", "internal/tree"},
	"emit/ts":             {"emit", "internal/diag", "internal/ir", "internal/naming"},
	"emit/go":             {"emit", "internal/diag", "internal/ir", "internal/naming"},
	"emit/go/support":     {},
	"internal/drift":      {"emit"},
	"internal/semdiff":    {"internal/ir", "internal/source", "internal/tree"},
	"internal/git":        {},
	"internal/store":      {},
	"internal/scaffold":   {"internal/config"},
	"internal/export":     {"emit", "internal/config", "internal/diag", "internal/source", "internal/tree"},
	"internal/report":     {"internal/diag", "internal/drift", "internal/naming", "internal/source"},
	"lint":                {"internal/diag", "internal/naming", "internal/source", "internal/tree"},
	"internal/pipeline":   {"emit", "emit/go", "emit/ts", "internal/config", "internal/diag", "internal/ir", "internal/judge", "internal/naming", "internal/tree", "lint", "loader"},
	"internal/workspace":  {"internal/config", "internal/diag", "internal/drift", "internal/export", "internal/git", "internal/pipeline", "internal/source", "lint"},
	"internal/gate":       {"emit", "internal/config", "internal/diag", "internal/drift", "internal/export", "internal/git", "internal/ir", "internal/pipeline", "internal/semdiff", "internal/source", "internal/store", "internal/tree", "internal/workspace"},
	"internal/cli":        {"emit", "internal/diag", "internal/drift", "internal/pipeline", "internal/report", "internal/store", "internal/workspace"},
	"internal/goldentest": {},
	"internal/scripttest": {},
	"internal/tstest":     {},
	"cmd/gaia-gen":        {"internal/cli", "internal/config", "internal/diag", "internal/gate", "internal/git", "internal/pipeline", "internal/report", "internal/scaffold", "internal/source", "internal/workspace", "lint"},
	"cmd/driftcheck":      {"internal/cli", "internal/diag", "internal/drift", "internal/gate", "internal/report", "internal/workspace"},
}

// osUsers are the packages that may touch the machine: files, the working
// directory, the exit code. The others take an fs.FS and return values.
var osUsers = []string{"internal/git", "internal/store", "internal/export", "internal/gate", "internal/workspace", "internal/cli", "internal/goldentest", "internal/scripttest", "internal/tstest", "cmd/gaia-gen", "cmd/driftcheck"}

// notOurs are directories whose Go files are inputs or outputs of the program.
func notOurs(p string) bool {
	base := path.Base(p)
	return base == "testdata" || base == "node_modules" || strings.HasPrefix(base, ".") && p != "." || p == "golden" || p == "tests" || p == "python"
}

func TestImports(t *testing.T) {
	root := os.DirFS("../..")
	seen := map[string]bool{}
	err := fs.WalkDir(root, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && notOurs(p) {
			return fs.SkipDir
		}
		if path.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		from := path.Dir(p)
		seen[from] = true
		checkFile(t, root, p, from)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for from := range allowed {
		if !seen[from] {
			t.Errorf("the import table names %s, which has no code", from)
		}
	}
}

func checkFile(t *testing.T, root fs.FS, p, from string) {
	src, err := fs.ReadFile(root, p)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), p, src, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	may, known := allowed[from]
	if !known {
		t.Errorf("%s: package is missing from the import table", from)
	}
	for _, imp := range f.Imports {
		to, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if own, ours := strings.CutPrefix(to, module); ours && !slices.Contains(may, own) {
			t.Errorf("%s: %s may not import %s", p, from, own)
		}
		if to == "os" && !slices.Contains(osUsers, from) {
			t.Errorf("%s: %s may not import os", p, from)
		}
	}
}
