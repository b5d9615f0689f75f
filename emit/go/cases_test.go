package golang

import (
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// load reads one document from memory.
func load(t testing.TB, name string, data []byte) *ir.Document {
	t.Helper()
	var out diag.List
	r, err := loader.Load(fstest.MapFS{name: {Data: data}}, loader.Options{Inputs: []string{name}}, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range out.Sorted() {
		t.Logf("%s: %s %s: %s", name, d.Severity, d.Rule, d.Message)
	}
	if r == nil || r.Document == nil {
		t.Fatalf("%s: no document", name)
	}
	return r.Document
}

// TestRoundTrip generates a package per case under testdata/cases, builds one
// program of all, and has it decode and encode every sample: what must survive
// equals the input as exact JSON, what must be refused is an error.
func TestRoundTrip(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	paths, _ := filepath.Glob("testdata/cases/*.json")
	if len(paths) == 0 {
		t.Fatal("no cases")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module roundtrip\n\ngo 1.22\n")
	var imports, table strings.Builder
	for i, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		notes, err := os.ReadFile(strings.TrimSuffix(path, ".json") + ".md")
		if err != nil {
			t.Fatal(err)
		}
		pkg := fmt.Sprintf("c%d", i)
		files := emitCase(t, path, pkg)
		entry := caseEntry(files, pkg)
		for _, f := range files {
			write(t, filepath.Join(dir, pkg, f.Path), string(f.Data))
		}
		fmt.Fprintf(&imports, "\t%s \"roundtrip/%s\"\n", pkg, pkg)
		fmt.Fprintf(&table, "\t{%q, %s, %#v, %#v, %#v},\n", name, entry,
			samples(string(notes), "Must decode"), samples(string(notes), "Must be refused"), samples(string(notes), "Should be kept"))
	}
	program := strings.NewReplacer("//imports", imports.String(), "//cases", table.String()).Replace(roundTripProgram)
	src, err := format.Source([]byte(program))
	if err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	write(t, filepath.Join(dir, "main.go"), string(src))
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Errorf("round trip: %v", err)
	}
}

func emitCase(t *testing.T, path, pkg string) []emit.File {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out diag.List
	files, err := Emit(load(t, filepath.Base(path), data), Options{Package: pkg}, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range out.Sorted() {
		t.Logf("%s: %s %s: %s", path, d.Severity, d.Rule, d.Message)
	}
	check(t, files)
	return files
}

// caseEntry returns the expression that round-trips a Thing.
func caseEntry(files []emit.File, pkg string) string {
	for _, f := range files {
		if strings.Contains(string(f.Data), "\nfunc DecodeThing(") {
			return "viaDecode(" + pkg + ".DecodeThing)"
		}
	}
	return "viaJSON[" + pkg + ".Thing]()"
}

var sampleLine = regexp.MustCompile("(?m)^- `(.*)`$")

// samples returns the documents listed under the heading.
func samples(notes, heading string) []string {
	_, rest, ok := strings.Cut(notes, "\n"+heading)
	if !ok {
		return nil
	}
	if i := strings.Index(rest, "\n\n"); i >= 0 {
		rest = rest[i+2:]
	}
	if i := strings.Index(rest, "\n\n"); i >= 0 {
		rest = rest[:i]
	}
	var out []string
	for _, m := range sampleLine.FindAllStringSubmatch(rest, -1) {
		out = append(out, m[1])
	}
	return out
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

const roundTripProgram = `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"reflect"

//imports
)

type roundTrip func(in string) (string, error)

func viaJSON[T any]() roundTrip {
	return func(in string) (string, error) {
		var v T
		if err := json.Unmarshal([]byte(in), &v); err != nil {
			return "", err
		}
		b, err := json.Marshal(v)
		return string(b), err
	}
}

func viaDecode[T any](decode func([]byte) (T, error)) roundTrip {
	return func(in string) (string, error) {
		v, err := decode([]byte(in))
		if err != nil {
			return "", err
		}
		b, err := json.Marshal(v)
		return string(b), err
	}
}

func exact(text string) any {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(text + ": " + err.Error())
	}
	return normal(v)
}

func normal(v any) any {
	switch v := v.(type) {
	case json.Number:
		r, _ := new(big.Rat).SetString(string(v))
		return r.RatString()
	case []any:
		for i := range v {
			v[i] = normal(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = normal(v[k])
		}
	case string:
		return "s" + v
	}
	return v
}

func main() {
	cases := []struct {
		name              string
		run               roundTrip
		valid, bad, kept []string
	}{
//cases
	}
	gaps := map[string]bool{
		"074-constraints":        true, // bounds are documented, not checked
		"052-number-decimal":     true, // a number is a float64, whatever its digits
		"073-readonly-writeonly": true, // a write-only member is not part of what a response shows
	}
	passed, kept, forward, wrong := 0, 0, 0, 0
	for _, c := range cases {
		ok := true
		for _, in := range c.valid {
			out, err := c.run(in)
			if err != nil {
				ok = false
				fmt.Printf("%s: %s: %v\n", c.name, in, err)
			} else if !reflect.DeepEqual(exact(in), exact(out)) {
				ok = false
				fmt.Printf("%s: %s became %s\n", c.name, in, out)
			}
		}
		for _, in := range c.bad {
			if out, err := c.run(in); err == nil {
				ok = false
				fmt.Printf("%s: accepted %s as %s\n", c.name, in, out)
			}
		}
		for _, in := range c.kept {
			forward++
			out, err := c.run(in)
			if err == nil && reflect.DeepEqual(exact(in), exact(out)) {
				kept++
			} else {
				fmt.Printf("%s: not kept: %s: %s %v\n", c.name, in, out, err)
			}
		}
		if ok {
			passed++
		}
		if !ok && !gaps[c.name] {
			wrong++
		}
	}
	fmt.Printf("%d of %d cases, %d of %d forward samples\n", passed, len(cases), kept, forward)
	if wrong > 0 {
		os.Exit(1)
	}
}
`
