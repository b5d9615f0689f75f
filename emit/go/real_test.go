package golang

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// shared returns the folder of documents beside the repository, which the
// project does not hold.
func shared(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../../../shared")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no documents beside the repository: %v", err)
	}
	return dir
}

// TestRealDocuments emits documents that others wrote: the output is formatted,
// type-checks and holds every description.
func TestRealDocuments(t *testing.T) {
	root := filepath.Join(shared(t), "contracts")
	groups := [][]string{
		{"gaia/data/openapi.email.json"}, {"gaia/data/upstream-newer/openapi.gaia.json"}, {"gaia/data/spec-sse-events.schema.json"},
		{"gaia/data/index.schema.json"}, {"gaia/data/manifest.schema.json"}, {"gaia/data/derived/openapi.ui.derived.json"},
	}
	drafts, _ := filepath.Glob(filepath.Join(root, "nats/draft-schemas/*.json"))
	var nats []string
	for _, d := range drafts {
		nats = append(nats, "nats/draft-schemas/"+filepath.Base(d))
	}
	for _, inputs := range append(groups, nats) {
		if len(inputs) == 0 {
			continue
		}
		t.Run(path.Base(inputs[0]), func(t *testing.T) {
			doc := loadFrom(t, root, inputs...)
			texts := generate(t, doc, Options{})
			checkDescriptions(t, doc, texts)
			generate(t, doc, Options{Strict: true})
		})
	}
}

func loadFrom(t testing.TB, root string, inputs ...string) *ir.Document {
	t.Helper()
	var out diag.List
	r := loader.Load(os.DirFS(root), loader.Options{Inputs: inputs}, &out)
	if r == nil || r.Document == nil {
		t.Fatalf("%v: no document: %v", inputs, out.Sorted())
	}
	return r.Document
}

// checkDescriptions looks for every description of doc in the comments of texts,
// white space and comment marks aside.
func checkDescriptions(t testing.TB, doc *ir.Document, texts map[string]string) {
	t.Helper()
	var all strings.Builder
	for _, text := range texts {
		all.WriteString(commentMark.ReplaceAllString(text, " ") + " ")
	}
	got := strings.Join(strings.Fields(all.String()), " ")
	if len(texts) == 0 { // the document declares nothing
		return
	}
	missing := 0
	found := descriptions(doc)
	for _, d := range found {
		if want := strings.Join(strings.Fields(cleanText(d)), " "); !strings.Contains(got, want) {
			if missing++; missing <= 5 {
				t.Errorf("description is not in the output: %q", d)
			}
		}
	}
	t.Logf("%d descriptions, %d missing", len(found), missing)
}

var commentMark = regexp.MustCompile(`(?m)^\s*//`)

// descriptions returns every description in doc.
func descriptions(doc *ir.Document) []string {
	out := []string{doc.Description}
	add := func(d ir.Doc) { out = append(out, d.Description) }
	addUse := func(u ir.Use) {
		if u.Doc != nil {
			add(*u.Doc)
		}
	}
	ir.Walk(doc, func(t *ir.Type) {
		add(t.Doc)
		if t.Alias != nil {
			return
		}
		for _, u := range ir.Uses(t.Shape) {
			addUse(u)
		}
		switch s := t.Shape.(type) {
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
		for _, u := range ir.OperationUses(o) {
			addUse(u)
		}
	}
	for _, f := range doc.Flags {
		add(f.Doc)
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// TestCorpus emits many public documents; GAIA_CORPUS=1 asks for all of them.
func TestCorpus(t *testing.T) {
	root := filepath.Join(shared(t), "corpus")
	everything := os.Getenv("GAIA_CORPUS") != ""
	var paths []string
	filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && slices.Contains([]string{".json", ".yaml", ".yml"}, filepath.Ext(p)) {
			if info, err := d.Info(); err == nil && (everything || info.Size() < 400_000) {
				rel, _ := filepath.Rel(root, p)
				paths = append(paths, filepath.ToSlash(rel))
			}
		}
		return nil
	})
	step := 1
	if !everything {
		step = max(1, len(paths)/40)
	}
	for i := 0; i < len(paths); i += step {
		t.Run(paths[i], func(t *testing.T) {
			var out diag.List
			r := loader.Load(os.DirFS(root), loader.Options{Inputs: []string{paths[i]}}, &out)
			if r == nil || r.Document == nil {
				t.Skip("does not load")
			}
			begin := time.Now()
			checkDescriptions(t, r.Document, generate(t, r.Document, Options{}))
			generate(t, r.Document, Options{Strict: true})
			if took := time.Since(begin); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}
