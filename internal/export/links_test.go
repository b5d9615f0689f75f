package export

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// onDisk writes files, by slash paths, to a new directory.
func onDisk(t *testing.T, pairs ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(pairs); i += 2 {
		file := filepath.Join(dir, filepath.FromSlash(pairs[i]))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(pairs[i+1]), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// script is an exporter that writes to schemas.
func script(text string) config.Export {
	return config.Export{Run: []string{"sh", "-c", text}, Writes: []string{"schemas"}}
}

// TestLinks: what is on disk and no part of the tree is there, but nothing through which
// an exporter would write to the tree itself.
func TestLinks(t *testing.T) {
	disk := onDisk(t, ".venv/bin/program", "#!/bin/sh\ncat \"$(dirname \"$0\")/../data\"\n", ".venv/data", "linked", "schemas/old.json", "{}", "build/schemas/x", "x", "__pycache__/x", "x")
	from := Source{FS: files("README.md", "x"), Dir: ".", Disk: disk, Links: []string{".venv", "schemas", "build", "schemas/old.json", "__pycache__", "README.md"}}
	e := script("test ! -e build/schemas/x && test ! -e __pycache__ && test ! -L README.md && .venv/bin/program > schemas/a.txt && echo 1 > build/schemas/b.json")
	e.Writes = append(e.Writes, "build/schemas")
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

// TestTreeLinks: a link in the tree leads to the copy, whichever way it is written,
// and out of the tree only if it does so on disk.
func TestTreeLinks(t *testing.T) {
	outside := onDisk(t, "text", "outside")
	disk := onDisk(t, "text", "disk")
	fsys := files("text", "copy", "dir/text", "copy below")
	for name, target := range map[string]string{
		"relative":     "text",
		"dir/up":       "../text",
		"toDir":        "dir",
		"absolute":     filepath.Join(disk, "text"),
		"around":       "../" + filepath.Base(disk) + "/text",
		"leaves":       filepath.Join(outside, "text"),
		"dir/leaves":   "../../../" + filepath.Base(filepath.Dir(outside)) + "/" + filepath.Base(outside) + "/text",
		"broken":       "none",
		"leadsNowhere": "/nowhere/at/all",
	} {
		fsys[name] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
	}
	res, ds := runFrom(t, context.Background(), Source{FS: fsys, Dir: ".", Disk: disk},
		script(`for f in relative dir/up toDir/text absolute around leaves dir/leaves broken leadsNowhere; do echo "$f: $(cat $f 2>/dev/null || echo none)"; done > schemas/out`))
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	want := `relative: copy
dir/up: copy
toDir/text: copy below
absolute: copy
around: copy
leaves: outside
dir/leaves: outside
broken: none
leadsNowhere: none
`
	if diff := cmp.Diff(map[string]string{"schemas/out": want}, contents(res)); diff != "" {
		t.Error(diff)
	}
}

// TestWritesThroughLink: a link on the way to what is written may lead elsewhere in the
// tree, where nothing stands either then, but not to the user's own files.
func TestWritesThroughLink(t *testing.T) {
	fsys := files("store/schemas/old.json", "{}")
	fsys["data"] = &fstest.MapFile{Data: []byte("store"), Mode: fs.ModeSymlink | 0o777}
	e := config.Export{Run: []string{"sh", "-c", "echo 1 > data/schemas/new.json"}, Writes: []string{"data/schemas"}}
	res, ds := runIn(t, fsys, ".", e)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	if diff := cmp.Diff(map[string]string{"data/schemas/new.json": "1\n"}, contents(res)); diff != "" {
		t.Error(diff)
	}

	outside := onDisk(t, "schemas/mine.json", "{}")
	fsys["data"] = &fstest.MapFile{Data: []byte(outside), Mode: fs.ModeSymlink | 0o777}
	res, ds = runIn(t, fsys, ".", e)
	want := []diag.Diagnostic{{Rule: "export", Severity: diag.Fatal, Message: "writes: names data/schemas, to which a symbolic link leads that leaves the tree", Help: "name the directory that the link leads to"}}
	if diff := cmp.Diff(want, ds); res != nil || diff != "" {
		t.Error(res, diff)
	}
	if entries, err := os.ReadDir(filepath.Join(outside, "schemas")); err != nil || len(entries) != 1 || entries[0].Name() != "mine.json" {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestWritesBelowBrokenLink: the copy's own place is in no message.
func TestWritesBelowBrokenLink(t *testing.T) {
	fsys := files("x", "")
	fsys["data"] = &fstest.MapFile{Data: []byte("nowhere"), Mode: fs.ModeSymlink | 0o777}
	_, err := Run(context.Background(), []config.Export{{Run: []string{"true"}, Writes: []string{"data/schemas"}, Timeout: time.Minute}}, Source{FS: fsys, Dir: ".", Disk: t.TempDir()}, &diag.List{})
	if want := "make data/schemas for the exporters: data: file exists"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestWhatIsWritten: directories are there, files are not, and the tree says which is
// which; a name that it does not have is a file's if it has an extension.
func TestWhatIsWritten(t *testing.T) {
	e := config.Export{Writes: []string{"out/plain", "out/v1.2", "new.json", "new", ".hidden"},
		Run: []string{"sh", "-c", `test ! -e out/plain && test ! -e new.json && echo 1 | tee out/plain out/v1.2/a new.json new/b .hidden/c >/dev/null`}}
	res, ds := runIn(t, files("out/plain", "old", "out/v1.2/old", "old"), ".", e)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	want := map[string]string{"out/plain": "1\n", "out/v1.2/a": "1\n", "new.json": "1\n", "new/b": "1\n", ".hidden/c": "1\n"}
	if diff := cmp.Diff(want, contents(res)); diff != "" {
		t.Error(diff)
	}
}

// TestModules: packages of the tree itself are the copy's, also where node_modules
// says that they are on disk. So are their commands.
func TestModules(t *testing.T) {
	disk := onDisk(t, "packages/ours/text", "disk", "packages/ours/node_modules/own/text", "own", "node_modules/theirs/text", "theirs",
		"node_modules/.store/kept/text", "kept", "node_modules/@acme/theirs/text", "scoped", "node_modules/.bin/plain", "plain", "node_modules/.lock", "lock")
	for name, target := range map[string]string{
		"node_modules/ours":       "../packages/ours",
		"node_modules/@acme/ours": "../../packages/ours",
		"node_modules/.bin/ours":  "../../packages/ours/text",
		"node_modules/kept":       ".store/kept",
		"node_modules/gone":       "../packages/gone",
	} {
		if err := os.Symlink(target, filepath.Join(disk, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	from := Source{FS: files("packages/ours/text", "copy"), Dir: ".", Disk: disk, Links: []string{"node_modules", "packages/ours/node_modules"}}
	res, ds := runFrom(t, context.Background(), from,
		script(`cd node_modules; cat ours/text @acme/ours/text .bin/ours theirs/text @acme/theirs/text .bin/plain kept/text .lock ours/node_modules/own/text > ../schemas/out; echo x > new`))
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	if diff := cmp.Diff(map[string]string{"schemas/out": "copycopycopytheirsscopedplainkeptlockown"}, contents(res)); diff != "" {
		t.Error(diff)
	}
	if _, err := os.Stat(filepath.Join(disk, "node_modules/new")); err == nil {
		t.Error("the exporter wrote to the tree itself")
	}
}

// TestCopyInsideTheTree: who keeps temporary files in the tree gets no copy of the copy.
func TestCopyInsideTheTree(t *testing.T) {
	disk := onDisk(t, "export.sh", "find . -name export.sh | wc -l > schemas/out", "tmp/keep", "")
	t.Setenv("TMPDIR", filepath.Join(disk, "tmp"))
	out := &diag.List{}
	e := shell("schemas")
	e.Timeout = time.Minute
	res, err := Run(context.Background(), []config.Export{e}, Source{FS: os.DirFS(disk), Dir: ".", Disk: disk}, out)
	if err != nil || res == nil {
		t.Fatal(err, out.Sorted())
	}
	if diff := cmp.Diff(map[string]string{"schemas/out": "1\n"}, contents(res)); diff != "" {
		t.Error(diff)
	}
	if left, err := filepath.Glob(filepath.Join(disk, "tmp", "*")); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

// unlisted is a tree of which one directory cannot be listed.
type unlisted struct {
	fstest.MapFS
	name string
}

func (u unlisted) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == u.name {
		return nil, fs.ErrPermission
	}
	return u.MapFS.ReadDir(name)
}

// TestSubmoduleThatIsNotThere: no exporter could run in the working tree either if it
// needed what is in it.
func TestSubmoduleThatIsNotThere(t *testing.T) {
	disk := t.TempDir()
	fsys := unlisted{files("export.sh", "echo 1 > schemas/a.json", "sub/x", ""), "sub"}
	if err := os.Mkdir(filepath.Join(disk, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if res, ds := runFrom(t, context.Background(), Source{FS: fsys, Dir: ".", Disk: disk}, shell("schemas")); res == nil {
		t.Error(ds)
	}
	// One that is there and cannot be read is no submodule.
	if err := os.WriteFile(filepath.Join(disk, "sub/x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Run(context.Background(), []config.Export{shell("schemas")}, Source{FS: fsys, Dir: ".", Disk: disk}, &diag.List{})
	if want := "copy the tree for the exporters: permission denied"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
