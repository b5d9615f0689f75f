package golang

import (
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// TestBehaviour runs tests written by hand against a generated package.
func TestBehaviour(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a package")
	}
	archive, err := txtar.ParseFile("testdata/behaviour/schema.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var out diag.List
	files, err := Emit(load(t, archive.Files[0].Name, archive.Files[0].Data), Options{}, &out)
	if err != nil {
		t.Fatal(err)
	}
	check(t, files)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module api\n\ngo 1.22\n")
	for _, f := range files {
		write(t, filepath.Join(dir, f.Path), string(f.Data))
	}
	write(t, filepath.Join(dir, archive.Files[1].Name), string(archive.Files[1].Data))
	cmd := exec.Command("go", "test", "-trimpath", ".")
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
