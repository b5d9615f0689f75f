package ts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// TestMembersCollide finds members that become one in camelCase, and none where
// casing is that of the wire.
func TestMembersCollide(t *testing.T) {
	const schema = `{
  "title": "Thing",
  "type": "object",
  "properties": {
    "run_id": { "type": "string" },
    "runId": { "type": "string" },
    "ID": { "type": "string" },
    "id": { "type": "string" },
    "id_": { "type": "string" },
    "run.id": { "type": "string" }
  }
}
`
	for _, c := range []struct {
		options ts.Options
		want    []string
	}{
		{ts.Options{}, nil},
		{ts.Options{Casing: ts.Camel}, []string{
			`"runId" and "run_id" are both "runId" in camelCase`,
			`"id" and "ID" are both "id" in camelCase`,
		}},
	} {
		doc, found := load(t, "schema.json", []byte(schema))
		if _, err := ts.Emit(doc, c.options, found); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range found.Sorted() {
			if d.Rule != "naming/collision" || d.Severity != diag.Error || len(d.Related) != 1 || d.Help == "" || d.Loc.Span.File == nil || d.Related[0].Loc.Span.File == nil {
				t.Errorf("got %+v", d)
			}
			got = append(got, d.Message)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestVariantsCollide warns of variants that only the wire tells apart.
func TestVariantsCollide(t *testing.T) {
	const schema = `{
  "title": "Either",
  "anyOf": [
    { "title": "A", "type": "object", "required": ["run_id"], "properties": { "run_id": { "type": "string" }, "a_b": { "type": "string" } } },
    { "title": "B", "type": "object", "required": ["runId"], "properties": { "runId": { "type": "string" }, "a_b": { "type": "string" } } },
    { "type": "string" }
  ]
}
`
	doc, found := load(t, "schema.json", []byte(schema))
	if _, err := ts.Emit(doc, ts.Options{Casing: ts.Camel}, found); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range found.Sorted() {
		got = append(got, d.Rule+": "+d.Message)
	}
	want := []string{`ts/ambiguous-casing: "runId" and "run_id" of two variants without a tag are both "runId" in camelCase: an encoder may take one variant for the other`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
