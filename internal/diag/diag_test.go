package diag

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/source"
)

func at(f *source.File, start, end int) source.Loc {
	return source.Loc{Span: source.Span{File: f, Start: start, End: end}}
}

func text(t *testing.T, ds []Diagnostic, frames Frames) string {
	t.Helper()
	var b strings.Builder
	if err := WriteText(&b, ds, frames); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteText(t *testing.T) {
	f := source.New("dir/a.json", []byte("{\n\t\"日\": 5\n}"))
	empty := source.New("empty.json", nil)
	ds := []Diagnostic{
		{Rule: "some/rule", Severity: Error, Message: "5 is no schema", Loc: at(f, 10, 11), Help: "write an object",
			Related: []Related{{"declared here", at(f, 3, 8)}}},
		{Severity: Fatal, Message: "the file is empty", Loc: at(empty, 0, 0)},
		{Severity: Warning, Message: "no place"},
	}
	want := `dir/a.json:2:7: error: 5 is no schema [some/rule]
    2 |  "日": 5
      |       ^
  dir/a.json:2:2: declared here
  help: write an object
empty.json: error: the file is empty
warning: no place
`
	if diff := cmp.Diff(want, text(t, ds, true)); diff != "" {
		t.Error(diff)
	}
	if got := text(t, ds, false); strings.Contains(got, "^") {
		t.Errorf("a frame where none was asked for:\n%s", got)
	}
}

// TestFrameOfOneLineDocument cuts a window out of a line that would fill screens.
func TestFrameOfOneLineDocument(t *testing.T) {
	line := strings.Repeat("a", 5000) + "HERE" + strings.Repeat("b", 5000)
	f := source.New("min.json", []byte(line))
	got := text(t, []Diagnostic{{Severity: Error, Message: "m", Loc: at(f, 5000, 5004)}}, true)
	lines := strings.Split(got, "\n")
	if len(lines[1]) > 140 || !strings.Contains(lines[1], "HERE") {
		t.Fatalf("frame %q", lines[1])
	}
	if strings.Index(lines[1], "HERE") != strings.Index(lines[2], "^^^^") {
		t.Errorf("the carets are not under the span:\n%s", got)
	}
}

func TestSorted(t *testing.T) {
	a, b := source.New("a", []byte("xxxx")), source.New("b", []byte("xxxx"))
	var l List
	l.Warnf("r", at(b, 0, 1), "third")
	l.Errorf("r", at(a, 2, 3), "second")
	l.Warnf("r", at(a, 2, 3), "second, less severe")
	l.Fatalf(at(a, 1, 2), "first")
	l.Errorf("r", at(a, 2, 3), "second")
	var got []string
	for _, d := range l.Sorted() {
		got = append(got, d.Message)
	}
	if diff := cmp.Diff([]string{"first", "second", "second, less severe", "third"}, got); diff != "" {
		t.Error(diff)
	}
	if top, ok := l.Max(); top != Fatal || !ok {
		t.Errorf("Max = %v, %v", top, ok)
	}
	if _, ok := new(List).Max(); ok {
		t.Error("an empty list has a severity")
	}
}
