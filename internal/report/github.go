package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// githubShown is how many annotations of each kind GitHub keeps from one step.
const githubShown = 10

// renderGitHub writes a workflow command for each finding, the worst first,
// because GitHub keeps the first of each kind; then a line for the log that
// counts them and says how many are not shown as annotations.
func renderGitHub(r Report) []byte {
	var b bytes.Buffer
	for _, f := range worstFirst(r.Findings) {
		fmt.Fprintf(&b, "::%s %s::%s\n", githubCommand(f.Severity), githubProperties(f), githubData(githubMessage(f)))
	}
	t := countTotals(r.Findings)
	fmt.Fprintf(&b, "%s%s\n", t, githubNote(t))
	if r.Coverage != nil {
		fmt.Fprintln(&b, r.Coverage)
	}
	return b.Bytes()
}

func githubNote(t totals) string {
	hidden := max(0, t.Error-githubShown) + max(0, t.Warn-githubShown) + max(0, t.Info-githubShown)
	if hidden == 0 {
		return ""
	}
	return fmt.Sprintf("; GitHub shows the first %d of each kind, %d more are in this log", githubShown, hidden)
}

func githubCommand(s diag.Severity) string {
	switch s {
	case diag.Info:
		return "notice"
	case diag.Warning:
		return "warning"
	case diag.Error, diag.Fatal:
		return "error"
	default:
		panic(fmt.Sprintf("report: unknown severity %d", s))
	}
}

// githubProperties returns the place and the title. GitHub drops columns when a
// range spans lines, with a complaint, so only its lines are given.
func githubProperties(f Finding) string {
	var props []string
	add := func(name, value string) { props = append(props, name+"="+githubProperty(value)) }
	if name := fileName(f.Loc); name != "" {
		add("file", diag.OneLine(name))
	}
	if positioned(f.Loc.Span) {
		from, to := bounds(f.Loc.Span)
		add("line", fmt.Sprint(from.Line))
		add("endLine", fmt.Sprint(to.Line))
		if from.Line == to.Line {
			add("col", fmt.Sprint(from.Column))
			add("endColumn", fmt.Sprint(to.Column))
		}
	}
	add("title", diag.OneLine(ruleID(f)))
	return strings.Join(props, ",")
}

// githubMessage returns the message, then a line for each related place and one
// for the help.
func githubMessage(f Finding) string {
	lines := []string{diag.OneLine(f.Message)}
	for _, rel := range f.Related {
		lines = append(lines, relatedLine(rel))
	}
	if f.Help != "" {
		lines = append(lines, "help: "+diag.OneLine(f.Help))
	}
	return strings.Join(lines, "\n")
}

func relatedLine(rel diag.Related) string {
	place := diag.Place(rel.Loc)
	if place == "" {
		return diag.OneLine(rel.Message)
	}
	return place + ": " + diag.OneLine(rel.Message)
}

// githubData escapes the text of a workflow command.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes the value of a property of a workflow command.
func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(s))
}
