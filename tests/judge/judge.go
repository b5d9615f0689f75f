// Package judge holds messages against the documents in schemas/, by a validator
// that shares nothing with the generator.
package judge

import (
	"bytes"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// Contract is the directory of one contract's documents.
type Contract struct {
	dir     string
	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema // by type name
}

// Open returns the contract whose documents are in dir.
func Open(dir string) *Contract {
	return &Contract{dir: dir, schemas: map[string]*jsonschema.Schema{}}
}

// Type returns the schema of the type that is called name in any of the
// documents. It fails the test if none defines it.
func (c *Contract) Type(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.schemas[name]; ok {
		return s
	}
	files, err := filepath.Glob(filepath.Join(c.dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if pointer := find(t, data, name); pointer != "" {
			s := compile(t, filepath.Base(file), data, pointer)
			c.schemas[name] = s
			return s
		}
	}
	t.Fatalf("no document in %s defines %s", c.dir, name)
	return nil
}

// find returns the pointer to the schema called name, "" if there is none.
func find(t testing.TB, data []byte, name string) string {
	t.Helper()
	var doc struct {
		Title      string
		Defs       map[string]any `json:"$defs"`
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	switch {
	case doc.Defs[name] != nil:
		return "#/$defs/" + name
	case doc.Components.Schemas[name] != nil:
		return "#/components/schemas/" + name
	case doc.Title == name:
		return "#"
	}
	return ""
}

func compile(t testing.TB, file string, data []byte, pointer string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft2020
	if err := c.AddResource(file, bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(file + pointer)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Refusal returns why message is not a value of the type called name; nil if it is.
func (c *Contract) Refusal(t testing.TB, name string, message []byte) error {
	t.Helper()
	v, err := Decode(message)
	if err != nil {
		return err
	}
	return c.Type(t, name).Validate(v)
}

// Decode reads one JSON value, with the digits of its numbers.
func Decode(b []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// Equal reports whether two messages are one JSON value, numbers compared by
// value. What is no JSON equals nothing.
func Equal(a, b []byte) bool {
	x, errX := Decode(a)
	y, errY := Decode(b)
	return errX == nil && errY == nil && reflect.DeepEqual(exact(x), exact(y))
}

// exact replaces numbers by their values in lowest terms.
func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		r, ok := new(big.Rat).SetString(v.String())
		if !ok {
			return v
		}
		return "number " + r.String()
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = exact(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k := range v {
			out[k] = exact(v[k])
		}
		return out
	case string:
		return "string " + v
	default:
		return v
	}
}
