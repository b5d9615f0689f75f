package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/goldentest"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/lint"
	"github.com/amd-gaia/gaia-gen/loader"
	"golang.org/x/tools/txtar"
)

// TestGolden lints the first file of each archive, with the others beside it.
// The file "options" has one option per line: see readOptions.
func TestGolden(t *testing.T) {
	goldentest.Run(t, "testdata/*.txtar", func(t *testing.T, input []txtar.File) []txtar.File {
		fsys := fstest.MapFS{}
		var o lint.Options
		for _, f := range input {
			if f.Name == "options" {
				o = readOptions(t, f)
				continue
			}
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		var out diag.List
		res := loader.Load(fsys, loader.Options{Inputs: []string{input[0].Name}}, &out)
		r := lint.Run(lint.Input{Docs: res.Docs, Refs: res, Read: out.Sorted()}, o)
		return []txtar.File{{Name: "findings", Data: []byte(dump(r))}}
	})
}

// readOptions reads lines "rule ID LEVEL", "skip RULE FILE POINTER" and
// "waive RULE AT [WHY]".
func readOptions(t *testing.T, f txtar.File) lint.Options {
	t.Helper()
	o := lint.Options{Rules: map[string]lint.Level{}}
	file := source.New("options", f.Data)
	at := 0
	for _, line := range strings.Split(strings.TrimSpace(string(f.Data)), "\n") {
		words := strings.Fields(line)
		switch words[0] {
		case "rule":
			level, _, ok := lint.ParseLevel(words[2])
			if !ok {
				t.Fatalf("no level %s", words[2])
			}
			o.Rules[words[1]] = level
		case "skip":
			o.Skip = append(o.Skip, lint.Skip{Rules: words[1:2], Files: words[2:3], Pointers: words[3:4]})
		case "waive":
			span := source.Span{File: file, Start: at, End: at + len(line)}
			o.Waive = append(o.Waive, lint.Waiver{Rule: words[1], At: words[2], Why: strings.Join(words[3:], " "), Loc: source.Loc{Span: span}})
		default:
			t.Fatalf("no option %s", words[0])
		}
		at += len(line) + 1
	}
	return o
}

// dump prints everything of a result.
func dump(r lint.Result) string {
	var b strings.Builder
	for _, f := range r.Findings {
		dumpFinding(&b, f)
	}
	for _, f := range r.Waived {
		fmt.Fprintf(&b, "waived: %s %s\n", f.Rule, f.Key)
	}
	c := r.Coverage
	fmt.Fprintf(&b, "described %d of %d (properties %d of %d), %d exempt; raw %d of %d\n",
		c.Described, c.Total, c.Properties.Described, c.Properties.Total, c.Exempt, c.Raw.Described, c.Raw.Total)
	for _, m := range c.Models {
		fmt.Fprintf(&b, "  %s %s: %d of %d\n", m.File, m.Name, m.Described, m.Total)
	}
	for _, k := range c.Undescribed {
		fmt.Fprintf(&b, "  undescribed: %s %s\n", k.Rule, k.Name)
	}
	return b.String()
}

func dumpFinding(b *strings.Builder, f lint.Finding) {
	p := f.Loc.Span.Pos()
	fmt.Fprintf(b, "%s:%d:%d: %s: %s [%s]\n\tat %s\n\tkey %s\n", f.Loc.Span.File.Name, p.Line, p.Column, f.Severity, f.Message, f.Rule, f.Loc.Pointer, f.Key)
	for _, r := range f.Related {
		p := r.Loc.Span.Pos()
		fmt.Fprintf(b, "\trelated %d:%d: %s\n", p.Line, p.Column, r.Message)
	}
	if f.Help != "" {
		fmt.Fprintf(b, "\thelp: %s\n", f.Help)
	}
	for _, fix := range f.Fixes {
		fmt.Fprintf(b, "\tfix: %s\n", fix.Description)
	}
}
