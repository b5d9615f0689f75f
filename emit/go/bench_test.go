package golang

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// events is a stream of twelve kinds of event, each with a handful of members.
func events() *ir.Document {
	doc := document()
	u := &ir.Union{Discriminator: "type", Open: true}
	for i := range 12 {
		tag := fmt.Sprintf("kind_%d", i)
		o := &ir.Object{Fields: []*ir.Field{
			req("type", use(inlineType(values(quote(tag)), tag, "type"))),
			req("run_id", use(str())), req("event_id", use(integer())), req("ts", use(inlineType(&ir.Scalar{Kind: ir.String, Format: "date-time"}))),
			opt("text", use(str())), opt("score", use(number())), opt("tags", use(list(use(str()))))}}
		v := named("Event"+itoa(i), o)
		doc.Types = append(doc.Types, v)
		u.Variants = append(u.Variants, ir.Variant{Tags: []ir.Value{{JSON: quote(tag)}}, Use: use(v)})
	}
	doc.Types = append(doc.Types, named("Event", u))
	return doc
}

const eventBench = `package events

import (
	"encoding/json"
	"fmt"
	"testing"
)

func lines() [][]byte {
	var out [][]byte
	for i := range 12 {
		out = append(out, []byte(fmt.Sprintf(` + "`" + `{"type":"kind_%d","run_id":"6ba7b810-9dad-11d1-80b4-00c04fd430c8","event_id":%d,"ts":"2026-01-02T03:04:05.120000Z","text":"some text of a usual length","score":0.25,"tags":["a","b"]}` + "`" + `, i, i)))
	}
	return out
}

func BenchmarkGenerated(b *testing.B) {
	in := lines()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if _, err := DecodeEvent(in[i%12]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStandard is encoding/json with the tag known in advance: one struct,
// no union.
func BenchmarkStandard(b *testing.B) {
	in := lines()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		var v struct {
			Type    string   ` + "`json:\"type\"`" + `
			RunID   string   ` + "`json:\"run_id\"`" + `
			EventID int64    ` + "`json:\"event_id\"`" + `
			TS      string   ` + "`json:\"ts\"`" + `
			Text    *string  ` + "`json:\"text\"`" + `
			Score   *float64 ` + "`json:\"score\"`" + `
			Tags    []string ` + "`json:\"tags\"`" + `
		}
		if err := json.Unmarshal(in[i%12], &v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	v, _ := DecodeEvent(lines()[0])
	var buf []byte
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		buf, _ = v.(*Event0).AppendJSON(buf[:0])
	}
}
`

// BenchmarkEventDecode builds the generated package of a twelve-variant union and
// logs what its own benchmarks measure against encoding/json.
func BenchmarkEventDecode(b *testing.B) {
	var out diag.List
	files, err := Emit(events(), Options{Package: "events"}, &out)
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	write(b, filepath.Join(dir, "go.mod"), "module events\n\ngo 1.22\n")
	write(b, filepath.Join(dir, "events_test.go"), eventBench)
	for _, f := range files {
		write(b, filepath.Join(dir, f.Path), string(f.Data))
	}
	cmd := exec.Command("go", "test", "-bench", ".", "-benchtime", "200ms")
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%v\n%s", err, text)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "Benchmark") {
			b.Log(line)
		}
	}
}
