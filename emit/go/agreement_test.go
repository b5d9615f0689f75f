package golang

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// judged is a type with two schemas of it for an independent validator: exact is
// what it says, loose is exact without what a type does not express and decoders
// do not check.
type judged struct {
	label        string
	defaulted    []string // members that have a default and are required nevertheless
	exact, loose *jsonschema.Schema
	values       [][]byte
	first        int // of the answers
}

// TestAgreement derives values from schemas, breaks each in one step in every
// place, and compares the verdict of the generated decoder with a validator's.
func TestAgreement(t *testing.T) {
	p := newProgram(t)
	all, answers := judgements(t, p)
	agreed, valid, looser, defaulted := 0, 0, 0, 0
	for _, j := range all {
		ownValid := 0
		for i, text := range j.values {
			a := answers[j.first+i]
			accepts := a.Error == ""
			exactly, loosely := takes(j.exact, text), takes(j.loose, text)
			if exactly {
				valid++
				ownValid++
			}
			switch {
			case exactly == accepts:
				agreed++
			case loosely && accepts:
				looser++
			case exactly && strings.Contains(a.Error, "want base64"): // a format, which the validator does not check
				looser++
			case exactly && slices.ContainsFunc(j.defaulted, func(name string) bool { return strings.Contains(a.Error, "missing required "+quote(name)) }):
				defaulted++
			default:
				t.Errorf("%s: %s: the schema takes it: %v (but for limits: %v), the decoder: %s", j.label, text, exactly, loosely, a.Error)
			}
			if exactly && accepts && !keeps(exact(text), exact(a.Value), func(name string) bool { return strings.HasPrefix(name, "zz") }) {
				t.Errorf("%s: %s became %s", j.label, text, a.Value)
			}
		}
		if ownValid == 0 {
			t.Errorf("%s: no valid sample among %d", j.label, len(j.values))
		}
	}
	total := agreed + looser + defaulted
	t.Logf("%d types, %d values, %d of them valid: %.1f %% the same verdict, else %d without a limit or with a member that is passed over, %d without a member that has a default",
		len(all), total, valid, 100*float64(agreed)/float64(total), looser, defaulted)
}

// judgements returns the types of all documents and the answers to their values.
func judgements(t *testing.T, p *program) ([]*judged, []answer) {
	t.Helper()
	var all []*judged
	documents := agreementDocuments(t)
	fsys := fstest.MapFS{} // they may refer to each other
	for _, d := range documents {
		fsys[d.Name] = &fstest.MapFile{Data: d.Data}
	}
	for _, d := range documents {
		all = append(all, judge(t, p, fsys, d)...)
	}
	return all, p.run(t)
}

// TestStrictAgreement is TestAgreement for strict decoders, which check limits
// too. It lists by construct what they take although the schema does not.
func TestStrictAgreement(t *testing.T) {
	p := newProgram(t)
	p.strict = true
	all, answers := judgements(t, p)
	agreed, total, valid := 0, 0, 0
	looser, stricter := map[string]int{}, map[string]int{}
	for _, j := range all {
		ownValid := valid
		for i, text := range j.values {
			a := answers[j.first+i]
			why := refusal(j.exact, text)
			total++
			if why == "" {
				valid++
			}
			switch {
			case (why == "") == (a.Error == ""):
				agreed++
			case why != "":
				looser[why]++
				if !unmodelled[why] {
					t.Errorf("%s: %s: %s refuses it, the decoder does not", j.label, text, why)
				}
			case strings.Contains(a.Error, "want base64"):
				stricter["base64"]++
			case slices.ContainsFunc(j.defaulted, func(name string) bool { return strings.Contains(a.Error, "missing required "+quote(name)) }):
				stricter["a member with a default"]++
			default:
				t.Errorf("%s: %s: the schema takes it, the decoder: %s", j.label, text, a.Error)
			}
			if why == "" && a.Error == "" && !keeps(exact(text), exact(a.Value), func(name string) bool { return strings.HasPrefix(name, "zz") }) {
				t.Errorf("%s: %s became %s", j.label, text, a.Value)
			}
		}
		if ownValid == valid {
			t.Errorf("%s: no valid sample among %d", j.label, len(j.values))
		}
	}
	share := 100 * float64(agreed) / float64(total)
	t.Logf("%d types, %d values, %d of them valid: %.2f %% the same verdict; taken in spite of %v, refused for %v", len(all), total, valid, share, looser, stricter)
	if share < 99.5 {
		t.Errorf("%.2f %% is less than 99.5 %%", share)
	}
}

// unmodelled are keywords that the model leaves out, with a diagnostic of the
// loader, and so no decoder can check.
var unmodelled = map[string]bool{"not": true, "if": true, "then": true, "else": true, "contains": true, "dependentRequired": true}

// refusal returns the keyword by which s refuses a value; "" if it takes it.
func refusal(s *jsonschema.Schema, text []byte) string {
	v, err := decodeJSON(text)
	if err != nil {
		panic(err)
	}
	var fault *jsonschema.ValidationError
	if !errors.As(s.Validate(v), &fault) {
		return ""
	}
	for len(fault.Causes) > 0 {
		fault = fault.Causes[0]
	}
	return fault.KeywordLocation[strings.LastIndexByte(fault.KeywordLocation, '/')+1:]
}

// agreementDocuments returns the schemas written for this test, the sidecar's and
// those of the cases.
func agreementDocuments(t *testing.T) []txtar.File {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/agreement/schemas.txtar")
	if err != nil {
		t.Fatal(err)
	}
	out := archive.Files
	for _, pattern := range []string{"../../schemas/sidecar/*.json", "testdata/cases/*.json"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no file matches %s (%v)", pattern, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			// Not those of another dialect than the validator's, nor those of two readings.
			if !strings.Contains(string(data), `"openapi": "3.0`) && !strings.Contains(string(data), `"writeOnly"`) {
				out = append(out, txtar.File{Name: filepath.Base(path), Data: data})
			}
		}
	}
	return out
}

// judge adds the named types of d, read as closed, to p.
func judge(t *testing.T, p *program, fsys fs.FS, d txtar.File) []*judged {
	t.Helper()
	var out diag.List
	r := loader.Load(fsys, loader.Options{Inputs: []string{d.Name}, Requiredness: loader.Request}, &out)
	if r.Document == nil || out.HasErrors() {
		t.Fatalf("%s: %v", d.Name, out.Sorted())
	}
	ir.Walk(r.Document, closeShape)
	var defaulted []string
	ir.Walk(r.Document, func(t *ir.Type) {
		if o, ok := t.Shape.(*ir.Object); ok {
			for _, f := range o.Fields {
				if f.Default != nil && f.Required {
					defaulted = append(defaulted, f.Name)
				}
			}
		}
	})
	meaning := same
	if p.strict {
		meaning = withoutFormat
	}
	var judges []*judged
	var roots []ir.Use
	for _, typ := range r.Document.Types {
		file, pointer, _ := strings.Cut(typ.ID, "#")
		if file != d.Name || strings.Contains(pointer, "?") {
			continue
		}
		judges = append(judges, &judged{label: d.Name + " " + typ.Name, defaulted: defaulted, exact: compile(t, d, pointer, meaning), loose: compile(t, d, pointer, loosen)})
		roots = append(roots, ir.Use{Type: typ, Nullable: typ.Nullable})
	}
	first := p.add(t, r.Document, roots...)
	for i, j := range judges {
		j.values = valuesOf(roots[i])
		j.first = len(p.asked)
		for _, v := range j.values {
			p.ask(first+i, v)
		}
	}
	return judges
}

// closeShape makes decoders refuse what newer writers may send.
func closeShape(t *ir.Type) {
	switch s := t.Shape.(type) {
	case *ir.Enum:
		s.Open = s.Free
	case *ir.Union:
		s.Open = false
	}
}

// valuesOf returns samples of u and their mutations, each once.
func valuesOf(u ir.Use) [][]byte {
	var out [][]byte
	seen := map[string]bool{}
	add := func(v any) {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		if !seen[string(text)] && len(out) < 1500 {
			seen[string(text)] = true
			out = append(out, text)
		}
	}
	samples := samplesOf(u, 0)
	for _, v := range samples {
		add(v)
	}
	for _, v := range samples {
		for _, m := range mutations(v) {
			add(m)
		}
	}
	return out
}

func takes(s *jsonschema.Schema, text []byte) bool {
	v, err := decodeJSON(text)
	if err != nil {
		panic(err)
	}
	return s.Validate(v) == nil
}

// compile compiles the schema at pointer in d, as change leaves its keywords.
func compile(t *testing.T, d txtar.File, pointer string, change func(map[string]any)) *jsonschema.Schema {
	t.Helper()
	doc, err := decodeJSON(d.Data)
	if err != nil {
		t.Fatal(err)
	}
	root := doc.(map[string]any)
	if components, ok := root["components"].(map[string]any); ok {
		eachSchema(components["schemas"], change)
	} else {
		schemaKeywords(root, change)
	}
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft2020
	if err := c.AddResource("schema.json", bytes.NewReader(data)); err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	s, err := c.Compile("schema.json#" + pointer)
	if err != nil {
		t.Fatalf("%s%s: %v", d.Name, pointer, err)
	}
	return s
}

// eachSchema calls schemaKeywords for a schema, a list or a map of them.
func eachSchema(v any, change func(map[string]any)) {
	switch v := v.(type) {
	case []any:
		for _, s := range v {
			schemaKeywords(s, change)
		}
	case map[string]any:
		for _, s := range v {
			schemaKeywords(s, change)
		}
	}
}

// schemaKeywords applies change to a schema and to those in it, after it has
// said the type that keywords imply.
func schemaKeywords(v any, change func(map[string]any)) {
	s, ok := v.(map[string]any)
	if !ok {
		eachSchema(v, change)
		return
	}
	if s["type"] == nil && s["$ref"] == nil && s["allOf"] == nil && s["anyOf"] == nil && s["oneOf"] == nil {
		if s["properties"] != nil || s["additionalProperties"] != nil || s["patternProperties"] != nil || s["required"] != nil {
			s["type"] = "object"
		} else if s["items"] != nil || s["prefixItems"] != nil {
			s["type"] = "array"
		}
	}
	change(s)
	for _, k := range []string{"properties", "patternProperties", "$defs", "definitions"} {
		eachSchema(s[k], change)
	}
	for _, k := range []string{"items", "additionalProperties", "prefixItems", "allOf", "anyOf", "oneOf", "propertyNames"} {
		schemaKeywords(s[k], change)
	}
}

func same(map[string]any) {}

// withoutFormat takes away the keyword that is an annotation for strict decoders.
func withoutFormat(s map[string]any) { delete(s, "format") }

// loosen takes away what a type does not say.
func loosen(s map[string]any) {
	for _, k := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format",
		"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "not", "if", "then", "else", "contains", "dependentRequired"} {
		delete(s, k)
	}
	if reflect.DeepEqual(s["additionalProperties"], false) {
		delete(s, "additionalProperties")
	}
	if one, ok := s["oneOf"]; ok && s["anyOf"] == nil {
		s["anyOf"] = slices.Clone(one.([]any))
		delete(s, "oneOf")
	}
}
