// Package source maps byte offsets in input documents to lines and columns.
package source

import (
	"bytes"
	"sort"
	"sync"
	"unicode/utf8"
)

// File is one document as read. Data is never modified.
type File struct {
	Name string // slash path from the workspace root, as printed in diagnostics
	Data []byte

	once  sync.Once
	lines []int // byte offset of each line start, built by the first Pos

	markOnce sync.Once
	marks    []mark // built by the first Pos far into a line
}

// markStep is how many bytes apart marks are.
const markStep = 4 << 10

// mark says how many code points there are before an offset, so that a position
// in a document of one long line is not counted from its start each time.
type mark struct{ offset, runes int }

// New returns a File that keeps a reference to data.
func New(name string, data []byte) *File {
	return &File{Name: name, Data: data}
}

// Span is the half-open byte range [Start, End) of File.
// The zero Span means "no known position".
type Span struct {
	File       *File
	Start, End int
}

// Pos is a display position: line and column, both counted from 1; the column
// counts code points, a tab is one, and a byte order mark is none.
// The zero Pos means "unknown".
type Pos struct{ Line, Column int }

// Pos returns where s starts, the zero Pos for the zero Span.
func (s Span) Pos() Pos { return s.File.Pos(s.Start) }

// EndPos returns the position just past s, the zero Pos for the zero Span.
func (s Span) EndPos() Pos { return s.File.Pos(s.End) }

// Pos returns the position of the byte at offset; an offset past the end is
// the end. It is safe for concurrent use, and for a nil File.
func (f *File) Pos(offset int) Pos {
	if f == nil {
		return Pos{}
	}
	f.once.Do(f.index)
	offset = max(0, min(offset, len(f.Data)))
	line := sort.SearchInts(f.lines, offset+1) - 1
	start := f.lines[line]
	if line == 0 && offset > 0 && bytes.HasPrefix(f.Data, bom) {
		start = min(offset, len(bom))
	}
	return Pos{Line: line + 1, Column: f.runes(start, offset) + 1}
}

var bom = []byte("\ufeff")

// runes returns how many code points the bytes from start to end hold.
func (f *File) runes(start, end int) int {
	if end-start <= 2*markStep {
		return utf8.RuneCount(f.Data[start:end])
	}
	f.markOnce.Do(f.mark)
	first := f.marks[(start+markStep-1)/markStep]
	last := f.marks[end/markStep]
	if last.offset > end {
		last = f.marks[end/markStep-1]
	}
	return utf8.RuneCount(f.Data[start:first.offset]) + last.runes - first.runes + utf8.RuneCount(f.Data[last.offset:end])
}

// mark counts the code points once. A mark stands on the first byte at or after
// its step that no code point continues over.
func (f *File) mark() {
	prev := mark{}
	for step := 0; step <= len(f.Data); step += markStep {
		at := step
		for at < len(f.Data) && at < step+utf8.UTFMax-1 && !utf8.RuneStart(f.Data[at]) {
			at++
		}
		prev = mark{at, prev.runes + utf8.RuneCount(f.Data[prev.offset:at])}
		f.marks = append(f.marks, prev)
	}
}

// LineStart returns the offset of the first byte of the 1-based line, or the
// length of the data when there is no such line.
func (f *File) LineStart(line int) int {
	f.once.Do(f.index)
	if line < 1 || line > len(f.lines) {
		return len(f.Data)
	}
	return f.lines[line-1]
}

// Line returns the text of the 1-based line without its line end, nil when
// there is no such line.
func (f *File) Line(line int) []byte {
	f.once.Do(f.index)
	if line < 1 || line > len(f.lines) {
		return nil
	}
	text := f.Data[f.lines[line-1]:f.LineStart(line+1)]
	return bytes.TrimRight(text, "\r\n")
}

// index records the line starts. LF, CRLF and a lone CR all end a line.
func (f *File) index() {
	f.lines = append(f.lines, 0)
	for at := 0; ; {
		i := bytes.IndexAny(f.Data[at:], "\r\n")
		if i < 0 {
			return
		}
		at += i + 1
		if f.Data[at-1] == '\r' && at < len(f.Data) && f.Data[at] == '\n' {
			at++
		}
		f.lines = append(f.lines, at)
	}
}

// Loc says where something was declared: for people by Span, for tools by
// Pointer, an RFC 6901 JSON pointer that survives reformatting.
type Loc struct {
	Span    Span
	Pointer string
}
