package loader

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// largeDocument returns an OpenAPI document of about size bytes that is shaped
// like the large public ones: schemas with many described fields, references,
// nullable unions, enums, and operations with inline schemas and examples.
func largeDocument(size int) []byte {
	var b strings.Builder
	b.WriteString(`{"openapi":"3.0.3","info":{"title":"Large","version":"1"},"components":{"schemas":{`)
	n := 0
	for ; b.Len() < size*2/3; n++ {
		if n > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"schema-%d":{"title":"Schema %d","type":"object","description":"What the service knows about number %d.","properties":{`, n, n, n)
		for f := range 24 {
			switch f % 6 {
			case 0:
				fmt.Fprintf(&b, `"field_%d":{"description":"The field number %d of this schema.","type":"string","format":"uri","example":"https://api.example.com/repos/octocat/%d"},`, f, f, f)
			case 1:
				fmt.Fprintf(&b, `"field_%d":{"type":"integer","example":%d},`, f, f)
			case 2:
				fmt.Fprintf(&b, `"field_%d":{"allOf":[{"$ref":"#/components/schemas/schema-%d"}],"nullable":true,"description":"Another one."},`, f, (n*7+f)%(n+1))
			case 3:
				fmt.Fprintf(&b, `"field_%d":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"boolean","default":false}},"required":["a"]}},`, f)
			case 4:
				fmt.Fprintf(&b, `"field_%d":{"type":"string","enum":["open","closed","all"],"default":"open"},`, f)
			case 5:
				fmt.Fprintf(&b, `"field_%d":{"oneOf":[{"type":"string"},{"type":"integer"}],"nullable":true},`, f)
			}
		}
		b.WriteString(`"id":{"type":"integer"}},"required":["id","field_0","field_1"]}`)
	}
	b.WriteString(`}},"paths":{`)
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"/repos/{owner}/%d":{"get":{"operationId":"get-%d","summary":"Get %d","parameters":[{"name":"owner","in":"path","required":true,"schema":{"type":"string"}},{"name":"page","in":"query","schema":{"type":"integer","default":1}}],"responses":{"200":{"description":"Response","content":{"application/json":{"schema":{"type":"array","items":{"$ref":"#/components/schemas/schema-%d"}},"examples":{"default":{"value":[`, i, i, i, i%n)
		for e := range 20 {
			if e > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"id":%d,"node_id":"MDU6SXNzdWUx","url":"https://api.example.com/repos/octocat/Hello-World/issues/%d","labels":["a","b"]}`, e, e)
		}
		b.WriteString(`]}}}}}}}}`)
	}
	b.WriteString(`}}`)
	return []byte(b.String())
}

const largeSize = 13 << 20

func BenchmarkLoad(b *testing.B) {
	fsys := fstest.MapFS{"large.json": {Data: largeDocument(largeSize)}}
	b.SetBytes(largeSize)
	b.ReportAllocs()
	for b.Loop() {
		var out diag.List
		res := Load(fsys, Options{Inputs: []string{"large.json"}}, &out)
		if res.Document == nil || out.HasErrors() {
			b.Fatal(out.Sorted()[0])
		}
	}
}

// TestLoadTimeIsLinear loads a document and one four times as large: the second
// may take as much longer, with room for a busy machine.
func TestLoadTimeIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	small, large := largeDocument(1<<20), largeDocument(4<<20)
	best := func(data []byte) time.Duration {
		fsys := fstest.MapFS{"d.json": {Data: data}}
		least := time.Hour
		for range 5 {
			var out diag.List
			start := time.Now()
			Load(fsys, Options{Inputs: []string{"d.json"}}, &out)
			if out.HasErrors() {
				t.Fatal(out.Sorted())
			}
			least = min(least, time.Since(start))
		}
		return least
	}
	if a, b := best(small), best(large); b > 10*a {
		t.Errorf("1 MB takes %v, 4 MB take %v", a, b)
	}
}

// BenchmarkParse is the part of BenchmarkLoad that reads bytes.
func BenchmarkParse(b *testing.B) {
	f := source.New("large.json", largeDocument(largeSize))
	b.SetBytes(largeSize)
	for b.Loop() {
		var out diag.List
		if tree.Parse(f, tree.Limits{}, &out) == nil {
			b.Fatal(out.Sorted())
		}
	}
}
