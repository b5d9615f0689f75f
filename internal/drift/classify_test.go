package drift

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit"
)

func TestClassify(t *testing.T) {
	const body = "export interface Pet {\n  /** It's \"called\" so. */\n  name: string;\n  tags: \"a b\" | \"c\";\n}\n"
	for _, c := range []struct {
		name, got string
		status    Status
		cause     Cause
		line      int
	}{
		{"a word", strings.Replace(body, "string", "number", 1), Changed, NoCause, 4},
		{"indented otherwise", strings.ReplaceAll(body, "  ", "\t"), Changed, Reformatted, 3},
		{"other quotes", strings.ReplaceAll(body, `"a b"`, `'a b'`), Changed, Reformatted, 5},
		{"no semicolons", strings.ReplaceAll(body, ";", ""), Changed, Reformatted, 4},
		{"a bar before a union", strings.Replace(body, `"a b" | "c"`, "\n    | \"a b\"\n    | \"c\"", 1), Changed, Reformatted, 5},
		{"a bar less in a union", strings.Replace(body, `"a b" | "c"`, `"a b" "c"`, 1), Changed, NoCause, 5},
		{"on one line", strings.ReplaceAll(body, "\n", " ") + "\n", Changed, Reformatted, 2},
		{"white space in a string counts", strings.Replace(body, "a b", "ab", 1), Changed, NoCause, 5},
		{"a word of a comment counts", strings.Replace(body, "called", "named", 1), Changed, NoCause, 3},
		{"CRLF", strings.ReplaceAll(body, "\n", "\r\n"), LineEnds, NoCause, 2},
		{"CRLF and more", strings.ReplaceAll(strings.Replace(body, "string", "number", 1), "\n", "\r\n"), Changed, NoCause, 2},
		{"markers", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> side\n" + body, Changed, Conflict, 2},
		{"half a marker is none", "<<<<<<< HEAD\n" + body, Changed, NoCause, 2},
		{"markers of three ways", body + "<<<<<<< a\n||||||| b\n=======\n>>>>>>> c\n", Changed, Conflict, 7},
	} {
		disk := fstest.MapFS{"out/a.ts": {Data: []byte(header + c.got)}}
		got := Compare(disk, []Dir{{Path: "out", Files: []emit.File{file("a.ts", header+body)}}}, Options{EOL: ReportEOL})
		if len(got.Findings) != 1 {
			t.Errorf("%s: %d findings", c.name, len(got.Findings))
			continue
		}
		f := got.Findings[0]
		if f.Status != c.status || f.Cause != c.cause || f.Line != c.line {
			t.Errorf("%s: %v %v, line %d; want %v %v, line %d", c.name, f.Status, f.Cause, f.Line, c.status, c.cause, c.line)
		}
	}
}

// TestConflictInTheHeader: a file whose first line is a marker is still ours.
func TestConflictInTheHeader(t *testing.T) {
	disk := fstest.MapFS{"out/a.ts": {Data: []byte("<<<<<<< HEAD\n" + header + "=======\n" + header + ">>>>>>> side\n")}}
	got := Compare(disk, []Dir{{Path: "out", Files: []emit.File{file("a.ts", header)}}}, Options{})
	if len(got.Findings) != 1 || got.Findings[0].Cause != Conflict || got.Findings[0].Line != 1 {
		t.Errorf("%+v", got.Findings)
	}
}

// broken is a file system in which some names cannot be read.
type broken struct {
	fstest.MapFS
	errs map[string]error
}

func (b broken) ReadFile(name string) ([]byte, error) {
	if err := b.errs[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return b.MapFS.ReadFile(name)
}

// TestOneUnreadableFileStopsNothing: the others are compared, stale ones are found.
func TestOneUnreadableFileStopsNothing(t *testing.T) {
	disk := broken{fstest.MapFS{"out/a.ts": {Data: []byte(header)}, "out/b.ts": {Data: []byte(header + "x\n")}, "out/old.ts": {Data: []byte(header)}, "out/older.ts": {Data: []byte(header)}},
		map[string]error{"out/a.ts": fs.ErrPermission, "out/older.ts": errors.New("input/output error")}}
	got := Compare(disk, []Dir{{Path: "out", Files: []emit.File{file("a.ts", header), file("b.ts", header)}}}, Options{})
	var lines []string
	for _, p := range got.Problems {
		lines = append(lines, p.Path+": "+p.Err.Error())
	}
	for _, f := range got.Findings {
		lines = append(lines, f.Path+": "+f.Status.String())
	}
	if diff := cmp.Diff([]string{"out/a.ts: permission denied", "out/older.ts: input/output error", "out/b.ts: changed", "out/old.ts: stale"}, lines); diff != "" {
		t.Error(diff)
	}
}

// insensitive is a disk that does not tell upper from lower case.
type insensitive struct{ fstest.MapFS }

func (i insensitive) ReadFile(name string) ([]byte, error) {
	for have := range i.MapFS {
		if strings.EqualFold(have, name) {
			return i.MapFS.ReadFile(have)
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func TestCaseOnlyNames(t *testing.T) {
	disk := insensitive{fstest.MapFS{"out/Types.ts": {Data: []byte(header)}}}
	got := Compare(disk, []Dir{{Path: "out", Files: []emit.File{file("types.ts", header)}}}, Options{})
	if len(got.Findings) != 1 || got.Findings[0].Status != Renamed || got.Findings[0].From != "out/Types.ts" {
		t.Errorf("%+v", got.Findings)
	}
}

func TestRenames(t *testing.T) {
	text := func(word string, n int) string { return header + strings.Repeat(word+"\n", n) + word + "s own line\n" }
	disk := fstest.MapFS{
		"out/old1.ts": {Data: []byte(text("a", 10))},
		"out/old2.ts": {Data: []byte(text("b", 10))},
		"out/old3.go": {Data: []byte(text("c", 10))},
	}
	got := Compare(disk, []Dir{{Path: "out", Files: []emit.File{
		file("new1.ts", text("b", 10)), file("new2.ts", text("a", 9)), file("new3.ts", text("c", 10)), file("new4.ts", header+"z\n"),
	}}}, Options{})
	var lines []string
	for _, f := range got.Findings {
		lines = append(lines, fmt.Sprintf("%s %s %s %d", f.Status, f.Path, f.From, f.Similarity))
	}
	want := []string{"renamed out/new1.ts out/old2.ts 100", "renamed out/new2.ts out/old1.ts 92", "missing out/new3.ts  0", "missing out/new4.ts  0", "stale out/old3.go  0"}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

// TestRenamesOfManyAreByContent: beyond some hundred pairs only equal files are one.
func TestRenamesOfManyAreByContent(t *testing.T) {
	disk := fstest.MapFS{}
	var files []emit.File
	for i := range 500 {
		disk[fmt.Sprintf("out/old%d.ts", i)] = &fstest.MapFile{Data: []byte(header + numbered(40, i))}
		files = append(files, file(fmt.Sprintf("new%d.ts", i), header+numbered(40, i)))
	}
	began := time.Now()
	got := Compare(disk, []Dir{{Path: "out", Files: files}}, Options{})
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
	for _, f := range got.Findings {
		if f.Status != Renamed || f.Similarity != 100 {
			t.Fatalf("%s %s", f.Status, f.Path)
		}
	}
}

func TestKnownAndPartial(t *testing.T) {
	disk := fstest.MapFS{"out/known.ts": {Data: []byte("anything")}, "out/old.ts": {Data: []byte(header)}, "half/old.ts": {Data: []byte(header)}}
	got := Compare(disk, []Dir{{Path: "out", Known: []string{"known.ts"}}, {Path: "half", Partial: true}}, Options{})
	if len(got.Findings) != 1 || got.Findings[0].Path != "out/old.ts" {
		t.Errorf("%+v", got.Findings)
	}
}

func TestCompareExact(t *testing.T) {
	disk := fstest.MapFS{"schemas/a.json": {Data: []byte("{}\n")}, "schemas/b.json": {Data: []byte("{ }\n")}, "schemas/old.json": {Data: []byte("1")}, "schemas/mine.json": {Data: []byte("2")}}
	got := CompareExact(disk, []emit.File{{Path: "schemas/a.json", Data: []byte("{}\n")}, {Path: "schemas/b.json", Data: []byte("{}\n")}, {Path: "schemas/new.json", Data: []byte("3")}},
		[]string{"schemas/a.json", "schemas/old.json", "schemas/gone.json"}, Options{})
	var lines []string
	for _, f := range got.Findings {
		lines = append(lines, f.Status.String()+" "+f.Path)
	}
	if diff := cmp.Diff([]string{"changed schemas/b.json", "missing schemas/new.json", "stale schemas/old.json"}, lines); diff != "" {
		t.Error(diff)
	}
}
