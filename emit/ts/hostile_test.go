package ts_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// pieces are what hostile text is made of: whatever ends a comment, a string, a
// template or a line, and code that would show in the syntax tree.
var pieces = []string{
	"*/", "/*", "//", "`", "${pwned}", `"`, "'", `\`, "\n", "\r", "\r\n", "\u2028", "\u2029", "\x00", "\u0085",
	"pwned();", "@pwnedtag x", " @pwnedtag", "\t@pwnedtag", "}", "{", ";", "]", "[key: string]", "</script>",
	"__proto__", "constructor", "export const pwned = 1", " ", "*", "/", "-", "é", "日本", "😀", "\u202e", "\ufeff",
	"import 'pwned'", "#!pwned", "<!--", "-->", "@", "$", "\\u0022", "\\", ": pwned", "A", "1",
}

type hostile struct{ r *rand.Rand }

func (h hostile) text() string {
	var b strings.Builder
	for range h.r.IntN(6) {
		b.WriteString(pieces[h.r.IntN(len(pieces))])
	}
	return b.String()
}

// unique is text that no other call returns, for names.
func (h hostile) unique(n int) string { return fmt.Sprint(h.text(), "U", n) }

func (h hostile) value() ir.Value {
	data, err := json.Marshal(h.text())
	if err != nil {
		panic(err)
	}
	return ir.Value{JSON: string(data)}
}

func (h hostile) doc() ir.Doc {
	return ir.Doc{Title: h.text(), Description: h.text(), Deprecated: h.r.IntN(2) == 0, Examples: []ir.Value{h.value()}}
}

func (h hostile) field(name string, t *ir.Type) *ir.Field {
	v := h.value()
	return &ir.Field{Name: name, Use: ir.Use{Type: t}, Required: h.r.IntN(2) == 0, Default: &v, Doc: h.doc()}
}

func (h hostile) scalar() *ir.Type {
	t := str()
	t.Doc = h.doc()
	t.Shape = &ir.Scalar{Kind: ir.String, Format: h.text(), Encoding: h.text(), Media: h.text(),
		Limits: ir.Limits{Min: "1", Pattern: h.text()}}
	return t
}

// tagOf returns the union's own key, no text, or another.
func (h hostile) tagOf(key string) string {
	switch h.r.IntN(3) {
	case 0:
		return key
	case 1:
		return ""
	}
	return h.text()
}

func (h hostile) document() *ir.Document {
	enumOf := func(n int) *ir.Enum {
		e := &ir.Enum{Open: h.r.IntN(2) == 0}
		for i := range n {
			data, _ := json.Marshal(h.unique(i))
			e.Members = append(e.Members, ir.Member{Value: ir.Value{JSON: string(data)}, Name: h.text(), Doc: h.doc()})
		}
		return e
	}
	d := h.doc()
	colour := &ir.Type{ID: "c", Name: h.unique(1), Doc: h.doc(), Shape: enumOf(3)}
	bag := &ir.Type{ID: "b", Name: h.unique(2), Doc: h.doc(), Shape: &ir.Object{
		Fields:   []*ir.Field{h.field(h.unique(1), h.scalar()), h.field("__proto__", h.scalar()), h.field(h.unique(2), colour)},
		Patterns: []ir.Pattern{{Expr: "^" + h.text(), Use: ir.Use{Type: h.scalar()}}, {Expr: h.text(), Use: ir.Use{Type: colour, Doc: &d}}},
	}}
	key := h.unique(7)
	variant := func(n int) *ir.Type {
		tag := h.value()
		tag.JSON = tag.JSON[:len(tag.JSON)-1] + fmt.Sprint("T", n) + `"`
		f := h.field(key, inline(&ir.Enum{Members: []ir.Member{{Value: tag}}}))
		f.Required = true
		return &ir.Type{ID: fmt.Sprint("v", n), Name: h.unique(2 + n), Doc: h.doc(), Shape: &ir.Object{Fields: []*ir.Field{
			f, h.field(h.unique(8), inline(&ir.Map{Elem: ir.Use{Type: h.scalar(), Doc: &d}, Key: h.scalar()}, h.text(), h.text())),
			h.field(h.unique(9), inline(enumOf(2), h.text(), h.text())), h.field(h.unique(10), bag),
		}}}
	}
	a, b := variant(1), variant(2)
	u := &ir.Type{ID: "u", Name: h.unique(5), Doc: h.doc(), Shape: tagged(key, a, b)}
	param := &ir.Param{Name: h.text(), In: "query", Style: h.text(), Media: h.text(), Use: ir.Use{Type: h.scalar(), Doc: &d}, Doc: h.doc()}
	payloads := []ir.Payload{{Media: h.unique(1), Use: ir.Use{Type: u, Doc: &d}}, {Media: h.unique(2), Use: ir.Use{Type: h.scalar()}}}
	op := &ir.Operation{ID: h.text(), Method: h.text(), Path: h.text(), Tags: []string{h.text()}, Params: []*ir.Param{param},
		Body:      &ir.Body{Payloads: payloads, Doc: h.doc()},
		Responses: []*ir.Response{{Status: h.unique(200), Headers: []*ir.Param{param}, Payloads: payloads, Doc: h.doc()}, {Status: "404", Doc: h.doc()}},
		Stream: &ir.Stream{Media: h.text(), Event: ir.Use{Type: u, Doc: &d}, Tag: h.tagOf(key), Gap: h.text(),
			Terminal: []ir.Terminal{{Tag: h.text()}, {Tag: h.text(), When: []ir.Condition{{Member: h.unique(1), Values: []ir.Value{h.value()}}, {Member: h.unique(2), Values: []ir.Value{h.value(), {JSON: "1"}}}}}},
			Cursor:   &ir.Cursor{Scope: h.text(), Field: h.text()}, Resume: &ir.Resume{Scope: h.text(), Field: h.text()}},
		IdempotencyKey: h.text(),
		Capability:     h.unique(1), Doc: h.doc()}
	return &ir.Document{Title: h.text(), Description: h.text(), Types: []*ir.Type{colour, bag, a, b, u}, Operations: []*ir.Operation{op},
		Flags: []*ir.Flag{{Name: h.unique(1), Doc: h.doc(), Since: h.text(), Deprecated: h.text()}, {Name: h.unique(2), Doc: h.doc()}}}
}

// findScript prints every identifier and doc tag that came out of a text.
const findScript = `
import ts from "TYPESCRIPT";
import fs from "node:fs";
for (const name of fs.readdirSync(".", { recursive: true }).sort()) {
  if (!name.endsWith(".ts")) continue;
  const text = fs.readFileSync(name, "utf8");
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  for (const d of file.parseDiagnostics) console.log(name + ": " + ts.flattenDiagnosticMessageText(d.messageText, " "));
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === "pwned") console.log(name + ": identifier " + node.text);
    for (const tag of ts.getJSDocTags(node)) {
      if (/pwned/.test(tag.tagName.text)) console.log(name + ": tag in " + JSON.stringify(node.getFullText().slice(0, 300)));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}
`

// TestTextStaysText puts hostile text into every position that holds text, and
// looks for it in the syntax tree of what is generated.
func TestTextStaysText(t *testing.T) {
	w := newWorkspace(t, noEmit)
	for seed := range uint64(60) {
		h := hostile{rand.New(rand.NewPCG(seed, 7))}
		o := ts.Options{}
		if i := int(seed) % (len(modes) + 1); i > 0 {
			o = modes[i-1].Options
		}
		w.add(t, fmt.Sprintf("d%03d", seed), generateAs(t, h.document(), o))
	}
	path, err := json.Marshal(tool(t, "typescript/lib/typescript.js"))
	if err != nil {
		t.Fatal(err)
	}
	w.write(t, "find.mjs", strings.Replace(findScript, `"TYPESCRIPT"`, string(path), 1))
	if found := w.node(t, "find.mjs"); found != "" {
		t.Errorf("text became code:\n%s", found)
	}
	w.compiles(t)
}
