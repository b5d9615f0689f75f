package loader

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// generator writes documents in which schemas refer to each other at random, with
// every keyword that combines them.
type generator struct{ r *rand.Rand }

const namedSchemas = 8

func (g *generator) document() string {
	var b strings.Builder
	version := [...]string{"3.0.3", "3.1.0"}[g.r.IntN(2)]
	fmt.Fprintf(&b, `{"openapi": %q, "info": {"title": "R", "version": "1"}, "paths": {`, version)
	for i := range g.r.IntN(3) {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, `"/p%d": {"post": {"requestBody": {"content": {"application/json": {"schema": %s}}}, "responses": {"200": {"description": "r", "content": {"application/json": {"schema": %s}}}}}}`,
			i, g.schema(2), g.schema(2))
	}
	b.WriteString(`}, "components": {"schemas": {`)
	for i := range namedSchemas {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `"S%d": %s`, i, g.schema(3))
	}
	b.WriteString("}}}")
	return b.String()
}

func (g *generator) ref() string {
	return fmt.Sprintf(`{"$ref": "#/components/schemas/S%d"}`, g.r.IntN(namedSchemas))
}

func (g *generator) list(depth int) string {
	var items []string
	for range 1 + g.r.IntN(3) {
		items = append(items, g.schema(depth))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func (g *generator) object(depth int) string {
	var fields []string
	for _, name := range []string{"k", "a", "b"} {
		if g.r.IntN(2) == 0 {
			fields = append(fields, fmt.Sprintf("%q: %s", name, g.schema(depth)))
		}
	}
	parts := []string{`"type": "object"`, `"properties": {` + strings.Join(fields, ", ") + `}`}
	parts = append(parts, [...]string{`"required": ["k"]`, `"required": ["a", "ghost"]`, `"additionalProperties": false`,
		`"additionalProperties": ` + g.schema(0), `"patternProperties": {"^a": ` + g.schema(0) + `}`, `"minProperties": 1`}[g.r.IntN(6)])
	return strings.Join(parts, ", ")
}

// schema returns a schema that nests at most depth deep.
func (g *generator) schema(depth int) string {
	leaf := func() string {
		return [...]string{`{"type": "string"}`, `{"type": "integer", "minimum": 1}`, `{"type": "number"}`, `{"const": "x"}`, `{"const": "y"}`,
			`{"enum": ["x", "y", null]}`, `{"type": "null"}`, `{}`, `true`, `{"type": "boolean", "default": false}`, `{"type": ["string", "null"], "default": null}`,
			`{"type": "string", "readOnly": true}`, `{"pattern": "^a"}`, `{"type": "array"}`, `{"type": "object"}`}[g.r.IntN(15)]
	}
	if depth == 0 {
		if g.r.IntN(3) == 0 {
			return g.ref()
		}
		return leaf()
	}
	switch g.r.IntN(11) {
	case 0:
		return g.ref()
	case 1:
		return leaf()
	case 2, 3:
		return "{" + g.object(depth-1) + "}"
	case 4:
		return `{"type": "array", "items": ` + g.schema(depth-1) + `}`
	case 5:
		return `{"allOf": ` + g.list(depth-1) + `}`
	case 6:
		return `{"anyOf": ` + g.list(depth-1) + `}`
	case 7:
		return `{"oneOf": ` + g.list(depth-1) + `, "discriminator": {"propertyName": "k"}}`
	case 8:
		return "{" + g.object(depth-1) + `, "oneOf": ` + g.list(depth-1) + `}`
	case 9:
		return "{" + g.object(depth-1) + `, "discriminator": {"propertyName": "k", "mapping": {"x": "S1", "y": "#/components/schemas/S2", "z": "S3"}}}`
	default:
		return `{"allOf": ` + g.list(depth-1) + `, ` + g.object(depth-1) + `}`
	}
}

// TestRandomSchemas loads generated documents: each must end, keep the promises
// of the model, and give the same twice. The seed of a failure is in its name.
func TestRandomSchemas(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 200
	}
	for seed := range n {
		g := &generator{rand.New(rand.NewPCG(uint64(seed), 7))}
		text := g.document()
		start := time.Now()
		first := loadBytes(t, []byte(text))
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("seed %d took %v", seed, d)
		}
		if again := loadBytes(t, []byte(text)); again != first {
			t.Errorf("seed %d: two runs differ", seed)
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
}
