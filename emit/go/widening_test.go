package golang

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// TestWideningsAreReported emits members whose types or names Go does not tell
// apart.
func TestWideningsAreReported(t *testing.T) {
	pattern := func(expr string, typ *ir.Type) ir.Pattern { return ir.Pattern{Expr: expr, Use: use(typ)} }
	mixedKeys := inlineType(values(`"a"`, `1`), "T", "key")
	for name, c := range map[string]struct {
		shape ir.Shape
		want  []string
	}{
		"one type":         {&ir.Object{Closed: true, Patterns: []ir.Pattern{pattern("^x", str()), pattern("^y", str())}}, nil},
		"several types":    {&ir.Object{Fields: []*ir.Field{opt("a", use(str()))}, Patterns: []ir.Pattern{pattern("^x", str()), pattern("^y", integer())}}, []string{"go/pattern"}},
		"map of several":   {&ir.Map{Elem: use(boolean()), Patterns: []ir.Pattern{pattern("^x", str())}}, []string{"go/pattern"}},
		"not for Go":       {&ir.Map{Elem: use(str()), Patterns: []ir.Pattern{pattern("^(?!x)", str())}}, []string{"go/pattern"}},
		"keys":             {&ir.Map{Elem: use(str()), Key: inlineType(values(`"a"`), "T", "key")}, nil},
		"keys of any kind": {&ir.Map{Elem: use(str()), Key: mixedKeys}, []string{"go/key"}},
	} {
		var out diag.List
		files, err := Emit(document(named("T", c.shape)), Options{}, &out)
		if err != nil {
			t.Fatal(err)
		}
		check(t, files)
		var got []string
		for _, d := range out.Sorted() {
			got = append(got, d.Rule)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
