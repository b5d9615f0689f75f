package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/goldentest"
	"github.com/amd-gaia/gaia-gen/internal/report"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// The file report.json of an archive: a report whose places are texts to find
// in the other files.
type (
	script struct {
		Tool     report.Tool
		Rules    []report.Rule
		Findings []scriptFinding
		Coverage *report.Coverage
		FailOn   diag.Severity
		Style    diag.Style
	}
	scriptFinding struct {
		Rule, Message, Help, Key string
		Severity                 diag.Severity
		At                       scriptPlace
		Related                  []struct {
			Message string
			At      scriptPlace
		}
		Fixes []struct {
			Description string
			Edits       []struct {
				At   scriptPlace
				Text string
			}
		}
	}
	scriptPlace struct{ File, Text, Pointer string }
)

// TestGolden writes the report of each archive in every format.
func TestGolden(t *testing.T) {
	goldentest.Run(t, "testdata/*.txtar", func(t *testing.T, input []txtar.File) []txtar.File {
		r := readScript(t, input)
		var out []txtar.File
		for _, f := range report.Formats() {
			out = append(out, txtar.File{Name: fileNames[f], Data: write(t, f, r)})
		}
		return out
	})
}

var fileNames = map[report.Format]string{
	report.Text: "report.txt", report.JSON: "report.json", report.SARIF: "report.sarif", report.GitHub: "github.log",
	report.JUnit: "junit.xml", report.GitLab: "gitlab.json", report.Markdown: "summary.md",
}

func write(t testing.TB, f report.Format, r report.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.Write(&b, f, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readScript(t testing.TB, input []txtar.File) report.Report {
	t.Helper()
	var s script
	files := map[string]*source.File{}
	for _, f := range input {
		if f.Name == "report.json" {
			dec := json.NewDecoder(bytes.NewReader(f.Data))
			dec.DisallowUnknownFields()
			if err := dec.Decode(&s); err != nil {
				t.Fatal(err)
			}
			continue
		}
		files[f.Name] = source.New(f.Name, f.Data)
	}
	r := report.Report{Tool: s.Tool, Rules: s.Rules, Coverage: s.Coverage, FailOn: s.FailOn, Style: s.Style}
	for _, f := range s.Findings {
		r.Findings = append(r.Findings, findingOf(t, files, f))
	}
	return r
}

func findingOf(t testing.TB, files map[string]*source.File, s scriptFinding) report.Finding {
	out := report.Finding{Key: s.Key, Diagnostic: diag.Diagnostic{
		Rule: s.Rule, Severity: s.Severity, Message: s.Message, Help: s.Help, Loc: locOf(t, files, s.At),
	}}
	for _, rel := range s.Related {
		out.Related = append(out.Related, diag.Related{Message: rel.Message, Loc: locOf(t, files, rel.At)})
	}
	for _, fix := range s.Fixes {
		f := report.Fix{Description: fix.Description}
		for _, e := range fix.Edits {
			f.Edits = append(f.Edits, report.Edit{Span: locOf(t, files, e.At).Span, Text: e.Text})
		}
		out.Fixes = append(out.Fixes, f)
	}
	return out
}

// locOf finds the text of p. A file that the archive lacks has no data.
func locOf(t testing.TB, files map[string]*source.File, p scriptPlace) source.Loc {
	t.Helper()
	if p.File == "" {
		return source.Loc{Pointer: p.Pointer}
	}
	f := files[p.File]
	if f == nil {
		f = source.New(p.File, nil)
		files[p.File] = f
	}
	at := bytes.Index(f.Data, []byte(p.Text))
	if at < 0 {
		t.Fatal(fmt.Errorf("%s does not contain %q", p.File, p.Text))
	}
	return source.Loc{Span: source.Span{File: f, Start: at, End: at + len(p.Text)}, Pointer: p.Pointer}
}
