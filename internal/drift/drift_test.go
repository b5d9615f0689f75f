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
	type row struct {
		Path   string
		Status Status
		Line   int
	}
	for _, c := range []struct {
		eol      EOL
		lineEnds []string
		want     []row
	}{
		{IgnoreEOL, []string{"out/crlf.ts"}, nil},
		{ReportEOL, nil, []row{{"out/crlf.ts", LineEnds, 1}}},
	} {
		got := Compare(disk, wanted, Options{EOL: c.eol})
		var rows []row
		for _, f := range got.Findings {
			rows = append(rows, row{f.Path, f.Status, f.Line})
		}
		want := append([]row{{"absent/x.ts", Missing, 0}, {"out/changed.ts", Changed, 2}}, c.want...)
		want = append(want, row{"out/foreign.ts", Foreign, 1}, row{"out/new.ts", Missing, 0}, row{"out/old.go", Stale, 0})
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(c.lineEnds, got.LineEnds); diff != "" {
			t.Error(diff)
		}
	}
}
