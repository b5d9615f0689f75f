package lint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/lint"
	"github.com/amd-gaia/gaia-gen/loader"
)

// BenchmarkRun lints the document that GAIA_LINT_BENCH names, without loading it.
func BenchmarkRun(b *testing.B) {
	path := os.Getenv("GAIA_LINT_BENCH")
	if path == "" {
		b.Skip("GAIA_LINT_BENCH names no document")
	}
	var out diag.List
	res := loader.Load(os.DirFS(filepath.Dir(path)), loader.Options{Inputs: []string{filepath.Base(path)}}, &out)
	in := lint.Input{Docs: res.Docs, Refs: res, Read: out.Sorted()}
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		lint.Run(in, lint.Options{})
	}
}
