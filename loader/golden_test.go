package loader

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/goldentest"
	"golang.org/x/tools/txtar"
)

// TestGolden loads the documents of each archive. The file "options" names the
// inputs where not every file is one, and what else differs from the defaults;
// want/model is the dump of the model, want/diags the findings.
func TestGolden(t *testing.T) {
	goldentest.Run(t, "testdata/*.txtar", func(t *testing.T, input []txtar.File) []txtar.File {
		fsys := fstest.MapFS{}
		var opts Options
		for _, f := range input {
			if f.Name == "options" {
				readOptions(t, &opts, string(f.Data))
				continue
			}
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		if opts.Inputs == nil {
			for _, f := range input {
				if f.Name != "options" {
					opts.Inputs = append(opts.Inputs, f.Name)
					break
				}
			}
		}
		return loadGolden(t, fsys, opts)
	})
}

func loadGolden(t *testing.T, fsys fstest.MapFS, opts Options) []txtar.File {
	t.Helper()
	var out diag.List
	res := Load(fsys, opts, &out)
	var files []txtar.File
	top, _ := out.Max()
	if (res.Document == nil) != (top == diag.Fatal) {
		t.Errorf("document missing: %v; highest severity: %v", res.Document == nil, top)
	}
	if res.Document != nil {
		check(t, "model", res.Document)
		files = append(files, txtar.File{Name: "model", Data: []byte(dump(res.Document))})
	}
	var b bytes.Buffer
	if err := diag.WriteText(&b, out.Sorted(), false); err != nil {
		t.Fatal(err)
	}
	return append(files, txtar.File{Name: "diags", Data: b.Bytes()})
}

func readOptions(t *testing.T, o *Options, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "":
		case "inputs":
			o.Inputs = strings.Fields(value)
		case "capabilities":
			o.Capabilities = value
		case "dialect":
			o.Dialect = value
		case "prefix":
			o.Prefix = value
		case "requiredness":
			o.Requiredness = map[string]Requiredness{"split": Split, "request": Request, "response": Response}[value]
		default:
			t.Fatalf("unknown option %q", key)
		}
	}
}
