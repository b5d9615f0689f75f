package report

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
)

// renderDriftText writes for people: the verdict, what the change means, the files,
// a difference that git apply takes, and the command that mends it.
func renderDriftText(v *drift.Verdict, o DriftOptions) []byte {
	t := &driftText{v: v, o: o}
	if v.Toolchain != "" {
		t.line("toolchain: " + v.Toolchain)
	}
	t.line(v.Program + ": " + driftHeadline(v))
	t.meaning()
	t.files()
	if len(v.Notes) > 0 {
		t.gap(len(v.Findings) > 0)
	}
	for _, n := range v.Notes {
		t.line("note: " + n)
	}
	t.diff()
	if v.Fix != "" {
		t.line("")
		t.line("fix: " + v.Fix)
	}
	return t.b.Bytes()
}

type driftText struct {
	b bytes.Buffer
	v *drift.Verdict
	o DriftOptions
}

// line writes one line. What comes from documents and file names may hold characters
// that would leave it.
func (t *driftText) line(text string) {
	t.b.WriteString(diag.OneLine(text))
	t.b.WriteByte('\n')
}

// gap separates two parts of a report of drift.
func (t *driftText) gap(needed bool) {
	if needed {
		t.b.WriteByte('\n')
	}
}

// shown returns how many of n to write.
func (t *driftText) shown(n, most int) int {
	if t.o.Extent == Whole {
		return n
	}
	return min(n, most)
}

func (t *driftText) more(n int) {
	if n > 0 {
		t.line(fmt.Sprintf("… and %d more: %s --all", n, t.v.Program))
	}
}

func (t *driftText) meaning() {
	t.gap(len(t.v.Changes)+len(t.v.Unchanged) > 0)
	n := t.shown(len(t.v.Changes), mostChanges)
	for _, c := range t.v.Changes[:n] {
		t.line(changeLine(c))
	}
	t.more(len(t.v.Changes) - n)
	for _, name := range t.v.Unchanged {
		t.line(unchangedLine(name))
	}
}

func (t *driftText) files() {
	t.gap(len(t.v.Findings) > 0)
	n := t.shown(len(t.v.Findings), mostFindings)
	for _, f := range t.v.Findings[:n] {
		line := driftLine(f)
		if f.AtBase {
			line += " [already on " + t.v.Base + "]"
		}
		t.line(line)
		for _, hint := range drift.Visible(f) {
			t.line("  " + hint)
		}
		if f.Status == drift.Missing {
			t.head(f.Want)
		}
	}
	t.more(len(t.v.Findings) - n)
	if len(t.v.Following) > 0 {
		t.line(number(len(t.v.Following), "generated file") + " will change with the schemas")
	}
}

// head writes the first lines of a missing file.
func (t *driftText) head(data []byte) {
	lines := strings.SplitN(string(data), "\n", firstLines+1)
	for _, line := range lines[:min(len(lines), firstLines)] {
		t.line("  | " + line)
	}
}

func (t *driftText) diff() {
	var patch []byte
	left := 0
	if t.o.Extent == Whole {
		for _, f := range t.v.Findings {
			patch = append(patch, drift.Patch(f)...)
		}
	} else {
		patch, left = drift.Abridged(t.v.Findings, mostDiffLines)
	}
	if len(patch) > 0 {
		t.b.WriteByte('\n')
		t.b.Write(t.coloured(t.harmless(patch)))
	}
	if left > 0 {
		t.line("")
		t.line(fmt.Sprintf("%d more lines of difference: %s --all", left, t.v.Program))
	}
}

// harmless is the patch without characters that would command a terminal. Elsewhere it
// stays as it is, to be applied.
func (t *driftText) harmless(patch []byte) []byte {
	if !t.o.Style.Frames {
		return patch
	}
	return bytes.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return '\ufffd'
		}
		return r
	}, patch)
}

// coloured paints what goes red, and what comes green.
func (t *driftText) coloured(patch []byte) []byte {
	if !t.o.Style.Colour {
		return patch
	}
	var b bytes.Buffer
	for line := range bytes.Lines(patch) {
		text, _, _ := bytes.Cut(line, []byte("\n"))
		switch {
		case bytes.HasPrefix(line, []byte("diff ")), bytes.HasPrefix(line, []byte("--- ")), bytes.HasPrefix(line, []byte("+++ ")):
			fmt.Fprintf(&b, "\x1b[1m%s\x1b[0m\n", text)
		case line[0] == '@':
			fmt.Fprintf(&b, "\x1b[36m%s\x1b[0m\n", text)
		case line[0] == '-':
			fmt.Fprintf(&b, "\x1b[31m%s\x1b[0m\n", text)
		case line[0] == '+':
			fmt.Fprintf(&b, "\x1b[32m%s\x1b[0m\n", text)
		default:
			b.Write(line)
		}
	}
	return b.Bytes()
}
