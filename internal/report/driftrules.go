package report

import (
	"bytes"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// driftRules tells the formats that know rules what kinds of drift there are.
var driftRules = []Rule{
	{ID: "drift/source-moved", Title: "the source changed and the file was not made again"},
	{ID: "drift/edited", Title: "the file was edited by hand"},
	{ID: "drift/generator-moved", Title: "the file was made by another version of gaia-gen"},
	{ID: "drift/formatting", Title: "the file differs in formatting only"},
	{ID: "drift/line-ends", Title: "the file differs in line ends only"},
	{ID: "drift/conflict", Title: "the file holds conflict markers"},
	{ID: "drift/missing", Title: "the file is missing"},
	{ID: "drift/untracked", Title: "the file is not in the index"},
	{ID: "drift/stale", Title: "the file is no longer made"},
	{ID: "drift/renamed", Title: "the file has another name now"},
	{ID: "drift/foreign", Title: "a file that gaia-gen did not write stands in the way"},
	{ID: "drift/toolchain", Title: "another version of gaia-gen is required"},
}

// driftRule names the kind of a finding.
func driftRule(f drift.Finding) string {
	switch f.Status {
	case drift.Changed:
		switch f.Cause {
		case drift.Edited, drift.NoCause:
			return "drift/edited"
		case drift.GeneratorMoved:
			return "drift/generator-moved"
		case drift.Reformatted, drift.Reordered:
			return "drift/formatting"
		case drift.Conflict:
			return "drift/conflict"
		case drift.SourceMoved:
			return "drift/source-moved"
		}
		panic("report: unknown cause " + f.Cause.String())
	default:
		return "drift/" + f.Status.String()
	}
}

// driftReport turns a verdict into findings, for the formats that lint shares.
func driftReport(v *drift.Verdict, o DriftOptions) Report {
	r := Report{Tool: Tool{Name: v.Program, Version: o.Tool.Version, URL: o.Tool.URL}}
	for _, rule := range driftRules {
		rule.Severity, rule.Help = diag.Error, rule.Title+"\n"
		r.Rules = append(r.Rules, rule)
	}
	add := func(rule, message string, span source.Span) {
		d := diag.Diagnostic{Rule: rule, Severity: diag.Error, Message: message, Loc: source.Loc{Span: span}}
		if v.Fix != "" {
			d.Help = "run " + v.Fix
		}
		r.Findings = append(r.Findings, Finding{Diagnostic: d})
	}
	if v.Toolchain != "" {
		add("drift/toolchain", v.Toolchain, source.Span{})
	}
	for _, f := range v.Findings {
		add(driftRule(f), driftLine(f), firstLine(f))
	}
	return r
}

// firstLine is the line of a file that differs first, or its beginning.
func firstLine(f drift.Finding) source.Span {
	file := source.New(f.Path, f.Got)
	start := 0
	for range max(f.Line, 1) - 1 {
		n := bytes.IndexByte(f.Got[start:], '\n')
		if n < 0 {
			break
		}
		start += n + 1
	}
	end := len(f.Got)
	if n := bytes.IndexByte(f.Got[start:], '\n'); n >= 0 {
		end = start + n
	}
	return source.Span{File: file, Start: start, End: end}
}
