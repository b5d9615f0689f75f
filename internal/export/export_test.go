package export

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// runIn runs exporters in a tree, and fails when the copy is left behind.
func runIn(t *testing.T, fsys fs.FS, dir string, exports ...config.Export) (*Result, []diag.Diagnostic) {
	t.Helper()
	return runFrom(t, context.Background(), Source{FS: fsys, Dir: dir, Disk: t.TempDir()}, exports...)
}

func runFrom(t *testing.T, ctx context.Context, from Source, exports ...config.Export) (*Result, []diag.Diagnostic) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	for i := range exports {
		if exports[i].Timeout == 0 {
			exports[i].Timeout = time.Minute
		}
	}
	out := &diag.List{}
	res, err := Run(ctx, exports, from, out)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	return res, out.Sorted()
}

// shell is an exporter whose script is in the tree.
func shell(writes ...string) config.Export {
	return config.Export{Run: []string{"sh", "export.sh"}, Writes: writes}
}

func files(pairs ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		fsys[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1]), Mode: 0o644}
	}
	return fsys
}

func contents(r *Result) map[string]string {
	if r == nil {
		return nil
	}
	got := map[string]string{}
	for _, f := range r.Files {
		got[f.Path] = string(f.Data)
	}
	return got
}

// TestRunSeesTheTree: what it writes starts out empty, the rest is as in
// the tree, modes and links included.
func TestRunSeesTheTree(t *testing.T) {
	fsys := files("zoo/export.sh", `
test ! -e schemas/old.json && test -d schemas || exit 10
test -x tool && test "$(./tool)" = tool || exit 11
test "$(cat link)" = above || exit 12
test "$(cat ../shared/text)" = above || exit 13
test "$PWD" = "$(pwd -P)" || exit 14
test -z "$GIT_DIR" && test "$ANSWER" = 42 && test "$GAIA_EXPORT" = check || exit 15
test ! -e __pycache__ || exit 16
mkdir -p schemas/deep
echo '{"a": 1}' > schemas/a.json
echo 'a: 1' > schemas/deep/b.yaml
printf record > schemas/.gaia-export
echo noise
`, "shared/text", "above", "zoo/schemas/old.json", "{}", "zoo/__pycache__/x", "x")
	fsys["zoo/tool"] = &fstest.MapFile{Data: []byte("#!/bin/sh\necho tool\n"), Mode: 0o755}
	fsys["zoo/link"] = &fstest.MapFile{Data: []byte("../shared/text"), Mode: fs.ModeSymlink | 0o777}
	t.Setenv("GIT_DIR", "/nowhere")
	e := shell("schemas")
	e.Env = []config.Var{{Name: "ANSWER", Value: "42"}}
	res, ds := runIn(t, fsys, "zoo", e)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	want := map[string]string{"schemas/a.json": "{\"a\": 1}\n", "schemas/deep/b.yaml": "a: 1\n", "schemas/.gaia-export": "record"}
	if diff := cmp.Diff(want, contents(res)); diff != "" {
		t.Error(diff)
	}
}

func TestSeveralExports(t *testing.T) {
	fsys := files("a.sh", "echo '1' > one/a.json", "b.sh", "cat one/a.json > two.json")
	res, ds := runIn(t, fsys, ".", config.Export{Run: []string{"sh", "a.sh"}, Writes: []string{"one"}}, config.Export{Run: []string{"sh", "b.sh"}, Writes: []string{"two.json"}})
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	if diff := cmp.Diff(map[string]string{"one/a.json": "1\n", "two.json": "1\n"}, contents(res)); diff != "" {
		t.Error(diff)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, script string
		change       func(*config.Export)
		want         string
		related      []string
	}{
		{"fails", "echo out; echo one >&2; echo two >&2; exit 3", nil, `"sh export.sh" ended with exit status 3`, []string{"one", "two"}},
		{"fails, and says so on stdout", "echo out; exit 1", nil, `"sh export.sh" ended with exit status 1`, []string{"out"}},
		{"fails in silence", "exit 1", nil, `"sh export.sh" ended with exit status 1`, []string{"it printed nothing"}},
		{"is killed", "kill -9 $$", nil, `"sh export.sh" ended with signal: killed`, []string{"it printed nothing"}},
		{"hangs", "echo working >&2; sleep 30", func(e *config.Export) { e.Timeout = 300 * time.Millisecond }, `"sh export.sh" did not end in 300ms`, []string{"working"}},
		{"is not there", "", func(e *config.Export) { e.Run = []string{"no-such-program-here"} }, `there is no program "no-such-program-here"`, nil},
		{"is not there, by its path", "", func(e *config.Export) { e.Run = []string{"bin/none"} }, `there is no program "bin/none"`, nil},
		{"writes nothing", "true", nil, `"sh export.sh" ended well and wrote nothing to schemas`, nil},
		{"writes one of two", "echo 1 > schemas/a.json", func(e *config.Export) { e.Writes = append(e.Writes, "caps.json") }, `"sh export.sh" ended well and wrote nothing to caps.json`, nil},
		{"writes a link", "ln -s /etc/passwd schemas/a.json", nil, `"sh" wrote what cannot be read: schemas/a.json is not a regular file`, nil},
		{"writes half a document", `printf '{"a": ' > schemas/a.json`, nil, `unexpected end of file, expected the value of member "a"`, nil},
		{"writes YAML that is none", `printf 'a: [\n' > schemas/a.yaml`, nil, "", nil},
	} {
		e := shell("schemas")
		if c.change != nil {
			c.change(&e)
		}
		res, ds := runIn(t, files("export.sh", c.script), ".", e)
		if res != nil || len(ds) == 0 {
			t.Errorf("%s: %v, %v", c.name, contents(res), ds)
			continue
		}
		if d := ds[0]; d.Severity != diag.Fatal || c.want != "" && d.Message != c.want {
			t.Errorf("%s: %v %q, want %q", c.name, d.Severity, d.Message, c.want)
		}
		var related []string
		for _, r := range ds[0].Related {
			if r.Loc.Span.File == nil {
				related = append(related, r.Message)
			}
		}
		if diff := cmp.Diff(c.related, related); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestFaultsHavePositions: where in what an exporter wrote.
func TestFaultsHavePositions(t *testing.T) {
	_, ds := runIn(t, files("export.sh", `printf '{\n  "a": 1,\n}\n' > schemas/a.json`), ".", shell("schemas"))
	if len(ds) == 0 || diag.Place(ds[0].Loc) != "(exported) schemas/a.json:3:1" && diag.Place(ds[0].Loc) != "(exported) schemas/a.json:2:9" {
		t.Errorf("%v", ds)
	}
}

// TestLongOutputIsCut: the end of what was printed is what tells.
func TestLongOutputIsCut(t *testing.T) {
	_, ds := runIn(t, files("export.sh", "i=0; while [ $i -lt 3000 ]; do echo line $i >&2; i=$((i+1)); done; exit 1"), ".", shell("schemas"))
	if len(ds) != 1 || len(ds[0].Related) != tailLines || ds[0].Related[tailLines-1].Message != "line 2999" {
		t.Errorf("%v", ds)
	}
}

// TestTimeoutEndsWhatWasStarted: no child outlives its exporter.
func TestTimeoutEndsWhatWasStarted(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	e := shell("schemas")
	e.Timeout = 300 * time.Millisecond
	e.Env = []config.Var{{Name: "MARK", Value: mark}}
	runIn(t, files("export.sh", `(sleep 1; touch "$MARK") & sleep 30`), ".", e)
	time.Sleep(1500 * time.Millisecond)
	if _, err := os.Stat(mark); err == nil {
		t.Error("what the exporter started was still there")
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, ds := runFrom(t, ctx, Source{FS: files("export.sh", "sleep 30"), Dir: ".", Disk: t.TempDir()}, shell("schemas"))
	if len(ds) != 1 || ds[0].Message != `"sh export.sh" was interrupted` {
		t.Errorf("%v", ds)
	}
}

// TestWritingElsewhereIsTold: nothing checks what writes: does not name.
func TestWritingElsewhereIsTold(t *testing.T) {
	res, ds := runIn(t, files("export.sh", "echo 1 > schemas/a.json; echo 2 > other.json; echo 3 > export.log"), ".", shell("schemas"))
	if res == nil || len(ds) != 1 || ds[0].Severity != diag.Warning || ds[0].Message != `"sh export.sh" also wrote export.log and 1 more, which writes: does not name and nothing checks` {
		t.Errorf("%v", ds)
	}
}

// TestLinks: what is on disk and no part of the tree is there, but nothing through which
// an exporter would write to the tree itself.
func TestLinks(t *testing.T) {
	disk := t.TempDir()
	for name, text := range map[string]string{".venv/bin/program": "#!/bin/sh\ncat \"$(dirname \"$0\")/../data\"\n", ".venv/data": "linked", "schemas/old.json": "{}", "build/schemas/x": "x"} {
		file := filepath.Join(disk, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	from := Source{FS: files("README.md", "x"), Dir: ".", Disk: disk, Links: []string{".venv", "schemas", "build", "schemas/old.json"}}
	e := config.Export{Run: []string{"sh", "-c", "test ! -e build/schemas/x && .venv/bin/program > schemas/a.txt && echo 1 > build/schemas/b.json"}, Writes: []string{"schemas", "build/schemas"}}
	res, ds := runFrom(t, context.Background(), from, e)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	if diff := cmp.Diff(map[string]string{"schemas/a.txt": "linked", "build/schemas/b.json": "1\n"}, contents(res)); diff != "" {
		t.Error(diff)
	}
	if _, err := os.Stat(filepath.Join(disk, "build/schemas/b.json")); err == nil {
		t.Error("the exporter wrote to the tree itself")
	}
}

// TestPythonPath: modules come from the copy.
func TestPythonPath(t *testing.T) {
	disk := t.TempDir()
	t.Setenv("PYTHONPATH", filepath.Join(disk, "src")+string(filepath.ListSeparator)+"/elsewhere")
	res, ds := runFrom(t, context.Background(), Source{FS: files("src/x", "x"), Dir: ".", Disk: disk},
		config.Export{Run: []string{"sh", "-c", `case "$PYTHONPATH" in "$PWD/src:/elsewhere") echo 1 > a.json;; *) echo "$PYTHONPATH" >&2; exit 1;; esac`}, Writes: []string{"a.json"}})
	if res == nil {
		t.Error(ds)
	}
}

func TestOwned(t *testing.T) {
	fsys := files("schemas/.gaia-export", "# text\na.json\r\nsub/b.json\n", "schemas/a.json", "", "schemas/sub/b.json", "", "schemas/mine.json", "", "caps.json", "", "plain/x.json", "")
	owned, unclaimed, err := Owned(fsys, []config.Export{{Writes: []string{"schemas", "absent"}}, {Writes: []string{"caps.json", "plain"}}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"schemas/.gaia-export", "schemas/a.json", "schemas/sub/b.json", "caps.json"}, owned); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"schemas/mine.json", "plain/x.json"}, unclaimed); diff != "" {
		t.Error(diff)
	}
}

// TestThisProject runs this project's own exporter.
func TestThisProject(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, ".venv/bin/python")); err != nil {
		if os.Getenv("GAIA_REQUIRE_TOOLS") != "" {
			t.Fatal("no .venv: run make setup")
		}
		t.Skip("no .venv: run make setup")
	}
	from := Source{FS: only(root, "python"), Dir: ".", Disk: root, Links: []string{".venv"}}
	res, ds := runFrom(t, context.Background(), from, config.Export{Run: []string{".venv/bin/python", "-m", "gaia_export"}, Writes: []string{"schemas"}, Env: []config.Var{{Name: "PYTHONPATH", Value: "python"}}})
	if res == nil {
		t.Fatal(ds)
	}
	for _, f := range res.Files {
		if want, err := os.ReadFile(filepath.Join(root, f.Path)); err != nil || strings.ReplaceAll(string(want), "\r\n", "\n") != string(f.Data) {
			t.Errorf("%s is not what is committed (%v)", f.Path, err)
		}
	}
	if len(res.Files) < 9 {
		t.Errorf("%d files", len(res.Files))
	}
}

// only is a directory of which one part is seen.
func only(root, part string) fs.FS {
	fsys := fstest.MapFS{}
	filepath.WalkDir(filepath.Join(root, part), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		data, err := os.ReadFile(name)
		fsys[filepath.ToSlash(rel)] = &fstest.MapFile{Data: data, Mode: 0o644}
		return err
	})
	return fsys
}
