package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/goldentest"
	"github.com/amd-gaia/gaia-gen/internal/report"
)

// scriptVerdict is the file verdict.json of an archive.
type scriptVerdict struct {
	drift.Verdict
	Findings, Following []scriptDrift
	Whole, Colour       bool
}

// scriptDrift is a finding whose contents are texts.
type scriptDrift struct {
	drift.Finding
	Got, Want *string
}

func findings(in []scriptDrift) []drift.Finding {
	var out []drift.Finding
	for _, f := range in {
		if f.Got != nil {
			f.Finding.Got = []byte(*f.Got)
		}
		if f.Want != nil {
			f.Finding.Want = []byte(*f.Want)
		}
		out = append(out, f.Finding)
	}
	return out
}

func readVerdict(t *testing.T, input []txtar.File) (*drift.Verdict, report.DriftOptions) {
	t.Helper()
	var s scriptVerdict
	for _, f := range input {
		if f.Name == "verdict.json" {
			d := json.NewDecoder(bytes.NewReader(f.Data))
			d.DisallowUnknownFields()
			if err := d.Decode(&s); err != nil {
				t.Fatal(err)
			}
		}
	}
	s.Verdict.Findings, s.Verdict.Following = findings(s.Findings), findings(s.Following)
	o := report.DriftOptions{Tool: report.Tool{Name: "driftcheck", Version: "1.4.0"}, Style: diag.Style{Colour: diag.Colour(s.Colour)}}
	if s.Whole {
		o.Extent = report.Whole
	}
	return &s.Verdict, o
}

func writeDrift(t *testing.T, f report.Format, v *drift.Verdict, o report.DriftOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.WriteDrift(&b, f, v, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestDriftGolden writes the verdict of each archive in every format, and holds the
// machines' formats against their schemas.
func TestDriftGolden(t *testing.T) {
	schema := compile(t, "../../docs/drift-report.schema.json")
	sarif := compile(t, sarifSchema)
	goldentest.Run(t, "testdata/drift/*.txtar", func(t *testing.T, input []txtar.File) []txtar.File {
		v, o := readVerdict(t, input)
		var out []txtar.File
		for _, f := range report.DriftFormats() {
			data := writeDrift(t, f, v, o)
			out = append(out, txtar.File{Name: "drift." + string(f), Data: data})
			var value any
			switch f {
			case report.JSON, report.SARIF, report.GitLab:
				if err := json.Unmarshal(data, &value); err != nil {
					t.Fatal(err)
				}
			case report.JUnit:
				if err := xml.Unmarshal(data, new(struct{})); err != nil {
					t.Fatal(err)
				}
			}
			if f == report.JSON {
				if err := schema.Validate(value); err != nil {
					t.Errorf("%#v", err)
				}
			}
			if f == report.SARIF {
				if err := sarif.Validate(value); err != nil {
					t.Errorf("%#v", err)
				}
			}
		}
		return out
	})
}

// TestDriftMarkdownIsNotBroken: names and contents cannot leave their cells and blocks.
func TestDriftMarkdownIsNotBroken(t *testing.T) {
	v := &drift.Verdict{Program: "driftcheck", Generated: 1, Fix: "gaia-gen", Findings: []drift.Finding{
		{Path: "a|b`<script>.ts", Status: drift.Changed, Cause: drift.Edited, Line: 1, Got: []byte("```\n````\n</details>\n"), Want: []byte("x\n")},
	}, Changes: []drift.Change{{Contract: "c", Path: "T.<b>", Message: "a|b"}}}
	text := string(writeDrift(t, report.Markdown, v, report.DriftOptions{}))
	for _, bad := range []string{"<script>", "<b>", "a|b"} {
		if strings.Contains(strings.SplitN(text, "<details>", 2)[0], bad) {
			t.Errorf("%q is in\n%s", bad, text)
		}
	}
	if !strings.Contains(text, "`````diff") {
		t.Errorf("the fence is not longer than those inside\n%s", text)
	}
}

// TestDriftLongReports: text is cut where people stop reading, and says so; JSON is not.
func TestDriftLongReports(t *testing.T) {
	v := &drift.Verdict{Program: "driftcheck", Generated: 100, Fix: "gaia-gen"}
	for range 100 {
		v.Findings = append(v.Findings, drift.Finding{Path: "a.ts", Status: drift.Changed, Cause: drift.Edited, Line: 1,
			Got: []byte(strings.Repeat("a\n", 40)), Want: []byte(strings.Repeat("b\n", 40))})
		v.Changes = append(v.Changes, drift.Change{Contract: "c", Path: "T", Message: "new"})
	}
	text := string(writeDrift(t, report.Text, v, report.DriftOptions{}))
	for line, want := range map[string]int{"edited by hand: a.ts:1\n": 20, "c: T: new\n": 20, "… and 80 more: driftcheck --all\n": 2, "more lines of difference: driftcheck --all\n": 1} {
		if got := strings.Count(text, line); got != want {
			t.Errorf("%q is there %d times, want %d", line, got, want)
		}
	}
	if n := strings.Count(text, "\n"); n > 320 {
		t.Errorf("%d lines", n)
	}
	whole := string(writeDrift(t, report.Text, v, report.DriftOptions{Extent: report.Whole}))
	if strings.Count(whole, "edited by hand: a.ts:1\n") != 100 || strings.Contains(whole, "--all") {
		t.Error("--all is not all")
	}
	var doc struct{ Findings []struct{ Diff string } }
	if err := json.Unmarshal(writeDrift(t, report.JSON, v, report.DriftOptions{}), &doc); err != nil || len(doc.Findings) != 100 {
		t.Errorf("%d findings in JSON, %v", len(doc.Findings), err)
	}
}
