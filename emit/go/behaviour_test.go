package golang

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// TestBehaviour runs tests written by hand against generated packages, in the
// archives whose names begin with "strict" against strict ones. The go command
// vets them too.
func TestBehaviour(t *testing.T) {
	if testing.Short() {
		t.Skip("builds packages")
	}
	paths, _ := filepath.Glob("testdata/behaviour/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no archives")
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			runBehaviour(t, path, Options{Strict: strings.HasPrefix(name, "strict")})
		})
	}
}

func runBehaviour(t *testing.T, path string, o Options) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out diag.List
	files, err := Emit(load(t, archive.Files[0].Name, archive.Files[0].Data), o, &out)
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
