package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) {
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com",
		"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_CONFIG_COUNT": "2",
		"GIT_CONFIG_KEY_0": "protocol.file.allow", "GIT_CONFIG_VALUE_0": "always", "GIT_CONFIG_KEY_1": "init.defaultBranch", "GIT_CONFIG_VALUE_1": "main",
	} {
		os.Setenv(name, value)
	}
	os.Exit(m.Run())
}

// repository makes one of files, committed.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run(t, dir, "init", "-q")
	for name, text := range files {
		write(t, dir, name, text)
	}
	commit(t, dir, "first")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func commit(t *testing.T, dir, message string) string {
	t.Helper()
	run(t, dir, "add", "-A")
	run(t, dir, "commit", "-q", "--allow-empty", "-m", message)
	return run(t, dir, "rev-parse", "HEAD")
}

func open(t *testing.T, dir string) *Repo {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func index(t *testing.T, dir string) *Tree {
	t.Helper()
	tree, err := open(t, dir).Index()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree
}

func text(t *testing.T, fsys fs.FS, name string) string {
	t.Helper()
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return "error: " + err.Error()
	}
	return string(data)
}

func TestOpen(t *testing.T) {
	dir := repository(t, map[string]string{"a/b/c.txt": "c"})
	for sub, prefix := range map[string]string{"": "", "a": "a", "a/b": "a/b"} {
		r := open(t, filepath.Join(dir, sub))
		if r.Prefix() != prefix || r.Root() != dir {
			t.Errorf("%q: prefix %q, root %q", sub, r.Prefix(), r.Root())
		}
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrNotRepository) {
		t.Errorf("outside of a repository: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Open(dir); !errors.Is(err, ErrNotInstalled) {
		t.Errorf("without git: %v", err)
	}
}

// TestTreeIsAFileSystem holds both trees against the rules of fs.FS.
func TestTreeIsAFileSystem(t *testing.T) {
	files := map[string]string{"a.txt": "a", "d/b.txt": "b\r\n", "d/e/c.txt": "", "with space": "s", "quote\"s": "q", "ünï": "u", "new\nline": "n"}
	dir := repository(t, files)
	write(t, dir, "a.txt", "changed on disk only")
	commitTree, err := open(t, dir).Commit("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	defer commitTree.Close()
	for name, tree := range map[string]*Tree{"index": index(t, dir), "commit": commitTree} {
		for file, want := range files {
			if got := text(t, tree, file); got != want {
				t.Errorf("%s: %s: %q, want %q", name, file, got, want)
			}
		}
		if err := fstest.TestFS(tree, "a.txt", "d/b.txt", "d/e/c.txt"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, bad := range []string{"no.txt", "a.txt/x", "d/e/f/g"} {
			if _, err := tree.ReadFile(bad); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %s: %v", name, bad, err)
			}
		}
		if _, err := tree.ReadFile("d"); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a directory was read as a file: %v", name, err)
		}
	}
}

// TestClosedTreeReadsNoMore, and closing twice is closing once.
func TestClosedTreeReadsNoMore(t *testing.T) {
	tree := index(t, repository(t, map[string]string{"a": "a"}))
	text(t, tree, "a")
	if err := errors.Join(tree.Close(), tree.Close()); err != nil {
		t.Error(err)
	}
	if _, err := tree.ReadFile("a"); err == nil {
		t.Error("read after Close")
	}
}

func TestIndex(t *testing.T) {
	dir := repository(t, map[string]string{"a": "committed", "gone": "x", "sub/only": "x"})
	write(t, dir, "a", "staged")
	write(t, dir, "new", "new")
	run(t, dir, "add", "a", "new")
	run(t, dir, "rm", "-q", "gone", "sub/only")
	write(t, dir, "a", "on disk")
	write(t, dir, "intended", "not yet")
	write(t, dir, "far/intended", "not yet")
	write(t, dir, "empty", "")
	run(t, dir, "add", "-N", "intended", "far/intended")
	run(t, dir, "add", "empty")
	tree := index(t, filepath.Join(dir))
	entries, err := fs.ReadDir(tree, ".")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range entries {
		got[e.Name()] = text(t, tree, e.Name())
	}
	if diff := cmp.Diff(map[string]string{"a": "staged", "new": "new", "empty": ""}, got); diff != "" {
		t.Error(diff)
	}
}

// TestIndexOfAHook: git commit hands a hook an index of its own.
func TestIndexOfAHook(t *testing.T) {
	dir := repository(t, map[string]string{"a": "committed"})
	other := filepath.Join(dir, ".git", "next-index-1.lock")
	data, err := os.ReadFile(filepath.Join(dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, data, 0o644); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "a", "in the other index")
	cmd := exec.Command("git", "add", "a")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_INDEX_FILE="+other)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := text(t, index(t, dir), "a"); got != "committed" {
		t.Errorf("without the variable: %q", got)
	}
	t.Setenv("GIT_INDEX_FILE", other)
	if got := text(t, index(t, dir), "a"); got != "in the other index" {
		t.Errorf("with it: %q", got)
	}
}

func TestUnmerged(t *testing.T) {
	dir := repository(t, map[string]string{"a": "1"})
	run(t, dir, "checkout", "-q", "-b", "side")
	write(t, dir, "a", "2")
	commit(t, dir, "side")
	run(t, dir, "checkout", "-q", "main")
	write(t, dir, "a", "3")
	commit(t, dir, "main")
	exec.Command("git", "-C", dir, "merge", "side").Run()
	if _, err := open(t, dir).Index(); err == nil || err.Error() != "a is unmerged: resolve the conflict first" {
		t.Errorf("%v", err)
	}
}

func TestLinksInTrees(t *testing.T) {
	dir := repository(t, map[string]string{"real/a": "a", "real/deep/b": "b"})
	for link, target := range map[string]string{"to-file": "real/a", "to-dir": "real", "real/up": "../real/deep", "loop": "loop", "out": "../outside", "dangling": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	commit(t, dir, "links")
	tree := index(t, dir)
	for name, want := range map[string]string{"to-file": "a", "to-dir/a": "a", "real/up/b": "b", "to-dir/up/b": "b"} {
		if got := text(t, tree, name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, want := range map[string]string{"loop": "too many symbolic links", "out": "leaves the repository", "dangling": "not exist"} {
		if got := text(t, tree, name); !strings.Contains(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got, err := tree.ReadLink("to-file"); err != nil || got != "real/a" {
		t.Errorf("%q, %v", got, err)
	}
	if info, err := tree.Lstat("to-dir"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestSubmodules(t *testing.T) {
	inner := repository(t, map[string]string{"s.json": "one", "d/t.json": "t"})
	if err := os.Symlink("../s.json", filepath.Join(inner, "d", "link")); err != nil {
		t.Skip(err)
	}
	commit(t, inner, "with a link")
	dir := repository(t, map[string]string{"a": "a"})
	run(t, dir, "submodule", "--quiet", "add", inner, "contracts")
	commit(t, dir, "with a submodule")
	for _, open := range []func() (*Tree, error){open(t, dir).Index, func() (*Tree, error) { return open(t, dir).Commit("HEAD") }} {
		tree, err := open()
		if err != nil {
			t.Fatal(err)
		}
		if got := text(t, tree, "contracts/s.json"); got != "one" {
			t.Errorf("%q", got)
		}
		if id, ok := tree.ID("contracts/d/t.json"); !ok || len(id) < 40 {
			t.Errorf("%q, %v", id, ok)
		}
		if target, err := tree.ReadLink("contracts/d/link"); err != nil || target != "../s.json" {
			t.Errorf("%q, %v", target, err)
		}
		if info, err := tree.Lstat("contracts/d/link"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%v, %v", info, err)
		}
		entries, err := fs.ReadDir(tree, "contracts")
		if err != nil || len(entries) != 2 {
			t.Errorf("%v, %v", entries, err)
		}
		if got := tree.Submodules(); len(got) != 1 || got[0].Moved || got[0].Dirty {
			t.Errorf("%+v", got)
		}
		tree.Close()
	}

	files, err := open(t, dir).Files()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{".gitmodules", "a", "contracts/d/link", "contracts/d/t.json", "contracts/s.json"}, files); diff != "" {
		t.Error(diff)
	}

	// What is checked out does not matter; what is recorded does. A hook's variables
	// name the outer repository.
	write(t, filepath.Join(dir, "contracts"), "s.json", "two")
	commit(t, filepath.Join(dir, "contracts"), "moved on")
	write(t, filepath.Join(dir, "contracts"), "s.json", "three")
	t.Setenv("GIT_DIR", filepath.Join(dir, ".git"))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(dir, ".git", "index"))
	tree := index(t, dir)
	if got := text(t, tree, "contracts/s.json"); got != "one" {
		t.Errorf("%q", got)
	}
	if got := tree.Submodules(); len(got) != 1 || !got[0].Moved || !got[0].Dirty || got[0].Path != "contracts" {
		t.Errorf("%+v", got)
	}
	os.Unsetenv("GIT_DIR")
	os.Unsetenv("GIT_INDEX_FILE")

	clone := filepath.Join(t.TempDir(), "clone")
	run(t, dir, "clone", "-q", dir, clone)
	if got := text(t, index(t, clone), "contracts/s.json"); !strings.Contains(got, "git submodule update --init contracts") {
		t.Errorf("%q", got)
	}
}

func TestWorktree(t *testing.T) {
	dir := repository(t, map[string]string{"a": "main"})
	linked := filepath.Join(filepath.Dir(dir), filepath.Base(dir)+"-linked")
	run(t, dir, "worktree", "add", "-q", linked)
	write(t, linked, "a", "linked")
	run(t, linked, "add", "a")
	if got := text(t, index(t, linked), "a"); got != "linked" {
		t.Errorf("%q", got)
	}
	if got := text(t, index(t, dir), "a"); got != "main" {
		t.Errorf("%q", got)
	}
	hooks, err := open(t, linked).HooksDir()
	if err != nil || hooks != filepath.Join(dir, ".git", "hooks") {
		t.Errorf("%q, %v", hooks, err)
	}
	run(t, dir, "config", "core.hooksPath", "my hooks")
	if hooks, err := open(t, dir).HooksDir(); err != nil || hooks != filepath.Join(dir, "my hooks") {
		t.Errorf("%q, %v", hooks, err)
	}
}

func TestRevisions(t *testing.T) {
	dir := repository(t, map[string]string{"a": "1", "b": "1"})
	first := run(t, dir, "rev-parse", "HEAD")
	run(t, dir, "branch", "side")
	write(t, dir, "a", "2")
	second := commit(t, dir, "second")
	third := commit(t, dir, "third")
	run(t, dir, "checkout", "-q", "side")
	write(t, dir, "b", "2")
	commit(t, dir, "side")
	r := open(t, dir)
	if got, err := r.MergeBase("main"); err != nil || got != first {
		t.Errorf("%q, %v", got, err)
	}
	commit, parent, ok, err := r.LastChange(third, "a")
	if commit != second || parent != first || !ok || err != nil {
		t.Errorf("%q %q %v %v", commit, parent, ok, err)
	}
	if commit, parent, ok, err := r.LastChange(third, "b"); commit != first || parent != "" || !ok || err != nil {
		t.Errorf("%q %q %v %v", commit, parent, ok, err)
	}
	if _, _, ok, err := r.LastChange(third, "absent"); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	if data, ok := r.ReadAt(second, "a"); string(data) != "2" || !ok {
		t.Errorf("%q, %v", data, ok)
	}
	if _, ok := r.ReadAt(second, "absent"); ok {
		t.Error("read what is not there")
	}
	for _, bad := range []string{"nope", "--help", "-x", "main:a", ""} {
		if got, err := r.Resolve(bad); err == nil {
			t.Errorf("%q is %q", bad, got)
		}
	}
	if _, err := r.Commit("nope"); err == nil || err.Error() != "nope: git knows no such revision" {
		t.Errorf("%v", err)
	}
}

func TestShallow(t *testing.T) {
	dir := repository(t, map[string]string{"a": "1"})
	write(t, dir, "a", "2")
	commit(t, dir, "second")
	clone := filepath.Join(t.TempDir(), "clone")
	run(t, dir, "clone", "-q", "--depth", "1", "file://"+dir, clone)
	r := open(t, clone)
	if _, err := r.MergeBase("HEAD~1"); err == nil || !strings.Contains(err.Error(), "fetch-depth: 0") {
		t.Errorf("%v", err)
	}
	if _, parent, ok, err := r.LastChange("HEAD", "a"); parent != "" || !ok || err != nil {
		t.Errorf("%q %v %v", parent, ok, err)
	}
}

func TestBareAndUnborn(t *testing.T) {
	dir := repository(t, map[string]string{"a/b": "1"})
	bare := filepath.Join(t.TempDir(), "bare.git")
	run(t, dir, "clone", "-q", "--bare", dir, bare)
	tree, err := open(t, bare).Commit("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if got := text(t, tree, "a/b"); got != "1" {
		t.Errorf("%q", got)
	}
	unborn := t.TempDir()
	run(t, unborn, "init", "-q")
	if _, err := open(t, unborn).Resolve("HEAD"); err == nil {
		t.Error("a repository without a commit has HEAD")
	}
	if tree := index(t, unborn); len(tree.entries) != 1 {
		t.Errorf("%v", tree.entries)
	}
}

func TestIgnoredAndTracked(t *testing.T) {
	dir := repository(t, map[string]string{".gitignore": "# comment\ngen/\n*.tmp\n!keep.tmp\n", "gen/tracked": "x", "a": "x"})
	run(t, dir, "add", "-f", "gen/tracked")
	commit(t, dir, "forced")
	write(t, dir, "gen/new", "x")
	write(t, dir, "b.tmp", "x")
	write(t, dir, "keep.tmp", "x")
	write(t, dir, "sub/c", "x")
	r := open(t, filepath.Join(dir, "sub"))
	ignored, err := r.Ignored([]string{"gen/tracked", "gen/new", "b.tmp", "keep.tmp", "a", "sub/c"})
	if err != nil {
		t.Fatal(err)
	}
	want := []Ignore{{"gen/new", ".gitignore", 2, "gen/"}, {"b.tmp", ".gitignore", 3, "*.tmp"}}
	if diff := cmp.Diff(want, ignored); diff != "" {
		t.Error(diff)
	}
	if got, err := r.Ignored([]string{"a"}); got != nil || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	tracked, err := r.TrackedBelow([]string{"gen", "sub"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]bool{"gen/tracked": true}, tracked); diff != "" {
		t.Error(diff)
	}
	files, err := r.Files()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{".gitignore", "a", "gen/tracked", "keep.tmp", "sub/c"}, files); diff != "" {
		t.Error(diff)
	}
	paths, err := r.IgnoredPaths()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b.tmp", "gen/new"}, paths); diff != "" {
		t.Error(diff)
	}
}

func TestCommonDirs(t *testing.T) {
	few := []string{"a/b", "c"}
	if diff := cmp.Diff(few, commonDirs(few)); diff != "" {
		t.Error(diff)
	}
	var many []string
	for i := range 200 {
		many = append(many, fmt.Sprintf("gen/c%d/ts", i))
	}
	if diff := cmp.Diff([]string{"gen"}, commonDirs(many)); diff != "" {
		t.Error(diff)
	}
	for i := range many {
		many[i] = fmt.Sprintf("d%d", i)
	}
	if diff := cmp.Diff([]string{"."}, commonDirs(many)); diff != "" {
		t.Error(diff)
	}
}

func TestSparse(t *testing.T) {
	dir := repository(t, map[string]string{"in/a": "a", "out/b": "b", "out/deep/c": "c"})
	r := open(t, dir)
	if tree, err := r.SkipWorktree(); tree != nil || err != nil {
		t.Errorf("%v, %v", tree, err)
	}
	for _, mode := range []string{"--no-sparse-index", "--sparse-index"} {
		run(t, dir, "sparse-checkout", "set", "--cone", mode, "in")
		tree, err := r.SkipWorktree()
		if err != nil || tree == nil {
			t.Fatalf("%s: %v", mode, err)
		}
		if got := text(t, tree, "out/deep/c"); got != "c" {
			t.Errorf("%s: %q", mode, got)
		}
		if got := text(t, tree, "in/a"); !strings.Contains(got, "not exist") {
			t.Errorf("%s: %q", mode, got)
		}
		tree.Close()
	}
}

func TestFilters(t *testing.T) {
	dir := repository(t, map[string]string{".gitattributes": "*.crlf text eol=crlf\n*.up filter=up\n*.lfs filter=lfs\n"})
	run(t, dir, "config", "filter.up.clean", "tr a-z A-Z")
	run(t, dir, "config", "filter.up.smudge", "tr A-Z a-z")
	write(t, dir, "a.crlf", "x\r\n")
	write(t, dir, "b.up", "abc\n")
	commit(t, dir, "filtered")
	tree := index(t, dir)
	if got := text(t, tree, "b.up"); got != "ABC\n" {
		t.Errorf("%q", got)
	}
	for name, data := range map[string]string{"a.crlf": "x\n", "b.up": "abc\n"} {
		have, _ := tree.ID(name)
		if id, err := open(t, dir).CleanID(name, []byte(data)); err != nil || id != have {
			t.Errorf("%s: %q, %v, want %q", name, id, err, have)
		}
	}

	pointer := "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n"
	if !IsLFSPointer([]byte(pointer)) || IsLFSPointer([]byte("version 1\n")) {
		t.Error("pointers are not told from texts")
	}
	run(t, dir, "config", "filter.lfs.clean", "cat")
	run(t, dir, "config", "filter.lfs.smudge", "echo content")
	write(t, dir, "c.lfs", pointer)
	commit(t, dir, "a pointer")
	if got := text(t, index(t, dir), "c.lfs"); got != "content\n" {
		t.Errorf("%q", got)
	}
	run(t, dir, "config", "--unset", "filter.lfs.smudge")
	if got := text(t, index(t, dir), "c.lfs"); !strings.Contains(got, "install git-lfs") {
		t.Errorf("%q", got)
	}
}

func TestDefaultBranch(t *testing.T) {
	dir := repository(t, nil)
	if got := open(t, dir).DefaultBranch(); got != "" {
		t.Errorf("%q", got)
	}
	run(t, dir, "branch", "-m", "trunk")
	clone := filepath.Join(t.TempDir(), "clone")
	run(t, dir, "clone", "-q", dir, clone)
	if got := open(t, clone).DefaultBranch(); got != "trunk" {
		t.Errorf("%q", got)
	}
}

// TestManyReaders reads from one tree at once.
func TestManyReaders(t *testing.T) {
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("f%d", i)] = strings.Repeat(fmt.Sprint(i), 1000*i)
	}
	tree := index(t, repository(t, files))
	done := make(chan error)
	for name, want := range files {
		go func() {
			data, err := tree.ReadFile(name)
			if err == nil && string(data) != want {
				err = fmt.Errorf("%s holds another file", name)
			}
			done <- err
		}()
	}
	for range files {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
