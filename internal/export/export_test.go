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
	nothing := []string{"it printed nothing"}
	runs := func(words ...string) func(*config.Export) {
		return func(e *config.Export) { e.Run = words }
	}
	for _, c := range []struct {
		name, script string
		change       func(*config.Export)
		want, help   string
		said         []string
	}{
		{"fails", "echo out; echo one >&2; echo two >&2; exit 3", nil, `"sh export.sh" ended with exit status 3`, "", []string{"one", "two"}},
		{"fails, and says so on stdout", "echo out; exit 1", nil, `"sh export.sh" ended with exit status 1`, "", []string{"out"}},
		{"fails in silence", "exit 1", nil, `"sh export.sh" ended with exit status 1`, "", nothing},
		{"is killed", "kill -9 $$", nil, `"sh export.sh" ended with signal: killed`, "", nothing},
		{"hangs", "echo working >&2; sleep 30", func(e *config.Export) { e.Timeout = 300 * time.Millisecond },
			`"sh export.sh" did not end in 300ms`, "correct the command, or allow it more time: timeout: 10m", []string{"working"}},
		{"is not there", "", runs("no-such-program-here"), `there is no program "no-such-program-here"`, "install it, or correct run:", nil},
		{"is not there, by its path", "", runs("bin/none"), `there is no program "bin/none"`, "install it, or correct run:", nil},
		{"has lost its interpreter", "", runs("bin/lost", "x"), `"bin/lost" needs /nowhere/bin/python, which is not there`, "install it, or make the environment of bin/lost again", nil},
		{"is not executable", "", runs("./export.sh"), `"./export.sh" is not executable`, "run chmod +x ./export.sh, or name its interpreter: run: [sh, ./export.sh]", nil},
		{"names no interpreter", "", runs("bin/plain"), `"bin/plain" is no program of this machine and names no interpreter`, "name it: run: [sh, bin/plain]", nil},
		{"writes nothing", "true", nil, `"sh export.sh" ended well and wrote nothing to schemas`, "correct writes:, or the command", nil},
		{"removes the directory", "rmdir schemas", nil, `"sh export.sh" ended well and wrote nothing to schemas`, "correct writes:, or the command", nil},
		{"writes one of two", "echo 1 > schemas/a.json", func(e *config.Export) { e.Writes = append(e.Writes, "caps.json") },
			`"sh export.sh" ended well and wrote nothing to caps.json`, "correct writes:, or the command", nil},
		{"writes a link", "ln -s /etc/passwd schemas/a.json", nil,
			`"sh export.sh" wrote schemas/a.json, which is a symbolic link and no regular file`, "write the file itself", nil},
		{"makes the directory a link", "rmdir schemas; ln -s /etc schemas", nil,
			`"sh export.sh" wrote schemas, which is a symbolic link and no regular file`, "write the file itself", nil},
		{"makes a pipe", "mkfifo schemas/a.json", nil, `"sh export.sh" wrote schemas/a.json, which is a pipe and no regular file`, "write the file itself", nil},
		{"writes half a document", `printf '{"a": ' > schemas/a.json`, nil, `unexpected end of file, expected the value of member "a"`, "", nil},
		{"writes an empty document", `: > schemas/a.json`, nil, "file is empty", "", nil},
		{"writes YAML that is none", `printf 'a: [\n' > schemas/a.yaml`, nil, "no value where one is expected", "", nil},
	} {
		e := shell("schemas")
		if c.change != nil {
			c.change(&e)
		}
		fsys := files("export.sh", c.script)
		fsys["bin/lost"] = &fstest.MapFile{Data: []byte("#!/nowhere/bin/python -I\n"), Mode: 0o755}
		fsys["bin/plain"] = &fstest.MapFile{Data: []byte("echo 1 > schemas/a.json\n"), Mode: 0o755}
		res, ds := runIn(t, fsys, ".", e)
		if res != nil || len(ds) == 0 {
			t.Errorf("%s: %v, %v", c.name, contents(res), ds)
			continue
		}
		d := ds[0]
		if diff := cmp.Diff([]string{c.want, c.help}, []string{d.Message, d.Help}); d.Severity != diag.Fatal || diff != "" {
			t.Errorf("%s: %v %s", c.name, d.Severity, diff)
		}
		if diff := cmp.Diff(c.said, said(d)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// said returns the lines of an exporter that a diagnostic repeats.
func said(d diag.Diagnostic) []string {
	var lines []string
	for _, r := range d.Related {
		if r.Loc.Span.File == nil {
			lines = append(lines, r.Message)
		}
	}
	return lines
}

// TestSaid: what a terminal would show, and places that one can open.
func TestSaid(t *testing.T) {
	disk := t.TempDir()
	script := `printf ' 10 %%\r 20 %%\r\nin "%s/x.py"\r\n\033[1;31mred\033[0m\tx\377\n\n' "$PWD"; exit 1`
	_, ds := runFrom(t, context.Background(), Source{FS: files("zoo/export.sh", script), Dir: "zoo", Disk: disk}, shell("schemas"))
	if len(ds) != 1 {
		t.Fatal(ds)
	}
	if diff := cmp.Diff([]string{" 20 %", `in "` + disk + `/zoo/x.py"`, "red    x\ufffd"}, said(ds[0])); diff != "" {
		t.Error(diff)
	}
}

// TestFaultsHavePositions: where in what an exporter wrote, and not in what is committed.
func TestFaultsHavePositions(t *testing.T) {
	_, ds := runIn(t, files("zoo/export.sh", `printf '{\n  "a": 1,\n}\n' > schemas/a.json`), "zoo", shell("schemas"))
	if len(ds) != 1 || diag.Place(ds[0].Loc) != "(exported) zoo/schemas/a.json:2:9" {
		t.Errorf("%v", ds)
	}
	e := shell("schemas")
	e.Loc.Pointer = "/export/0/run"
	if _, ds := runIn(t, files("export.sh", "exit 1"), ".", e); len(ds) != 1 || ds[0].Loc.Pointer != e.Loc.Pointer || ds[0].Rule != "export" {
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

// TestLeftRunning: nor does one that ended well leave a child behind.
func TestLeftRunning(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	e := shell("schemas")
	e.Env = []config.Var{{Name: "MARK", Value: mark}}
	res, ds := runIn(t, files("export.sh", `(sleep 1; touch "$MARK") >/dev/null 2>&1 & echo 1 > schemas/a.json`), ".", e)
	if res == nil {
		t.Fatal(ds)
	}
	time.Sleep(1500 * time.Millisecond)
	if _, err := os.Stat(mark); err == nil {
		t.Error("what the exporter started was still there")
	}
}

// TestReadOnly: what an exporter protects is removed all the same; runIn looks.
func TestReadOnly(t *testing.T) {
	res, ds := runIn(t, files("export.sh", "mkdir -p schemas/x; echo 1 > schemas/x/a.json; chmod 0444 schemas/x/a.json; chmod 0555 schemas/x schemas"), ".", shell("schemas"))
	if res == nil || len(ds) > 0 {
		t.Error(ds)
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

// TestInterruptedEarly: a tree can be large.
func TestInterruptedEarly(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out := &diag.List{}
	res, err := Run(ctx, []config.Export{shell("schemas")}, Source{FS: files("export.sh", "true"), Dir: ".", Disk: t.TempDir()}, out)
	if want := "copy the tree for the exporters: context canceled"; res != nil || err == nil || err.Error() != want {
		t.Errorf("%v, %v, want %s", res, err, want)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestWritingElsewhereIsTold: nothing checks what writes: does not name.
func TestWritingElsewhereIsTold(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"true", ""},
		{"echo 2 > other.json; echo 3 > export.log", `"sh export.sh" also changed zoo/export.log and 1 more, which writes: does not name and nothing checks`},
		{"echo 2 >> ../shared/text", `"sh export.sh" also changed shared/text, which writes: does not name and nothing checks`},
		{"rm ../shared/text", `"sh export.sh" also changed shared/text, which writes: does not name and nothing checks`},
		{"echo 2 >> ../.hidden", `"sh export.sh" also changed .hidden, which writes: does not name and nothing checks`},
		{"mkdir -p .cache/x shop.egg-info __pycache__; echo | tee .cache/x/y shop.egg-info/z __pycache__/x.pyc", ""},
	} {
		res, ds := runIn(t, files("zoo/export.sh", "echo 1 > schemas/a.json;"+c.script, "shared/text", "x", ".hidden", "x"), "zoo", shell("schemas"))
		got := ""
		if len(ds) > 0 {
			got = ds[0].Message
		}
		if res == nil || len(ds) > 1 || got != c.want || len(ds) == 1 && ds[0].Severity != diag.Warning {
			t.Errorf("%s: %v, want %q", c.script, ds, c.want)
		}
	}
}

// TestOverwritingAnother: what one exporter wrote is not another one's.
func TestOverwritingAnother(t *testing.T) {
	fsys := files("a.sh", "echo 1 > one/a.json", "b.sh", "echo 22 > one/a.json; echo 2 > two.json")
	_, ds := runIn(t, fsys, ".", config.Export{Run: []string{"sh", "a.sh"}, Writes: []string{"one"}}, config.Export{Run: []string{"sh", "b.sh"}, Writes: []string{"two.json"}})
	if len(ds) != 1 || ds[0].Message != `"sh b.sh" also changed one/a.json, which writes: does not name and nothing checks` {
		t.Errorf("%v", ds)
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
