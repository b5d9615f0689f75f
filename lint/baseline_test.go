package lint_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/lint"
	"github.com/google/go-cmp/cmp"
)

const before = `{
"Session": {"type": "object", "description": "A chat.", "properties": {"id": {"type": "string"}, "title": {"type": "string"}}},
"Other": {"type": "object", "description": "Other.", "properties": {"n": {"type": "string", "description": "How many of them."}, "m": {"type": "string"}}}
}`

func keysOf(found []lint.Finding) []string {
	var keys []string
	for _, f := range found {
		keys = append(keys, f.Rule+" "+f.Key)
	}
	return keys
}

func TestBaselineRoundTrip(t *testing.T) {
	r := lintText(t, "a.json", before, lint.Options{})
	b := lint.MakeBaseline(r)
	const want = `{
  "version": 1,
  "described": 1,
  "total": 4,
  "keys": [
    {"rule":"desc/field","file":"a.json","key":"Other.m"},
    {"rule":"desc/field","file":"a.json","key":"Session.id"},
    {"rule":"desc/field","file":"a.json","key":"Session.title"}
  ]
}
`
	if diff := cmp.Diff(want, string(b.Encode())); diff != "" {
		t.Errorf("encoded (-want +got):\n%s", diff)
	}
	var out diag.List
	again, ok := lint.ReadBaseline(source.New("baseline.json", b.Encode()), &out)
	if !ok || len(out.Sorted()) > 0 {
		t.Fatalf("cannot read it back: %v", out.Sorted())
	}
	if diff := cmp.Diff(b, again); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
	c := lint.Compare(r, again)
	if len(c.New) > 0 || len(c.Vanished) > 0 || len(c.Known) != 3 {
		t.Errorf("compared with itself: %v", c)
	}
	empty := lint.Baseline{}
	if _, ok := lint.ReadBaseline(source.New("baseline.json", empty.Encode()), &out); !ok {
		t.Errorf("an empty baseline cannot be read: %s", empty.Encode())
	}
}

func TestBaselineCompare(t *testing.T) {
	b := lint.MakeBaseline(lintText(t, "a.json", before, lint.Options{}))
	// A reordered document, one field mended, one new: a count would not notice.
	after := `{
"Other": {"type": "object", "description": "Other.", "properties": {"m": {"type": "string"}, "n": {"type": "string", "description": "How many of them."}}},
"Session": {"type": "object", "description": "A chat.", "properties": {"title": {"type": "string", "description": "What it is about."}, "id": {"type": "string"}, "age": {"type": "string"}}}
}`
	r := lintText(t, "a.json", after, lint.Options{})
	c := lint.Compare(r, b)
	if diff := cmp.Diff([]string{"desc/field Session.age"}, keysOf(c.New)); diff != "" {
		t.Errorf("new (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]lint.Key{{Rule: "desc/field", File: "a.json", Name: "Session.title"}}, c.Vanished); diff != "" {
		t.Errorf("vanished (-want +got):\n%s", diff)
	}
	shrunk, refused := b.Update(r, c, lint.Shrink)
	if len(shrunk.Keys) != 2 || refused != 1 {
		t.Errorf("shrunk to %v, refused %d", shrunk.Keys, refused)
	}
	grown, refused := b.Update(r, c, lint.Regress)
	if diff := cmp.Diff(lint.MakeBaseline(r), grown); diff != "" || refused != 0 {
		t.Errorf("regressed, refused %d (-want +got):\n%s", refused, diff)
	}
}

func TestBaselineRename(t *testing.T) {
	b := lint.MakeBaseline(lintText(t, "a.json", before, lint.Options{}))
	renamed := lintText(t, "a.json", strings.Replace(before, `"Session"`, `"Chat"`, 1), lint.Options{})
	c := lint.Compare(renamed, b)
	if diff := cmp.Diff([]lint.Rename{{File: "a.json", Old: "Session", New: "Chat"}}, c.Renames); diff != "" {
		t.Errorf("renames (-want +got):\n%s", diff)
	}
	if len(c.New) != 2 || len(c.Vanished) != 2 {
		t.Errorf("a rename is only offered: new %v, vanished %v", keysOf(c.New), c.Vanished)
	}
	// Two candidates: neither is offered.
	twice := strings.Replace(before, `"Session"`, `"Chat": {"type": "object", "description": "A talk.", "properties": {"id": {"type": "integer"}, "title": {"type": "string"}}}, "Talk"`, 1)
	if c := lint.Compare(lintText(t, "a.json", twice, lint.Options{}), b); len(c.Renames) > 0 {
		t.Errorf("renames: %v", c.Renames)
	}
}

func TestBaselineBroken(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"{", "b.json:1:2: error: "},
		{"[]", "b.json:1:1: error: a baseline is an object"},
		{`{"version": 2}`, `b.json:1:13: error: the baseline is not of version 1`},
		{`{}`, "b.json:1:1: error: the baseline is not of version 1"},
		{`{"version": 1, "keys": {}}`, `b.json:1:24: error: "keys" is not a list`},
		{`{"version": 1, "total": -1}`, `b.json:1:25: error: "total" is not a number of fields`},
		{`{"version": 1, "kees": []}`, `b.json:1:16: error: "kees" is not a member of a baseline`},
		{`{"version": 1, "keys": [{"rule": "desc/field", "file": "a", "key": 1}]}`, "b.json:1:25: error: a key is an object"},
		{`{"version": 1, "keys": [], "keys": []}`, `b.json:1:28: error: duplicate key "keys"`},
	} {
		var out diag.List
		_, ok := lint.ReadBaseline(source.New("b.json", []byte(x.text)), &out)
		var b bytes.Buffer
		if err := diag.WriteText(&b, out.Sorted(), false); err != nil {
			t.Fatal(err)
		}
		top, _ := out.Max()
		if ok || top != diag.Fatal || !strings.HasPrefix(b.String(), x.want) {
			t.Errorf("%s:\nok %v, severity %v\nwant %s\ngot  %s", x.text, ok, top, x.want, b.String())
		}
	}
}

func TestTouched(t *testing.T) {
	base := lintText(t, "a.json", before, lint.Options{})
	same := lintText(t, "a.json", strings.ReplaceAll(before, "\n", "\n\n"), lint.Options{})
	if touched := lint.Touched(base, same); len(touched) > 0 {
		t.Errorf("a reformatted document: %v", keysOf(touched))
	}
	changed := strings.Replace(before, `"id": {"type": "string"}`, `"id": {"type": "integer"}`, 1)
	touched := lint.Touched(base, lintText(t, "a.json", changed, lint.Options{}))
	if diff := cmp.Diff([]string{"desc/field Session.id", "desc/field Session.title"}, keysOf(touched)); diff != "" {
		t.Errorf("touched (-want +got):\n%s", diff)
	}
	if touched := lint.Touched(lint.Result{}, base); len(touched) != 3 {
		t.Errorf("everything is new: %v", keysOf(touched))
	}
}

func TestLookup(t *testing.T) {
	if r, _, ok := lint.Lookup("union/tag-open"); !ok || r.ID != "union/tag-open" || r.Page == "" {
		t.Errorf("union/tag-open: %v, %v", r, ok)
	}
	if _, nearest, ok := lint.Lookup("union/tag-opne"); ok || nearest != "union/tag-open" {
		t.Errorf("nearest of union/tag-opne: %q", nearest)
	}
	if level, _, ok := lint.ParseLevel("warn"); !ok || level != lint.Warning {
		t.Errorf("warn: %v, %v", level, ok)
	}
	if _, nearest, ok := lint.ParseLevel("warm"); ok || nearest != "warn" {
		t.Errorf("nearest of warm: %q", nearest)
	}
}
