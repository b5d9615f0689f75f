package golang

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// load reads one document from memory.
func load(t testing.TB, name string, data []byte) *ir.Document {
	t.Helper()
	var out diag.List
	r := loader.Load(fstest.MapFS{name: {Data: data}}, loader.Options{Inputs: []string{name}}, &out)
	for _, d := range out.Sorted() {
		t.Logf("%s: %s %s: %s", name, d.Severity, d.Rule, d.Message)
	}
	if r == nil || r.Document == nil {
		t.Fatalf("%s: no document", name)
	}
	return r.Document
}

// caseGaps are cases whose right value Go's types do not reach.
var caseGaps = map[string]string{
	"052-number-decimal":     "a number is a float64, whatever its digits",
	"074-constraints":        "bounds are documented, not checked",
	"073-readonly-writeonly": "a write-only member is not part of what a response shows",
}

// roundTrip is one case: what must survive, what must be refused, and what a
// tolerant reader keeps of a newer writer.
type roundTrip struct {
	name                 string
	valid, bad, tolerant []string
	first                int // of the answers, in that order
}

// TestRoundTrip decodes and encodes every sample of the cases: what must survive
// equals the input as exact JSON, what must be refused is an error.
func TestRoundTrip(t *testing.T) {
	roundTrips(t, newProgram(t), caseGaps)
}

// TestStrictRoundTrip is TestRoundTrip for decoders that check limits too.
func TestStrictRoundTrip(t *testing.T) {
	p := newProgram(t)
	p.strict = true
	gaps := maps.Clone(caseGaps)
	delete(gaps, "074-constraints")
	roundTrips(t, p, gaps)
	p.vet(t)
}

func roundTrips(t *testing.T, p *program, gaps map[string]string) {
	t.Helper()
	paths, _ := filepath.Glob("testdata/cases/*.json")
	if len(paths) == 0 {
		t.Fatal("no cases")
	}
	var cases []roundTrip
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		notes, err := os.ReadFile(strings.TrimSuffix(path, ".json") + ".md")
		if err != nil {
			t.Fatal(err)
		}
		doc := load(t, filepath.Base(path), data)
		thing := typeNamed(t, doc, "Thing")
		root := p.add(t, doc, ir.Use{Type: thing, Nullable: thing.Nullable})
		c := roundTrip{
			name:  strings.TrimSuffix(filepath.Base(path), ".json"),
			valid: samples(string(notes), "Must decode"), bad: samples(string(notes), "Must be refused"), tolerant: samples(string(notes), "Should be kept"),
			first: len(p.asked),
		}
		for _, text := range slices.Concat(c.valid, c.bad, c.tolerant) {
			p.ask(root, []byte(text))
		}
		cases = append(cases, c)
	}
	answers := p.run(t)
	passed, kept, tolerant := 0, 0, 0
	for _, c := range cases {
		faults := c.faults(answers[c.first:])
		for i, in := range c.tolerant {
			tolerant++
			if a := answers[c.first+len(c.valid)+len(c.bad)+i]; a.Error == "" && reflect.DeepEqual(exact([]byte(in)), exact(a.Value)) {
				kept++
			}
		}
		switch reason := gaps[c.name]; {
		case len(faults) == 0 && reason != "":
			t.Errorf("%s passes, although it is listed as a gap: %s", c.name, reason)
		case len(faults) == 0:
			passed++
		case reason == "":
			t.Errorf("%s: %s", c.name, strings.Join(faults, "\n"))
		}
	}
	t.Logf("%d of %d cases; %d of %d samples of newer writers kept whole", passed, len(cases), kept, tolerant)
}

// faults returns what the answers to the samples of c should not say.
func (c roundTrip) faults(answers []answer) []string {
	var out []string
	for i, in := range c.valid {
		if a := answers[i]; a.Error != "" {
			out = append(out, in+": "+a.Error)
		} else if !reflect.DeepEqual(exact([]byte(in)), exact(a.Value)) {
			out = append(out, in+" became "+string(a.Value))
		}
	}
	answers = answers[len(c.valid):]
	for i, in := range c.bad {
		if answers[i].Error == "" {
			out = append(out, "accepted "+in)
		}
	}
	return out
}

func typeNamed(t *testing.T, doc *ir.Document, name string) *ir.Type {
	t.Helper()
	i := slices.IndexFunc(doc.Types, func(t *ir.Type) bool { return t.Name == name })
	if i < 0 {
		t.Fatalf("no type %s", name)
	}
	return doc.Types[i]
}

var sampleLine = regexp.MustCompile("(?m)^- `(.*)`$")

// samples returns the documents listed under the heading.
func samples(notes, heading string) []string {
	_, rest, ok := strings.Cut(notes, "\n"+heading)
	if !ok {
		return nil
	}
	if i := strings.Index(rest, "\n\n"); i >= 0 {
		rest = rest[i+2:]
	}
	if i := strings.Index(rest, "\n\n"); i >= 0 {
		rest = rest[:i]
	}
	var out []string
	for _, m := range sampleLine.FindAllStringSubmatch(rest, -1) {
		out = append(out, m[1])
	}
	return out
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
