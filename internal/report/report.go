// Package report writes the findings of a run in the formats that people, CI
// systems and code hosts read. It knows nothing of rules or schemas: what it
// says about them is handed in as data.
package report

import (
	"fmt"
	"io"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// Report is the outcome of a run, as every format gets it.
type Report struct {
	Tool     Tool
	Rules    []Rule        // the rules that ran, in the order to list them; a finding's rule may be missing
	Findings []Finding     // in the order to print them
	Coverage *Coverage     // nil when it was not measured
	FailOn   diag.Severity // findings below it do not fail a run; the zero value fails on all
	Style    diag.Style    // how the text format looks
}

// Tool names the program in the formats that ask for it.
type Tool struct {
	Name    string // for example "gaia-gen"
	Version string // for example "1.4.0"; "" when unknown
	URL     string // of its documentation, or ""
}

// Rule is what a format tells about a rule beside its findings.
type Rule struct {
	ID       string // for example "desc/field-missing"
	Title    string // one line without a full stop
	Help     string // the rule's page, in Markdown
	URL      string // where the page can be read, or ""
	Severity diag.Severity
	Tags     []string
}

// Finding is a diagnostic with what only some formats need.
type Finding struct {
	diag.Diagnostic

	// Key names the place by names alone, for example "Session.title", so that
	// the finding is known again when the document is reordered. "" means that
	// it is made from the pointer.
	Key   string
	Fixes []Fix // alternatives
}

// Fix is a change that removes the finding.
type Fix struct {
	Description string // one sentence that starts with a verb
	Edits       []Edit
}

// Edit replaces the text of Span by Text.
type Edit struct {
	Span source.Span
	Text string
}

// Coverage says how many fields are described.
type Coverage struct {
	Total       int
	Described   int
	Undescribed []string // names such as "Session.title", in the order to list them
}

// Findings returns ds as findings without keys or fixes.
func Findings(ds []diag.Diagnostic) []Finding {
	out := make([]Finding, len(ds))
	for i, d := range ds {
		out[i].Diagnostic = d
	}
	return out
}

// Write writes r to w in format f. The same report always gives the same bytes,
// which are UTF-8 and end in a line feed. The error is w's.
func Write(w io.Writer, f Format, r Report) error {
	out, err := render(f, r)
	if err != nil {
		return fmt.Errorf("%s report: %w", f, err)
	}
	_, err = w.Write(out)
	return err
}

func render(f Format, r Report) ([]byte, error) {
	switch f {
	case Text:
		return renderText(r)
	case JSON:
		return renderJSON(r)
	case SARIF:
		return renderSARIF(r)
	case GitHub:
		return renderGitHub(r), nil
	case JUnit:
		return renderJUnit(r)
	case GitLab:
		return renderGitLab(r)
	case Markdown:
		return renderMarkdown(r), nil
	default:
		panic(fmt.Sprintf("report: unknown format %q", string(f)))
	}
}
