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

// TestExportFaults: what is said, and where.
func TestExportFaults(t *testing.T) {
	const rest = "\ncontracts: {a: {inputs: [a.json], ts: {out: out/ts}, go: {out: ./out/go/, package: p}}}\n"
	for _, c := range []struct{ text, want string }{
		{"{}", `1:9: export must be a list of commands`},
		{"[]", `1:9: export must be a list of commands`},
		{"[a]", `1:10: an export must be a mapping`},
		{"[{run: [a], write: [b]}]", `1:21: an export has no key "write"; 1:10: an export needs writes, a list`},
		{"[{run: a, writes: [b]}]", `1:16: an export needs run, a list`},
		{"[{run: [a, 5], writes: [b]}]", `1:20: export.run takes strings, not 5`},
		{"[{run: [a, \"b\\0\"], writes: [b]}]", `1:20: export.run holds a zero byte`},
		{"[{run: [a], writes: [b, 5]}]", `1:33: export.writes must be a path, not 5`},
		{"[{run: [a], writes: [b, ./]}]", `1:33: export.writes cannot be the whole workspace`},
		{"[{run: [a], writes: [b, ../b]}]", `1:33: export.writes "../b" leaves the workspace`},
		{"[{run: [a], writes: [b], env: {A: 1, B=: c}}]", `1:43: export.env.A must be a string, not 1; 1:46: export.env has the name "B=", which no variable can have`},
		{"[{run: [a], writes: [b], timeout: 1d}]", `1:43: export.timeout "1d" is not a time`},
		{"[{run: [a], writes: [b, ./b/]}]", `1:33: export.writes names "b" and "b"`},
		{"[{run: [a], writes: [b/c, b]}]", `1:35: export.writes names "b/c" and "b"`},
		{"[{run: [a], writes: [b, b2]}, {run: [a], writes: [b3, bb/c]}]", ""},
		// What two commands write, one of them overwrites.
		{"[{run: [a], writes: [x, b]}, {run: [a], writes: [y, b]}]", `1:61: two exports write "b" and "b"`},
		{"[{run: [a], writes: [x, b]}, {run: [a], writes: [y, b/a.json]}]", `1:61: two exports write "b" and "b/a.json"`},
		{"[{run: [a], writes: [x, b/c]}, {run: [a], writes: [b]}]", `1:60: two exports write "b/c" and "b"`},
		// And so with a target; a document may stand beside what is generated.
		{"[{run: [a], writes: [out/ts]}]", `2:45: contract "a" puts its ts files into "out/ts", which an export writes`},
		{"[{run: [a], writes: [out]}]", `2:45: contract "a" puts its ts files into "out", which an export writes; 2:64: contract "a" puts its go files into "out", which an export writes`},
		{"[{run: [a], writes: [out/ts/api.json, out/go2]}]", ""},
	} {
		_, ds := parse("export: " + c.text + rest + "version: 1\n")
		var got []string
		for _, d := range ds {
			p := d.Loc.Span.Pos()
			got = append(got, fmt.Sprintf("%d:%d: %s", p.Line, p.Column, d.Message))
		}
		var want []string
		if c.want != "" {
			want = strings.Split(c.want, "; ")
		}
		if diff := cmp.Diff(want, got, cmpopts.SortSlices(strings.Compare)); diff != "" {
			t.Errorf("%s: %s", c.text, diff)
		}
	}
}

// TestSettings: the keys that are about the workspace as a whole.
func TestSettings(t *testing.T) {
	got, ds := parse("version: 1\nrequired_version: v1.4.0\ncommand: pnpm gaia-gen\nallow_symlinks: true\ncontracts: {a: {inputs: ['schemas/**/*.json', b.json], ts: {out: ts}}}\n")
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	if p := got.RequiredLoc.Span.Pos(); p != (source.Pos{Line: 2, Column: 19}) {
		t.Errorf("required_version is at %v", p)
	}
	want := &Config{RequiredVersion: "v1.4.0", Command: "pnpm gaia-gen", AllowSymlinks: true, Contracts: []Contract{
		{Name: "a", Inputs: []string{"schemas/**/*.json", "b.json"}, TypeScript: &Target{Out: "ts"}}}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(source.Loc{}, &source.File{})); diff != "" {
		t.Error(diff)
	}
	for text, message := range map[string]string{
		"required_version: '>=1.4'": `required_version ">=1.4" is not a version`,
		"required_version: 1.4":     `required_version 1.4 is not a version`,
		"command: 5":                `command must be one line of text, not 5`,
		"allow_symlinks: maybe":     `allow_symlinks must be a boolean, not "maybe"`,
	} {
		_, ds := parse("version: 1\n" + text + "\ncontracts: {a: {inputs: [a.json], ts: {out: ts}}}\n")
		if len(ds) != 1 || ds[0].Message != message || ds[0].Loc.Span.Pos().Line != 2 {
			t.Errorf("%s: %v, want %q", text, ds, message)
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
		{good + "required_version: v0.4.1-rc.1+build\n", true},
		{good + "required_version: v0.0.0-20261201120000-0123456789ab+dirty\n", true},
		{good + "required_version: 1.2\n", false},
		{good + "required_version: '1.2'\n", false},
		{good + "required_version: '>=1.2.0'\n", false},
		{good + "required_version: [1.2.3]\n", false},
		{good + "required_version: ''\n", false},
		{good + "command: [a]\n", false},
		{good + "command: \"a\\nb\"\n", false},
		{good + "command: \"a\\tb\"\n", false},
		{good + "command: \"a\\u202eb\"\n", false},
		{good + "command: ''\n", false},
		{good + "command: uv run gaia-gen --größe\n", true},
		{good + "allow_symlinks: 1\n", false},
		{good + "export: [{run: [python, export.py], writes: [schemas, caps.json], env: {A: b}, timeout: 1m30s}]\n", true},
		{good + "export: []\n", false},
		{good + "export: {run: [a], writes: [b]}\n", false},
		{good + "export: [{run: [a]}]\n", false},
		{good + "export: [{writes: [a]}]\n", false},
		{good + "export: [{run: [], writes: [a]}]\n", false},
		{good + "export: [{run: a, writes: [a]}]\n", false},
		{good + "export: [{run: [1], writes: [a]}]\n", false},
		{good + "export: [{run: [''], writes: [a]}]\n", false},
		{good + "export: [{run: [a, \"b\\0\"], writes: [a]}]\n", false},
		{good + "export: [{run: [a], writes: []}]\n", false},
		{good + "export: [{run: [a], writes: a}]\n", false},
		{good + "export: [{run: [a], writes: [5]}]\n", false},
		{good + "export: [{run: [a], writes: ['']}]\n", false},
		{good + "export: [{run: [a], writes: [.]}]\n", false},
		{good + "export: [{run: [a], writes: [./]}]\n", false},
		{good + "export: [{run: [a], writes: [././/.]}]\n", false},
		{good + "export: [{run: [a], writes: [./.schemas/]}]\n", true},
		{good + "export: [{run: [a], writes: [../schemas]}]\n", false},
		{good + "export: [{run: [a], writes: [./../schemas]}]\n", false},
		{good + "export: [{run: [a], writes: [..]}]\n", false},
		{good + "export: [{run: [a], writes: [..schemas]}]\n", true},
		{good + "export: [{run: [a], writes: [/a]}]\n", false},
		{good + "export: [{run: [a], writes: [b], env: {A: 1}}]\n", false},
		{good + "export: [{run: [a], writes: [b], env: [A]}]\n", false},
		{good + "export: [{run: [a], writes: [b], env: {}}]\n", true},
		{good + "export: [{run: [a], writes: [b], env: {A: ''}}]\n", true},
		{good + "export: [{run: [a], writes: [b], env: {'': a}}]\n", false},
		{good + "export: [{run: [a], writes: [b], env: {A=B: a}}]\n", false},
		{good + "export: [{run: [a], writes: [b], env: {A: \"\\0\"}}]\n", false},
		{good + "export: [{run: [a], writes: [b], timeout: 90}]\n", false},
		{good + "export: [{run: [a], writes: [b], timeout: soon}]\n", false},
		{good + "export: [{run: [a], writes: [b], timeout: 0s}]\n", false},
		{good + "export: [{run: [a], writes: [b], timeout: 0m0.5s}]\n", true},
		{good + "export: [{run: [a], writes: [b], timeout: -1s}]\n", false},
		{good + "export: [{run: [a], writes: [b], timeout: +1s}]\n", false},
		{good + "export: [{run: [a], writes: [b], timeout: 5us}]\n", false},
		{good + "export: [{run: [a], writes: [b], timeout: .5s}]\n", false},
		{good + "export: [a]\n", false},
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
