package ts_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// judged is a type with its schema for an independent validator.
type judged struct {
	Dir       string   `json:"dir"`
	Type      string   `json:"type"`
	Values    []string `json:"values"`
	label     string
	defaulted []string // members that have a default and are required nevertheless
	schema    *jsonschema.Schema
}

// agreementScript prints for each value why its decoder refuses it, or "" if what
// the encoder makes of the result is the value again.
const agreementScript = `
import fs from "node:fs";
const equal = (a, b) => a === b || typeof a === "object" && typeof b === "object" && a !== null && b !== null && Array.isArray(a) === Array.isArray(b) &&
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((k) => Object.hasOwn(b, k) && equal(a[k], b[k]));
const out = [];
for (const { dir, type, values } of JSON.parse(fs.readFileSync("judged.json", "utf8"))) {
  const codecs = await import("./out/" + dir + "/decode.js");
  for (const text of values) {
    const value = JSON.parse(text);
    try {
      const read = codecs["decode" + type](value);
      const sent = codecs["encode" + type](read);
      out.push(equal(sent, JSON.parse(text)) && equal(value, JSON.parse(text)) ? "" : "became " + JSON.stringify(sent));
    } catch (error) {
      out.push(error instanceof codecs.CodecError ? error.name + ": " + error.message : String(error.stack));
    }
  }
}
console.log(JSON.stringify(out));
`

// TestAgreement derives values from schemas, breaks each in one step in every
// place, and compares the verdict of strict decoders, in both casings, with a
// validator's. What a decoder takes must come back from the encoder unchanged.
func TestAgreement(t *testing.T) {
	w := newWorkspace(t, emitJS)
	var all []*judged
	documents := agreementDocuments(t)
	fsys := fstest.MapFS{} // they may refer to each other
	for _, d := range documents {
		fsys[d.Name] = &fstest.MapFile{Data: d.Data}
	}
	for i, d := range documents {
		for _, m := range modes {
			if m.Decode == ts.DecodeStrict {
				all = append(all, w.judge(t, fsys, d, fmt.Sprintf("d%02d-%s", i, m.name), m.Options)...)
			}
		}
	}
	w.compiles(t)
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	w.write(t, "judged.json", string(data))
	w.write(t, "run.mjs", agreementScript)
	var answers []string
	if err := json.Unmarshal([]byte(w.node(t, "run.mjs")), &answers); err != nil {
		t.Fatal(err)
	}
	agreed, valid, defaulted, total := 0, 0, 0, len(answers)
	for _, j := range all {
		ownValid := 0
		for _, text := range j.Values {
			answer := answers[0]
			answers = answers[1:]
			takes := j.schema.Validate(decodeNumbers(t, text)) == nil
			if takes {
				valid++
				ownValid++
			}
			switch {
			case takes == (answer == "") && !strings.Contains(answer, "became") && !strings.Contains(answer, "Encode"):
				agreed++
			case takes && slices.ContainsFunc(j.defaulted, func(name string) bool { return strings.Contains(answer, name+" is missing") }):
				defaulted++
			default:
				t.Errorf("%s: %s: the schema takes it: %v, the codec: %s", j.label, text, takes, answer)
			}
		}
		if ownValid == 0 {
			t.Errorf("%s: no valid sample among %d: %v", j.label, len(j.Values), j.schema.Validate(decodeNumbers(t, j.Values[0])))
		}
	}
	t.Logf("%d types, %d values, %d of them valid: %.2f %% the same verdict, else %d without a member that has a default",
		len(all), total, valid, 100*float64(agreed)/float64(total), defaulted)
}

func decodeNumbers(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// agreementDocuments returns the schemas written for this test and the committed
// contracts.
func agreementDocuments(t *testing.T) []txtar.File {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/agreement/schemas.txtar")
	if err != nil {
		t.Fatal(err)
	}
	out := archive.Files
	paths, err := filepath.Glob("../../schemas/*/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no exported contract (%v)", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(`"$schema"`)) || bytes.Contains(data, []byte(`"openapi"`)) {
			out = append(out, txtar.File{Name: filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path), Data: data})
		}
	}
	return out
}

// judge writes the codecs of d, read as closed, and returns its named types.
func (w workspace) judge(t *testing.T, fsys fstest.MapFS, d txtar.File, dir string, o ts.Options) []*judged {
	t.Helper()
	var found diag.List
	r := loader.Load(fsys, loader.Options{Inputs: []string{d.Name}, Requiredness: loader.Request}, &found)
	if r.Document == nil || found.HasErrors() {
		t.Fatalf("%s: %v", d.Name, found.Sorted())
	}
	var defaulted []string
	ir.Walk(r.Document, func(t *ir.Type) {
		switch s := t.Shape.(type) {
		case *ir.Enum:
			s.Open = s.Free
		case *ir.Union:
			s.Open = false
		case *ir.Object:
			for _, f := range s.Fields {
				if f.Default != nil && f.Required {
					defaulted = append(defaulted, f.Name)
				}
			}
		}
	})
	files, err := ts.Emit(r.Document, o, &found)
	if err != nil || found.HasErrors() {
		t.Fatalf("%s: %v %v", d.Name, err, found.Sorted())
	}
	w.add(t, dir, files)
	var out []*judged
	for _, typ := range r.Document.Types {
		file, pointer, _ := strings.Cut(typ.ID, "#")
		if file != d.Name || strings.Contains(pointer, "?") {
			continue
		}
		j := &judged{Dir: dir, Type: typ.Name, label: dir + " " + d.Name + " " + typ.Name, defaulted: defaulted, schema: compileSchema(t, d, pointer)}
		j.Values = derive(t, ir.Use{Type: typ, Nullable: typ.Nullable})
		out = append(out, j)
	}
	return out
}

// compileSchema compiles the schema at pointer, after each in d has said the
// type that its keywords imply.
func compileSchema(t *testing.T, d txtar.File, pointer string) *jsonschema.Schema {
	t.Helper()
	data, err := json.Marshal(withoutFormats(withKind(decodeNumbers(t, string(d.Data)))))
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

// withoutFormats returns a schema without its formats, which the validator would
// assert.
func withoutFormats(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, child := range v {
			if _, isText := child.(string); k != "format" || !isText {
				out[k] = withoutFormats(child)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, child := range v {
			out[i] = withoutFormats(child)
		}
		return out
	}
	return v
}
