package report

import (
	"bytes"
	"encoding/json"

	"github.com/amd-gaia/gaia-gen/internal/source"
)

// schemaVersion changes when a consumer of the JSON format must change.
const schemaVersion = 1

// The JSON format, which docs/lint-report.schema.json describes. Every key is
// always there; null means unknown or not measured.
type (
	jsonReport struct {
		SchemaVersion int           `json:"schema_version"`
		Tool          jsonTool      `json:"tool"`
		Totals        totals        `json:"totals"`
		Findings      []jsonFinding `json:"findings"`
		Coverage      *jsonCoverage `json:"coverage"`
	}
	jsonTool struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	jsonFinding struct {
		Rule        string        `json:"rule"`
		Severity    string        `json:"severity"`
		Message     string        `json:"message"`
		File        *string       `json:"file"`
		Pointer     string        `json:"pointer"`
		Start       *jsonPos      `json:"start"`
		End         *jsonPos      `json:"end"`
		Related     []jsonRelated `json:"related"`
		Help        string        `json:"help"`
		Fingerprint string        `json:"fingerprint"`
	}
	jsonRelated struct {
		Message string   `json:"message"`
		File    *string  `json:"file"`
		Pointer string   `json:"pointer"`
		Start   *jsonPos `json:"start"`
		End     *jsonPos `json:"end"`
	}
	jsonPos struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	jsonCoverage struct {
		Total       int      `json:"total"`
		Described   int      `json:"described"`
		Percent     float64  `json:"percent"`
		Undescribed []string `json:"undescribed"`
	}
)

func renderJSON(r Report) ([]byte, error) {
	doc := jsonReport{
		SchemaVersion: schemaVersion,
		Tool:          jsonTool{Name: r.Tool.Name, Version: r.Tool.Version},
		Totals:        countTotals(r.Findings),
		Findings:      []jsonFinding{},
	}
	names := Fingerprints(r.Findings)
	for i, f := range r.Findings {
		doc.Findings = append(doc.Findings, jsonFindingOf(f, names[i]))
	}
	if c := r.Coverage; c != nil {
		doc.Coverage = &jsonCoverage{Total: c.Total, Described: c.Described, Percent: c.percent(), Undescribed: append([]string{}, c.Undescribed...)}
	}
	return marshal(doc)
}

func jsonFindingOf(f Finding, fingerprint string) jsonFinding {
	start, end := jsonRange(f.Loc.Span)
	out := jsonFinding{
		Rule: f.Rule, Severity: severityWord(f.Severity), Message: f.Message,
		File: jsonFile(f.Loc), Pointer: f.Loc.Pointer, Start: start, End: end,
		Related: []jsonRelated{}, Help: f.Help, Fingerprint: fingerprint,
	}
	for _, rel := range f.Related {
		start, end := jsonRange(rel.Loc.Span)
		out.Related = append(out.Related, jsonRelated{Message: rel.Message, File: jsonFile(rel.Loc), Pointer: rel.Loc.Pointer, Start: start, End: end})
	}
	return out
}

func jsonFile(loc source.Loc) *string {
	if loc.Span.File == nil {
		return nil
	}
	return &loc.Span.File.Name
}

func jsonRange(s source.Span) (start, end *jsonPos) {
	if !positioned(s) {
		return nil, nil
	}
	from, to := bounds(s)
	return &jsonPos{from.Line, from.Column}, &jsonPos{to.Line, to.Column}
}

// marshal returns v as indented JSON. Text that is not UTF-8 becomes U+FFFD.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return b.Bytes(), err
}
