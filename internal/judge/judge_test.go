package judge_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/judge"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// TestVerdicts judges the files of each archive together, except those below
// other/, which are read only on request. want.txt has the findings.
func TestVerdicts(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			last := len(archive.Files) - 1
			if last < 1 || archive.Files[last].Name != "want.txt" {
				t.Fatal("an archive is inputs, then want.txt")
			}
			got := verdict(t, archive.Files[:last])
			if os.Getenv("GAIA_UPDATE") != "" && os.Getenv("CI") == "" {
				archive.Files[last].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(archive.Files[last].Data), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// verdict returns the findings about the files as text.
func verdict(t *testing.T, files []txtar.File) string {
	var docs []*tree.Doc
	var out diag.List
	contents := map[string][]byte{}
	for _, f := range files {
		contents[f.Name] = f.Data
		if strings.HasPrefix(f.Name, "other/") {
			continue
		}
		d := tree.Parse(source.New(f.Name, f.Data), tree.Limits{}, &out)
		if d == nil {
			t.Fatalf("%s: %v", f.Name, out.Sorted())
		}
		docs = append(docs, d)
	}
	judge.Conformance(docs, func(name string) ([]byte, error) {
		if data, ok := contents[name]; ok {
			return data, nil
		}
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}, &out)
	var b strings.Builder
	if err := diag.WriteText(&b, out.Sorted(), false); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestKnownErrorsAreNotRepeated gives the judge a list in which the reader has
// reported the reference already.
func TestKnownErrorsAreNotRepeated(t *testing.T) {
	const text = `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},
"components":{"schemas":{"A":{"items":{"$ref":"#/components/schemas/B"}}}}}`
	var out diag.List
	d := tree.Parse(source.New("a.json", []byte(text)), tree.Limits{}, &out)
	ref, ok := d.Root().At("/components/schemas/A/items/$ref")
	if !ok {
		t.Fatal("no reference")
	}
	for _, place := range []tree.Node{ref, ref.Key()} {
		var out diag.List
		out.Errorf("ref/dangling", place.Loc(), "known")
		judge.Conformance([]*tree.Doc{d}, noFiles, &out)
		if n := len(out.Sorted()); n != 1 {
			t.Errorf("%d findings: %v", n, out.Sorted())
		}
	}
	judge.Conformance([]*tree.Doc{d}, noFiles, &out)
	if got := out.Sorted(); len(got) != 1 || got[0].Rule != "openapi/unresolved-ref" {
		t.Errorf("without the known error: %v", got)
	}
}

// TestOutsideIsNotRead refers to places that are not files of the workspace.
func TestOutsideIsNotRead(t *testing.T) {
	for _, ref := range []string{"../../secret.json#/A", "/etc/hostname", "http://127.0.0.1:9/x.json#/A", "file:///etc/hostname", "//host/x.json"} {
		text := fmt.Sprintf(`{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},"components":{"schemas":{"A":{"$ref":%q}}}}`, ref)
		var out diag.List
		d := tree.Parse(source.New("dir/a.json", []byte(text)), tree.Limits{}, &out)
		judge.Conformance([]*tree.Doc{d, nil}, func(name string) ([]byte, error) {
			t.Errorf("%s: %s was asked for", ref, name)
			return nil, fs.ErrNotExist
		}, &out)
		if out.HasErrors() {
			t.Errorf("%s: %v", ref, out.Sorted())
		}
	}
}

func noFiles(name string) ([]byte, error) {
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}
