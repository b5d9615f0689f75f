package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
)

// disk returns the files below dir by name, directories with a final slash.
func disk(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		name, _ := filepath.Rel(dir, p)
		name = filepath.ToSlash(name)
		if d.IsDir() {
			got[name+"/"] = ""
			return nil
		}
		data, err := os.ReadFile(p)
		got[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func result(dir string, files ...emit.File) []*pipeline.Result {
	return []*pipeline.Result{{Outputs: []pipeline.Output{{Dir: filepath.ToSlash(dir), Files: files}}}}
}

func generated(name, text string) emit.File {
	return emit.File{Path: name, Data: []byte("// " + emit.Header + "\n" + text)}
}

// write compares and writes, as the command does.
func write(t *testing.T, results []*pipeline.Result) error {
	t.Helper()
	w := &Workspace{}
	found, err := w.Compare(results, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.Write("", found)
}

// TestWriteIsAllOrNothing makes the last of three files impossible to write and
// looks for any trace of the first two.
func TestWriteIsAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	if err := write(t, result(dir, generated("a.ts", "1\n"))); err != nil {
		t.Fatal(err)
	}
	before := disk(t, dir)
	bad := strings.Repeat("x", 300) + "/c.ts"
	worse := strings.Repeat("y", 300) + ".ts"
	err := (&Workspace{}).Write(dir, []drift.Finding{
		{Path: "a.ts", Status: drift.Changed, Want: []byte("2\n")},
		{Path: bad, Status: drift.Missing, Want: []byte("2\n")},
		{Path: "new/deep/b.ts", Status: drift.Missing, Want: []byte("2\n")},
		{Path: worse, Status: drift.Missing, Want: []byte("2\n")},
	})
	if err == nil {
		t.Fatal("writing a file with an impossible name succeeded")
	}
	for _, name := range []string{bad, worse} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("the error does not name %s: %v", name, err)
		}
	}
	if diff := cmp.Diff(before, disk(t, dir)); diff != "" {
		t.Errorf("the failed run left something: %s", diff)
	}
}

func TestAbandonRemovesWhatWasStaged(t *testing.T) {
	dir := t.TempDir()
	s := &staging{}
	if err := s.add(filepath.Join(dir, "x", "y", "a.ts"), []byte("1")); err != nil {
		t.Fatal(err)
	}
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.add(filepath.Join(blocked, "b.ts"), []byte("1")); err == nil {
		t.Fatal("a file was staged below a file")
	}
	s.abandon()
	if diff := cmp.Diff(map[string]string{"file": ""}, disk(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestWriteKeepsModeAndRemovesStale(t *testing.T) {
	dir := t.TempDir()
	if err := write(t, result(dir, generated("a.ts", "1\n"), generated("old.ts", ""))); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "a.ts"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := write(t, result(dir, generated("a.ts", "2\n"))); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a.ts": string(generated("", "2\n").Data)}, disk(t, dir)); diff != "" {
		t.Error(diff)
	}
	info, err := os.Stat(filepath.Join(dir, "a.ts"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestUnchangedFilesAreNotTouched: build tools look at times.
func TestUnchangedFilesAreNotTouched(t *testing.T) {
	dir := t.TempDir()
	if err := write(t, result(dir, generated("a.ts", "1\n"), generated("b.ts", "1\n"))); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	for _, name := range []string{"a.ts", "b.ts"} {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(t, result(dir, generated("a.ts", "1\n"), generated("b.ts", "2\n"))); err != nil {
		t.Fatal(err)
	}
	for name, touched := range map[string]bool{"a.ts": false, "b.ts": true} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.ModTime().Equal(old) == touched {
			t.Errorf("%s: %v, %v", name, info.ModTime(), err)
		}
	}
}

// TestLinksAreNotReplaced: a link in the place of an output is the user's, unless the
// configuration says that outputs may be links.
func TestLinksAreNotReplaced(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target.ts"), filepath.Join(dir, "a.ts")
	if err := os.WriteFile(target, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target.ts", link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	found := []drift.Finding{{Path: "a.ts", Status: drift.Changed, Want: []byte("new")}}
	err := (&Workspace{}).Write(dir, found)
	if err == nil || !strings.Contains(err.Error(), "a.ts: it is a symbolic link") {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff(map[string]string{"a.ts": "old", "target.ts": "old"}, disk(t, dir)); diff != "" {
		t.Error(diff)
	}
	if err := (&Workspace{Config: &config.Config{AllowSymlinks: true}}).Write(dir, found); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info.Mode(), err)
	}
	if diff := cmp.Diff(map[string]string{"a.ts": "new", "target.ts": "new"}, disk(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// TestSweepRemovesWhatAKilledRunLeft, and nothing else.
func TestSweepRemovesWhatAKilledRunLeft(t *testing.T) {
	dir := t.TempDir()
	const dead = 1 << 30 // beyond any process number
	for _, name := range []string{fmt.Sprintf(".gaia-gen-%d-abc", dead), fmt.Sprintf(".gaia-gen-%d-abc", os.Getppid()), ".gaia-gen-x-abc", ".gaia-gen-notes"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := &Workspace{Contracts: []config.Contract{{TypeScript: &config.Target{Out: filepath.ToSlash(dir)}}}}
	if err := w.Write(dir, nil); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{fmt.Sprintf(".gaia-gen-%d-abc", os.Getppid()): "", ".gaia-gen-x-abc": "", ".gaia-gen-notes": ""}
	if diff := cmp.Diff(want, disk(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestInputRoot(t *testing.T) {
	base := t.TempDir()
	base, err := filepath.EvalSymlinks(base)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"work/sub", "other/deep"} {
		if err := os.MkdirAll(filepath.Join(base, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(base, "work"))
	for _, c := range []struct {
		files []string
		want  string
	}{
		{[]string{"a.json", "sub/b.json"}, "work"},
		{[]string{"../other/a.json"}, "other"},
		{[]string{"../other/a.json", "../other/deep/b.json"}, "other"},
		{[]string{"../other/deep/a.json", "../other/b.json"}, "other"},
		{[]string{"../other/a.json", "b.json"}, "."},
		{[]string{"sub/a.json", "../other/b.json"}, "."},
		{nil, "work"},
	} {
		got, err := inputRoot("", c.files)
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(base, c.want); got != want {
			t.Errorf("inputRoot(%v) = %s, want %s", c.files, got, want)
		}
	}
}
