package ts_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// realDocuments are patterns below shared/; what each matches is one document.
var realDocuments = []string{
	"contracts/gaia/data/*.json", "contracts/gaia/data/derived/*.json", "contracts/gaia/data/upstream-newer/openapi.*.json",
}

// TestRealDocuments compiles what real documents give, and looks for each of
// their descriptions in it.
func TestRealDocuments(t *testing.T) {
	root := shared(t, "contracts")
	w := newWorkspace(t, noEmit)
	n := 0
	for _, pattern := range realDocuments {
		paths, err := filepath.Glob(filepath.Join(root, "..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Base(path)
			doc, found := load(t, name, data)
			if doc == nil {
				t.Errorf("%s: not loaded: %v", name, found.Sorted())
				continue
			}
			files, err := ts.Emit(doc, ts.Options{}, found)
			if err != nil {
				t.Fatal(err)
			}
			n++
			w.add(t, strings.TrimSuffix(name, ".json"), files)
			for _, m := range modes {
				w.addMode(t, m.name+"/"+strings.TrimSuffix(name, ".json"), doc, m.Options)
			}
			missingDescriptions(t, name, data, files)
		}
	}
	if n == 0 {
		t.Fatal("no document was loaded")
	}
	w.compiles(t)
	w.pretty(t)
}

// addMode adds the output under other options, unless members collide.
func (w workspace) addMode(t *testing.T, dir string, doc *ir.Document, o ts.Options) {
	t.Helper()
	var found diag.List
	files, err := ts.Emit(doc, o, &found)
	if err != nil {
		t.Fatal(err)
	}
	if found.HasErrors() {
		t.Logf("%s: %s", dir, found.Sorted()[0].Message)
		return
	}
	w.add(t, dir, files)
}

// TestDraftSchemas does the same for the JSON Schemas that refer to each other.
func TestDraftSchemas(t *testing.T) {
	dir := shared(t, "contracts/nats/draft-schemas")
	w := newWorkspace(t, noEmit)
	fsys := fstest.MapFS{}
	var inputs []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		inputs = append(inputs, filepath.ToSlash(name))
		fsys[filepath.ToSlash(name)] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var found diag.List
	res := loader.Load(fsys, loader.Options{Inputs: inputs}, &found)
	if res.Document == nil {
		t.Fatalf("not loaded: %v", found.Sorted())
	}
	files, err := ts.Emit(res.Document, ts.Options{}, &found)
	if err != nil {
		t.Fatal(err)
	}
	w.add(t, "nats", files)
	for _, name := range inputs {
		missingDescriptions(t, name, fsys[name].Data, files)
	}
	w.compiles(t)
	w.pretty(t)
}

// missingDescriptions reports each description of a document that the output
// does not hold, white space apart.
func missingDescriptions(t *testing.T, name string, data []byte, files []emit.File) {
	t.Helper()
	var all strings.Builder
	for _, f := range files {
		all.WriteString(bare(string(f.Data)))
	}
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	printed := all.String()
	total, missing := 0, 0
	visitDescriptions(doc, "", func(at, text string) {
		total++
		if !strings.Contains(printed, strings.Join(strings.Fields(text), " ")) {
			missing++
			t.Errorf("%s: the description at %s is missing: %.80q", name, at, text)
		}
	})
	t.Logf("%s: %d of %d descriptions", name, total-missing, total)
}

// visitDescriptions calls f for the descriptions of the schemas, operations,
// parameters, bodies and responses of a document.
func visitDescriptions(v any, at string, f func(at, text string)) {
	switch v := v.(type) {
	case map[string]any:
		for k, child := range v {
			if s, ok := child.(string); ok && k == "description" && at != "" && !strings.HasSuffix(at, "/info") && !strings.Contains(at, "/tags/") {
				f(at, s)
			}
			if k == "example" || k == "examples" || k == "default" || k == "securitySchemes" {
				continue
			}
			visitDescriptions(child, at+"/"+k, f)
		}
	case []any:
		for _, child := range v {
			visitDescriptions(child, at+"/-", f)
		}
	}
}

// bare returns text without comment markers, the escapes of comments and the
// shape of its white space.
func bare(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		line = strings.TrimPrefix(line, "/**")
		line = strings.TrimSuffix(line, "*/")
		line = strings.TrimPrefix(line, "*")
		for _, word := range strings.Fields(line) {
			word = strings.ReplaceAll(strings.ReplaceAll(word, `*\/`, "*/"), `\@`, "@")
			b.WriteString(word)
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}
