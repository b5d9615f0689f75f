package loader

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

const (
	extensionSchema = "../docs/extensions.schema.json"
	extensionText   = "../docs/extensions.md"
)

// values are what authors may write: for each extension, and for the
// capabilities document, values that are right and some that are wrong.
var extensionValues = []struct {
	name         string
	right, wrong []string
}{
	{"x-gaia-name", []string{`"Order"`, `" A "`}, []string{`""`, `" \t\n"`, `5`, `null`, `["A"]`}},
	{"x-gaia-any", []string{`"The tool decides."`}, []string{`""`, `"\r\f "`, `true`, `{}`}},
	{"x-gaia-open-union", []string{`true`, `false`}, []string{`"true"`, `0`, `null`, `[]`}},
	{"x-gaia-stream", []string{
		`{}`,
		`{"events": "#/components/schemas/Event"}`,
		`{"events": {"title": "Event"}, "malformed": "fail"}`,
		`{"tag": "t", "terminal": ["a", "b", {"tag": "a"}, {"tag": "a", "when": {"x": 1}}], "gap": "c"}`,
		`{"tag": "t", "terminal": [{"tag": "a", "when": {"x": ["1", 1, true], "y": false, "": 0.5}}]}`,
		`{"cursor": {"field": "id"}, "resume": {"field": "word"}, "malformed": "skip"}`,
		`{"cursor": {"scope": "run", "field": "id"}, "resume": {"scope": "word", "field": "word"}}`,
		`{"cursor": {"scope": "run", "field": "id"}}`,
	}, []string{
		`"#/components/schemas/Event"`, `[]`, `{"event": "x"}`, `{"terminal": []}`,
		`{"tag": "t", "terminal": ["a", "a"]}`,
		`{"tag": "t", "terminal": [{"tag": "a", "when": {"x": 1, "y": 2}}, {"when": {"y": 2, "x": 1.0}, "tag": "a"}]}`,
		`{"tag": "t", "terminal": [{"tag": "a", "when": {"x": [1, 1.0]}}]}`,
		`{"tag": "t", "terminal": [{"tag": "a", "when": {"x": [[1]]}}]}`,
		`{"resume": {"field": "word"}}`,
		`{"cursor": {"scope": "run", "field": "id"}, "resume": {"field": "word"}}`,
		`{"cursor": {"field": "id"}, "resume": {"scope": "word", "field": "word"}}`,
		`{"cursor": {"scope": "run"}}`, `{"malformed": "Fail"}`,
	}},
	{"x-gaia-op", []string{`{}`, `{"retry": "read"}`, `{"retry": "idempotent", "idempotency": "word"}`, `{"retry": "never"}`},
		[]string{`"read"`, `{"retry": "Read"}`, `{"retry": ["read"]}`, `{"key": "word"}`, `{"idempotency": ""}`}},
	{"x-gaia-capability", []string{`"memory.three_tier"`}, []string{`""`, `["a"]`, `{"name": "a"}`}},
	{"capabilities", []string{
		`{"capabilities": []}`,
		`{"$schema": "x", "x-mine": {}, "capabilities": [{"name": "a", "description": "A.", "since": "1", "deprecated": "2", "x-mine": 1}, {"name": "b"}]}`,
		`{"x-gaiacompany": 1, "capabilities": [{"name": "a", "description": "", "since": ""}]}`,
	}, []string{
		`{}`, `[]`, `{"capabilities": {}}`, `{"capabilities": ["a"]}`, `{"capabilities": [{"since": "1"}]}`, `{"capabilities": [{"name": "a", "until": "2"}]}`,
		`{"capabilities": [{"name": "a", "deprecated": true}]}`, `{"capabilities": [], "flags": []}`, `{"capabilities": [], "x-gaia-name": "a"}`,
		`{"capabilities": [{"name": "a", "x-gaia-name": "a"}]}`, `{"capabilities": [], "X-GAIA": 1}`,
	}},
}

// TestExtensionSchemaAgrees holds the schema of the extensions and the loader
// together: both say of each value whether it is right. The surroundings let
// nothing else be wrong: events are untyped, and every name that is looked up exists.
func TestExtensionSchemaAgrees(t *testing.T) {
	for _, x := range extensionValues {
		schema := compileExtension(t, x.name)
		for _, v := range x.right {
			if !conforms(t, schema, v) || len(faultsOf(t, x.name, v)) > 0 {
				t.Errorf("%s: %s is right; schema: %v, loader: %q", x.name, v, conforms(t, schema, v), faultsOf(t, x.name, v))
			}
		}
		for _, v := range x.wrong {
			if conforms(t, schema, v) || len(faultsOf(t, x.name, v)) == 0 {
				t.Errorf("%s: %s is wrong; schema: %v, loader: %q", x.name, v, conforms(t, schema, v), faultsOf(t, x.name, v))
			}
		}
	}
}

// TestExtensionSchemaAgreesOnMutations breaks every right value in every place,
// in every way, and compares the verdicts.
func TestExtensionSchemaAgreesOnMutations(t *testing.T) {
	verdicts := map[bool]int{}
	for _, x := range extensionValues {
		schema := compileExtension(t, x.name)
		for _, v := range x.right {
			for _, m := range mutations(t, v) {
				want, faults := conforms(t, schema, m), faultsOf(t, x.name, m)
				verdicts[want]++
				if want != (len(faults) == 0) {
					t.Errorf("%s: %s: schema: %v, loader: %q", x.name, m, want, faults)
				}
			}
		}
	}
	if verdicts[true] < 50 || verdicts[false] < 300 {
		t.Errorf("too few values of one kind: %v", verdicts)
	}
}

// mutations returns variants of a JSON text that differ from it in one place.
func mutations(t *testing.T, text string) []string {
	t.Helper()
	var root any
	if err := json.Unmarshal([]byte(text), &root); err != nil {
		t.Fatal(err)
	}
	var out []string
	emit := func() {
		b, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(b))
	}
	var walk func(at string, v any, set func(any))
	walk = func(at string, v any, set func(any)) {
		for _, r := range []any{nil, true, 7, "", " ", "word", []any{}, map[string]any{}, []any{"word"}, map[string]any{"word": "word"}} {
			if r == "word" && at == "/events" {
				continue // names a file
			}
			set(r)
			emit()
		}
		set(v)
		if at == "/events" {
			return // a schema: not the extension's to judge
		}
		switch v := v.(type) {
		case map[string]any:
			v["unknown"] = 1
			emit()
			delete(v, "unknown")
			for _, key := range sorted(keysOf(v)) {
				old := v[key]
				if at+"/"+key != "/tag" { // without it the untyped events have none
					delete(v, key)
					emit()
					v[key] = old
				}
				walk(at+"/"+key, old, func(x any) { v[key] = x })
			}
		case []any:
			for i, old := range v {
				walk(at+"/"+itoa(i), old, func(x any) { v[i] = x })
			}
		}
	}
	walk("", root, func(x any) { root = x })
	return out
}

func keysOf(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

// faultsOf returns the errors about a document that has the value of one
// extension, or that goes with the capabilities document.
func faultsOf(t *testing.T, name, value string) []string {
	t.Helper()
	onSchema := map[string]string{
		"x-gaia-name": `{"type": "string", %s}`, "x-gaia-any": `{%s}`, "x-gaia-open-union": `{"enum": ["a", "b"], %s}`,
	}
	member, operation, schema := fmt.Sprintf("%q: %s", name, value), "", "{}"
	switch form, ok := onSchema[name]; {
	case ok:
		schema = fmt.Sprintf(form, member)
	case name != "capabilities":
		operation = ", " + member
	}
	doc := `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "components": {"schemas": {"Event": {}, "S": ` + schema + `}},
		"paths": {"/": {"post": {"operationId": "p", "parameters": [
			{"name": "word", "in": "query", "schema": {"type": "string"}}, {"name": "Word", "in": "header", "schema": {"type": "string"}}],
			"responses": {"200": {"description": "ok", "content": {"text/event-stream": {"itemSchema": {}}}}}` + operation + `}}}}`
	opts := Options{Inputs: []string{"a.json"}}
	fsys := fstest.MapFS{"a.json": {Data: []byte(doc)}}
	if name == "capabilities" {
		opts.Capabilities = "caps.json"
		fsys["caps.json"] = &fstest.MapFile{Data: []byte(value)}
	}
	var out diag.List
	Load(fsys, opts, &out)
	var faults []string
	for _, d := range out.Sorted() {
		if d.Severity >= diag.Error {
			faults = append(faults, d.Message)
		}
	}
	return faults
}

func compileExtension(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile(extensionSchema)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("extensions.schema.json", bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("extensions.schema.json#/$defs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func conforms(t *testing.T, s *jsonschema.Schema, text string) bool {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s.Validate(v) == nil
}

// TestExtensionsAreSpecified compares the table with what documents it: each
// extension has a section, an entry in the schema, a member of its root and values
// in the tests; and every property in the schema is described.
func TestExtensionsAreSpecified(t *testing.T) {
	text, err := os.ReadFile(extensionText)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(extensionSchema)
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	defs := schema["$defs"].(map[string]any)
	names := extensionNames()
	var defined, sections, tried []string
	for key := range defs {
		if strings.HasPrefix(key, "x-") {
			defined = append(defined, key)
		}
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "## x-gaia-"); ok {
			sections = append(sections, "x-gaia-"+name)
		}
	}
	for _, x := range extensionValues {
		if x.name != "capabilities" {
			tried = append(tried, x.name)
		}
	}
	slices.Sort(names)
	for what, list := range map[string][]string{
		"entries in $defs": defined, "members of the root": keysOf(schema["properties"].(map[string]any)), "sections": sections, "values in tests": tried,
	} {
		if diff := cmp.Diff(names, sorted(list)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	undescribed(t, "#", schema, defs)
}

// undescribed reports properties and definitions without a description.
func undescribed(t *testing.T, at string, v any, defs map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		for _, in := range []string{"properties", "$defs"} {
			members, _ := v[in].(map[string]any)
			for key, m := range members {
				p, ok := m.(map[string]any)
				if !ok || strings.Contains(at, "/then") || strings.Contains(at, "/else") || strings.Contains(at, "/if") {
					continue
				}
				if ref, isRef := p["$ref"].(string); isRef && at == "#" && in == "properties" {
					p = defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
				}
				if text, _ := p["description"].(string); text == "" {
					t.Errorf("%s/%s/%s is not described", at, in, key)
				}
			}
		}
		for key, m := range v {
			undescribed(t, at+"/"+key, m, defs)
		}
	case []any:
		for i, m := range v {
			undescribed(t, at+"/"+itoa(i), m, defs)
		}
	}
}
