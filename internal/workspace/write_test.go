package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit"
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
	found, err := w.Compare(results)
	if err != nil {
		t.Fatal(err)
	}
	return w.Write(results, found)
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
	results := result(dir, generated("a.ts", "2\n"), generated("new/deep/b.ts", "2\n"), generated(bad, "2\n"))
	slash := filepath.ToSlash(dir)
	err := (&Workspace{}).Write(results, []drift.Finding{
		{Path: slash + "/a.ts", Status: drift.Changed},
		{Path: slash + "/new/deep/b.ts", Status: drift.Missing},
		{Path: slash + "/" + bad, Status: drift.Missing},
	})
	if err == nil {
		t.Fatal("writing a file with an impossible name succeeded")
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
