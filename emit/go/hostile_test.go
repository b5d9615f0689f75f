package golang

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// hostile are spellings that have broken generators: of code in text, of names
// that are words of the language or of the support file, of bytes that Go source
// cannot hold.
var hostile = []string{
	"*/ func init() { panic(1) } /*", "// x\nfunc init() { panic(2) }", "+build ignore", "a\n+build ignore\n", "//go:build ignore", "go:embed x",
	"line x.go:10", "`back` \\ \" '", "\x00\x01\x7f", "\ufeffbom", "\xff\xfe", "a\u2028b\u2029c\u0085d", "\r\ncr\rlf\n\n\n\nend  ",
	"string", "error", "type", "func", "init", "nil", "main", "_", "", " ", "日本", "1st", "-1", "a.b", "é̀", "😀",
	"DecodeError", "Optional", "DateTime", "decoder", "encoder", "Operation", "Capability", "Unknown", "MarshalJSON", "UnmarshalJSON", "AppendJSON", "Extra", "decode",
	"json", "v", "d", "e", "at", "seen", "* item\n* other\n  more", "1. one\n2) two", "# Head\n\ntext", "A Heading\n\ntext\n\nAnother Heading\n\ntext", "[x]: http://y\nz", "``q'' `z`", "\tcode\n\n\ttext",
	"Deprecated: no.", "- a\n\n- b\n    c\n\nd", "text\n  indented\ntext", "\n\n\n", "a\tb", "$Operation", "%s %d", "\"", "{\"a\":1}", "<b>&",
}

func pick(r *rand.Rand) string {
	s := hostile[r.IntN(len(hostile))]
	if r.IntN(3) == 0 {
		s += hostile[r.IntN(len(hostile))]
	}
	return s
}

// TestHostileText puts hostile spellings wherever the model holds text: the
// output stays formatted Go that type-checks, declares nothing that the model did
// not ask for, and loses no description.
func TestHostileText(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		doc := hostileDocument(r)
		texts := generate(t, doc, Options{Strict: seed%2 == 1})
		for name, text := range texts {
			if strings.Contains(text, "\nfunc init(") || strings.Contains(text, "\n//go:") {
				t.Errorf("seed %d: text of the model became code in %s", seed, name)
			}
		}
		checkDescriptions(t, doc, texts)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func hostileDocument(r *rand.Rand) *ir.Document {
	text := func() ir.Doc {
		return ir.Doc{Title: pick(r), Description: pick(r), Deprecated: r.IntN(4) == 0, Examples: []ir.Value{{JSON: quoteJSON(pick(r))}}}
	}
	doc := &ir.Document{Title: pick(r), Description: pick(r)}
	taken := map[string]bool{}
	for range 6 {
		name := pick(r)
		if taken[exported(name)] {
			continue
		}
		taken[exported(name)] = true
		o := &ir.Object{}
		keys := map[string]bool{}
		for range 6 {
			key := strings.ToValidUTF8(pick(r), "")
			if keys[key] {
				continue
			}
			keys[key] = true
			e := &ir.Enum{}
			values := map[string]bool{}
			for range 1 + r.IntN(4) {
				if v := quoteJSON(strings.ToValidUTF8(pick(r), "")); !values[v] {
					values[v] = true
					e.Members = append(e.Members, ir.Member{Value: ir.Value{JSON: v}, Doc: text()})
				}
			}
			f := opt(key, use(inlineType(e, name, key)))
			if r.IntN(2) == 0 {
				f = req(key, orNull(inlineType(&ir.Scalar{Kind: ir.String, Limits: ir.Limits{Pattern: pick(r)}}, name, key)))
			}
			f.Doc, f.Default = text(), &ir.Value{JSON: quoteJSON(pick(r))}
			o.Fields = append(o.Fields, f)
		}
		typ := named(name, o)
		typ.Doc = text()
		doc.Types = append(doc.Types, typ)
		when := ir.Condition{Member: pick(r), Values: []ir.Value{{JSON: quoteJSON(strings.ToValidUTF8(pick(r), ""))}}}
		if len(o.Fields) > 0 {
			when.Member = o.Fields[r.IntN(len(o.Fields))].Name
		}
		doc.Operations = append(doc.Operations, &ir.Operation{ID: name, Method: "GET", Path: pick(r), Doc: text(), Retry: ir.RetryRead, IdempotencyKey: pick(r), Capability: pick(r),
			Stream: &ir.Stream{Media: pick(r), Event: use(typ), Tag: when.Member, Gap: pick(r), Cursor: &ir.Cursor{Scope: pick(r), Field: pick(r)}, Resume: &ir.Resume{Field: pick(r)},
				Terminal: []ir.Terminal{{Tag: pick(r)}, {Tag: pick(r), When: []ir.Condition{when}}}},
			Params:    []*ir.Param{{Name: pick(r), In: "query", Style: "form", Use: use(typ), Doc: text()}},
			Body:      &ir.Body{Doc: text(), Payloads: []ir.Payload{{Media: pick(r), Use: use(typ)}}},
			Responses: []*ir.Response{{Status: "200", Doc: text(), Payloads: []ir.Payload{{Media: "application/json", Use: orNull(typ)}}}}})
		if s := doc.Operations[len(doc.Operations)-1].Stream; r.IntN(2) == 0 {
			s.Terminal = nil
		}
		doc.Flags = append(doc.Flags, &ir.Flag{Name: name, Doc: text(), Since: pick(r), Deprecated: pick(r)})
	}
	return doc
}
