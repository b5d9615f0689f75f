package diag

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/source"
)

// frameWidth is how many code points of a source line a frame shows, so that a
// one-line document does not fill the screen.
const frameWidth = 120

// writeFrame prints the first line of span with carets under it. Of a long line
// only the part around the span is shown, and only that part is looked at: a
// document of many megabytes may be one line.
func (s Style) writeFrame(b *bytes.Buffer, span source.Span, shade string) {
	if span.File == nil || len(span.File.Data) == 0 {
		return
	}
	p := span.Pos()
	line := span.File.Line(p.Line)
	lineStart := span.File.LineStart(p.Line)
	start := max(0, min(span.Start-lineStart, len(line)))
	if p.Line == 1 {
		if rest, marked := bytes.CutPrefix(line, []byte("\ufeff")); marked {
			line, lineStart = rest, lineStart+len("\ufeff")
			start = max(0, start-len("\ufeff"))
		}
	}
	before := tail(line[:start], frameWidth/2)
	after := head(line[start:], frameWidth-len(before))
	end := max(start, min(span.End-lineStart, len(line)))
	width := len(head(line[start:end], len(after)))
	gutter := fmt.Sprintf("%5d | ", p.Line)
	fmt.Fprintf(b, "%s%s%s\n", s.paint(dim, gutter), string(before), string(after))
	fmt.Fprintf(b, "%s%s%s\n", s.paint(dim, strings.Repeat(" ", len(gutter)-2)+"| "),
		strings.Repeat(" ", len(before)), s.paint(shade, strings.Repeat("^", max(1, width))))
}

// head returns the first n code points of text or fewer, each as one cell.
func head(text []byte, n int) []rune {
	var out []rune
	for len(text) > 0 && len(out) < n {
		r, size := utf8.DecodeRune(text)
		out = append(out, cell(r))
		text = text[size:]
	}
	return out
}

// tail returns the last n code points of text or fewer, each as one cell.
func tail(text []byte, n int) []rune {
	at := len(text)
	for count := 0; at > 0 && count < n; count++ {
		_, size := utf8.DecodeLastRune(text[:at])
		at -= size
	}
	return head(text[at:], n)
}

// cell returns what a frame shows for r: carets stand under the right character
// only when each code point takes one place.
func cell(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r < ' ':
		return '␀' + r
	case disruptive(r):
		return utf8.RuneError
	default:
		return r
	}
}
