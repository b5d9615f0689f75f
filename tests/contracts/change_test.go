// Package contracts tests the contracts that this project ships: from their
// Python sources, through schemas/ and golden/, to messages on the wire.
package contracts

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

const root = "../.."

// configured reads the contracts of gaia-gen.yaml.
func configured(t *testing.T) []config.Contract {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, config.FileName))
	if err != nil {
		t.Fatal(err)
	}
	out := &diag.List{}
	cfg := config.Parse(source.New(config.FileName, data), out)
	fail(t, out)
	return cfg.Contracts
}

func fail(t *testing.T, out *diag.List) {
	t.Helper()
	if out.HasErrors() {
		var b strings.Builder
		if err := diag.WriteText(&b, out.Sorted(), false); err != nil {
			t.Fatal(err)
		}
		t.Fatal(b.String())
	}
}

// generated returns the files of all contracts by path, from the schemas in fsys.
func generated(t *testing.T, fsys fs.FS) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, c := range configured(t) {
		out := &diag.List{}
		r, err := pipeline.Generate(fsys, c, pipeline.Options{}, out)
		if err != nil {
			t.Fatal(err)
		}
		fail(t, out)
		for _, o := range r.Outputs {
			for _, f := range o.Files {
				files[o.Dir+"/"+f.Path] = string(f.Data)
			}
		}
	}
	return files
}

// committed returns the files of the directories in the working tree by path.
func committed(t *testing.T, dirs ...string) map[string]string {
	t.Helper()
	return read(t, root, dirs...)
}

// read returns the files of the directories below base by path.
func read(t *testing.T, base string, dirs ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, dir := range dirs {
		err := fs.WalkDir(os.DirFS(base), dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(filepath.Join(base, p))
			files[p] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestGolden holds golden/ to what schemas/ produces: no file missing, none too
// many, none different.
func TestGolden(t *testing.T) {
	want := committed(t, "golden")
	got := generated(t, os.DirFS(root))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("run go run ./cmd/gaia-gen\n%s", diff)
	}
}

// TestDescriptionChange changes one description in the Python source and runs
// the whole way: exactly the lines that carry it may change.
func TestDescriptionChange(t *testing.T) {
	python, err := filepath.Abs(filepath.Join(root, ".venv/bin/python"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(python); err != nil {
		if os.Getenv("GAIA_REQUIRE_TOOLS") == "1" {
			t.Fatal("the Python packages are not installed: run make setup")
		}
		t.Skip("the Python packages are not installed: run make setup")
	}
	const file = "gaia_contracts/sidecar/models.py"
	before, err := os.ReadFile(filepath.Join(root, "python", file))
	if err != nil {
		t.Fatal(err)
	}
	old := "What the user asks in this turn."
	if strings.Count(string(before), old) != 1 {
		t.Fatalf("%s does not hold %q exactly once: adapt the test", file, old)
	}
	tmp := t.TempDir()
	if err := os.CopyFS(filepath.Join(tmp, "python"), os.DirFS(filepath.Join(root, "python"))); err != nil {
		t.Fatal(err)
	}
	const changed = "A wording that no other text has."
	if err := os.WriteFile(filepath.Join(tmp, "python", file), []byte(strings.Replace(string(before), old, changed, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-m", "gaia_export", "--out", filepath.Join(tmp, "schemas"))
	cmd.Dir = tmp
	cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(tmp, "python"), "PYTHONDONTWRITEBYTECODE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := generated(t, os.DirFS(tmp))
	for name, text := range read(t, tmp, "schemas") {
		got[name] = text
	}
	want := committed(t, "golden", "schemas")
	lines := 0
	for name, text := range want {
		lines += strings.Count(got[name], changed)
		if back := strings.ReplaceAll(got[name], changed, old); back != text {
			t.Errorf("%s: more than the description changed\n%s", name, cmp.Diff(text, back))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	if lines != 3 {
		t.Errorf("the description stands in %d places, want one in each of schemas, TypeScript and Go", lines)
	}
}
