package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/internal/goldentest"
	"github.com/amd-gaia/gaia-gen/internal/report"
)

// The schemas that the formats are held to.
const (
	sarifSchema = "testdata/sarif/sarif-schema-2.1.0.json"
	jsonSchema  = "../../docs/lint-report.schema.json"
)

// judges validate the formats.
type judges struct{ sarif, json *jsonschema.Schema }

func newJudges(t testing.TB) judges {
	t.Helper()
	return judges{compile(t, sarifSchema), compile(t, jsonSchema)}
}

// compile reads a schema whose references stay in the file; asking for another
// address fails.
func compile(t testing.TB, file string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat = true
	s, err := c.Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check fails unless out is a well-formed document of format f.
func (j judges) check(t testing.TB, f report.Format, out []byte) {
	t.Helper()
	if !utf8.Valid(out) || !bytes.HasSuffix(out, []byte("\n")) {
		t.Errorf("%s: not UTF-8 that ends in a line feed:\n%q", f, out)
	}
	switch f {
	case report.JSON:
		validate(t, f, j.json, out)
	case report.SARIF:
		validate(t, f, j.sarif, out)
	case report.GitLab:
		checkGitLab(t, out)
	case report.JUnit:
		checkXML(t, out)
	case report.GitHub, report.Text, report.Markdown:
		checkLines(t, f, out)
	}
}

func validate(t testing.TB, f report.Format, s *jsonschema.Schema, out []byte) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(out))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%s: %#v\n%s", f, err, out)
	}
}

// checkGitLab holds the issues to what GitLab's documentation requires.
func checkGitLab(t testing.TB, out []byte) {
	t.Helper()
	var issues []struct {
		Fingerprint, Severity string
		CheckName             string `json:"check_name"`
		Location              struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal(out, &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, i := range issues {
		if i.Fingerprint == "" || seen[i.Fingerprint] || i.Severity == "" || i.CheckName == "" || i.Location.Path == "" || i.Location.Lines.Begin < 1 {
			t.Errorf("gitlab: incomplete issue, or one with the fingerprint of another: %+v", i)
		}
		seen[i.Fingerprint] = true
	}
}

func checkXML(t testing.TB, out []byte) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(out))
	cases := 0
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("junit: %v\n%s", err, out)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "testcase" {
			cases++
		}
	}
	if cases == 0 {
		t.Error("junit: a report without a case counts as a fault")
	}
}

// checkLines fails when text of a finding reaches the start of a line or steers
// a terminal.
func checkLines(t testing.TB, f report.Format, out []byte) {
	t.Helper()
	if i := bytes.IndexFunc(out, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }); i >= 0 {
		t.Errorf("%s: control character at %d of %q", f, i, out)
	}
	for line := range strings.Lines(string(out)) {
		command := strings.HasPrefix(strings.TrimSpace(line), "::")
		ours := strings.HasPrefix(line, "::error ") || strings.HasPrefix(line, "::warning ") || strings.HasPrefix(line, "::notice ")
		if command && f == report.GitHub && !ours {
			t.Errorf("%s: workflow command from a finding: %q", f, line)
		}
		if row := strings.HasPrefix(line, "| "); f == report.Markdown && row && unescapedBars(line) != 5 {
			t.Errorf("markdown: a row has not four cells: %q", line)
		}
	}
}

// unescapedBars counts the bars that part cells.
func unescapedBars(row string) int {
	n := 0
	for i := 0; i < len(row); i++ {
		switch row[i] {
		case '\\':
			i++
		case '|':
			n++
		}
	}
	return n
}

// TestGoldensAreValid holds the expected files to the schemas, so that a golden
// cannot be updated into something that no consumer reads.
func TestGoldensAreValid(t *testing.T) {
	j := newJudges(t)
	goldentest.Each(t, "testdata/*.txtar", func(name string, want []txtar.File) {
		for _, w := range want {
			for _, f := range report.Formats() {
				coloured := name == "colour" && f == report.Text
				if fileNames[f] == w.Name && !coloured {
					j.check(t, f, w.Data)
				}
			}
		}
	})
}
