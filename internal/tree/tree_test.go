package tree_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// parse reads text as a file of the given name and returns the document with
// the findings as text.
func parse(t testing.TB, name, text string) (*tree.Doc, string) {
	t.Helper()
	return parseWithin(t, name, text, tree.Limits{})
}

func parseWithin(t testing.TB, name, text string, lim tree.Limits) (*tree.Doc, string) {
	t.Helper()
	var out diag.List
	d := tree.Parse(source.New(name, []byte(text)), lim, &out)
	var b strings.Builder
	if err := diag.WriteText(&b, out.Sorted(), false); err != nil {
		t.Fatal(err)
	}
	return d, b.String()
}

// mustParse is parse for text without faults.
func mustParse(t testing.TB, name, text string) *tree.Doc {
	t.Helper()
	d, findings := parse(t, name, text)
	if findings != "" {
		t.Fatalf("unexpected findings for %q:\n%s", text, findings)
	}
	return d
}

// walk visits n and everything inside it, keys before their values.
func walk(n tree.Node, visit func(tree.Node)) {
	visit(n)
	for k, v := range n.Members() {
		visit(k)
		walk(v, visit)
	}
	for _, v := range n.Items() {
		walk(v, visit)
	}
}

// spans lists every node as "pointer line:column-line:column text", keys with a
// colon after the pointer.
func spans(root tree.Node) string {
	var b strings.Builder
	walk(root, func(n tree.Node) {
		span := n.Span()
		from, to := span.Pos(), span.EndPos()
		text := string(span.File.Data[span.Start:span.End])
		fmt.Fprintf(&b, "%-8s %d:%d-%d:%d %q\n", n.Pointer(), from.Line, from.Column, to.Line, to.Column, text)
	})
	return b.String()
}

func TestSpans(t *testing.T) {
	tests := []struct{ name, file, text, want string }{
		{"byte order mark is no column", "a.json", "\ufeff{\"a\":1}", `
         1:1-1:8 "{\"a\":1}"
/a       1:2-1:5 "\"a\""
/a       1:6-1:7 "1"
`},
		{"CRLF and a lone CR end lines", "a.json", "[\r\n1,\r2\r\n]", `
         1:1-4:2 "[\r\n1,\r2\r\n]"
/0       2:1-2:2 "1"
/1       3:1-3:2 "2"
`},
		{"a tab is one column", "a.json", "\t[\t1]", `
         1:2-1:6 "[\t1]"
/0       1:4-1:5 "1"
`},
		{"wide characters are one column each", "a.json", `["日本","𝄞",1]`, `
         1:1-1:13 "[\"日本\",\"𝄞\",1]"
/0       1:2-1:6 "\"日本\""
/1       1:7-1:10 "\"𝄞\""
/2       1:11-1:12 "1"
`},
		{"escapes count as written, pointers as meant", "a.json", `{"a\/b~\u00e9":{"":null}}`, `
         1:1-1:26 "{\"a\\/b~\\u00e9\":{\"\":null}}"
/a~1b~0é 1:2-1:15 "\"a\\/b~\\u00e9\""
/a~1b~0é 1:16-1:25 "{\"\":null}"
/a~1b~0é/ 1:17-1:19 "\"\""
/a~1b~0é/ 1:20-1:24 "null"
`},
		{"YAML with a byte order mark and CRLF", "a.yaml", "\ufeffa: 1\r\nb:\r\n  - x\r\n", `
         1:1-3:6 "a: 1\r\nb:\r\n  - x"
/a       1:1-1:2 "a"
/a       1:4-1:5 "1"
/b       2:1-2:2 "b"
/b       3:3-3:6 "- x"
/b/0     3:5-3:6 "x"
`},
		{"YAML wide characters", "a.yml", "日本: [𝄞, 'é', \"ü\"] # 注\nb: é\n", `
         1:1-2:5 "日本: [𝄞, 'é', \"ü\"] # 注\nb: é"
/日本      1:1-1:3 "日本"
/日本      1:5-1:18 "[𝄞, 'é', \"ü\"]"
/日本/0    1:6-1:7 "𝄞"
/日本/1    1:9-1:12 "'é'"
/日本/2    1:14-1:17 "\"ü\""
/b       2:1-2:2 "b"
/b       2:4-2:5 "é"
`},
		{"YAML line separators end the lines of the library only", "a.yaml", "a: x\u2028b: 1\n", `
         1:1-1:10 "a: x\u2028b: 1"
/a       1:1-1:2 "a"
/a       1:4-1:5 "x"
/b       1:6-1:7 "b"
/b       1:9-1:10 "1"
`},
		{"YAML quotes, folds and block scalars end with their text", "a.yaml", "a: 'it''s' # c\nb: \"x\\\"y\"\nc: two\n  lines  # c\nd: |2-\n    x\n\n   y\n\n# c\ne: >\n\nf: >-  # c\n  z\n", `
         1:1-14:4 "a: 'it''s' # c\nb: \"x\\\"y\"\nc: two\n  lines  # c\nd: |2-\n    x\n\n   y\n\n# c\ne: >\n\nf: >-  # c\n  z"
/a       1:1-1:2 "a"
/a       1:4-1:11 "'it''s'"
/b       2:1-2:2 "b"
/b       2:4-2:10 "\"x\\\"y\""
/c       3:1-3:2 "c"
/c       3:4-4:8 "two\n  lines"
/d       5:1-5:2 "d"
/d       5:4-8:5 "|2-\n    x\n\n   y"
/e       11:1-11:2 "e"
/e       11:4-11:5 ">"
/f       13:1-13:2 "f"
/f       13:4-14:4 ">-  # c\n  z"
`},
		{"YAML values without text are where they would be", "a.yaml", "a:\nb: # c\n\nc: &x\nd: [ ~, {e: , f}, ]\n? g\n? h\n", `
         1:1-7:4 "a:\nb: # c\n\nc: &x\nd: [ ~, {e: , f}, ]\n? g\n? h"
/a       1:1-1:2 "a"
/a       1:3-1:3 ""
/b       2:1-2:2 "b"
/b       2:3-2:3 ""
/c       4:1-4:2 "c"
/c       4:6-4:6 ""
/d       5:1-5:2 "d"
/d       5:4-5:20 "[ ~, {e: , f}, ]"
/d/0     5:6-5:7 "~"
/d/1     5:9-5:17 "{e: , f}"
/d/1/e   5:10-5:11 "e"
/d/1/e   5:12-5:12 ""
/d/1/f   5:15-5:16 "f"
/d/1/f   5:16-5:16 ""
/g       6:3-6:4 "g"
/g       6:4-6:4 ""
/h       7:3-7:4 "h"
/h       7:4-7:4 ""
`},
		{"YAML anchors and tags are no part of a value", "a.yaml", "a: &x !!str 1\nb: !!map &y # c\n  c: &z\n  - 1\nd: *y\n", `
         1:1-5:6 "a: &x !!str 1\nb: !!map &y # c\n  c: &z\n  - 1\nd: *y"
/a       1:1-1:2 "a"
/a       1:13-1:14 "1"
/b       2:1-2:2 "b"
/b       3:3-4:6 "c: &z\n  - 1"
/b/c     3:3-3:4 "c"
/b/c     4:3-4:6 "- 1"
/b/c/0   4:5-4:6 "1"
/d       5:1-5:2 "d"
/d       5:4-5:6 "*y"
/d/c     3:3-3:4 "c"
/d/c     4:3-4:6 "- 1"
/d/c/0   4:5-4:6 "1"
`},
		{"YAML list dashes and pairs in lists", "a.yaml", "- - a\n  - \n- b: 1\n  c: [d: 2, \"e\" : 3]\n-\n", `
         1:1-5:2 "- - a\n  - \n- b: 1\n  c: [d: 2, \"e\" : 3]\n-"
/0       1:3-2:4 "- a\n  -"
/0/0     1:5-1:6 "a"
/0/1     2:4-2:4 ""
/1       3:3-4:21 "b: 1\n  c: [d: 2, \"e\" : 3]"
/1/b     3:3-3:4 "b"
/1/b     3:6-3:7 "1"
/1/c     4:3-4:4 "c"
/1/c     4:6-4:21 "[d: 2, \"e\" : 3]"
/1/c/0   4:7-4:11 "d: 2"
/1/c/0/d 4:7-4:8 "d"
/1/c/0/d 4:10-4:11 "2"
/1/c/1   4:13-4:20 "\"e\" : 3"
/1/c/1/e 4:13-4:16 "\"e\""
/1/c/1/e 4:19-4:20 "3"
/2       5:2-5:2 ""
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := mustParse(t, test.file, test.text)
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), spans(d.Root())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestZeroNode(t *testing.T) {
	var n tree.Node
	var d *tree.Doc
	if n != d.Root() || d.File() != nil {
		t.Error("the root of a nil Doc is not the zero Node")
	}
	if n.OK() || n.Kind() != tree.Invalid || n.Doc() != nil || n.Str() != "" || n.Bool() || n.Raw() != "" ||
		n.JSON() != "" || n.Any() != nil || n.Len() != 0 || n.Get("a").OK() || n.Key().OK() ||
		n.Span() != (source.Span{}) || n.Pointer() != "" || n.Loc() != (source.Loc{}) {
		t.Error("a method of the zero Node has a result")
	}
	for range n.Members() {
		t.Error("the zero Node has a member")
	}
	for range n.Items() {
		t.Error("the zero Node has an item")
	}
	if _, ok := n.At(""); ok {
		t.Error("the zero Node has a root")
	}
}

func TestStr(t *testing.T) {
	tests := []struct{ text, want string }{
		{`"plain"`, "plain"},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{`"\u0041\u00e9\u65e5"`, "Aé日"},
		{`"\ud834\udd1e"`, "𝄞"},
		{`"\ud834"`, "\ufffd"},
		{`"\udd1e\ud834"`, "\ufffd\ufffd"},
		{`"\ud834\ud834\udd1e"`, "\ufffd𝄞"},
		{`"\ud834\u0041"`, "\ufffdA"},
		{`"\ud834x"`, "\ufffdx"},
		{`"\u0000"`, "\x00"},
		{`1`, ""},
		{`["a"]`, ""},
	}
	for _, test := range tests {
		if got := mustParse(t, "a.json", test.text).Root().Str(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}

func TestJSON(t *testing.T) {
	tests := []struct{ text, want string }{
		{" { \"b\" : 1.0 , \"a\" : [ 1e2 , -0 , 9007199254740993 ] } ", `{"b":1.0,"a":[1e2,-0,9007199254740993]}`},
		{`"\u0041\/<>&\u2028"`, "\"A/<>&\u2028\""},
		{`"\u0000\u001f\u007f\"\\\b\f\n\r\t"`, "\"\\u0000\\u001f\x7f\\\"\\\\\\b\\f\\n\\r\\t\""},
		{`[{},[],{"a":{}},true,false,null,""]`, `[{},[],{"a":{}},true,false,null,""]`},
	}
	for _, test := range tests {
		if got := mustParse(t, "a.json", test.text).Root().JSON(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
}

func TestAny(t *testing.T) {
	root := mustParse(t, "a.json", `{"a":[1.0,"x",true,null,{}],"b":9007199254740993}`).Root()
	if got, want := fmt.Sprintf("%#v", root.Any()), `map[string]interface {}{"a":[]interface {}{"1.0", "x", true, interface {}(nil), map[string]interface {}{}}, "b":"9007199254740993"}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAt(t *testing.T) {
	root := mustParse(t, "a.json", `{"a/b":{"~":[10,[20]],"":1},"~1":2,"0":3,"%25":4}`).Root()
	tests := []struct{ pointer, want string }{
		{"", root.JSON()},
		{"/a~1b/~0/0", "10"},
		{"/a~1b/~0/1/0", "20"},
		{"/a~1b/", "1"},
		{"/~01", "2"},
		{"/0", "3"},
		{"/%25", "4"},
		{"/%2525", ""},
		{"a~1b", ""},
		{"/~1", ""},
		{"/~", ""},
		{"/~2", ""},
		{"/a~1b/~0/2", ""},
		{"/a~1b/~0/-", ""},
		{"/a~1b/~0/01", ""},
		{"/a~1b/~0/+1", ""},
		{"/a~1b/~0/-1", ""},
		{"/a~1b/~0/99999999999999999999", ""},
		{"/0/0", ""},
		{"/", ""},
	}
	for _, test := range tests {
		n, ok := root.At(test.pointer)
		if ok != (test.want != "") || n.JSON() != test.want {
			t.Errorf("%q: got %s, %t; want %s", test.pointer, n.JSON(), ok, test.want)
		}
	}
}

// TestPointersLeadBack checks on every node that its pointer names it.
func TestPointersLeadBack(t *testing.T) {
	root := mustParse(t, "a.json", `{"":{"":[[],[{"/":1,"~0":[2]}]]},"a":{"b":[1,2,3]}}`).Root()
	walk(root, func(n tree.Node) {
		got, ok := root.At(n.Pointer())
		if !ok || got != n && got.Key() != n {
			t.Errorf("pointer %q names %s, not %s", n.Pointer(), got.JSON(), n.JSON())
		}
	})
}

func TestKey(t *testing.T) {
	root := mustParse(t, "a.json", `{"a":["x"],"b":"y"}`).Root()
	if got := root.Get("b").Key().Str(); got != "b" {
		t.Errorf("key of /b is %q", got)
	}
	for i, item := range root.Get("a").Items() {
		if item.Key().OK() {
			t.Errorf("item %d has a key", i)
		}
	}
	if root.Key().OK() || root.Get("a").Key().Key().OK() {
		t.Error("the root or a key has a key")
	}
}

func TestGetOfRepeatedKeysIsTheLast(t *testing.T) {
	d, _ := parse(t, "a.json", `{"a":1,"b":2,"\u0061":3}`)
	if got := d.Root().Get("a").Raw(); got != "3" {
		t.Errorf("got %s, want 3", got)
	}
	if got := fmt.Sprint(d.Root().Any()); got != "map[a:3 b:2]" {
		t.Errorf("got %s", got)
	}
}

func TestGetDoesNotAllocate(t *testing.T) {
	root := mustParse(t, "a.json", `{"a":1,"b":{"c":2},"d":"text"}`).Root()
	if n := testing.AllocsPerRun(100, func() {
		if root.Get("b").Get("c").Raw() != "2" || root.Get("d").Str() != "text" {
			t.Error("wrong value")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFormatIsByExtensionOrFirstCharacter(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a.JSON", `{"a":1}`, `{"a":1}`},
		{"a.YML", `a: 1`, `{"a":1}`},
		{"a.Yaml", `{a: 1}`, `{"a":1}`},
		{"schema", "\ufeff \n{\"a\":1}", `{"a":1}`},
		{"schema", `[1]`, `[1]`},
		{"schema", `a: 1`, `{"a":1}`},
		{"schema.txt", "# note\na: 1", `{"a":1}`},
	}
	for _, test := range tests {
		if got := mustParse(t, test.name, test.text).Root().JSON(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	if d, _ := parse(t, "a.json", "a: 1"); d != nil {
		t.Error("a.json was read as YAML")
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	tests := []struct {
		name, file, text string
		lim              tree.Limits
		want             string
	}{
		{"10,000 levels", "a.json", deep, tree.Limits{}, "a.json:1:1001: error: nested deeper than 1000 levels\n"},
		{"1,001 levels of YAML", "a.yaml", strings.Repeat("[", 1_001) + "x" + strings.Repeat("]", 1_001), tree.Limits{}, "a.yaml:1:1001: error: nested deeper than 1000 levels\n"},
		{"levels allowed", "a.json", deep, tree.Limits{Depth: 10_000}, ""},
		{"one level too many", "a.json", "[[1]]", tree.Limits{Depth: 1}, "a.json:1:2: error: nested deeper than 1 levels\n"},
		{"siblings are one level", "a.json", "[[1],[2]]", tree.Limits{Depth: 2}, ""},
		{"YAML siblings are one level", "a.yaml", "[[x],[2]]", tree.Limits{Depth: 2}, ""},
		{"bytes", "a.json", "[1,2]", tree.Limits{Bytes: 4}, "a.json:1:1: error: file has 5 bytes, more than the limit of 4\n"},
		{"nodes", "a.json", "[1,2]", tree.Limits{Nodes: 2}, "a.json:1:4: error: more than 2 values and keys in one document\n"},
		{"nodes of YAML", "a.yaml", "[x, 2]", tree.Limits{Nodes: 2}, "a.yaml:1:5: error: more than 2 values and keys in one document\n"},
		{"exactly the nodes", "a.json", `{"a":1}`, tree.Limits{Nodes: 3}, ""},
		{"aliases within the nodes", "a.yaml", "[&a [1], *a]", tree.Limits{Nodes: 5}, ""},
		{"aliases beyond the nodes", "a.yaml", "[&a [1], *a]", tree.Limits{Nodes: 4}, "a.yaml:1:10: error: aliases expand to more than 4 values and keys\n"},
		{"aliases deeper than allowed", "a.yaml", "[&a [[1]], [*a]]", tree.Limits{Depth: 3}, "a.yaml:1:13: error: alias *a nests deeper than 3 levels\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, got := parseWithin(t, test.file, test.text, test.lim)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if (d == nil) != (test.want != "") {
				t.Errorf("document is nil: %t", d == nil)
			}
		})
	}
}

// TestAliasBomb expects one finding, and no memory spent on nine levels of nine
// aliases.
func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("l0: &l0 [lol]\n")
	for i := 1; i <= 9; i++ {
		fmt.Fprintf(&b, "l%d: &l%d [%s*l%d]\n", i, i, strings.Repeat(fmt.Sprintf("*l%d, ", i-1), 8), i-1)
	}
	d, got := parse(t, "a.yaml", b.String())
	if d != nil || strings.Count(got, "\n") != 1 || !strings.Contains(got, "aliases expand to more than 10000000 values and keys") {
		t.Errorf("got %v\n%s", d != nil, got)
	}
}
