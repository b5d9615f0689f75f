package ts_test

import (
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// BenchmarkEmit emits about as much as 13 MB of OpenAPI gives: 1,800
// objects of 20 fields with a sentence each, 800 operations, 100 tagged unions
// whose 8 variants hold such objects.
func BenchmarkEmit(b *testing.B) {
	doc := large()
	size := 0
	for b.Loop() {
		var out diag.List
		files, err := ts.Emit(doc, ts.Options{}, &out)
		if err != nil {
			b.Fatal(err)
		}
		size = 0
		for _, f := range files {
			size += len(f.Data)
		}
	}
	b.ReportMetric(float64(size)/1e6, "MB/out")
}

// TestParallel compares what one thread and several print of a document that is
// large enough to be split, and what they find in it.
func TestParallel(t *testing.T) {
	emitted := func(threads int) (map[string]string, []diag.Diagnostic) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		doc := large()
		for i, typ := range doc.Types {
			if o, ok := typ.Shape.(*ir.Object); ok {
				o.Patterns = []ir.Pattern{{Expr: fmt.Sprintf("[%d]", i), Use: use(str())}}
			}
		}
		var out diag.List
		files, err := ts.Emit(doc, ts.Options{}, &out)
		if err != nil {
			t.Fatal(err)
		}
		return texts(files), out.Sorted()
	}
	want, wantFound := emitted(1)
	got, found := emitted(7)
	if len(wantFound) == 0 || !reflect.DeepEqual(wantFound, found) {
		t.Errorf("one thread finds %d faults, several %d", len(wantFound), len(found))
	}
	if !maps.Equal(want, got) {
		t.Error("several threads print another text than one")
	}
}

func large() *ir.Document {
	doc := &ir.Document{}
	sentence := strings.Repeat("What this member is for and how. ", 3)
	for i := range 1800 {
		var fields []*ir.Field
		for j := range 20 {
			f := may(fmt.Sprintf("field_%d", j), str())
			f.Doc.Description = sentence
			switch j % 5 {
			case 1:
				f.Use = ir.Use{Type: whole(), Nullable: true}
			case 2:
				f.Use = use(inline(list(str())))
			case 3:
				if i > 0 {
					f.Use = ir.Use{Type: doc.Types[i/2], Nullable: true}
				}
			case 4:
				f.Use = use(inline(enum(`"open"`, `"closed"`, `"all"`), fmt.Sprintf("Type%04d", i), f.Name))
			}
			fields = append(fields, f)
		}
		doc.Types = append(doc.Types, named(fmt.Sprintf("Type%04d", i), object(fields...)))
	}
	for i := range 100 {
		var variants []*ir.Type
		for j := range 8 {
			kind := inline(enum(fmt.Sprintf(`"kind_%d"`, j)))
			variants = append(variants, named(fmt.Sprintf("Variant%03dOf%d", i, j), object(must("kind", kind), must("of", doc.Types[8*i+j]), may("text", str()))))
		}
		doc.Types = append(append(doc.Types, variants...), named(fmt.Sprintf("Union%03d", i), tagged("kind", variants...)))
	}
	for i := range 800 {
		id := fmt.Sprintf("operation_%d", i)
		doc.Operations = append(doc.Operations, &ir.Operation{ID: id, Method: "GET", Path: "/things/" + id,
			Params:    []*ir.Param{{Name: "id", In: "path", Style: "simple", Required: true, Use: use(str()), Doc: ir.Doc{Description: sentence}}},
			Responses: []*ir.Response{{Status: "200", Payloads: []ir.Payload{{Media: "application/json", Use: use(doc.Types[i])}}}},
			Doc:       ir.Doc{Description: sentence}})
	}
	return doc
}
