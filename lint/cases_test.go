package lint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/lint"
	"github.com/amd-gaia/gaia-gen/loader"
)

// sharedDir returns a directory of documents beside the repository that are not
// part of it; the test is skipped where it is missing.
func sharedDir(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		p := filepath.Join(dir, "shared", name)
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			return p
		}
	}
	t.Skipf("no directory shared/%s beside the repository: its documents are not published with it", name)
	return ""
}

// run loads one document and lints it.
func run(t testing.TB, dir, name string, o lint.Options) lint.Result {
	t.Helper()
	var out diag.List
	res := loader.Load(os.DirFS(dir), loader.Options{Inputs: []string{name}}, &out)
	return lint.Run(lint.Input{Docs: res.Docs, Refs: res, Read: out.Sorted()}, o)
}

// expected is one row of a case's table.
type expected struct{ rule, severity, pointer, pos, message string }

var row = regexp.MustCompile("^\\| ([a-z]+/[a-z0-9-]+) \\| (\\w+) \\| `([^`]*)` \\((?:key|val)\\) \\| (\\d+:\\d+) \\| (.*) \\|$")

func readCase(t *testing.T, path string) []expected {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows []expected
	for _, line := range strings.Split(string(data), "\n") {
		if m := row.FindStringSubmatch(strings.TrimRight(line, "\r ")); m != nil {
			rows = append(rows, expected{m[1], m[2], m[3], m[4], m[5]})
		}
	}
	return rows
}

func asExpected(f lint.Finding) expected {
	p := f.Loc.Span.Pos()
	severity := f.Severity.String()
	if severity == "warning" {
		severity = "warn"
	}
	return expected{f.Rule, severity, f.Loc.Pointer, fmt.Sprintf("%d:%d", p.Line, p.Column), f.Message}
}

// TestCases holds the rules to small documents with one known fault each, or
// none, and prints the score.
func TestCases(t *testing.T) {
	dir := sharedDir(t, "cases/lint")
	names, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil || len(names) == 0 {
		t.Skipf("no cases in %s", dir)
	}
	total, exact, sameSeverity, sameText, noise, negatives, quiet := 0, 0, 0, 0, 0, 0, 0
	for _, path := range names {
		name := strings.TrimSuffix(filepath.Base(path), ".md")
		want := readCase(t, path)
		file := name + ".json"
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			file = name + ".yaml"
		}
		var got []expected
		for _, f := range run(t, dir, file, lint.Options{}).Findings {
			got = append(got, asExpected(f))
		}
		if len(want) == 0 {
			negatives++
			if len(got) == 0 {
				quiet++
			}
		}
		total += len(want)
		for _, w := range want {
			i := slices.IndexFunc(got, func(g expected) bool {
				return g.rule == w.rule && g.pointer == w.pointer && g.pos == w.pos
			})
			if i < 0 {
				t.Logf("%s: missing %v", name, w)
				continue
			}
			exact++
			if got[i].severity == w.severity {
				sameSeverity++
			}
			if unquoted(got[i].message) == unquoted(w.message) {
				sameText++
			} else {
				t.Logf("%s: %s\n\twant %s\n\tgot  %s", name, w.rule, w.message, got[i].message)
			}
			got = slices.Delete(got, i, i+1)
		}
		for _, g := range got {
			noise++
			t.Logf("%s: extra %v", name, g)
		}
	}
	t.Logf("exact rule, pointer and position: %d of %d; severity as well: %d; words as well: %d; extra findings: %d; silent negatives: %d of %d",
		exact, total, sameSeverity, sameText, noise, quiet, negatives)
	if exact*100 < total*95 || noise > 0 || quiet < negatives {
		t.Errorf("the score is below what the rules are held to")
	}
}

// unquoted removes the quotes, which messages have and the tables mostly not.
func unquoted(s string) string { return strings.NewReplacer(`"`, "", "`", "").Replace(s) }
