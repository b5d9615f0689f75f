package diag

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/source"
)

func TestOneLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"plain, 日本 👩‍💻", "plain, 日本 👩‍💻"},
		{"a\r\nb\tc", `a\r\nb\tc`},
		{"\x1b[31m\x00\x7f\u0085", `\u001b[31m\u0000\u007f\u0085`},
		{"\u2028\u2029\u202e\u2066", `\u2028\u2029\u202e\u2066`},
		{"a\xffb", "a\ufffdb"},
	} {
		if diff := cmp.Diff(c.want, OneLine(c.text)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestColourAddsOnlyEscapes removes them and compares with the plain text.
func TestColourAddsOnlyEscapes(t *testing.T) {
	f := source.New("a\x1b.json", []byte("{\x1b[31m\n}"))
	ds := []Diagnostic{
		{Rule: "r\x1b", Severity: Error, Message: "m\x1b[0m", Help: "h\n", Loc: at(f, 0, 1), Related: []Related{{"\x1b", at(f, 1, 2)}}},
		{Severity: Info, Message: "no place"},
	}
	var plain, coloured strings.Builder
	if err := (Style{Frames: true}).Write(&plain, ds); err != nil {
		t.Fatal(err)
	}
	if err := (Style{Frames: true, Colour: true}).Write(&coloured, ds); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(plain.String(), "\x1b") || !strings.Contains(coloured.String(), "\x1b[1;31merror\x1b[0m") {
		t.Errorf("plain %q\ncoloured %q", plain.String(), coloured.String())
	}
	stripped := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(coloured.String(), "")
	if diff := cmp.Diff(plain.String(), stripped); diff != "" {
		t.Error(diff)
	}
}

// TestFrameKeepsCaretsUnderTheSpan has what shifts them: a byte order mark, a
// tab, control characters and bytes that are not UTF-8.
func TestFrameKeepsCaretsUnderTheSpan(t *testing.T) {
	f := source.New("a.json", []byte("\ufeff\t\x1b\xff\xfe\u202eHERE\r\n"))
	got := text(t, []Diagnostic{{Message: "m", Loc: at(f, 10, 14)}}, true)
	want := "a.json:1:6: info: m\n    1 |  ␛\ufffd\ufffd\ufffdHERE\n      |      ^^^^\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
