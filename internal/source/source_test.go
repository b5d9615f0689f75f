package source

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPos(t *testing.T) {
	const bom = "\ufeff"
	for _, c := range []struct {
		name, text string
		offset     int
		want       Pos
	}{
		{"start", "abc", 0, Pos{1, 1}},
		{"end", "abc", 3, Pos{1, 4}},
		{"past the end", "abc", 9, Pos{1, 4}},
		{"before the start", "abc", -1, Pos{1, 1}},
		{"second line", "a\nb", 2, Pos{2, 1}},
		{"CRLF is one line end", "a\r\nb", 3, Pos{2, 1}},
		{"lone CR", "a\rb", 2, Pos{2, 1}},
		{"CRLF after CR", "\r\r\nb", 3, Pos{3, 1}},
		{"a tab is one column", "\tx", 1, Pos{1, 2}},
		{"columns are code points", "日本x", 6, Pos{1, 3}},
		{"astral", "😀x", 4, Pos{1, 2}},
		{"byte order mark", bom + "ab", 4, Pos{1, 2}},
		{"line after byte order mark", bom + "a\nb", 5, Pos{2, 1}},
		{"empty", "", 0, Pos{1, 1}},
	} {
		f := New("f", []byte(c.text))
		if got := f.Pos(c.offset); got != c.want {
			t.Errorf("%s: Pos(%d) of %q = %v, want %v", c.name, c.offset, c.text, got, c.want)
		}
	}
	if got := (Span{}).Pos(); got != (Pos{}) {
		t.Errorf("the zero Span is at %v", got)
	}
}

func TestLine(t *testing.T) {
	f := New("f", []byte("one\r\ntwo\n\nfour"))
	for i, want := range []string{"", "one", "two", "", "four", ""} {
		if got := string(f.Line(i)); got != want {
			t.Errorf("Line(%d) = %q, want %q", i, got, want)
		}
	}
}

// TestPosFarIntoALine compares with a plain count on long lines, also where the
// bytes are not UTF-8 and code points lie across the marks.
func TestPosFarIntoALine(t *testing.T) {
	for _, unit := range []string{"a", "é", "日", "😀", "\x80", "\xe2\x82", "x\xf0\x9f", "ab日😀\xff"} {
		line := strings.Repeat(unit, 5*markStep/len(unit))
		for _, prefix := range []string{"", "\ufeff", "head\n", "12"} {
			f := New("f", []byte(prefix+line+"\nend"))
			start := len(strings.TrimSuffix(prefix, "12"))
			for offset := start; offset <= len(prefix)+len(line); offset += 997 {
				want := utf8.RuneCount(f.Data[start:offset]) + 1
				if got := f.Pos(offset).Column; got != want {
					t.Fatalf("%q after %q: column of %d is %d, want %d", unit, prefix, offset, got, want)
				}
			}
		}
	}
}
