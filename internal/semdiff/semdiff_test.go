package semdiff

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
	"github.com/amd-gaia/gaia-gen/loader"
)

// load returns the model of one document.
func load(t *testing.T, text string) *ir.Document {
	t.Helper()
	out := &diag.List{}
	res := loader.Load(fstest.MapFS{"d.json": {Data: []byte(text)}}, loader.Options{Inputs: []string{"d.json"}, Requiredness: loader.Request}, out)
	if res.Document == nil || out.HasErrors() {
		t.Fatalf("%v\n%s", out.Sorted(), text)
	}
	return res.Document
}

// lines are changes as people read them.
func lines(changes []Change) []string {
	var out []string
	for _, c := range changes {
		out = append(out, fmt.Sprintf("%s %s: %s", c.Kind, c.Path, c.Message))
	}
	return out
}

// model is an OpenAPI document of one schema T, with more schemas and paths.
func model(schema, more, paths string) string {
	return fmt.Sprintf(`{"openapi": "3.1.0", "info": {"title": "D", "version": "1"}, "paths": {%s}, "components": {"schemas": {"T": %s%s}}}`, paths, schema, more)
}

// object is a schema of members, all optional.
func object(members string) string { return `{"type": "object", "properties": {` + members + `}}` }

func TestSchemas(t *testing.T) {
	const pet = `, "Pet": {"type": "object", "properties": {"name": {"type": "string"}}}`
	const cat = `, "Cat": {"type": "object", "required": ["k"], "properties": {"k": {"const": "cat"}}}, "Dog": {"type": "object", "required": ["k"], "properties": {"k": {"const": "dog"}}}`
	union := func(variants, rest string) string {
		return `{"oneOf": [` + variants + `], "discriminator": {"propertyName": "k"}` + rest + `}`
	}
	const refCat, refDog = `{"$ref": "#/components/schemas/Cat"}`, `{"$ref": "#/components/schemas/Dog"}`
	for _, c := range []struct {
		old, new, more string
		forth, back    []string
	}{
		{object(`"a": {"type": "string"}`), object(`"a": {"type": "string"}, "b": {"type": "integer"}`), "",
			[]string{"field-added T.b: new, optional, integer"}, []string{"field-removed T.b: removed"}},
		{object(``), `{"type": "object", "required": ["a"], "properties": {"a": {"type": ["string", "null"]}}}`, "",
			[]string{"field-added T.a: new, required, nullable, string"}, []string{"field-removed T.a: removed"}},
		{object(`"a": {"type": "string"}`), `{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}`, "",
			[]string{"required-changed T.a: required, was optional"}, []string{"required-changed T.a: optional, was required"}},
		{object(`"a": {"type": "string"}`), object(`"a": {"type": ["string", "null"]}`), "",
			[]string{"null-changed T.a: null is allowed"}, []string{"null-changed T.a: null is no longer allowed"}},
		{object(`"a": {"type": "string"}`), object(`"a": {"type": "integer"}`), "",
			[]string{"type-changed T.a: integer, was string"}, []string{"type-changed T.a: string, was integer"}},
		{object(`"a": {"type": "string"}`), object(`"a": {"type": "array", "items": {"type": "string"}}`), "",
			[]string{"type-changed T.a: array of string, was string"}, []string{"type-changed T.a: string, was array of string"}},
		{object(`"a": {"type": "string"}`), object(`"a": {"type": "string", "format": "date-time"}`), "",
			[]string{"format-changed T.a: format date-time, was none"}, []string{"format-changed T.a: format gone, was date-time"}},
		{object(`"a": {"type": "string"}`), object(`"a": {"$ref": "#/components/schemas/Pet"}`), pet,
			[]string{"type-changed T.a: object {name}, was string"}, []string{"type-changed T.a: string, was object {name}"}},
		{object(`"a": {"type": "string", "default": "x"}`), object(`"a": {"type": "string", "default": "y"}`), "",
			[]string{`default-changed T.a: default "y", was "x"`}, []string{`default-changed T.a: default "x", was "y"`}},
		{object(`"a": {"type": "string"}`), object(`"a": {"type": "string", "default": "y"}`), "",
			[]string{`default-changed T.a: default "y", was none`}, []string{`default-changed T.a: default gone, was "y"`}},
		{object(`"a": {"type": "string"}`), object(`"a": {"type": "string", "readOnly": true}`), "",
			[]string{"access-changed T.a: read only, was read and written"}, []string{"access-changed T.a: read and written, was read only"}},
		{object(`"a": {"type": "string"}`), object(`"a": {"type": "string", "description": "x"}`), "",
			[]string{"doc-changed T.a: description changed"}, []string{"doc-changed T.a: description changed"}},
		{object(`"a": {"type": "string"}`), object(`"a": {"type": "string", "deprecated": true}`), "",
			[]string{"deprecation-changed T.a: deprecated"}, []string{"deprecation-changed T.a: no longer deprecated"}},
		{object(`"a": {"enum": ["x", "y"]}`), object(`"a": {"enum": ["y", "z"]}`), "",
			[]string{`value-added T.a: "z" is a new value`, `value-removed T.a: "x" is no longer a value`}, []string{`value-added T.a: "x" is a new value`, `value-removed T.a: "z" is no longer a value`}},
		{object(`"a": {"type": "integer"}`), object(`"a": {"type": "integer", "minimum": 1, "exclusiveMaximum": 9}`), "",
			[]string{"limit-changed T.a: maximum 9 (not itself), was none", "limit-changed T.a: minimum 1, was none"}, []string{"limit-changed T.a: maximum gone, was 9 (not itself)", "limit-changed T.a: minimum gone, was 1"}},
		{object(`"a": {"type": "string", "minLength": 1}`), object(`"a": {"type": "string", "minLength": 2, "maxLength": 5, "pattern": "^a"}`), "",
			[]string{"limit-changed T.a: largest length 5, was none", "limit-changed T.a: pattern ^a, was none", "limit-changed T.a: smallest length 2, was 1"}, nil},
		{object(`"a": {"type": "array", "items": {"type": "string"}}`), object(`"a": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"type": "integer"}}`), "",
			[]string{"limit-changed T.a: items must differ", "limit-changed T.a: smallest number of items 1, was none", "type-changed T.a[]: integer, was string"}, nil},
		{object(`"a": {"type": "object", "additionalProperties": {"type": "string"}}`), object(`"a": {"type": "object", "additionalProperties": {"type": "integer"}}`), "",
			[]string{"type-changed T.a[*]: integer, was string"}, []string{"type-changed T.a[*]: string, was integer"}},
		{object(`"a": {"type": "string"}`), `{"type": "object", "additionalProperties": false, "properties": {"a": {"type": "string"}}}`, "",
			[]string{"extra-changed T: other members forbidden, were undeclared"}, []string{"extra-changed T: other members undeclared, were forbidden"}},
		{object(`"a": {"type": "string"}`), `{"type": "object", "additionalProperties": {"type": "integer"}, "properties": {"a": {"type": "string"}}}`, "",
			[]string{"extra-changed T: other members allowed, were undeclared"}, []string{"extra-changed T: other members undeclared, were allowed"}},
		{object(`"a": {"prefixItems": [{"type": "string"}]}`), object(`"a": {"prefixItems": [{"type": "integer"}, {"type": "string"}]}`), "",
			[]string{"type-changed T.a.0: integer, was string", "field-added T.a.1: new, string"}, nil},
		{object(`"o": {"type": "object", "properties": {"p": {"type": "array", "items": {"type": "object", "properties": {"q": {"type": "string"}}}}}}`),
			object(`"o": {"type": "object", "properties": {"p": {"type": "array", "items": {"type": "object", "properties": {"q": {"type": "number"}}}}}}`), "",
			[]string{"type-changed T.o.p[].q: number, was string"}, []string{"type-changed T.o.p[].q: string, was number"}},
		{union(refCat, ``), union(refCat+", "+refDog, ``), cat,
			[]string{"variant-added T: dog is a new variant"}, []string{"variant-removed T: dog is no longer a variant"}},
		{object(`"a": {"anyOf": [{"type": "string"}, {"type": "integer"}]}`), object(`"a": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]}`), "",
			[]string{"variant-added T.a: boolean is a new variant"}, []string{"variant-removed T.a: boolean is no longer a variant"}},
		{object(`"next": {"$ref": "#/components/schemas/T"}, "a": {"type": "string"}`), object(`"next": {"$ref": "#/components/schemas/T"}, "a": {"type": "integer"}`), "",
			[]string{"type-changed T.a: integer, was string"}, nil},
	} {
		old, new := load(t, model(c.old, c.more, "")), load(t, model(c.new, c.more, ""))
		if diff := cmp.Diff(c.forth, lines(Compare(old, new))); diff != "" {
			t.Errorf("%s → %s: %s", c.old, c.new, diff)
		}
		if diff := cmp.Diff(c.back, lines(Compare(new, old))); c.back != nil && diff != "" {
			t.Errorf("%s → %s: %s", c.new, c.old, diff)
		}
	}
}

// TestTypes: what is gone and what is new, and what only has another name.
func TestTypes(t *testing.T) {
	base := object(`"a": {"$ref": "#/components/schemas/Pet"}`)
	pet := `, "Pet": {"type": "object", "properties": {"name": {"type": "string"}}}`
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"added", model(base, pet, ""), model(base, pet+`, "Dog": {"type": "object", "properties": {"tail": {"type": "string"}}}`, ""), []string{"type-added Dog: new, object"}},
		{"removed", model(base, pet+`, "Dog": {"enum": ["a"]}`, ""), model(base, pet, ""), []string{"type-removed Dog: removed"}},
		{"renamed, and its use with it", model(base, pet, ""), strings.ReplaceAll(model(base, pet, ""), "Pet", "Animal"), []string{"type-renamed Pet: renamed to Animal"}},
		{"a change is told at the type and not at its uses", model(base, pet, ""), strings.Replace(model(base, pet, ""), `"name": {"type": "string"}`, `"name": {"type": "number"}`, 1), []string{"type-changed Pet.name: number, was string"}},
		{"another type", model(base, pet+`, "Dog": {"type": "object", "properties": {"tail": {"type": "string"}}}`, ""),
			strings.Replace(model(base, pet+`, "Dog": {"type": "object", "properties": {"tail": {"type": "string"}}}`, ""), `schemas/Pet`, `schemas/Dog`, 1), []string{"type-changed T.a: Dog, was Pet"}},
		{"version", model(base, pet, ""), strings.Replace(model(base, pet, ""), `"version": "1"`, `"version": "2"`, 1), []string{`version-changed document: version "2", was "1"`}},
	} {
		if diff := cmp.Diff(c.want, lines(Compare(load(t, c.old), load(t, c.new)))); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestSpellings: other ways to say the same are no change. The pairs are what upgrades
// of FastAPI and Pydantic do to a document.
func TestSpellings(t *testing.T) {
	const pet = `, "Pet": {"type": "object", "properties": {"name": {"type": "string"}}}`
	for _, c := range [][2]string{
		{object(`"a": {"type": ["string", "null"]}`), object(`"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}`)},
		{object(`"a": {"enum": ["x"]}`), object(`"a": {"const": "x"}`)},
		{object(`"a": {"type": "string", "enum": ["x", "y"]}`), object(`"a": {"enum": ["y", "x"], "type": "string"}`)},
		{object(`"a": {"$ref": "#/components/schemas/Pet"}`), object(`"a": {"allOf": [{"$ref": "#/components/schemas/Pet"}]}`)},
		{object(`"a": {"type": "string"}, "b": {"type": "integer"}`), object(`"b": {"type": "integer"}, "a": {"type": "string"}`)},
		{object(`"a": {}`), object(`"a": true`)},
		{object(`"a": {"oneOf": [{"type": "string"}, {"type": "integer"}]}`), object(`"a": {"oneOf": [{"type": "integer"}, {"type": "string"}]}`)},
		{`{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a", "b"]}`, `{"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}, {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]}]}`},
		{object(`"a": {"type": ["string", "null"]}`), object(`"a": {"type": ["string", "null"], "default": null}`)},
	} {
		old, new := load(t, model(c[0], pet, "")), load(t, model(c[1], pet, ""))
		if got := lines(Compare(old, new)); got != nil {
			t.Errorf("%s → %s: %v", c[0], c[1], got)
		}
	}
}

func TestOperations(t *testing.T) {
	operation := func(text string) string { return model(object(``), "", `"/v1/pets": {"post": {`+text+`}}`) }
	const ok = `"operationId": "makePet", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "string"}}}}}`
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"added", model(object(``), "", ""), operation(ok), []string{"operation-added POST /v1/pets: new"}},
		{"removed", operation(ok), model(object(``), "", ""), []string{"operation-removed POST /v1/pets: removed"}},
		{"renamed", operation(ok), strings.Replace(operation(ok), "makePet", "createPet", 1), []string{"operation-renamed POST /v1/pets: operationId createPet, was makePet"}},
		{"description", operation(ok), operation(ok + `, "description": "x"`), []string{"doc-changed POST /v1/pets: description changed"}},
		{"deprecated", operation(ok), operation(ok + `, "deprecated": true`), []string{"deprecation-changed POST /v1/pets: deprecated"}},
		{"parameter", operation(ok), operation(ok + `, "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}]`), []string{"param-added POST /v1/pets parameter q: new, in query, optional"}},
		{"parameter gone", operation(ok + `, "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}]`), operation(ok), []string{"param-removed POST /v1/pets parameter q: removed"}},
		{"parameter's type", operation(ok + `, "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}]`), operation(ok + `, "parameters": [{"name": "q", "in": "query", "required": true, "explode": false, "schema": {"type": "integer"}}]`),
			[]string{"required-changed POST /v1/pets parameter q: required, was optional", "style-changed POST /v1/pets parameter q: serialised otherwise", "type-changed POST /v1/pets parameter q: integer, was string"}},
		{"body", operation(ok), operation(ok + `, "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "string"}}}}`), []string{"body-changed POST /v1/pets body: new, required"}},
		{"body's type", operation(ok + `, "requestBody": {"content": {"application/json": {"schema": {"type": "string"}}}}`), operation(ok + `, "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "integer"}}}}`),
			[]string{"body-changed POST /v1/pets body: required, was optional", "type-changed POST /v1/pets body: integer, was string"}},
		{"response", operation(ok), strings.Replace(operation(ok), `"200": {`, `"404": {"description": ""}, "200": {`, 1), []string{"response-added POST /v1/pets 404: new"}},
		{"response's type", operation(ok), strings.Replace(operation(ok), `{"type": "string"}`, `{"type": "integer"}`, 1), []string{"type-changed POST /v1/pets 200: integer, was string"}},
		{"media type", operation(ok), strings.Replace(operation(ok), `application/json`, `text/plain`, 1), []string{"media-added POST /v1/pets 200: text/plain is new", "media-removed POST /v1/pets 200: application/json is gone"}},
	} {
		if diff := cmp.Diff(c.want, lines(Compare(load(t, c.old), load(t, c.new)))); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func parse(t *testing.T, text string) *tree.Doc {
	t.Helper()
	out := &diag.List{}
	doc := tree.Parse(source.New("d.json", []byte(text)), tree.Limits{}, out)
	if doc == nil {
		t.Fatal(out.Sorted())
	}
	return doc
}

func TestSameValue(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a": 1, "b": [1, 2]}`, `{"b":[1,2],"a":1}`, true},
		{`{"a": 1}`, `{"a": 1.0}`, true},
		{`[10]`, `[1e1]`, true},
		{`[9007199254740993]`, `[9007199254740992]`, false},
		{`[1e999999999]`, `[1e999999998]`, false},
		{`"\u0041"`, `"A"`, true},
		{`[1, 2]`, `[2, 1]`, false},
		{`{"a": 1}`, `{"a": 1, "b": 1}`, false},
		{`{"a": null}`, `{}`, false},
		{`true`, `false`, false},
		{`"1"`, `1`, false},
	} {
		if got := SameValue(parse(t, c.a), parse(t, c.b)); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
		if got := SameValue(parse(t, c.b), parse(t, c.a)); got != c.want {
			t.Errorf("%s and %s: %v", c.b, c.a, got)
		}
	}
}

func TestElsewhere(t *testing.T) {
	old := `{"openapi": "3.1.0", "security": [], "paths": {"/a": {"get": {"security": [{"k": []}]}, "servers": []}}, "components": {"securitySchemes": {"k": {"type": "apiKey"}}}}`
	for _, c := range []struct {
		from, to string
		want     []string
	}{
		{`"security": []`, `"security": [{}]`, []string{"/security"}},
		{`[{"k": []}]`, `[]`, []string{"/paths/~1a/get/security"}},
		{`"apiKey"`, `"http"`, []string{"/components/securitySchemes"}},
		{`"servers": []`, `"servers": [{"url": "x"}]`, []string{"/paths/~1a/servers"}},
		{`"3.1.0"`, `"3.1.1"`, nil},
	} {
		if diff := cmp.Diff(c.want, Elsewhere(parse(t, old), parse(t, strings.Replace(old, c.from, c.to, 1)))); diff != "" {
			t.Errorf("%s: %s", c.to, diff)
		}
	}
}

// TestADocumentIsItself compares real documents with themselves.
func TestADocumentIsItself(t *testing.T) {
	const corpus = "../../../shared/corpus"
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the corpus is not beside the repository")
	}
	const most = 300
	n := 0
	err := filepath.WalkDir(corpus, func(name string, d fs.DirEntry, err error) error {
		if err != nil || n >= most || filepath.Ext(name) != ".json" {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() > 200_000 {
			return err
		}
		read := func() *ir.Document {
			return loader.Load(os.DirFS(filepath.Dir(name)), loader.Options{Inputs: []string{filepath.Base(name)}}, &diag.List{}).Document
		}
		a, b := read(), read()
		if a == nil || b == nil {
			return nil
		}
		n++
		if got := Compare(a, b); got != nil {
			t.Errorf("%s: %v", name, lines(got[:min(len(got), 5)]))
		}
		return nil
	})
	if err != nil || n < most/2 {
		t.Errorf("%d documents, %v", n, err)
	}
}

// TestLargeDocumentsAreFast compares a document of 2,000 types whose every field changed.
func TestLargeDocumentsAreFast(t *testing.T) {
	text := func(kind string) string {
		var b strings.Builder
		for i := range 2000 {
			fmt.Fprintf(&b, `, "T%d": {"type": "object", "properties": {"a": {"type": %q}, "b": {"$ref": "#/components/schemas/T%d"}}}`, i, kind, (i*7)%2000)
		}
		return model(object(``), b.String(), "")
	}
	old, new := load(t, text("string")), load(t, text("integer"))
	began := time.Now()
	if got := len(Compare(old, new)); got != 2000 {
		t.Errorf("%d changes", got)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}
