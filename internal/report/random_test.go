package report_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/report"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// TestRandomReports writes reports of hostile text and odd places in every
// format: none panics, all are well-formed and the same each time.
func TestRandomReports(t *testing.T) {
	j := newJudges(t)
	for seed := range uint64(300) {
		g := generator{rand.New(rand.NewPCG(seed, 1))}
		r := g.report()
		for _, f := range report.Formats() {
			out := write(t, f, r)
			j.check(t, f, out)
			if !bytes.Equal(out, write(t, f, r)) {
				t.Errorf("%s: differs between two runs", f)
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

// FuzzText puts one text wherever a report takes text.
func FuzzText(f *testing.F) {
	for _, p := range pieces {
		f.Add(p, 0, len(p))
	}
	j := newJudges(f)
	f.Fuzz(func(t *testing.T, s string, start, end int) {
		span := source.Span{File: source.New(s, []byte(s)), Start: start, End: end}
		loc := source.Loc{Span: span, Pointer: s}
		r := report.Report{
			Tool:  report.Tool{Name: s, Version: s, URL: s},
			Rules: []report.Rule{{ID: s, Title: s, Help: s, URL: s, Tags: []string{s, s}}},
			Findings: []report.Finding{{
				Diagnostic: diag.Diagnostic{Rule: s, Message: s, Help: s, Loc: loc, Related: []diag.Related{{Message: s, Loc: loc}}},
				Key:        s, Fixes: []report.Fix{{Description: s, Edits: []report.Edit{{Span: span, Text: s}}}},
			}},
			Coverage: &report.Coverage{Total: 1, Undescribed: []string{s}},
			Style:    diag.Style{Frames: true},
		}
		for _, format := range report.Formats() {
			j.check(t, format, write(t, format, r))
		}
	})
}

// pieces are what random texts are made of.
var pieces = []string{
	"", "a", "schemas/a.json", "\n", "\r\n", "\r", "\t", "\x00", "\x1b[31m", "\x7f", "\xff\xfe", "\xe2\x82", "\ufeff", "\ufffe", "\uffff",
	"\u2028", "\u202e", "\u0085", "\U0001f389", "日本", "]]>", "<![CDATA[", "<!--", "&amp;", "<b>", "\"", "'", "`", "|", "\\", "](http://x)", "[",
	"%", "%0A", "::error::", "\n::error::x", ":", ",", "/", "//", "../", "#", "?", "{0}", "{", "C:\\x", "http://a b/%zz", "https://example.org/", "$x$", "~1",
}

type generator struct{ *rand.Rand }

func (g generator) text() string {
	var s string
	for range g.IntN(4) {
		s += pieces[g.IntN(len(pieces))]
	}
	return s
}

func (g generator) report() report.Report {
	r := report.Report{
		Tool:   report.Tool{Name: g.text(), Version: g.text(), URL: g.text()},
		FailOn: g.severity(), Style: diag.Style{Frames: g.IntN(2) == 0},
	}
	for range g.IntN(4) {
		r.Rules = append(r.Rules, report.Rule{
			ID: g.text(), Title: g.text(), Help: g.text(), URL: g.text(), Severity: g.severity(), Tags: []string{g.text(), g.text()},
		})
	}
	files := []*source.File{nil, source.New(g.text(), nil)}
	for range 3 {
		files = append(files, source.New(g.text(), []byte(g.text()+g.text()+g.text())))
	}
	for range g.IntN(12) {
		r.Findings = append(r.Findings, g.finding(files))
	}
	if g.IntN(2) == 0 {
		r.Coverage = &report.Coverage{Total: g.IntN(5), Described: 0, Undescribed: []string{g.text()}}
	}
	return r
}

func (g generator) severity() diag.Severity { return diag.Severity(g.IntN(int(diag.Fatal) + 1)) }

func (g generator) loc(files []*source.File) source.Loc {
	f := files[g.IntN(len(files))]
	loc := source.Loc{Span: source.Span{File: f}, Pointer: g.text()}
	if f != nil {
		loc.Span.Start = g.IntN(len(f.Data) + 3)
		loc.Span.End = g.IntN(len(f.Data) + 3)
	}
	return loc
}

func (g generator) finding(files []*source.File) report.Finding {
	f := report.Finding{Diagnostic: diag.Diagnostic{
		Rule: g.text(), Severity: g.severity(), Message: g.text(), Help: g.text(), Loc: g.loc(files),
	}}
	if g.IntN(3) == 0 {
		f.Key = g.text()
	}
	for range g.IntN(3) {
		f.Related = append(f.Related, diag.Related{Message: g.text(), Loc: g.loc(files)})
	}
	for range g.IntN(3) {
		fix := report.Fix{Description: g.text()}
		for range g.IntN(3) {
			fix.Edits = append(fix.Edits, report.Edit{Span: g.loc(files).Span, Text: g.text()})
		}
		f.Fixes = append(f.Fixes, fix)
	}
	return f
}

// many returns n findings in one file, all alike but for their names.
func many(n int, severity diag.Severity) []report.Finding {
	f := source.New("a.json", []byte("{}\n"))
	out := make([]report.Finding, n)
	for i := range out {
		out[i].Diagnostic = diag.Diagnostic{
			Rule: "a/b", Severity: severity, Message: fmt.Sprintf("finding %d", i),
			Loc: source.Loc{Span: source.Span{File: f, End: 1}, Pointer: fmt.Sprintf("/x/%d", i)},
		}
	}
	return out
}
