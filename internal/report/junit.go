package report

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// JUnit's XML, as CI systems read it: a suite for each file, a case for each
// finding.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string      `xml:"name,attr"`
		ClassName string      `xml:"classname,attr"`
		File      string      `xml:"file,attr,omitempty"`
		Line      int         `xml:"line,attr,omitempty"`
		Time      string      `xml:"time,attr"`
		Failure   *junitFault `xml:"failure"`
		Error     *junitFault `xml:"error"`
		Output    string      `xml:"system-out,omitempty"`
	}
	junitFault struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// renderJUnit writes a suite for each file with findings. A case is named by
// rule and place without its line, so that CI systems know it again in the next
// run. Findings below the level that fails a run pass and say what they are; a
// run without findings is one case that passes, because an empty report counts
// as a fault.
func renderJUnit(r Report) ([]byte, error) {
	doc := junitSuites{Name: r.Tool.Name}
	index := map[string]int{}
	names := caseNames{}
	for _, f := range r.Findings {
		file := suiteName(f)
		i, known := index[file]
		if !known {
			i = len(doc.Suites)
			index[file] = i
			doc.Suites = append(doc.Suites, junitSuite{Name: file, Time: "0"})
		}
		doc.Suites[i].add(junitCaseOf(f, file, names.claim(file, f), r.FailOn))
	}
	if doc.Suites == nil {
		clean := junitSuite{Name: "findings", Time: "0"}
		clean.add(junitCase{Name: "no findings", ClassName: "findings", Time: "0"})
		doc.Suites = append(doc.Suites, clean)
	}
	for _, s := range doc.Suites {
		doc.Tests, doc.Failures, doc.Errors = doc.Tests+s.Tests, doc.Failures+s.Failures, doc.Errors+s.Errors
	}
	out, err := xml.MarshalIndent(doc, "", "  ")
	return append([]byte(xml.Header), append(out, '\n')...), err
}

// suiteName returns the file of f, and a word for findings without one.
func suiteName(f Finding) string {
	if name := fileName(f.Loc); name != "" {
		return diag.OneLine(name)
	}
	return "run"
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	}
	s.Cases = append(s.Cases, c)
}

// caseNames counts how often a name was used in a file.
type caseNames map[[2]string]int

// claim returns a name for the case of f that no other case of file has.
func (n caseNames) claim(file string, f Finding) string {
	place := f.Key
	if place == "" {
		place = f.Loc.Pointer
	}
	name := ruleID(f)
	if place != "" {
		name += " at " + place
	}
	name = diag.OneLine(name)
	id := [2]string{file, name}
	n[id]++
	for n[id] > 1 {
		next := fmt.Sprintf("%s (%d)", name, n[id])
		if n[[2]string{file, next}] == 0 {
			n[[2]string{file, next}]++
			return next
		}
		n[id]++
	}
	return name
}

func junitCaseOf(f Finding, file, name string, failOn diag.Severity) junitCase {
	c := junitCase{Name: name, ClassName: file, Time: "0"}
	if fileName(f.Loc) != "" {
		c.File = file
	}
	if positioned(f.Loc.Span) {
		c.Line = f.Loc.Span.Pos().Line
	}
	text := junitText(f)
	fault := &junitFault{Message: diag.OneLine(f.Message), Type: diag.OneLine(ruleID(f)), Text: text}
	switch {
	case f.Severity < failOn:
		c.Output = text
	case f.Severity == diag.Fatal:
		c.Error = fault
	default:
		c.Failure = fault
	}
	return c
}

// junitText returns the finding as the text format writes it without a frame.
func junitText(f Finding) string {
	var b strings.Builder
	if err := diag.WriteText(&b, []diag.Diagnostic{f.Diagnostic}, false); err != nil {
		panic(fmt.Sprintf("report: writing to memory: %v", err))
	}
	return b.String()
}
