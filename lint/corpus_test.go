package lint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/lint"
	"github.com/amd-gaia/gaia-gen/loader"
	"github.com/google/go-cmp/cmp"
)

// TestCorpus lints documents from many projects: none may panic or take long,
// every finding has a position, a rule, a key and a message of the house style,
// and a second run finds the same. GAIA_CORPUS=1 takes all documents, else every
// twentieth.
func TestCorpus(t *testing.T) {
	dir := sharedDir(t, "corpus")
	step := 20
	if os.Getenv("GAIA_CORPUS") != "" {
		step = 1
	}
	for _, sub := range []string{"openapi", "jsonschema"} {
		files, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil {
			t.Fatal(err)
		}
		linted, findings := 0, 0
		for i := 0; i < len(files); i += step {
			n := lintOne(t, dir, sub+"/"+files[i].Name())
			if n >= 0 {
				linted++
				findings += n
			}
		}
		t.Logf("%s: %d documents linted, %d findings", sub, linted, findings)
	}
}

// lintOne returns the number of findings, -1 for a document that cannot be read.
func lintOne(t *testing.T, dir, name string) int {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", name, r)
		}
	}()
	var out diag.List
	res := loader.Load(os.DirFS(dir), loader.Options{Inputs: []string{name}}, &out)
	if len(res.Docs) == 0 {
		return -1
	}
	in := lint.Input{Docs: res.Docs, Refs: res, Read: out.Sorted()}
	start := time.Now()
	r := lint.Run(in, lint.Options{})
	if d := time.Since(start); d > 3*time.Second {
		t.Errorf("%s: took %v", name, d)
	}
	checkResult(t, name, r)
	if diff := cmp.Diff(dump(r), dump(lint.Run(in, lint.Options{}))); diff != "" {
		t.Errorf("%s: a second run differs:\n%s", name, diff)
	}
	return len(r.Findings)
}

func checkResult(t *testing.T, name string, r lint.Result) {
	t.Helper()
	keys, known := map[string]bool{}, map[string]bool{}
	for _, r := range lint.All() {
		known[r.ID] = true
	}
	for _, f := range r.Findings {
		if problem := problemOf(known, f); problem != "" {
			t.Errorf("%s: %s: %v", name, problem, f)
		}
		id := fmt.Sprint(f.Rule, " ", f.Loc.Span.File.Name, " ", f.Key)
		if keys[id] {
			t.Errorf("%s: key is not unique: %s", name, id)
		}
		keys[id] = true
		for _, fix := range f.Fixes {
			if _, skipped := lint.Apply(f.Loc.Span.File.Data, []lint.Fix{fix}); skipped > 0 {
				t.Errorf("%s: edits of a fix overlap: %v", name, f)
			}
		}
	}
	c := r.Coverage
	if c.Total-c.Described != len(c.Undescribed) || c.Described > c.Total {
		t.Errorf("%s: %d of %d described, %d named", name, c.Described, c.Total, len(c.Undescribed))
	}
}

func problemOf(known map[string]bool, f lint.Finding) string {
	switch {
	case !known[f.Rule]:
		return "unknown rule"
	case f.Loc.Span.File == nil || f.Loc.Span.End < f.Loc.Span.Start:
		return "no position"
	case f.Key == "":
		return "no key"
	case f.Message == "" || strings.HasSuffix(f.Message, ".") || strings.ContainsAny(f.Message, "\n\r\t"):
		return "message is not one line without a full stop"
	}
	return ""
}
