package ts_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit"
)

// TestOrderOfTypes shuffles the types of a document: an exporter that lists its
// schemas in another order makes no drift.
func TestOrderOfTypes(t *testing.T) {
	want := texts(generate(t, everything()))
	for seed := range uint64(10) {
		doc := everything()
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(doc.Types), func(i, j int) {
			doc.Types[i], doc.Types[j] = doc.Types[j], doc.Types[i]
		})
		if diff := cmp.Diff(want, texts(generate(t, doc))); diff != "" {
			t.Fatalf("output depends on the order of types (-want +got):\n%s", diff)
		}
	}
}

// TestNamesStayWhenTypesCome adds types to a document, some with the names that
// helpers and inline types would take: what was named keeps its name unless the
// new type has that very name.
func TestNamesStayWhenTypesCome(t *testing.T) {
	before := generate(t, decodeDocument())
	doc := decodeDocument()
	doc.Types = append(doc.Types, named("Aardvark", tagged("kind", named("Ant", object(must("kind", inline(enum(`"ant"`))))))),
		named("MessageNote2", str().Shape), named("Zebra", enum(`"a"`, `"b"`)))
	after := generate(t, doc)
	for _, line := range declarations(before) {
		if !slices.Contains(declarations(after), line) {
			t.Errorf("%q is no longer declared", line)
		}
	}
}

// declarations returns the first line of each exported declaration.
func declarations(files []emit.File) []string {
	var out []string
	for _, f := range files {
		for line := range strings.Lines(string(f.Data)) {
			if strings.HasPrefix(line, "export ") && !strings.HasPrefix(line, "export *") {
				out = append(out, strings.TrimSpace(line))
			}
		}
	}
	return out
}

func texts(files []emit.File) map[string]string {
	out := map[string]string{}
	for _, f := range files {
		out[f.Path] = string(f.Data)
	}
	return out
}
