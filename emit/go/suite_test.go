package golang

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// suiteGroup is one schema of the JSON Schema test suite with its instances.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}

	label string
	doc   *ir.Document
	root  *ir.Type
	first int // of its answers
}

// TestSuite generates code for the schemas of the JSON Schema test suite beside
// the project, and holds its verdicts against the suite's: whatever a schema
// allows is decoded, and encoded again without loss.
func TestSuite(t *testing.T) { runSuite(t, newProgram(t)) }

// TestStrictSuite is TestSuite for decoders that check limits too.
func TestStrictSuite(t *testing.T) {
	p := newProgram(t)
	p.strict = true
	runSuite(t, p)
}

func runSuite(t *testing.T, p *program) {
	t.Helper()
	dir := filepath.Join(shared(t), "suite", "tests")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no JSON Schema test suite beside the project: %v", err)
	}
	var groups []*suiteGroup
	loaded, all := 0, 0
	for _, draft := range []struct{ folder, dialect string }{{"draft2020-12", "2020-12"}, {"draft7", "draft-07"}} {
		for _, g := range readSuite(t, dir, draft.folder) {
			all++
			if !g.load(t, draft.dialect) {
				continue
			}
			loaded++
			root := p.add(t, g.doc, ir.Use{Type: g.root, Nullable: g.root.Nullable})
			g.first = len(p.asked)
			for _, test := range g.Tests {
				p.ask(root, test.Data)
			}
			groups = append(groups, g)
		}
	}
	answers := p.run(t)
	valid, kept, invalid, refused := 0, 0, 0, 0
	excused, taken := map[string]int{}, map[string]int{}
	for _, g := range groups {
		for i, test := range g.Tests {
			a := answers[g.first+i]
			if !test.Valid {
				invalid++
				if a.Error != "" {
					refused++
				} else {
					taken[g.label[:strings.Index(g.label, ":")]]++
				}
				continue
			}
			valid++
			fault := a.Error
			if fault == "" && !keeps(exact(test.Data), exact(a.Value), g.undeclared()) {
				fault = "became " + string(a.Value)
			}
			if fault == "" {
				kept++
			} else if why := g.excuse(test.Data, fault); why != "" {
				excused[why]++
			} else {
				t.Errorf("%s: %s: %s %s\n%s", g.label, test.Description, test.Data, fault, g.Schema)
			}
		}
	}
	t.Logf("%d of %d schemas load; %d of %d valid instances kept, otherwise %v; %d of %d invalid ones refused, the others are of %v",
		loaded, all, kept, valid, excused, refused, invalid, taken)
}

// excuse says why a valid instance may be refused or altered; "" if it may not.
func (g *suiteGroup) excuse(instance []byte, fault string) string {
	switch {
	case wantsKind.MatchString(fault) && impliesKind(exact(g.Schema)):
		return "the keywords of objects and of arrays imply their type"
	case beyondGo(instance):
		return "int64 and float64 have limits"
	case strings.Contains(fault, "is not allowed") && strings.Contains(string(g.Schema), `"unevaluatedProperties": true`):
		return "an inner unevaluatedProperties does not open an object"
	case strings.Contains(string(g.Schema), `"$dynamicRef"`):
		return "a $dynamicRef is read as a $ref"
	}
	return ""
}

var wantsKind = regexp.MustCompile(`want an (object|array), found`)

// impliesKind reports whether part of a schema names members or items, but no
// type.
func impliesKind(schema any) bool {
	switch s := schema.(type) {
	case []any:
		return slices.ContainsFunc(s, impliesKind)
	case map[string]any:
		for _, k := range []string{"properties", "patternProperties", "additionalProperties", "required", "minProperties", "maxProperties", "propertyNames",
			"items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems", "contains", "unevaluatedItems", "unevaluatedProperties", "dependencies"} {
			if s[k] != nil && s["type"] == nil {
				return true
			}
		}
		return slices.ContainsFunc(slices.Collect(maps.Values(s)), impliesKind)
	}
	return false
}

var numberText = regexp.MustCompile(`-?\d[\d.eE+-]*`)

// beyondGo reports whether text holds a number that neither an int64 nor a
// float64 holds exactly.
func beyondGo(text []byte) bool {
	for _, n := range numberText.FindAllString(string(text), -1) {
		r, ok := new(big.Rat).SetString(n)
		if !ok || r.IsInt() && !r.Num().IsInt64() {
			return true
		}
		if _, same := r.Float64(); !same && !r.IsInt() && len(n) > 17 {
			return true
		}
	}
	return false
}

func readSuite(t *testing.T, dir, folder string) []*suiteGroup {
	t.Helper()
	var out []*suiteGroup
	for _, pattern := range []string{"*.json", "optional/*.json"} {
		paths, err := filepath.Glob(filepath.Join(dir, folder, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no file matches %s (%v)", pattern, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var groups []*suiteGroup
			if err := json.Unmarshal(data, &groups); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			for _, g := range groups {
				g.label = fmt.Sprintf("%s/%s: %s", folder, strings.TrimSuffix(filepath.Base(path), ".json"), g.Description)
			}
			out = append(out, groups...)
		}
	}
	return out
}

// load reads the schema of g; false if it does not load without a fault.
func (g *suiteGroup) load(t *testing.T, dialect string) bool {
	t.Helper()
	var out diag.List
	r := loader.Load(fstest.MapFS{"schema.json": {Data: g.Schema}}, loader.Options{Inputs: []string{"schema.json"}, Dialect: dialect}, &out)
	if r.Document == nil || out.HasErrors() {
		return false
	}
	g.doc = r.Document
	g.root = rootOf(t, g.doc)
	return true
}

func rootOf(t *testing.T, doc *ir.Document) *ir.Type {
	t.Helper()
	i := slices.IndexFunc(doc.Types, func(t *ir.Type) bool { return t.ID == "schema.json#" })
	if i < 0 {
		t.Fatal("no type for the root of schema.json")
	}
	return doc.Types[i]
}

// undeclared tells which names the types of the document do not declare: where
// their objects keep no extra members, decoders let those go.
func (g *suiteGroup) undeclared() func(string) bool {
	declared := map[string]bool{}
	ir.Walk(g.doc, func(t *ir.Type) {
		if o, ok := t.Shape.(*ir.Object); ok {
			for _, f := range o.Fields {
				declared[f.Name] = true
			}
		}
	})
	return func(name string) bool { return !declared[name] }
}

// keeps reports whether after is before, but for members that may go.
func keeps(before, after any, mayGo func(string) bool) bool {
	switch b := before.(type) {
	case map[string]any:
		a, ok := after.(map[string]any)
		if !ok || len(a) > len(b) {
			return false
		}
		for name, v := range b {
			w, there := a[name]
			if !there && !mayGo(name) || there && !keeps(v, w, mayGo) {
				return false
			}
		}
		for name := range a {
			if _, there := b[name]; !there {
				return false
			}
		}
		return true
	case []any:
		a, ok := after.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range b {
			if !keeps(b[i], a[i], mayGo) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(before, after)
}
