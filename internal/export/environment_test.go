package export

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/config"
)

// TestEnvironment: the caller's, without what would lead an exporter to the user's
// repository, and what the configuration adds.
func TestEnvironment(t *testing.T) {
	t.Setenv("GIT_DIR", "/nowhere")
	t.Setenv("GIT_INDEX_FILE", "/nowhere")
	t.Setenv("GIT_SSL_CAINFO", "/certificates")
	t.Setenv("KEPT", "kept")
	t.Setenv("CHANGED", "old")
	e := script(`test "$PWD" = "$(pwd -P)" && env | grep -E '^(GIT_|KEPT|CHANGED|PYTHONDONT|GAIA_EXPORT|ADDED)' | sort > schemas/out`)
	e.Env = []config.Var{{Name: "CHANGED", Value: "new"}, {Name: "ADDED", Value: "a=b c"}}
	res, ds := runIn(t, files("zoo/x", ""), "zoo", e)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	want := "ADDED=a=b c\nCHANGED=new\nGAIA_EXPORT=check\nGIT_SSL_CAINFO=/certificates\nKEPT=kept\nPYTHONDONTWRITEBYTECODE=1\n"
	if diff := cmp.Diff(map[string]string{"schemas/out": want}, contents(res)); diff != "" {
		t.Error(diff)
	}
}

// TestPythonPath: modules come from the copy, those of packages that are installed from
// the tree into an environment as well. The configuration's path stands for the caller's.
func TestPythonPath(t *testing.T) {
	const sep = string(filepath.ListSeparator)
	disk := onDisk(t, ".venv/pyvenv.cfg", "", ".venv/lib/python3.11/site-packages/x/__init__.py", "", "sub/x", "", "notOne/lib/python3.11/site-packages/a.pth", "x")
	site := filepath.Join(disk, ".venv/lib/python3.11/site-packages")
	for name, text := range map[string]string{
		filepath.Join(site, "__editable__.shop-0.1.pth"):       filepath.Join(disk, "src") + "\n",
		filepath.Join(site, "distutils-precedence.pth"):        "import os; var = 'x'\n# text\n\n",
		filepath.Join(site, "more.pth"):                        "x\n../../../../lib\n/elsewhere\n" + filepath.Join(disk, "gone") + "\n" + filepath.Join(disk, "src"),
		filepath.Join(site, "__editable___flat_0_1_finder.py"): "import sys\nMAPPING: dict[str, str] = {'flat': '" + disk + "/flat/flat', 'other': '" + disk + "/flat/renamed', 'abroad': '/abroad/abroad'}\nNAMESPACES = {'a': '" + disk + "/lib/a'}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fsys := files("src/x", "", "lib/x", "", "flat/x", "", "given/x", "", "sub/x", "", "zoo/x", "")
	t.Chdir(filepath.Join(disk, "sub"))
	t.Setenv("PYTHONPATH", filepath.Join(disk, "given")+sep+"/elsewhere"+sep+"../lib")
	for _, c := range []struct {
		name  string
		links []string
		env   []config.Var
		want  string
	}{
		{"the caller's", nil, nil, "TOP/given:/elsewhere:TOP/lib|"},
		{"and what is installed", []string{".venv", "notOne", "gone"}, nil, "TOP/given:/elsewhere:TOP/lib:TOP/src:TOP/lib:TOP/flat|1"},
		{"the configuration's", []string{".venv"}, []config.Var{{Name: "PYTHONPATH", Value: "python:lib"}}, "python:lib:TOP/src:TOP/lib:TOP/flat|1"},
	} {
		e := script(`top=$(dirname "$PWD"); printf '%s|%s' "$PYTHONPATH" "$UV_NO_SYNC" | sed "s,$top,TOP,g" > schemas/out`)
		e.Env = c.env
		res, ds := runFrom(t, context.Background(), Source{FS: fsys, Dir: "zoo", Disk: disk, Links: c.links}, e)
		if res == nil {
			t.Fatal(ds)
		}
		if diff := cmp.Diff(map[string]string{"schemas/out": c.want}, contents(res)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestPythonSeesTheTree: a module of a package that is installed from the tree is the
// tree's, and not the one on disk.
func TestPythonSeesTheTree(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	disk := onDisk(t, "src/shop.py", "print('\"disk\"')")
	env := filepath.Join(disk, ".venv")
	if text, err := exec.Command(python, "-m", "venv", "--without-pip", env).CombinedOutput(); err != nil {
		t.Skipf("python3 makes no environments: %v\n%s", err, text)
	}
	sites, err := filepath.Glob(filepath.Join(env, "lib/python*/site-packages"))
	if err != nil || len(sites) != 1 {
		t.Fatal(sites, err)
	}
	if err := os.WriteFile(filepath.Join(sites[0], "shop.pth"), []byte(filepath.Join(disk, "src")), 0o644); err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{"src/shop.py": {Data: []byte("print('\"tree\"')"), Mode: 0o644}}
	res, ds := runFrom(t, context.Background(), Source{FS: fsys, Dir: ".", Disk: disk, Links: []string{".venv"}},
		config.Export{Run: []string{"sh", "-c", ".venv/bin/python -m shop > schemas/a.json"}, Writes: []string{"schemas"}})
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	if diff := cmp.Diff(map[string]string{"schemas/a.json": "\"tree\"\n"}, contents(res)); diff != "" {
		t.Error(diff)
	}
}
