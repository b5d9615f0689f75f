package config

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

func parse(text string) (*Config, []diag.Diagnostic) {
	out := &diag.List{}
	cfg := Parse(source.New("gaia-gen.yaml", []byte(text)), out)
	return cfg, out.Sorted()
}

func TestParse(t *testing.T) {
	got, ds := parse(`
version: 1
contracts:
  b:
    inputs: [./b.json]
    capabilities: caps.json
    requiredness: request
    dialect: draft-07
    ts: {out: out/ts/, casing: camel, decode: strict}
    go: {out: out/go, package: b, decode: strict}
  a: {inputs: [a/a.json, a/b.yaml], go: {out: out/a-1}}
`)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	want := &Config{File: got.File, Contracts: []Contract{
		{Name: "b", Inputs: []string{"b.json"}, Capabilities: "caps.json", Requiredness: "request", Dialect: "draft-07",
			TypeScript: &Target{Out: "out/ts", Casing: "camel", Decode: "strict"}, Go: &Target{Out: "out/go", Package: "b", Decode: "strict"}},
		{Name: "a", Inputs: []string{"a/a.json", "a/b.yaml"}, Go: &Target{Out: "out/a-1", Package: "a1"}},
	}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(source.Loc{}, &source.File{})); diff != "" {
		t.Error(diff)
	}
}

func TestExports(t *testing.T) {
	got, ds := parse(`
version: 1
export:
  - run: [python, -m, gaia_export]
    writes: [./schemas/, caps.json]
    env: {B: "1", A: two}
  - {run: [sh, x.sh], writes: [other], timeout: 90s}
contracts: {a: {inputs: [a.json], ts: {out: ts}}}
`)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	want := []Export{
		{Run: []string{"python", "-m", "gaia_export"}, Writes: []string{"schemas", "caps.json"}, Env: []Var{{"B", "1"}, {"A", "two"}}, Timeout: exportTimeout},
		{Run: []string{"sh", "x.sh"}, Writes: []string{"other"}, Timeout: 90 * time.Second},
	}
	if diff := cmp.Diff(want, got.Exports, cmpopts.IgnoreTypes(source.Loc{})); diff != "" {
		t.Error(diff)
	}
}

// TestExportsDoNotOverlap: what two commands write, one of them overwrites.
func TestExportsDoNotOverlap(t *testing.T) {
	const text = "version: 1\nexport: [{run: [a], writes: [x, %s]}, {run: [b], writes: [%s]}]\ncontracts: {a: {inputs: [a.json], ts: {out: ts}}}\n"
	for _, c := range []struct {
		a, b string
		want string
	}{
		{"schemas", "schemas", `two exports write "schemas" and "schemas"`},
		{"schemas", "schemas/a.json", `two exports write "schemas" and "schemas/a.json"`},
		{"schemas/a", "schemas", `two exports write "schemas/a" and "schemas"`},
		{"schemas", "schemas2", ""},
	} {
		_, ds := parse(fmt.Sprintf(text, c.a, c.b))
		got := ""
		if len(ds) > 0 {
			got = ds[0].Message
			if ds[0].Loc.Span.Pos().Line != 2 {
				t.Errorf("line %d", ds[0].Loc.Span.Pos().Line)
			}
		}
		if got != c.want {
			t.Errorf("%s and %s: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

func TestPermits(t *testing.T) {
	for _, c := range []struct {
		required, running string
		want              bool
	}{{"", "v1.0.0", true}, {"1.0.0", "v1.0.0", true}, {"v1.0.0", "1.0.0", true}, {"1.0.0", "v1.0.1", false}, {"1.0.0", "(devel)", false}} {
		if got := (&Config{RequiredVersion: c.required}).Permits(c.running); got != c.want {
			t.Errorf("%s permits %s: %v", c.required, c.running, got)
		}
	}
}

// TestSchemaAgrees holds gaia-gen.schema.json and the parser to each other:
// what one refuses, the other does.
func TestSchemaAgrees(t *testing.T) {
	text, err := os.ReadFile("../../gaia-gen.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.CompileString("gaia-gen.schema.json", string(text))
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.ReadFile("../../gaia-gen.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const good = "version: 1\ncontracts: {a: {inputs: [a.json], ts: {out: ts}}}\n"
	lint := func(text string) string {
		return strings.Replace(good, "ts: {out: ts}", "ts: {out: ts}, lint: "+text, 1)
	}
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{string(own), true},
		{good, true},
		{good + "required_version: \"1.2.3\"\ncommand: pnpm gaia-gen\nallow_symlinks: true\n", true},
		{good + "required_version: 1.2\n", false},
		{good + "required_version: ''\n", false},
		{good + "command: [a]\n", false},
		{good + "command: \"a\\nb\"\n", false},
		{good + "allow_symlinks: 1\n", false},
		{good + "export: [{run: [python, export.py], writes: [schemas, caps.json], env: {A: b}, timeout: 1m30s}]\n", true},
		{good + "export: []\n", false},
		{good + "export: {run: [a], writes: [b]}\n", false},
		{good + "export: [{run: [a]}]\n", false},
		{good + "export: [{writes: [a]}]\n", false},
		{good + "export: [{run: [], writes: [a]}]\n", false},
		{good + "export: [{run: a, writes: [a]}]\n", false},
		{good + "export: [{run: [1], writes: [a]}]\n", false},
		{good + "export: [{run: [a], writes: [.]}]\n", false},
		{good + "export: [{run: [a], writes: [/a]}]\n", false},
		{good + "export: [{run: [a], writes: [b], env: {A: 1}}]\n", false},
		{good + "export: [{run: [a], writes: [b], env: [A]}]\n", false},
		{good + "export: [{run: [a], writes: [b], timeout: 90}]\n", false},
		{good + "export: [{run: [a], writes: [b], timeout: soon}]\n", false},
		{good + "export: [{run: [a], writes: [b], cwd: c}]\n", false},
		{strings.Replace(good, "a.json", "'schemas/**/*.json'", 1), true},
		{strings.Replace(good, "version: 1", "version: 2", 1), false},
		{strings.Replace(good, "version: 1", "version: '1'", 1), false},
		{"contracts: {a: {inputs: [a.json], ts: {out: ts}}}", false},
		{"version: 1", false},
		{"version: 1\ncontracts: {}", false},
		{"version: 1\ncontracts: [a]", false},
		{"version: 1\ncontracts: {a: {inputs: [a.json]}}", false},
		{"version: 1\ncontracts: {a: {ts: {out: ts}}}", false},
		{strings.Replace(good, "[a.json]", "[]", 1), false},
		{strings.Replace(good, "[a.json]", "a.json", 1), false},
		{strings.Replace(good, "[a.json]", "[5]", 1), false},
		{strings.Replace(good, "[a.json]", "[/a.json]", 1), false},
		{strings.Replace(good, "[a.json]", `['a\b.json']`, 1), false},
		{strings.Replace(good, "out: ts", "out: ''", 1), false},
		{strings.Replace(good, "out: ts", "outs: ts", 1), false},
		{strings.Replace(good, "ts: {out", "typescript: {out", 1), false},
		{strings.Replace(good, "ts: {out: ts}", "go: {out: ts, package: Ts}", 1), false},
		{strings.Replace(good, "out: ts", "out: ts, casing: wire, decode: true", 1), true},
		{strings.Replace(good, "out: ts", "out: ts, decode: false", 1), true},
		{strings.Replace(good, "out: ts", "out: ts, casing: wire, decode: false", 1), true},
		{strings.Replace(good, "out: ts", "out: ts, casing: camel, decode: false", 1), false},
		{strings.Replace(good, "out: ts", "out: ts, casing: snake", 1), false},
		{strings.Replace(good, "out: ts", "out: ts, paths: true", 1), true},
		{strings.Replace(good, "out: ts", "out: ts, paths: false, casing: camel", 1), true},
		{strings.Replace(good, "out: ts", "out: ts, paths: true, casing: camel", 1), false},
		{strings.Replace(good, "out: ts", "out: ts, paths: yes please", 1), false},
		{strings.Replace(good, "out: ts", "out: ts, imports: ts", 1), true},
		{strings.Replace(good, "out: ts", "out: ts, imports: none", 1), true},
		{strings.Replace(good, "out: ts", "out: ts, imports: mjs", 1), false},
		{strings.Replace(good, "ts: {out: ts}", "go: {out: ts, imports: js}", 1), false},
		{strings.Replace(good, "out: ts", "out: ts, decode: 'true'", 1), false},
		{strings.Replace(good, "out: ts", "out: ts, decode: all", 1), false},
		{lint("{}"), true},
		{lint("{baseline: b.json, fail_on: warn, framework: true, count_tags: false}"), true},
		{lint("{fail_on: never}"), false},
		{lint("{framework: 1}"), false},
		{lint("{rules: {desc/model: off, union: error, a/b: default}}"), true},
		{lint("{rules: {desc/model: false}}"), true},
		{lint("{rules: {desc/model: true}}"), false},
		{lint("{rules: {desc/model: loud}}"), false},
		{lint("{rules: [desc/model]}"), false},
		{lint("{skip: [{rules: [desc], files: ['*.json'], at: [/paths, '']}]}"), true},
		{lint("{skip: [{at: [/paths]}]}"), true},
		{lint("{skip: [{}]}"), false},
		{lint("{skip: [{rules: []}]}"), false},
		{lint("{skip: [{at: [paths]}]}"), false},
		{lint("{skip: {at: [/paths]}}"), false},
		{lint("{waive: [{rule: untyped/any, at: A.b, why: c}]}"), true},
		{lint("{waive: [{rule: untyped/any, at: A.b}]}"), false},
		{lint("{waive: [{rule: untyped/any, at: 5, why: c}]}"), false},
		{lint("{ignore: []}"), false},
		{strings.Replace(good, "ts: {out: ts}", "go: {out: ts, decode: true}", 1), true},
		{strings.Replace(good, "ts: {out: ts}", "go: {out: ts, decode: strict}", 1), true},
		{strings.Replace(good, "ts: {out: ts}", "go: {out: ts, decode: false}", 1), false},
		{strings.Replace(good, "ts: {out: ts}", "go: {out: ts, casing: camel}", 1), false},
		{strings.Replace(good, "ts: {out: ts}", "ts: {out: ts}, requiredness: both", 1), false},
		{strings.Replace(good, "ts: {out: ts}", "ts: {out: ts}, requiredness: response", 1), true},
		{strings.Replace(good, "ts: {out: ts}", "ts: {out: ts}, dialect: draft-3", 1), false},
		{strings.Replace(good, "ts: {out: ts}", "ts: {out: ts}, dialect: 2019-09", 1), true},
	} {
		cfg, ds := parse(c.text)
		if (cfg != nil) != c.ok || (len(ds) == 0) != c.ok {
			t.Errorf("the parser is wrong about\n%s\n%v", c.text, ds)
		}
		for _, d := range ds {
			if d.Loc.Span.File == nil || d.Severity != diag.Fatal {
				t.Errorf("%q has no place, or is not fatal", d.Message)
			}
		}
		doc := tree.Parse(source.New("c.yaml", []byte(c.text)), tree.Limits{}, &diag.List{})
		if err := schema.Validate(doc.Root().Any()); (err == nil) != c.ok {
			t.Errorf("the schema is wrong about\n%s\n%v", c.text, err)
		}
	}
	if !json.Valid(text) {
		t.Error("the schema is not JSON")
	}
}

func TestPackageName(t *testing.T) {
	for in, want := range map[string]string{"sidecar": "sidecar", "My-Pkg": "mypkg", "2fa": "fa", "go": "", "_": "", "type": "", "日本": "", "v2": "v2"} {
		if got := PackageName(in); got != want {
			t.Errorf("PackageName(%q) = %q, want %q", in, got, want)
		}
	}
}
