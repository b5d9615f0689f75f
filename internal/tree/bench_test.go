package tree_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// schemas returns an indented OpenAPI-like document of at least size bytes.
func schemas(size int) []byte {
	var b strings.Builder
	b.WriteString("{\n  \"openapi\": \"3.1.0\",\n  \"components\": {\n    \"schemas\": {")
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `
      "Model%d": {
        "type": "object",
        "description": "The state of item %d, as the \"service\" last saw it.\nIt may be old.",
        "required": ["id", "name"],
        "properties": {
          "id": {
            "type": "integer",
            "minimum": %d,
            "description": "Unique identifier of the item within its collection"
          },
          "name": { "type": "string", "maxLength": 255, "examples": ["first", "zweiter – Ü"] },
          "parent": { "anyOf": [{ "$ref": "#/components/schemas/Model%d" }, { "type": "null" }], "default": null },
          "score": { "type": "number", "exclusiveMinimum": 0.5, "deprecated": false }
        }
      }`, i, i, i, i/2)
	}
	b.WriteString("\n    }\n  }\n}\n")
	return []byte(b.String())
}

const large = 13 << 20

func parseLarge(t testing.TB, data []byte) {
	var out diag.List
	if tree.Parse(source.New("large.json", data), tree.Limits{}, &out) == nil || out.HasErrors() {
		t.Fatalf("findings: %v", out.Sorted())
	}
}

func BenchmarkParse(b *testing.B) {
	data := schemas(large)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		parseLarge(b, data)
	}
}

func BenchmarkValid(b *testing.B) {
	data := schemas(large)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if !json.Valid(data) {
			b.Fatal("not JSON")
		}
	}
}

func BenchmarkParseYAML(b *testing.B) {
	data := []byte("# YAML\n" + string(schemas(352<<10)))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		var out diag.List
		if tree.Parse(source.New("a.yaml", data), tree.Limits{}, &out) == nil {
			b.Fatal(out.Sorted())
		}
	}
}

// TestParseIsFast holds Parse, which keeps everything, to three times what
// json.Valid takes, which keeps nothing.
func TestParseIsFast(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	data := schemas(large)
	parse, valid := medians(func() { parseLarge(t, data) }, func() { json.Valid(data) })
	if parse > 3*valid {
		t.Errorf("Parse takes %v, json.Valid %v", parse, valid)
	}
}

// TestRepeatsInLargeObjects would take minutes if keys were compared in pairs.
func TestRepeatsInLargeObjects(t *testing.T) {
	var b strings.Builder
	for i := range 300_000 {
		fmt.Fprintf(&b, "\"key%d\":%d,", i, i)
	}
	_, got := parse(t, "a.json", "{"+b.String()+`"key7":0}`)
	if strings.Count(got, "duplicate key") != 1 || !strings.Contains(got, `duplicate key "key7"`) {
		t.Error(got)
	}
}

// medians returns the median times of several runs of f and g. They take turns,
// so that other work on the machine slows down both.
func medians(f, g func()) (time.Duration, time.Duration) {
	var times [2][]time.Duration
	for range 7 {
		for i, run := range []func(){f, g} {
			start := time.Now()
			run()
			times[i] = append(times[i], time.Since(start))
		}
	}
	slices.Sort(times[0])
	slices.Sort(times[1])
	return times[0][3], times[1][3]
}
