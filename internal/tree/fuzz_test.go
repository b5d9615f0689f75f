package tree_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// FuzzParse checks on any JSON text that Parse accepts what encoding/json does,
// and that each span reads as the value it belongs to.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,2.5e-3,"x\u00e9",true,null]}`, `[]`, `"a\"b"`, `{"a":1,"a":2}`, "\xef\xbb\xbf{}", `-0`, `01`, `"\ud800"`,
		`[1,]`, `{"a":1,}`, `// c`, `[NaN]`, "[\"a\tb\"]", "\xff", "[\"\xff\"]", `"\u12`, `{"a"`, " [ 1 , 2 ] ", `[1 2]`, `{'a':1}`, "\x00",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !utf8.Valid(data) {
			parseAny(t, "a.json", data)
			return
		}
		d, out := parseAny(t, "a.json", data)
		valid := json.Valid(data)
		if len(data) >= 3 && string(data[:3]) == "\ufeff" {
			valid = json.Valid(data[3:])
		}
		if (d != nil) != valid {
			t.Fatalf("json.Valid is %t, findings are %v for %q", valid, out, data)
		}
		if d == nil {
			return
		}
		walk(d.Root(), func(n tree.Node) {
			span := n.Span()
			again, _ := parseAny(t, "b.json", data[span.Start:span.End])
			if again == nil || again.Root().JSON() != n.JSON() {
				t.Fatalf("%q at %d:%d is not %s", data, span.Start, span.End, n.JSON())
			}
		})
		checkJSON(t, d)
	})
}

// FuzzParseYAML checks on any YAML text that the document is legal JSON, and
// that spans lie in the file and in those of their parents.
func FuzzParseYAML(f *testing.F) {
	for _, s := range []string{
		"a: 1\nb: [x, {y: z}]\n", "- - a\n  -\n- |2-\n    x\n", "a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n", "? a\n? b\n", "'it''s'", "\"a\\\n b\"",
		"a: &x\nb: !!str\n", "--- !t\n- # c\n", "%YAML 1.2\n---\na\n...\n", "a: b: c", "\tx", "{a", "[a: b, c]", "a\u2028b: c", "&a [*a]", "<<: [{a: 1}, {a: 2}]",
		"! a", "{&a !b c: !d &e}", "x: >+\n\n  a\n\n", "? |\n  k\n: v\n", "a: 'x\n\n  y'", "[a, b]]", "key: @x", "*a", "0x1F: 0o17\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, _ := parseAny(t, "a.yaml", data)
		if d == nil {
			return
		}
		if !bytes.ContainsAny(data, "*<") { // aliases and merged members have their text elsewhere
			walk(d.Root(), func(n tree.Node) { checkNesting(t, n, data) })
		}
		if !bytes.ContainsAny(data, "*<!|>%") { // what these change is not in the span
			walk(d.Root(), func(n tree.Node) { checkLeaf(t, n, data) })
		}
		checkJSON(t, d)
	})
}

// checkNesting checks that the children of n lie in its span, one after the
// other.
func checkNesting(t *testing.T, n tree.Node, data []byte) {
	outer := n.Span()
	last := outer.Start
	inside := func(child tree.Node) {
		span := child.Span()
		if span.Start < last || span.End > outer.End {
			t.Fatalf("%q: child %s at %d:%d, parent at %d:%d, last child to %d",
				data, child.JSON(), span.Start, span.End, outer.Start, outer.End, last)
		}
		last = span.End
	}
	for k, v := range n.Members() {
		inside(k)
		inside(v)
	}
	for _, v := range n.Items() {
		inside(v)
	}
}

// checkLeaf checks that the text of a scalar value reads as the same value. The
// space before it keeps it from being a document marker.
func checkLeaf(t *testing.T, n tree.Node, data []byte) {
	span := n.Span()
	isKey := n.Kind() == tree.String && n.Pointer() != "" && !n.Key().OK()
	if n.Len() > 0 || span.Start == span.End || isKey {
		return
	}
	text := append([]byte(" "), data[span.Start:span.End]...)
	again, _ := parseAny(t, "leaf.yaml", text)
	if again == nil || again.Root().JSON() != n.JSON() {
		t.Fatalf("%q at %d:%d is not %s", data, span.Start, span.End, n.JSON())
	}
}

// parseAny parses data within small limits, checks the findings, and returns
// them with the document.
func parseAny(t *testing.T, name string, data []byte) (*tree.Doc, []diag.Diagnostic) {
	var out diag.List
	d := tree.Parse(source.New(name, data), tree.Limits{Nodes: 100_000}, &out)
	if top, _ := out.Max(); (d == nil) != (top == diag.Fatal) {
		t.Fatalf("%q: document is nil: %t, findings %v", data, d == nil, out.Sorted())
	}
	for _, finding := range out.Sorted() {
		if span := finding.Loc.Span; span.Start < 0 || span.End < span.Start || span.End > len(data) || finding.Message == "" {
			t.Fatalf("%q: finding %+v", data, finding)
		}
	}
	return d, out.Sorted()
}

// checkJSON checks that the JSON text of d is legal and reads as itself, and
// that every pointer leads somewhere. With duplicate keys, it may not.
func checkJSON(t *testing.T, d *tree.Doc) {
	text := d.Root().JSON()
	if !json.Valid([]byte(text)) {
		t.Fatalf("not JSON: %s", text)
	}
	again, findings := parseAny(t, "again.json", []byte(text))
	if again == nil || again.Root().JSON() != text {
		t.Fatalf("does not read as itself: %s", text)
	}
	if len(findings) > 0 {
		return
	}
	walk(d.Root(), func(n tree.Node) {
		if _, ok := d.Root().At(n.Pointer()); !ok {
			t.Fatalf("%s: pointer %q names nothing", text, n.Pointer())
		}
	})
}
