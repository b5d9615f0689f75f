package tree_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestDocuments reads every input of each archive. want.txt has what comes of
// them in order: the findings, then the document as compact JSON, or "no
// document". In an archive named twins-*, all documents are the same text.
func TestDocuments(t *testing.T) {
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
			got, texts := readAll(t, archive.Files[:last])
			if strings.HasPrefix(filepath.Base(name), "twins-") && len(texts) != 1 {
				t.Errorf("%d different documents: %v", len(texts), texts)
			}
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

// readAll returns what becomes of the files, and the set of their documents.
func readAll(t *testing.T, files []txtar.File) (string, map[string]bool) {
	var b strings.Builder
	texts := map[string]bool{}
	for _, f := range files {
		d, findings := parse(t, f.Name, string(f.Data))
		text := "no document"
		if d != nil {
			text = d.Root().JSON()
		}
		texts[text] = true
		b.WriteString(findings + text + "\n")
	}
	return b.String(), texts
}
