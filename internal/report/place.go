package report

import (
	"fmt"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// noRule stands for the rule of a finding that has none, in the formats that
// require one.
const noRule = "syntax"

func ruleID(f Finding) string {
	if f.Rule == "" {
		return noRule
	}
	return validText(f.Rule)
}

// validText returns s with U+FFFD for what is not UTF-8: two texts that differ
// only there are written alike, and must be told apart before.
func validText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// bounds returns the first position of s and the one just past it, which is
// never before the first.
func bounds(s source.Span) (from, to source.Pos) {
	return s.Pos(), source.Span{File: s.File, End: max(s.Start, s.End)}.EndPos()
}

// fileName returns the file of loc, "" when it is unknown.
func fileName(loc source.Loc) string {
	if loc.Span.File == nil {
		return ""
	}
	return loc.Span.File.Name
}

// positioned reports whether s has lines and columns: not so an unknown place
// and a file without data.
func positioned(s source.Span) bool {
	return s.File != nil && len(s.File.Data) > 0
}

// severityWord returns the word that machine formats and flags use.
func severityWord(s diag.Severity) string {
	switch s {
	case diag.Info:
		return "info"
	case diag.Warning:
		return "warn"
	case diag.Error, diag.Fatal:
		return "error"
	default:
		panic(fmt.Sprintf("report: unknown severity %d", s))
	}
}
