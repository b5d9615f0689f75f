package drift

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit"
)

const header = "// " + emit.Header + "\n"

func file(name, text string) emit.File { return emit.File{Path: name, Data: []byte(text)} }

func TestCompare(t *testing.T) {
	disk := fstest.MapFS{
		"out/same.ts":      {Data: []byte(header + "a\n")},
		"out/changed.ts":   {Data: []byte(header + "b\n")},
		"out/crlf.ts":      {Data: []byte("// " + emit.Header + "\r\nc\r\n")},
		"out/foreign.ts":   {Data: []byte("mine\n")},
		"out/old.go":       {Data: []byte(header)},
		"out/old.md":       {Data: []byte(header)},
		"out/mine.ts":      {Data: []byte("export {}\n")},
		"out/below/old.ts": {Data: []byte(header)},
		"elsewhere/old.ts": {Data: []byte(header)},
	}
	wanted := []Dir{
		{Path: "out", Files: []emit.File{
			file("same.ts", header+"a\n"), file("changed.ts", header+"a\n"), file("crlf.ts", header+"c\n"),
			file("foreign.ts", header), file("new.ts", header),
		}},
		{Path: "absent", Files: []emit.File{file("x.ts", header)}},
	}
	got, err := Compare(disk, wanted)
	if err != nil {
		t.Fatal(err)
	}
	want := []Finding{
		{"absent/x.ts", Missing}, {"out/changed.ts", Changed}, {"out/crlf.ts", LineEnds},
		{"out/foreign.ts", Foreign}, {"out/new.ts", Missing}, {"out/old.go", Stale},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestClashes(t *testing.T) {
	got := Clashes([]Dir{
		{Path: "a", Files: []emit.File{file("types.ts", ""), file("x.ts", "")}},
		{Path: "A", Files: []emit.File{file("types.ts", "")}},
		{Path: "b", Files: []emit.File{file("types.ts", "")}},
	})
	if diff := cmp.Diff([]Clash{{"a/types.ts", "A/types.ts"}}, got); diff != "" {
		t.Error(diff)
	}
}
