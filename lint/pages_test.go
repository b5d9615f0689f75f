package lint_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/goldentest"
	"github.com/amd-gaia/gaia-gen/lint"
	"github.com/amd-gaia/gaia-gen/loader"
	"github.com/google/go-cmp/cmp"
)

var fence = regexp.MustCompile("(?s)\\*\\*(Bad|Good)\\.\\*\\*\n\n```(\\w+)\n(.*?)\n```")

// TestPages holds each page to what it says: the rule finds its bad example and
// not its good one.
func TestPages(t *testing.T) {
	for _, r := range lint.All() {
		t.Run(strings.ReplaceAll(r.ID, "/", "-"), func(t *testing.T) {
			for _, part := range []string{"**Why.**", "**Bad.**", "**Good.**", "**Fix.**", "**Switch o"} {
				if !strings.Contains(r.Page, part) {
					t.Errorf("the page has no %s", part)
				}
			}
			if strings.HasPrefix(r.ID, "waiver/") {
				return // their examples are configuration
			}
			for _, m := range fence.FindAllStringSubmatch(r.Page, -1) {
				found := false
				for _, f := range lintExample(t, r, m[3], m[2]) {
					found = found || f.Rule == r.ID
				}
				if found != (m[1] == "Bad") {
					t.Errorf("%s example: found %v\n%s", m[1], found, m[3])
				}
			}
		})
	}
}

// lintExample lints an example of a page: a whole document, the members of
// "paths", or named schemas.
func lintExample(t *testing.T, r lint.Rule, text, language string) []lint.Finding {
	if language == "json" {
		text = wrapExample(text)
	}
	o := lint.Options{}
	if r.Off {
		o.Rules = map[string]lint.Level{r.ID: lint.Warning}
	}
	return lintText(t, "example."+language, text, o).Findings
}

func wrapExample(text string) string {
	switch {
	case strings.Contains(text, `"openapi"`):
		return text
	case strings.HasPrefix(text, `{ "/`):
		return `{"openapi": "3.1.0", "paths": ` + text + `}`
	default:
		return `{"openapi": "3.1.0", "components": {"schemas": ` + text + `}}`
	}
}

func lintText(t testing.TB, name, text string, o lint.Options) lint.Result {
	t.Helper()
	return lint.Run(loadText(t, name, text), o)
}

func loadText(t testing.TB, name, text string) lint.Input {
	t.Helper()
	var out diag.List
	res := loader.Load(fstest.MapFS{name: {Data: []byte(text)}}, loader.Options{Inputs: []string{name}}, &out)
	if len(res.Docs) == 0 {
		t.Fatalf("cannot read the document: %v", out.Sorted())
	}
	return lint.Input{Docs: res.Docs, Refs: res, Read: out.Sorted()}
}

// TestReference holds docs/rules.md to the pages.
func TestReference(t *testing.T) {
	const path = "../docs/rules.md"
	want := lint.Reference()
	if goldentest.Updating(t) {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; GAIA_UPDATE=1 writes it", err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/rules.md is not what the pages say; GAIA_UPDATE=1 rewrites it (-pages +file):\n%s", diff)
	}
}

// TestPageFiles refuses pages that belong to no rule.
func TestPageFiles(t *testing.T) {
	known := map[string]bool{}
	for _, r := range lint.All() {
		known[strings.ReplaceAll(r.ID, "/", "-")+".md"] = true
		if r.Check == nil && !strings.HasPrefix(r.ID, "json/") && !strings.HasPrefix(r.ID, "yaml/") && !strings.HasPrefix(r.ID, "waiver/") {
			t.Errorf("%s has no check", r.ID)
		}
	}
	files, err := os.ReadDir("pages")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !known[f.Name()] {
			t.Errorf("pages/%s belongs to no rule", f.Name())
		}
	}
}
