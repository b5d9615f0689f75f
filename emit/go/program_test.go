package golang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// program is a Go program of many generated packages, which decodes and encodes
// the values that it is given.
type program struct {
	dir            string
	packages       int
	strict         bool // of the packages
	imports, table strings.Builder
	asked          []request
}

// request asks for one JSON value to be decoded as the type of a root.
type request struct {
	Root  int
	Value json.RawMessage
}

// answer is what the generated code made of a value: its JSON, or why not.
type answer struct {
	Value json.RawMessage
	Error string
}

func newProgram(t *testing.T) *program {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program")
	}
	return &program{dir: t.TempDir()}
}

// add generates a package for doc and returns the handle of the first of roots,
// which the others follow. Each root is decoded as the only member of an object,
// so that null has its place. Names that collide are no hindrance.
func (p *program) add(t *testing.T, doc *ir.Document, roots ...ir.Use) (first int) {
	t.Helper()
	pkg := fmt.Sprintf("p%d", p.packages)
	var out diag.List
	first = strings.Count(p.table.String(), "\n")
	copied := *doc
	copied.Types = slices.Clone(doc.Types)
	for i, u := range roots {
		holder := named("TestHolder"+itoa(i), &ir.Object{Fields: []*ir.Field{req("value", u)}})
		copied.Types = append(copied.Types, holder)
		fmt.Fprintf(&p.table, "\ttrip[%s.TestHolder%d],\n", pkg, i)
	}
	files, err := Emit(&copied, Options{Package: pkg, Strict: p.strict}, &out)
	if err != nil {
		t.Fatal(err)
	}
	if check(t, files); t.Failed() {
		t.FailNow()
	}
	for _, f := range files {
		write(t, filepath.Join(p.dir, pkg, f.Path), string(f.Data))
	}
	fmt.Fprintf(&p.imports, "\t\"program/%s\"\n", pkg)
	p.packages++
	return first
}

// ask adds a request and returns the index of its answer.
func (p *program) ask(root int, value []byte) int {
	p.asked = append(p.asked, request{root, value})
	return len(p.asked) - 1
}

// run builds the program and returns the answers to everything asked.
func (p *program) run(t *testing.T) []answer {
	t.Helper()
	write(t, filepath.Join(p.dir, "go.mod"), "module program\n\ngo 1.22\n")
	write(t, filepath.Join(p.dir, "main.go"), strings.NewReplacer("//imports", p.imports.String(), "//table", p.table.String()).Replace(programMain))
	in, err := json.Marshal(p.asked)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", "-trimpath", "-gcflags=-N -l", ".")
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	cmd.Stdin = bytes.NewReader(in)
	var text bytes.Buffer
	cmd.Stderr = &text
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return answers
}

const programMain = `package main

import (
	"encoding/json"
	"os"

//imports
)

type request struct {
	Root  int
	Value json.RawMessage
}

type answer struct {
	Value json.RawMessage
	Error string
}

func trip[T any](b []byte) (out []byte, err error) {
	var v T
	if err := json.Unmarshal(b, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

var roots = []func([]byte) ([]byte, error){
//table
}

func main() {
	var asked []request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	answers := make([]answer, len(asked))
	for i, r := range asked {
		out, err := roots[r.Root]([]byte("{\"value\":" + string(r.Value) + "}"))
		if err != nil {
			answers[i].Error = err.Error()
			continue
		}
		var holder struct{ Value json.RawMessage }
		if err := json.Unmarshal(out, &holder); err != nil {
			panic(string(out))
		}
		answers[i].Value = holder.Value
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}
`

// exact returns a JSON value to compare: numbers as their values in lowest terms.
func exact(text []byte) any {
	v, err := decodeJSON(text)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", text, err))
	}
	return normal(v)
}

func decodeJSON(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

func normal(v any) any {
	switch v := v.(type) {
	case json.Number:
		r, ok := new(big.Rat).SetString(string(v))
		if !ok {
			return v
		}
		return "number " + r.RatString()
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = normal(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k := range v {
			out[k] = normal(v[k])
		}
		return out
	case string:
		return "string " + v
	}
	return v
}
