package ts_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/goldentest"
	"github.com/amd-gaia/gaia-gen/loader"
)

// capabilitiesInput is the name of the input that lists capability flags.
const capabilitiesInput = "capabilities.json"

// optionsInput is the name of the input that sets options, one "name value" a line.
const optionsInput = "options"

func readOptions(t *testing.T, text string) ts.Options {
	t.Helper()
	var o ts.Options
	for line := range strings.Lines(text) {
		switch strings.TrimSpace(line) {
		case "casing camel":
			o.Casing = ts.Camel
		case "decode none":
			o.Decode = ts.DecodeNone
		case "decode all":
			o.Decode = ts.DecodeAll
		case "decode strict":
			o.Decode = ts.DecodeStrict
		default:
			t.Fatalf("no option %q", line)
		}
	}
	return o
}

// TestGolden compares what each archive's schemas give with what it expects.
// Findings of this package are expected in want/findings; the reader has its own
// tests for the others.
func TestGolden(t *testing.T) {
	goldentest.Run(t, "testdata/*.txtar", emitArchive)
}

func emitArchive(t *testing.T, input []txtar.File) []txtar.File {
	fsys := fstest.MapFS{}
	o := loader.Options{}
	var options ts.Options
	for _, f := range input {
		if f.Name == optionsInput {
			options = readOptions(t, string(f.Data))
			continue
		}
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		if f.Name == capabilitiesInput {
			o.Capabilities = f.Name
			continue
		}
		o.Inputs = append(o.Inputs, f.Name)
	}
	var found diag.List
	res := loader.Load(fsys, o, &found)
	var out []txtar.File
	if res.Document != nil {
		files, err := ts.Emit(res.Document, options, &found)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			out = append(out, txtar.File{Name: f.Path, Data: f.Data})
		}
	}
	var b bytes.Buffer
	ours := slices.DeleteFunc(found.Sorted(), func(d diag.Diagnostic) bool {
		return !strings.HasPrefix(d.Rule, "ts/") && d.Rule != "naming/collision" && d.Severity < diag.Error
	})
	if err := diag.WriteText(&b, ours, false); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 0 {
		out = append(out, txtar.File{Name: "findings", Data: b.Bytes()})
	}
	return out
}

// TestGoldensCompile gives every golden file to tsc and prettier, so that a
// golden is never wrong text that someone accepted.
func TestGoldensCompile(t *testing.T) {
	w := newWorkspace(t, noEmit)
	goldentest.Each(t, "testdata/*.txtar", func(name string, want []txtar.File) {
		for _, f := range want {
			if f.Name != "findings" {
				w.write(t, name+"/"+f.Name, string(f.Data))
			}
		}
	})
	w.compiles(t)
	w.pretty(t)
}
