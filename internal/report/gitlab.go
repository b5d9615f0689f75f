package report

import (
	"fmt"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// The Code Quality report of GitLab: a list of issues, each with a fingerprint
// that no other has.
type (
	gitlabIssue struct {
		Description string         `json:"description"`
		CheckName   string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"`
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
		End   int `json:"end,omitempty"`
	}
)

func renderGitLab(r Report) ([]byte, error) {
	issues := []gitlabIssue{}
	names := Fingerprints(r.Findings)
	for i, f := range r.Findings {
		issues = append(issues, gitlabIssue{
			Description: diag.OneLine(f.Message),
			CheckName:   ruleID(f),
			Fingerprint: names[i],
			Severity:    gitlabSeverity(f.Severity),
			Location:    gitlabLocationOf(f),
		})
	}
	return marshal(issues)
}

// gitlabLocationOf returns where f is; the root of the repository stands for an
// unknown place, since GitLab drops an issue without a path.
func gitlabLocationOf(f Finding) gitlabLocation {
	name := fileName(f.Loc)
	if name == "" {
		name = "."
	}
	if !positioned(f.Loc.Span) {
		return gitlabLocation{Path: name, Lines: gitlabLines{Begin: 1}}
	}
	from, to := bounds(f.Loc.Span)
	return gitlabLocation{Path: name, Lines: gitlabLines{Begin: from.Line, End: to.Line}}
}

func gitlabSeverity(s diag.Severity) string {
	switch s {
	case diag.Info:
		return "info"
	case diag.Warning:
		return "minor"
	case diag.Error:
		return "major"
	case diag.Fatal:
		return "blocker"
	default:
		panic(fmt.Sprintf("report: unknown severity %d", s))
	}
}
