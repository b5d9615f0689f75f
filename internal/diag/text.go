package diag

import (
	"bytes"
	"fmt"
	"io"

	"github.com/amd-gaia/gaia-gen/internal/source"
)

// Frames says whether text output shows the source line under each finding.
type Frames bool

// Colour says whether text output is coloured, by ANSI escape sequences.
type Colour bool

// Style is how findings look as text. The zero Style is for files and pipes.
type Style struct {
	Frames Frames
	Colour Colour
}

// WriteText writes ds without colour, as Style.Write does.
func WriteText(w io.Writer, ds []Diagnostic, frames Frames) error {
	return Style{Frames: frames}.Write(w, ds)
}

// Write writes each finding as "file:line:col: severity: message [rule]", then
// its related places and its help indented by two spaces. A finding without a
// position starts at its severity. Characters that would leave the line or
// steer a terminal are written as escapes.
func (s Style) Write(w io.Writer, ds []Diagnostic) error {
	var b bytes.Buffer
	for _, d := range ds {
		s.writeFinding(&b, d)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (s Style) writeFinding(b *bytes.Buffer, d Diagnostic) {
	shade := shadeOf(d.Severity)
	fmt.Fprintf(b, "%s%s: %s", s.paint(bold, prefix(d.Loc)), s.paint(shade, d.Severity.String()), OneLine(d.Message))
	if d.Rule != "" {
		fmt.Fprintf(b, " %s", s.paint(dim, "["+OneLine(d.Rule)+"]"))
	}
	b.WriteByte('\n')
	if s.Frames {
		s.writeFrame(b, d.Loc.Span, shade)
	}
	for _, r := range d.Related {
		fmt.Fprintf(b, "  %s%s\n", prefix(r.Loc), OneLine(r.Message))
	}
	if d.Help != "" {
		fmt.Fprintf(b, "  %s: %s\n", s.paint(bold, "help"), OneLine(d.Help))
	}
}

// prefix returns the place and ": ", or "".
func prefix(loc source.Loc) string {
	p := Place(loc)
	if p == "" {
		return ""
	}
	return p + ": "
}

// Place returns "file:line:col", "file" for a File without data, or "" for an
// unknown place.
func Place(loc source.Loc) string {
	f := loc.Span.File
	if f == nil {
		return ""
	}
	if len(f.Data) == 0 {
		return OneLine(f.Name)
	}
	p := loc.Span.Pos()
	return fmt.Sprintf("%s:%d:%d", OneLine(f.Name), p.Line, p.Column)
}

// The parameters of ANSI "select graphic rendition".
const (
	bold   = "1"
	dim    = "2"
	red    = "1;31"
	yellow = "1;33"
	cyan   = "1;36"
)

func shadeOf(s Severity) string {
	switch s {
	case Info:
		return cyan
	case Warning:
		return yellow
	case Error, Fatal:
		return red
	default:
		panic(fmt.Sprintf("diag: unknown severity %d", s))
	}
}

func (s Style) paint(shade, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return "\x1b[" + shade + "m" + text + "\x1b[0m"
}
