package ts_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// suiteGroup is one schema of the JSON Schema test suite with its instances.
type suiteGroup struct {
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
	Tests       []suiteInstance `json:"tests"`

	keyword string // the file that the group is from
	dialect string // of schemas without $schema
	dir     string // of the workspace
}

type suiteInstance struct {
	Description string          `json:"description"`
	Data        json.RawMessage `json:"data"`
	Valid       bool            `json:"valid"`
}

// suiteDrafts are the folders of the suite whose schemas are tried, with the
// dialect in which they are read.
var suiteDrafts = []struct{ folder, dialect string }{
	{"draft2020-12", "2020-12"},
	{"draft7", "draft-07"},
}

// TestSuite reads the schemas of the JSON Schema test suite that are beside the
// project. What they give must compile, and no instance that a schema allows may
// be refused, neither by the type in tsc nor, on node, by the decoders.
func TestSuite(t *testing.T) {
	dir := shared(t, "suite/tests")
	w := newWorkspace(t, emitJS)
	var groups []*suiteGroup
	for _, d := range suiteDrafts {
		for _, g := range readSuite(t, filepath.Join(dir, d.folder)) {
			g.dir = fmt.Sprintf("s%04d", len(groups))
			g.dialect = d.dialect
			if w.addGroup(t, g) {
				groups = append(groups, g)
			}
		}
	}
	refused := w.refusals(t)
	decoded := w.decodeSuite(t, groups, "gen")
	strictly := w.decodeSuite(t, groups, "strict")
	score := map[string]*suiteScore{}
	for _, g := range groups {
		s := score[g.keyword]
		if s == nil {
			s = &suiteScore{}
			score[g.keyword] = s
		}
		for i, instance := range g.Tests {
			s.count(t, g, instance, refused[g.dir+"/values.ts"], i, decoded[g.dir][i])
			s.countStrict(t, g, instance, decoded[g.dir][i], strictly[g.dir][i])
		}
	}
	var all suiteScore
	for _, keyword := range slices.Sorted(maps.Keys(score)) {
		t.Logf("%-24s %s", keyword, score[keyword])
		all.add(score[keyword])
	}
	t.Logf("%-24s %s in %d schemas", "all", all.String(), len(groups))
}

// readSuite returns the groups of the files in dir, the optional ones included.
func readSuite(t *testing.T, dir string) []*suiteGroup {
	t.Helper()
	var out []*suiteGroup
	for _, pattern := range []string{"*.json", "optional/*.json"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no file matches %s in %s (%v)", pattern, dir, err)
		}
		for _, p := range paths {
			data, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			var groups []*suiteGroup
			if err := json.Unmarshal(data, &groups); err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			for _, g := range groups {
				g.keyword = strings.TrimSuffix(filepath.Base(p), ".json")
			}
			out = append(out, groups...)
		}
	}
	return out
}

// addGroup writes the types of a group, with its instances behind them; false if
// its schema does not load.
func (w workspace) addGroup(t *testing.T, g *suiteGroup) bool {
	t.Helper()
	var found diag.List
	res := loader.Load(fstest.MapFS{"schema.json": {Data: g.Schema}},
		loader.Options{Inputs: []string{"schema.json"}, Dialect: g.dialect}, &found)
	if res.Document == nil || found.HasErrors() {
		return false
	}
	doc := res.Document
	i := slices.IndexFunc(doc.Types, func(t *ir.Type) bool { return t.ID == "schema.json#" })
	if i < 0 {
		t.Errorf("%s: %s: no type for the root", g.keyword, g.Description)
		return false
	}
	root := doc.Types[i]
	// A tagged union around the root gives it a decoder, whatever its shape.
	wrapped := named("SuiteWrapped", object(must("kind", inline(enum(`"suite"`))),
		&ir.Field{Name: "value", Required: true, Use: ir.Use{Type: root, Nullable: root.Nullable}}))
	union := tagged("kind", wrapped)
	union.Open = false
	doc.Types = append(doc.Types, wrapped, named("SuiteUnion", union))
	files, err := ts.Emit(doc, ts.Options{}, &found)
	if err != nil {
		t.Fatal(err)
	}
	if found.HasErrors() {
		return false
	}
	w.add(t, g.dir+"/gen", files)
	w.add(t, g.dir+"/strict", generateAs(t, doc, ts.Options{Decode: ts.DecodeStrict}))
	w.write(t, g.dir+"/values.ts", g.values())
	return true
}

// values returns a program with two lines for each instance. The first assigns
// it to the root type: a valid one through a variable, so that members which the
// schema leaves undeclared are no excess, an invalid one as a literal. The second
// assigns a valid one again without the members that the schema never names: a
// type of optional members only takes no object that has none of them.
func (g *suiteGroup) values() string {
	var b strings.Builder
	b.WriteString("import type { SuiteWrapped } from \"./gen/index.js\"; type Root = SuiteWrapped[\"value\"];\n")
	for i, instance := range g.Tests {
		var v any
		d := json.NewDecoder(bytes.NewReader(instance.Data))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			panic(err)
		}
		if !instance.Valid {
			fmt.Fprintf(&b, "export const a%d: Root = %s;\n\n", i, oneLine(instance.Data))
			continue
		}
		fmt.Fprintf(&b, "declare const v%d: %s; export const a%d: Root = v%d;\n", i, typeOfValue(v), i, i)
		fmt.Fprintf(&b, "declare const w%d: %s; export const b%d: Root = w%d;\n", i, typeOfValue(g.declared(v)), i, i)
	}
	return b.String()
}

// suiteLine returns the line of an instance in values.
func suiteLine(i int) int { return 2 + 2*i }

// typeOfValue returns the type of exactly the value v.
func typeOfValue(v any) string {
	switch v := v.(type) {
	case map[string]any:
		var b strings.Builder
		b.WriteString("{ ")
		for _, k := range slices.Sorted(maps.Keys(v)) {
			fmt.Fprintf(&b, "%s: %s; ", quoteJS(k), typeOfValue(v[k]))
		}
		return b.String() + "}"
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = typeOfValue(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return quoteJS(v)
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}

func quoteJS(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// declared returns v without the members whose names the schema does not hold.
func (g *suiteGroup) declared(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, item := range v {
			if bytes.Contains(g.Schema, []byte(quoteJS(k)+":")) {
				out[k] = g.declared(item)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = g.declared(item)
		}
		return out
	}
	return v
}

var atLine = regexp.MustCompile(`\((\d+),\d+\): error`)

// refusals compiles and emits the workspace, and returns by file of values the
// complaints by line. A complaint about any other file fails the test.
func (w workspace) refusals(t *testing.T) map[string]map[int]string {
	t.Helper()
	out := map[string]map[int]string{}
	for file, lines := range w.complaints(t) {
		if path.Base(file) != "values.ts" {
			t.Errorf("%s: %s", file, strings.Join(lines, "\n"))
			continue
		}
		out[file] = map[int]string{}
		for _, line := range lines {
			m := atLine.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("no line in %q", line)
			}
			n, err := strconv.Atoi(m[1])
			if err != nil {
				t.Fatal(err)
			}
			out[file][n] = line
		}
	}
	return out
}

// suiteScript reads every instance with the decoder of its group, and prints ""
// or why it was refused, in order.
const suiteScript = `
import fs from "node:fs";
const groups = JSON.parse(fs.readFileSync("groups.json", "utf8"));
const out = {};
for (const { dir, values } of groups) {
  const module = await import("./out/" + dir + "/FOLDER/decode.js");
  out[dir] = values.map((json) => {
    const value = JSON.parse('{"kind":"suite","value":' + json + "}");
    const before = JSON.stringify(value);
    try {
      const read = module.decodeSuiteUnion(value);
      const after = JSON.stringify(module.encodeSuiteUnion?.(read) ?? read);
      if (JSON.stringify(value) !== before) return "the input was changed";
      return after === before ? "" : "became " + after;
    } catch (error) {
      if (error instanceof module.DecodeError) return error.message;
      return String(error.stack);
    }
  });
}
console.log(JSON.stringify(out));
`

// decodeSuite runs the decoders in a folder of each group over all instances.
func (w workspace) decodeSuite(t *testing.T, groups []*suiteGroup, folder string) map[string][]string {
	t.Helper()
	type input struct {
		Dir    string   `json:"dir"`
		Values []string `json:"values"`
	}
	var inputs []input
	for _, g := range groups {
		in := input{Dir: g.dir}
		for _, instance := range g.Tests {
			in.Values = append(in.Values, oneLine(instance.Data))
		}
		inputs = append(inputs, in)
	}
	data, err := json.Marshal(inputs)
	if err != nil {
		t.Fatal(err)
	}
	w.write(t, "groups.json", string(data))
	w.write(t, "run.mjs", strings.Replace(suiteScript, "FOLDER", folder, 1))
	out := map[string][]string{}
	if err := json.Unmarshal([]byte(w.node(t, "run.mjs")), &out); err != nil {
		t.Fatal(err)
	}
	return out
}
