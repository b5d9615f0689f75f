// Package goldentest runs tests that keep input and expected output in one
// txtar file: the archive's comment says why the case exists, files under want/
// are expected, all others are input.
package goldentest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// wantDir is the folder of expected files inside an archive.
const wantDir = "want/"

// Updating reports whether the environment asks, by GAIA_UPDATE=1, that
// expected output be rewritten. It fails the test when CI is set too: there,
// expectations are only ever compared.
func Updating(t testing.TB) bool {
	t.Helper()
	if os.Getenv("GAIA_UPDATE") != "1" {
		return false
	}
	if os.Getenv("CI") != "" {
		t.Fatal("GAIA_UPDATE=1 is refused when CI is set: rewrite on a developer's machine and read the diff")
	}
	return true
}

// Run calls generate with the input of every archive that the glob matches, in a
// subtest named for the file, and compares the files that it returns with those
// under want/. A glob that matches nothing fails: such a test tests nothing.
func Run(t *testing.T, glob string, generate func(t *testing.T, input []txtar.File) []txtar.File) {
	t.Helper()
	paths, err := filepath.Glob(glob)
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatalf("no file matches %s", glob)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			runFile(t, path, generate)
		})
	}
}

func runFile(t *testing.T, path string, generate func(*testing.T, []txtar.File) []txtar.File) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(bytes.TrimSpace(archive.Comment)) == 0 {
		t.Errorf("%s: has no comment that says why the case exists", path)
	}
	var input, want []txtar.File
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, wantDir) {
			want = append(want, f)
			continue
		}
		input = append(input, f)
	}
	got := generate(t, input)
	for i := range got {
		got[i].Name = wantDir + got[i].Name
		if n := len(got[i].Data); n > 0 && got[i].Data[n-1] != '\n' {
			t.Errorf("%s: does not end in a line feed", got[i].Name)
		}
	}
	if Updating(t) {
		archive.Files = append(slices.Clip(input), got...)
		if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(texts(want), texts(got)); diff != "" {
		t.Errorf("%s: output differs (-want +got); GAIA_UPDATE=1 rewrites it:\n%s", path, diff)
	}
}

// texts returns the files as name and text, for a readable diff.
func texts(files []txtar.File) [][2]string {
	var out [][2]string
	for _, f := range files {
		out = append(out, [2]string{f.Name, string(f.Data)})
	}
	return out
}

// Each calls visit with the name of every archive that the glob matches and its
// expected files, named as generated.
func Each(t testing.TB, glob string, visit func(name string, want []txtar.File)) {
	t.Helper()
	paths, err := filepath.Glob(glob)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no file matches %s (%v)", glob, err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var want []txtar.File
		for _, f := range archive.Files {
			if name, ok := strings.CutPrefix(f.Name, wantDir); ok {
				want = append(want, txtar.File{Name: name, Data: f.Data})
			}
		}
		visit(strings.TrimSuffix(filepath.Base(path), ".txtar"), want)
	}
}
