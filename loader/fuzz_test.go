package loader

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
	"golang.org/x/tools/txtar"
)

// FuzzLoad loads arbitrary bytes: it must end, must not panic, must leave a model
// that keeps its promises, and must make the same of the same bytes.
func FuzzLoad(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range paths {
		a, err := txtar.ParseFile(p)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			if strings.HasSuffix(file.Name, ".json") {
				f.Add(file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		start := time.Now()
		first := loadBytes(t, data)
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("took %v for %d bytes", d, len(data))
		}
		if again := loadBytes(t, data); again != first {
			t.Errorf("two runs differ:\n%s\n%s", first, again)
		}
	})
}

// loadBytes returns the dump of the document and the findings.
func loadBytes(t *testing.T, data []byte) string {
	t.Helper()
	var out diag.List
	fsys := fstest.MapFS{"a.json": {Data: data}}
	res := Load(fsys, Options{Inputs: []string{"a.json"}, Capabilities: "a.json"}, &out)
	var b strings.Builder
	if err := diag.WriteText(&b, out.Sorted(), false); err != nil {
		t.Fatal(err)
	}
	if res.Document == nil {
		if top, _ := out.Max(); top != diag.Fatal {
			t.Errorf("no document without a fatal finding")
		}
		return b.String()
	}
	check(t, "document", res.Document)
	return b.String() + dump(res.Document)
}

// TestDepth loads schemas that reach far: nested values, and chains of references
// by every road. None may overflow the stack or take long.
func TestDepth(t *testing.T) {
	const n = 10000
	chain := func(link string) string {
		var b strings.Builder
		b.WriteString(`{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {`)
		for i := range n {
			b.WriteString(`"D` + itoa(i) + `": ` + strings.ReplaceAll(link, "NEXT", "#/$defs/D"+itoa(i+1)) + ",\n")
		}
		b.WriteString(`"D` + itoa(n) + `": {"type": "object", "required": ["k"], "properties": {"k": {"const": 1}}}}}`)
		return b.String()
	}
	nested := func(open, middle, end string) string {
		const deep = n / 2 // pointers grow with depth: the work is quadratic in it
		return strings.Repeat(open, deep) + middle + strings.Repeat(end, deep)
	}
	for name, text := range map[string]string{
		"refs":        chain(`{"$ref": "NEXT"}`),
		"allOf":       chain(`{"allOf": [{"$ref": "NEXT"}, {"required": ["k"]}]}`),
		"anyOf":       chain(`{"anyOf": [{"$ref": "NEXT"}, {"type": "string"}]}`),
		"properties":  chain(`{"type": "object", "properties": {"n": {"$ref": "NEXT"}}}`),
		"arrays":      nested(`{"type":"array","items":`, `{"type":"string"}`, `}`),
		"objects":     nested(`{"type":"object","properties":{"a":`, `{"type":"string"}`, `}}`),
		"wrappers":    nested(`{"allOf":[`, `{"type":"string"}`, `]}`),
		"choices":     nested(`{"anyOf":[{"type":"integer"},`, `{"type":"string"}`, `]}`),
		"not schemas": nested(`[`, ``, `]`),
		"annotations": `{"type":"string","default":` + nested(`[`, ``, `]`) + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			var out diag.List
			start := time.Now()
			fsys := fstest.MapFS{"a.json": {Data: []byte(text)}}
			res := Load(fsys, Options{Inputs: []string{"a.json"}, Limits: tree.Limits{Depth: 10 * n}}, &out)
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
			if res.Document != nil {
				types := 0
				ir.Walk(res.Document, func(*ir.Type) { types++ })
				t.Logf("%d types", types)
			}
		})
	}
}
