package lint_test

import (
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
	"github.com/amd-gaia/gaia-gen/lint"
	"github.com/amd-gaia/gaia-gen/loader"
	"golang.org/x/tools/txtar"
)

// FuzzRun lints whatever can be read: it must not panic, and every finding must
// have a place and a key.
func FuzzRun(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var out diag.List
		o := loader.Options{Inputs: []string{"doc.yaml"}, Limits: tree.Limits{Bytes: 1 << 16, Nodes: 10_000}}
		res := loader.Load(fstest.MapFS{"doc.yaml": {Data: data}}, o, &out)
		if len(res.Docs) == 0 {
			return
		}
		checkResult(t, "doc.yaml", lint.Run(lint.Input{Docs: res.Docs, Refs: res, Read: out.Sorted()}, lint.Options{CountTags: true, KeepFramework: true}))
	})
}
