package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/report"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

func TestParseFormats(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   []report.Target
	}{
		{nil, []report.Target{{Format: report.Text}}},
		{[]string{"json", "sarif=out/a=b.sarif"}, []report.Target{{report.JSON, ""}, {report.SARIF, "out/a=b.sarif"}}},
		{[]string{"sarif=x", "github=-"}, []report.Target{{report.SARIF, "x"}, {report.GitHub, ""}}},
		{[]string{"junit=x", "junit=y"}, []report.Target{{report.JUnit, "x"}, {report.JUnit, "y"}}},
	} {
		got, err := report.ParseFormats(c.values, report.Formats())
		if err != nil {
			t.Errorf("%q: %v", c.values, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: %s", c.values, diff)
		}
	}
}

func TestParseFormatsRefuses(t *testing.T) {
	const known = "(known: text, json, sarif, github, junit, gitlab, markdown)"
	for _, c := range []struct {
		values []string
		want   string
	}{
		{[]string{"sarf"}, `unknown format "sarf", did you mean "sarif"? ` + known},
		{[]string{"JSON=x"}, `unknown format "JSON", did you mean "json"? ` + known},
		{[]string{"html"}, `unknown format "html" ` + known},
		{[]string{""}, `unknown format "" ` + known},
		{[]string{"=x"}, `unknown format "" ` + known},
		{[]string{"json="}, `--format json= names no file after the equals sign`},
		{[]string{"json", "text"}, `formats json and text would both go to the standard output; write one to a file: --format text=FILE`},
		{[]string{"json=a", "text=a"}, `formats json and text would both go to a`},
	} {
		_, err := report.ParseFormats(c.values, report.Formats())
		if diff := cmp.Diff(c.want, fmt.Sprint(err)); diff != "" {
			t.Errorf("%q: %s", c.values, diff)
		}
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteReturnsTheErrorOfTheWriter(t *testing.T) {
	for _, f := range report.Formats() {
		if err := report.Write(brokenWriter{}, f, report.Report{}); !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// findingsIn returns one finding of a rule for each text, found in order.
func findingsIn(doc string, pointers map[string]string, texts ...string) []report.Finding {
	f := source.New("a.json", []byte(doc))
	var out []report.Finding
	for _, text := range texts {
		at := strings.Index(doc, text)
		out = append(out, report.Finding{Diagnostic: diag.Diagnostic{
			Rule: "desc/missing", Loc: source.Loc{Span: source.Span{File: f, Start: at, End: at + len(text)}, Pointer: pointers[text]},
		}})
	}
	return out
}

// TestFingerprintsStay moves lines, inserts an entry before others and reorders
// the findings: the names stay.
func TestFingerprintsStay(t *testing.T) {
	before := findingsIn(`{"x":1,"y":2,"z":3}`, map[string]string{`"x"`: "/oneOf/0/x", `"y"`: "/oneOf/0/x", `"z"`: "/200/0"}, `"x"`, `"y"`, `"z"`)
	after := findingsIn("\n\n{\n\"x\":1,\n\"y\":2,\n\"z\":3}", map[string]string{`"x"`: "/oneOf/7/x", `"y"`: "/oneOf/8/x", `"z"`: "/200/0"}, `"z"`, `"y"`, `"x"`)
	was, is := report.Fingerprints(before), report.Fingerprints(after)
	if diff := cmp.Diff(was, []string{is[2], is[1], is[0]}); diff != "" {
		t.Error(diff)
	}
}

// TestFingerprintsDiffer changes one part at a time.
func TestFingerprintsDiffer(t *testing.T) {
	f := source.New("a.json", []byte("{}"))
	base := report.Finding{Diagnostic: diag.Diagnostic{Rule: "r", Loc: source.Loc{Span: source.Span{File: f}, Pointer: "/200/0"}}}
	rule, file, pointer, key := base, base, base, base
	rule.Rule = "q"
	file.Loc.Span.File = source.New("b.json", nil)
	pointer.Loc.Pointer = "/200/1"
	key.Key = "K"
	seen := map[string]bool{}
	for _, name := range report.Fingerprints([]report.Finding{base, base, rule, file, pointer, key}) {
		if seen[name] {
			t.Errorf("%s names two findings", name)
		}
		seen[name] = true
	}
}

func TestGitHubSaysWhatItDoesNotShow(t *testing.T) {
	r := report.Report{Findings: append(many(12, diag.Warning), many(11, diag.Error)...)}
	lines := strings.Split(strings.TrimSpace(string(write(t, report.GitHub, r))), "\n")
	if !strings.HasPrefix(lines[0], "::error ") || !strings.HasPrefix(lines[11], "::warning ") {
		t.Errorf("not the worst first: %q, %q", lines[0], lines[11])
	}
	want := "11 errors, 12 warnings; GitHub shows the first 10 of each kind, 3 more are in this log"
	if diff := cmp.Diff(want, lines[len(lines)-1]); diff != "" {
		t.Error(diff)
	}
}

// TestMarkdownFitsInASummary keeps what fits when one finding alone is too big.
func TestMarkdownFitsInASummary(t *testing.T) {
	fs := many(30_000, diag.Info)
	fs[7].Severity, fs[7].Message = diag.Error, strings.Repeat("|", 1<<20)
	r := report.Report{Findings: fs, Coverage: &report.Coverage{Total: 9e4, Undescribed: strings.Split(strings.Repeat("Name.field ", 9e4), " ")}}
	out := write(t, report.Markdown, r)
	if len(out) > 1<<20 || len(out) < 1<<19 {
		t.Fatalf("%d bytes", len(out))
	}
	for _, want := range []string{"| finding 0 |", " of 30000 findings are left out: a summary holds 1 MiB.\n", "- and 90001 more\n", "</details>\n"} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("lacks %q", want)
		}
	}
}

// TestSARIFKeepsToTheLimits drops the least severe of too many results, and
// says so.
func TestSARIFKeepsToTheLimits(t *testing.T) {
	fs := append(many(20_000, diag.Info), many(10_000, diag.Error)...)
	fs[0].Severity = diag.Warning
	fs[len(fs)-1].Related = make([]diag.Related, 1_500)
	var tags []string
	for i := range 30 {
		tags = append(tags, fmt.Sprint("tag", i))
	}
	r := report.Report{Findings: fs, Rules: []report.Rule{{ID: "a/b", Title: strings.Repeat("é", 2_000), Tags: tags}}}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ShortDescription struct{ Text string }
						Properties       struct{ Tags []string }
					}
				}
			}
			Results []struct {
				Level            string
				Message          struct{ Text string }
				RelatedLocations []any
			}
			Invocations []struct {
				ToolExecutionNotifications []struct{ Message struct{ Text string } }
			}
		}
	}
	if err := json.Unmarshal(write(t, report.SARIF, r), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	count := map[string]int{}
	for _, res := range run.Results {
		count[res.Level]++
	}
	if diff := cmp.Diff(map[string]int{"error": 10_000, "warning": 1, "note": 14_999}, count); diff != "" {
		t.Error(diff)
	}
	want := "5000 findings, the least severe, are left out: code scanning takes 25000 results a run"
	if got := run.Invocations[0].ToolExecutionNotifications; len(got) != 1 || got[0].Message.Text != want {
		t.Errorf("notifications %+v", got)
	}
	last := run.Results[len(run.Results)-1]
	if len(last.RelatedLocations) != 999 || !strings.Contains(last.Message.Text, "501 more related places are left out") {
		t.Errorf("%d related places; %s", len(last.RelatedLocations), last.Message.Text)
	}
	rule := run.Tool.Driver.Rules[0]
	if len(rule.Properties.Tags) != 20 || len([]rune(rule.ShortDescription.Text)) != 1_024 {
		t.Errorf("%d tags, %d code points", len(rule.Properties.Tags), len([]rune(rule.ShortDescription.Text)))
	}
}

// TestPercent: 100 only when all is described, 0 only when nothing is.
func TestPercent(t *testing.T) {
	for _, c := range []struct {
		described, total int
		want             string
	}{
		{0, 0, "100"}, {0, 7, "0"}, {7, 7, "100"}, {322, 330, "97.6"}, {13, 365, "3.6"}, {99_999, 100_000, "99.9"}, {1, 100_000, "0.1"},
	} {
		out := string(write(t, report.Text, report.Report{Coverage: &report.Coverage{Total: c.total, Described: c.described}}))
		want := fmt.Sprintf("%d of %d described (%s %%)\n", c.described, c.total, c.want)
		if !strings.HasSuffix(out, want) {
			t.Errorf("%q does not end in %q", out, want)
		}
	}
}

// TestOneLongLine writes findings all over a document of one line: the work must
// not grow with their number times its length.
func TestOneLongLine(t *testing.T) {
	const size, findings = 8 << 20, 4_000
	f := source.New("min.json", bytes.Repeat([]byte("é"), size/2))
	r := report.Report{Style: diag.Style{Frames: true}}
	for i := range findings {
		at := i * (size / findings) &^ 1
		r.Findings = append(r.Findings, report.Finding{Diagnostic: diag.Diagnostic{
			Rule: "a/b", Message: "m", Loc: source.Loc{Span: source.Span{File: f, Start: at, End: at + 4}},
		}})
	}
	began := time.Now()
	for _, format := range report.Formats() {
		write(t, format, r)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	} else {
		t.Logf("took %v", took)
	}
}
