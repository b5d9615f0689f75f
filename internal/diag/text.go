package diag

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/source"
)

// Frames says whether text output shows the source line under each finding.
type Frames bool

// frameWidth is how many code points of a source line a frame shows, so that a
// one-line document does not fill the screen.
const frameWidth = 120

// WriteText writes each finding as "file:line:col: severity: message [rule]",
// then its related places and its help indented by two spaces. A finding
// without a position starts at its severity.
func WriteText(w io.Writer, ds []Diagnostic, frames Frames) error {
	var b bytes.Buffer
	for _, d := range ds {
		fmt.Fprintf(&b, "%s%s: %s", place(d.Loc), d.Severity, d.Message)
		if d.Rule != "" {
			fmt.Fprintf(&b, " [%s]", d.Rule)
		}
		b.WriteByte('\n')
		if frames {
			writeFrame(&b, d.Loc.Span)
		}
		for _, r := range d.Related {
			fmt.Fprintf(&b, "  %s%s\n", place(r.Loc), r.Message)
		}
		if d.Help != "" {
			fmt.Fprintf(&b, "  help: %s\n", d.Help)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// place returns "file:line:col: ", "file: " for a File without data, or "".
func place(loc source.Loc) string {
	f := loc.Span.File
	if f == nil {
		return ""
	}
	if len(f.Data) == 0 {
		return f.Name + ": "
	}
	p := loc.Span.Pos()
	return fmt.Sprintf("%s:%d:%d: ", f.Name, p.Line, p.Column)
}

// writeFrame prints the first line of s with carets under the span. Long lines
// are cut to a window around it.
func writeFrame(b *bytes.Buffer, s source.Span) {
	if s.File == nil || len(s.File.Data) == 0 {
		return
	}
	p := s.Pos()
	line := []rune(strings.ToValidUTF8(strings.ReplaceAll(string(s.File.Line(p.Line)), "\t", " "), "\uFFFD"))
	from := min(p.Column-1, len(line))
	width := min(utf8.RuneCount(s.File.Data[s.Start:min(s.End, len(s.File.Data))]), len(line)-from)
	start := 0
	if from > frameWidth/2 {
		start = from - frameWidth/2
	}
	end := min(len(line), start+frameWidth)
	width = max(1, min(width, end-from))
	gutter := fmt.Sprintf("%5d | ", p.Line)
	fmt.Fprintf(b, "%s%s\n", gutter, string(line[start:end]))
	fmt.Fprintf(b, "%s%s%s\n", strings.Repeat(" ", len(gutter)-2)+"| ", strings.Repeat(" ", from-start), strings.Repeat("^", width))
}
