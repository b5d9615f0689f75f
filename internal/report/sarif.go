package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sourceRoot  = "SRCROOT"
)

// limits are what a code host takes. Zero values are no limits.
type limits struct {
	results   int // a run
	locations int // a result, all kinds together
	tags      int // a rule
	title     int // code points of a rule's description
}

// githubLimits are those of code scanning: a file beyond them is rejected whole.
var githubLimits = limits{results: 25_000, locations: 1_000, tags: 20, title: 1_024}

// renderSARIF writes one run in SARIF 2.1.0, within the limits of GitHub's code
// scanning. What is cut off is said in a notification, and so are the findings
// without a file: GitHub rejects a result without a location.
func renderSARIF(r Report) ([]byte, error) {
	s := &sarifWriter{limits: githubLimits, hashes: map[*source.File][]string{}}
	return marshal(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{s.run(r)}})
}

// sarifWriter holds what results share.
type sarifWriter struct {
	limits  limits
	rules   []sarifRule
	index   map[string]int            // rule id → place in rules
	hashes  map[*source.File][]string // lineHashes of each file
	notices []sarifNotification
}

func (s *sarifWriter) run(r Report) sarifRun {
	s.listRules(r)
	results := s.results(r)
	run := sarifRun{
		Tool: sarifTool{Driver: sarifDriver{
			Name: r.Tool.Name, Version: r.Tool.Version, InformationURI: webURI(r.Tool.URL), Rules: s.rules,
		}},
		Invocations:        []sarifInvocation{{ExecutionSuccessful: !hasFatal(r.Findings), Notifications: s.notices}},
		OriginalURIBaseIDs: map[string]sarifBase{sourceRoot: {Description: sarifMessage{Text: "the root of the repository"}}},
		ColumnKind:         "unicodeCodePoints",
		Results:            results,
	}
	if c := r.Coverage; c != nil {
		run.Properties = map[string]*jsonCoverage{"coverage": {c.Total, c.Described, c.percent(), append([]string{}, c.Undescribed...)}}
	}
	return run
}

func hasFatal(fs []Finding) bool {
	return slices.ContainsFunc(fs, func(f Finding) bool { return f.Severity == diag.Fatal })
}

// listRules lists the rules that ran, then those that only findings name.
func (s *sarifWriter) listRules(r Report) {
	s.rules, s.index = []sarifRule{}, map[string]int{}
	for _, rule := range r.Rules {
		s.addRule(rule)
	}
	for _, f := range r.Findings {
		id := ruleID(f)
		title := id
		if f.Rule == "" {
			title = "the document can be read as what it should be"
		}
		s.addRule(Rule{ID: id, Title: title, Severity: f.Severity})
	}
}

func (s *sarifWriter) addRule(rule Rule) {
	rule.ID = validText(rule.ID)
	if _, known := s.index[rule.ID]; known {
		return
	}
	s.index[rule.ID] = len(s.rules)
	title := cut(rule.Title, s.limits.title)
	help := sarifMessage{Text: rule.Help, Markdown: rule.Help}
	if rule.Help == "" {
		help.Text = title
	}
	s.rules = append(s.rules, sarifRule{
		ID:                   rule.ID,
		ShortDescription:     sarifMessage{Text: title},
		FullDescription:      sarifMessage{Text: title},
		Help:                 help,
		HelpURI:              webURI(rule.URL),
		DefaultConfiguration: sarifConfig{Level: sarifLevel(rule.Severity)},
		Properties:           sarifProperties{Tags: s.tags(rule), ProblemSeverity: sarifProblem(rule.Severity)},
	})
}

// tags returns the tags of rule, each once, as many as may be.
func (s *sarifWriter) tags(rule Rule) []string {
	var out []string
	for _, t := range rule.Tags {
		t = validText(t)
		if !slices.Contains(out, t) && len(out) < s.limits.tags {
			out = append(out, t)
		}
	}
	return out
}

// cut returns the first n code points of text; an ellipsis says what is missing.
func cut(text string, n int) string {
	if rs := []rune(text); len(rs) > n {
		return string(rs[:n-1]) + "…"
	}
	return text
}

// results returns the findings that have a file, the least severe left out when
// there are too many, and makes notices of the others.
func (s *sarifWriter) results(r Report) []sarifResult {
	names := Fingerprints(r.Findings)
	lowest, room := threshold(r.Findings, s.limits.results)
	out := []sarifResult{}
	dropped := 0
	for i, f := range r.Findings {
		switch {
		case fileName(f.Loc) == "":
			s.notices = append(s.notices, notice(f))
		case f.Severity < lowest || f.Severity == lowest && room == 0:
			dropped++
		default:
			if f.Severity == lowest {
				room--
			}
			out = append(out, s.result(f, names[i]))
		}
	}
	if dropped > 0 {
		text := fmt.Sprintf("%d findings, the least severe, are left out: code scanning takes %d results a run", dropped, s.limits.results)
		s.notices = append(s.notices, sarifNotification{Level: "warning", Message: sarifMessage{Text: text}})
	}
	return out
}

// threshold returns the lowest severity of which findings with a file can be
// kept, and how many of it, so that at most most are kept in all.
func threshold(fs []Finding, most int) (lowest diag.Severity, room int) {
	var count [diag.Fatal + 1]int
	for _, f := range fs {
		if fileName(f.Loc) != "" {
			count[f.Severity]++
		}
	}
	for s := diag.Fatal; s > diag.Info; s-- {
		if count[s] >= most {
			return s, most
		}
		most -= count[s]
	}
	return diag.Info, most
}

// notice returns what is said of a finding that has no file.
func notice(f Finding) sarifNotification {
	n := sarifNotification{Level: sarifLevel(f.Severity), Message: sarifText(f)}
	if f.Rule != "" {
		n.Rule = &sarifRuleHint{ID: f.Rule}
	}
	return n
}

func (s *sarifWriter) result(f Finding, fingerprint string) sarifResult {
	id := ruleID(f)
	res := sarifResult{
		RuleID: id, RuleIndex: s.index[id], Level: sarifLevel(f.Severity), Message: sarifText(f),
		Locations:           []sarifLocation{sarifLocationOf(f.Loc)},
		PartialFingerprints: s.fingerprints(f, fingerprint),
		Fixes:               sarifFixes(f.Fixes),
	}
	for i, rel := range f.Related {
		if i+1 >= s.limits.locations {
			res.Message.Text += fmt.Sprintf("\n\n%d more related places are left out", len(f.Related)-i)
			break
		}
		loc := sarifLocationOf(rel.Loc)
		loc.ID, loc.Message = i+1, &sarifMessage{Text: literal(rel.Message)}
		res.RelatedLocations = append(res.RelatedLocations, loc)
	}
	return res
}

// fingerprints returns ours, and the one of GitHub for the line.
func (s *sarifWriter) fingerprints(f Finding, own string) map[string]string {
	out := map[string]string{"gaiaGen/v1": own}
	if !positioned(f.Loc.Span) {
		return out
	}
	file := f.Loc.Span.File
	hashes, known := s.hashes[file]
	if !known {
		hashes = lineHashes(file.Data)
		s.hashes[file] = hashes
	}
	if line := f.Loc.Span.Pos().Line; line <= len(hashes) {
		out["primaryLocationLineHash"] = hashes[line-1]
	}
	return out
}

// sarifText returns the message, and the help as a paragraph of its own.
func sarifText(f Finding) sarifMessage {
	text := literal(f.Message)
	if f.Help != "" {
		text += "\n\nhelp: " + literal(f.Help)
	}
	return sarifMessage{Text: text}
}

// literal escapes what would be a link in a message (SARIF 2.1.0, 3.11.6). A
// message says at least something: viewers refuse empty ones.
func literal(s string) string {
	if s == "" {
		return "(no message)"
	}
	if !strings.Contains(s, "](") {
		return s
	}
	return strings.NewReplacer(`[`, `\[`, `]`, `\]`, `\`, `\\`).Replace(s)
}

func sarifLevel(s diag.Severity) string {
	switch s {
	case diag.Info:
		return "note"
	case diag.Warning:
		return "warning"
	case diag.Error, diag.Fatal:
		return "error"
	default:
		panic(fmt.Sprintf("report: unknown severity %d", s))
	}
}

// sarifProblem returns GitHub's word for the severity of a rule.
func sarifProblem(s diag.Severity) string {
	if s == diag.Info {
		return "recommendation"
	}
	return sarifLevel(s)
}
