package golang

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// largeDocument returns an OpenAPI document of about 2.6 KB per unit: objects
// with descriptions, an enum, a tagged union and operations.
func largeDocument(units int) []byte {
	var schemas, paths strings.Builder
	for i := range units {
		if i > 0 {
			schemas.WriteString(",\n")
			paths.WriteString(",\n")
		}
		fmt.Fprintf(&schemas, `"Order%[1]d": {"type": "object", "description": "One order of a customer, number %[1]d.\n\nIt holds:\n\n- the items\n- the address", "required": ["id", "state", "items"], "properties": {
  "id": {"type": "string", "format": "uuid", "description": "Identifies the order; see `+"`/orders/%[1]d`"+`."},
  "state": {"type": "string", "enum": ["open", "paid", "sent", "closed-%[1]d"], "description": "Where it stands."},
  "total": {"type": "number", "minimum": 0, "description": "What is to be paid.", "default": 0},
  "note": {"type": ["string", "null"], "maxLength": 500, "description": "What the customer wrote. May be long.\nMay have several lines."},
  "items": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Item%[1]d"}},
  "labels": {"type": "object", "additionalProperties": {"type": "string"}, "description": "Free labels by name."}}},
"Item%[1]d": {"type": "object", "required": ["sku"], "properties": {"sku": {"type": "string", "pattern": "^[A-Z]{3}-%[1]d$"}, "count": {"type": "integer", "format": "int32", "description": "How many."}, "event": {"$ref": "#/components/schemas/Event%[1]d"}}},
"Paid%[1]d": {"type": "object", "required": ["type"], "properties": {"type": {"const": "paid"}, "amount": {"type": "number", "description": "The amount that was paid."}}},
"Sent%[1]d": {"type": "object", "required": ["type"], "properties": {"type": {"const": "sent"}, "carrier": {"type": "string", "description": "Who carries it, for example %[1]d."}}},
"Event%[1]d": {"description": "What happened to an order.", "oneOf": [{"$ref": "#/components/schemas/Paid%[1]d"}, {"$ref": "#/components/schemas/Sent%[1]d"}]}`, i)
		fmt.Fprintf(&paths, `"/orders%[1]d/{id}": {"get": {"operationId": "getOrder%[1]d", "summary": "Get an order", "description": "Returns one order, or 404.\n\n1. Look it up\n2. Return it", "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}, "description": "The order's identifier."}],
  "responses": {"200": {"description": "The order.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order%[1]d"}}}}}}}`, i)
	}
	return []byte(`{"openapi": "3.1.0", "info": {"title": "Orders", "version": "1"}, "paths": {` + paths.String() + `}, "components": {"schemas": {` + schemas.String() + `}}}`)
}

// BenchmarkEmitLarge prints a made-up document of 13 MB, BenchmarkEmitEmail a real
// one of the size that most are.
func BenchmarkEmitLarge(b *testing.B) {
	data := largeDocument(5000)
	b.Logf("%d bytes", len(data))
	benchmarkEmit(b, load(b, "large.json", data))
}

func BenchmarkEmitEmail(b *testing.B) {
	dir := filepath.Join(shared(b), "contracts/gaia/data")
	if _, err := os.Stat(filepath.Join(dir, "openapi.email.json")); err != nil {
		b.Skip(err)
	}
	benchmarkEmit(b, loadFrom(b, dir, "openapi.email.json"))
}

func benchmarkEmit(b *testing.B, doc *ir.Document) {
	n := 0
	for b.Loop() {
		var out diag.List
		files, err := Emit(doc, Options{}, &out)
		if err != nil {
			b.Fatal(err)
		}
		n = 0
		for _, f := range files {
			n += len(f.Data)
		}
	}
	b.ReportMetric(float64(n), "bytes/doc")
}

// TestLargeDocument guards against work that grows faster than the document: a
// document of four times the size may take ten times as long, not sixteen.
func TestLargeDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("emits large documents")
	}
	time := func(units int, o Options) float64 {
		var out diag.List
		r := loader.Load(fstest.MapFS{"large.json": {Data: largeDocument(units)}}, loader.Options{Inputs: []string{"large.json"}}, &out)
		if r.Document == nil {
			t.Fatal(out.Sorted())
		}
		return float64(testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				if _, err := Emit(r.Document, o, &out); err != nil {
					b.Fatal(err)
				}
			}
		}).NsPerOp())
	}
	for _, o := range []Options{{}, {Strict: true}} {
		small, large := time(200, o), time(800, o)
		t.Logf("strict %v: 200 units took %.1f ms, 800 took %.1f ms", o.Strict, small/1e6, large/1e6)
		if large > 10*small {
			t.Errorf("strict %v: 200 units took %.1f ms, 800 took %.1f ms", o.Strict, small/1e6, large/1e6)
		}
	}
}
