package loader

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// sharedDir returns a directory of documents beside the repository that are not
// part of it; the test is skipped where it is missing.
func sharedDir(t *testing.T, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		p := filepath.Join(dir, "shared", name)
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			return p
		}
	}
	t.Skipf("no directory shared/%s beside the repository: its documents are not published with it", name)
	return ""
}

// TestCorpus loads every document of the corpus: none may panic, hang or leave a
// model behind that breaks its contract.
func TestCorpus(t *testing.T) {
	dir := sharedDir(t, "corpus")
	for _, sub := range []string{"openapi", "jsonschema"} {
		files, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for i, f := range files {
			if testing.Short() && i%10 != 0 {
				continue
			}
			verdict := loadOne(t, dir, path.Join(sub, f.Name()))
			counts[verdict]++
			counts["all"]++
		}
		t.Logf("%s: %v", sub, fmt.Sprint(counts))
	}
}

func loadOne(t *testing.T, dir, name string) (verdict string) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", name, r)
			if os.Getenv("GAIA_PANIC") != "" {
				panic(r)
			}
			verdict = "panic"
		}
	}()
	var out diag.List
	start := time.Now()
	res := Load(os.DirFS(dir), Options{Inputs: []string{name}}, &out)
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("%s: took %v", name, d)
	}
	if res.Document != nil {
		check(t, name, res.Document)
	}
	if os.Getenv("GAIA_DIAGS") != "" {
		for _, d := range out.Sorted() {
			if d.Severity >= diag.Error {
				p := d.Loc.Span.Pos()
				t.Logf("%s:%d:%d: %v [%s] %s", name, p.Line, p.Column, d.Severity == diag.Fatal, d.Rule, d.Message)
			}
		}
	}
	top, _ := out.Max()
	return [...]string{"clean", "warnings", "errors", "fatal"}[top]
}

// check reports where doc breaks what package ir promises.
func check(t *testing.T, name string, doc *ir.Document) {
	t.Helper()
	ids := map[string]bool{}
	ir.Walk(doc, func(x *ir.Type) {
		switch {
		case x.Shape == nil:
			t.Errorf("%s: %s has no shape", name, x.ID)
			return
		case ids[x.ID]:
			t.Errorf("%s: two types have the ID %s", name, x.ID)
		case x.Name == "" && len(x.Place) == 0:
			t.Errorf("%s: %s has neither a name nor a place", name, x.ID)
		case x.Name == "" && x.Alias != nil:
			t.Errorf("%s: %s is inline and an alias", name, x.ID)
		case x.Alias != nil && x.Shape != x.Alias.Shape:
			t.Errorf("%s: the alias %s has a shape of its own", name, x.ID)
		}
		ids[x.ID] = true
		for _, u := range ir.Uses(x.Shape) {
			if u.Type == nil {
				t.Errorf("%s: %s uses nothing", name, x.ID)
			} else if m, ok := x.Shape.(*ir.Map); u.Type.Nullable && !u.Nullable && !(ok && u.Type == m.Key) && !isTagged(x.Shape) {
				t.Errorf("%s: %s uses %s without its null", name, x.ID, u.Type.ID)
			}
		}
		checkShape(t, name, x)
	})
	for _, o := range doc.Operations {
		checkOperation(t, name, o)
	}
}

func checkOperation(t *testing.T, name string, o *ir.Operation) {
	t.Helper()
	if o.IdempotencyKey != "" && !slices.ContainsFunc(o.Params, func(p *ir.Param) bool { return p.In == "header" && p.Name == o.IdempotencyKey }) {
		t.Errorf("%s: %s has no header %q", name, o.ID, o.IdempotencyKey)
	}
	s := o.Stream
	if s == nil {
		return
	}
	if s.Media == "" || s.Event.Type == nil || s.Cursor != nil && s.Cursor.Field == "" || s.Resume != nil && s.Resume.Field == "" {
		t.Errorf("%s: the stream of %s lacks something: %+v", name, o.ID, s)
	}
	for _, end := range s.Terminal {
		if end.Tag == "" || slices.ContainsFunc(end.When, func(c ir.Condition) bool { return len(c.Values) == 0 }) {
			t.Errorf("%s: %s ends with %+v", name, o.ID, end)
		}
	}
}

func isTagged(s ir.Shape) bool {
	u, ok := s.(*ir.Union)
	return ok && u.Discriminator != ""
}

func checkShape(t *testing.T, name string, x *ir.Type) {
	t.Helper()
	switch s := x.Shape.(type) {
	case *ir.Enum:
		if len(s.Members) == 0 {
			t.Errorf("%s: %s is an enum without members", name, x.ID)
		}
		for _, m := range s.Members {
			if m.Value.JSON == "null" || m.Value.JSON == "" {
				t.Errorf("%s: %s lists %q", name, x.ID, m.Value.JSON)
			}
		}
	case *ir.Object:
		seen := map[string]bool{}
		for _, f := range s.Fields {
			if seen[f.Name] {
				t.Errorf("%s: %s has two fields %q", name, x.ID, f.Name)
			}
			seen[f.Name] = true
		}
		if s.Closed && s.Extra != nil {
			t.Errorf("%s: %s is closed and has extra members", name, x.ID)
		}
	case *ir.Map:
		if s.Key != nil {
			k := ir.Resolve(s.Key)
			if sc, ok := k.Shape.(*ir.Scalar); ok && sc.Kind == ir.String {
				break
			}
			if _, ok := k.Shape.(*ir.Enum); !ok {
				t.Errorf("%s: %s has keys of %T", name, x.ID, k.Shape)
			}
		}
	case *ir.Union:
		checkUnion(t, name, x, s)
	case *ir.Tuple:
		if s.Min < 0 || s.Min > len(s.Elems) {
			t.Errorf("%s: %s needs %d of %d elements", name, x.ID, s.Min, len(s.Elems))
		}
	}
}

func checkUnion(t *testing.T, name string, x *ir.Type, u *ir.Union) {
	t.Helper()
	if u.Discriminator == "" {
		if len(u.Variants) < 2 {
			t.Errorf("%s: %s is a choice of %d", name, x.ID, len(u.Variants))
		}
		return
	}
	for _, v := range u.Variants {
		o, ok := ir.Resolve(v.Use.Type).Shape.(*ir.Object)
		if !ok || v.Use.Nullable || len(v.Tags) == 0 {
			t.Errorf("%s: %s has a variant %s that cannot be tagged", name, x.ID, v.Use.Type.ID)
			continue
		}
		ok = false
		for _, f := range o.Fields {
			if f.Name == u.Discriminator {
				ok = f.Required && !f.Use.Nullable && sameTags(ownTags(f), v.Tags)
			}
		}
		if !ok {
			t.Errorf("%s: variant %s of %s does not declare its tag %q", name, v.Use.Type.ID, x.ID, u.Discriminator)
		}
	}
}
