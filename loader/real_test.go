package loader

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// realContracts are sets of documents that are loaded together. They are not
// part of the project.
var realContracts = []struct {
	dir    string
	inputs []string // patterns; nil: each file of dir that ends in .json by itself
}{
	{"gaia/data", []string{"openapi.email.json"}},
	{"gaia/data", []string{"agent-manifest.b63775cbf.schema.json"}},
	{"gaia/data", []string{"index.schema.json"}},
	{"gaia/data", []string{"manifest.schema.json"}},
	{"gaia/data", []string{"spec-sse-events.schema.json"}},
	{"gaia/data/derived", []string{"openapi.api.derived.json"}},
	{"gaia/data/derived", []string{"openapi.gaia-head.derived.json"}},
	{"gaia/data/derived", []string{"openapi.ui.derived.json"}},
	{"gaia/data/upstream-newer", []string{"openapi.gaia.json"}},
	{"nats/draft-schemas", []string{"*.json"}},
}

// TestRealContracts loads documents of the contracts that the generator was
// first made for: no finding above a warning, and the model keeps its promises.
func TestRealContracts(t *testing.T) {
	root := sharedDir(t, "contracts")
	for _, c := range realContracts {
		name := c.dir + "/" + c.inputs[0]
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(root, c.dir)
			var inputs []string
			for _, pattern := range c.inputs {
				files, err := filepath.Glob(filepath.Join(dir, pattern))
				if err != nil || len(files) == 0 {
					t.Fatalf("no file matches %s: %v", pattern, err)
				}
				for _, f := range files {
					inputs = append(inputs, filepath.Base(f))
				}
			}
			var out diag.List
			res := Load(os.DirFS(dir), Options{Inputs: inputs}, &out)
			for _, d := range out.Sorted() {
				if d.Severity > diag.Warning {
					t.Errorf("%v %s: %s", d.Loc.Span.Pos(), d.Rule, d.Message)
				}
				t.Logf("%v %s: %s", d.Loc.Span.Pos(), d.Rule, d.Message)
			}
			if res.Document == nil {
				t.Fatal("no document")
			}
			check(t, name, res.Document)
			checkDescriptions(t, res)
			t.Logf("%d types, %d operations", len(res.Document.Types), len(res.Document.Operations))
		})
	}
}

// checkDescriptions reports descriptions of the input that no Doc of the model
// holds, apart from those of parts that no operation or type is made of.
func checkDescriptions(t *testing.T, res *Result) {
	t.Helper()
	have := docTexts(res.Document)
	total, missing := 0, 0
	for _, d := range res.Docs {
		eachDescription(d.Root(), func(n tree.Node) {
			total++
			want := newlines(n.Str())
			if !have[want] && !strings.Contains(joined(have), want) {
				missing++
				t.Errorf("%s is in no Doc: %q", n.Pointer(), want)
			}
		})
	}
	t.Logf("%d descriptions", total)
	if missing > 0 {
		t.Errorf("%d descriptions are lost", missing)
	}
}

func joined(m map[string]bool) string {
	var b strings.Builder
	for s := range m {
		if strings.Contains(s, "\n\n") {
			b.WriteString(s + "\x00")
		}
	}
	return b.String()
}

// eachDescription calls f for every member "description" that is a string,
// outside literals and what describes the document alone.
func eachDescription(n tree.Node, f func(tree.Node)) {
	switch n.Kind() {
	case tree.Object:
		for key, v := range n.Members() {
			switch key.Str() {
			case "example", "examples", "default", "enum", "const", "tags", "securitySchemes", "servers", "links", "externalDocs":
				continue
			case "description":
				if v.Kind() == tree.String && v.Str() != "" {
					f(v)
				}
			}
			eachDescription(v, f)
		}
	case tree.Array:
		for _, v := range n.Items() {
			eachDescription(v, f)
		}
	}
}

// docTexts gathers every description in doc.
func docTexts(doc *ir.Document) map[string]bool {
	have := map[string]bool{doc.Description: true}
	add := func(d ir.Doc) { have[d.Description] = true }
	use := func(u ir.Use) {
		if u.Doc != nil {
			add(*u.Doc)
		}
	}
	ir.Walk(doc, func(x *ir.Type) {
		add(x.Doc)
		for _, u := range ir.Uses(x.Shape) {
			use(u)
		}
		switch s := x.Shape.(type) {
		case *ir.Object:
			for _, f := range s.Fields {
				add(f.Doc)
			}
		case *ir.Enum:
			for _, m := range s.Members {
				add(m.Doc)
			}
		}
	})
	for _, o := range doc.Operations {
		add(o.Doc)
		for _, u := range ir.OperationUses(o) {
			use(u)
		}
		for _, p := range o.Params {
			add(p.Doc)
		}
		if o.Body != nil {
			add(o.Body.Doc)
		}
		for _, r := range o.Responses {
			add(r.Doc)
			for _, h := range r.Headers {
				add(h.Doc)
			}
		}
	}
	for _, f := range doc.Flags {
		add(f.Doc)
	}
	return have
}
