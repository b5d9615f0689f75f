package drift

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// numbered is a text of n lines, some of which say other.
func numbered(n int, other ...int) string {
	var b strings.Builder
	for i := range n {
		word := "line"
		for _, o := range other {
			if o == i {
				word = "other"
			}
		}
		fmt.Fprintf(&b, "%s %d\n", word, i)
	}
	return b.String()
}

// patchCases are findings with all that makes patches hard.
func patchCases() []Finding {
	changed := func(name, got, want string) Finding {
		return Finding{Path: name, Status: Changed, Got: []byte(got), Want: []byte(want)}
	}
	return []Finding{
		changed("a.ts", "a\nb\nc\n", "a\nB\nc\n"),
		changed("no feed before.ts", "a\nb", "a\nb\n"),
		changed("no feed after.ts", "a\nb\n", "a\nb"),
		changed("no feed at all.ts", "a", "b"),
		changed("grows from nothing.ts", "", "a\nb\n"),
		changed("shrinks to nothing.ts", "a\nb\n", ""),
		changed("mark.ts", "\ufeffa\nb\n", "a\nb\n"),
		changed("trailing.ts", "a  \nb\t\n", "a\nb\n"),
		changed("crlf.ts", "a\r\nb\r\nc\r\n", "a\nb\nc\n"),
		changed("crlf inside.ts", "a\r\nb\nc\n", "a\r\nB\nc\n"),
		changed("dashes.ts", "-- a\n--- b\n+++ c\n@@ -1 +1 @@\n", "-- a\n--- B\n+++ C\n@@ -1 +1 @@\n"),
		changed("ünï çödé ✓.ts", "a\n", "b\n"),
		changed(`quote".ts`, "a\n", "b\n"),
		changed("tab\there.ts", "a\n", "b\n"),
		changed("deep/er/and/deeper.ts", "a\n", "b\n"),
		changed("many hunks.ts", numbered(200), numbered(200, 3, 50, 120, 199)),
		changed("all differs.ts", numbered(50), strings.ReplaceAll(numbered(50), "line", "row")),
		{Path: "line ends.ts", Status: LineEnds, Got: []byte("a\r\nb\r\n"), Want: []byte("a\nb\n")},
		{Path: "foreign.ts", Status: Foreign, Got: []byte("mine\n"), Want: []byte("ours\n")},
		{Path: "new/missing.ts", Status: Missing, Want: []byte("a\nb\n")},
		{Path: "new/without feed.ts", Status: Missing, Want: []byte("a\nb")},
		{Path: "new/empty.ts", Status: Missing, Want: []byte{}},
		{Path: "stale.ts", Status: Stale, Got: []byte("a\nb\n")},
		{Path: "stale empty.ts", Status: Stale, Got: []byte{}},
		{Path: "new name.ts", From: "old name.ts", Status: Renamed, Similarity: 100, Got: []byte("a\nb\n"), Want: []byte("a\nb\n")},
		{Path: "new ümlaut.ts", From: "old ümlaut.ts", Status: Renamed, Similarity: 66, Got: []byte("a\nb\nc\n"), Want: []byte("a\nb\nd\n")},
	}
}

// scratch writes what findings found and returns the directory.
func scratch(t *testing.T, found []Finding) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for _, f := range found {
		name := f.Path
		if f.From != "" {
			name = f.From
		}
		if f.Got == nil {
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func apply(t *testing.T, dir string, patch []byte) error {
	t.Helper()
	cmd := exec.Command("git", "apply", "--whitespace=nowarn", "-")
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(patch)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// holdsWant compares the directory with what findings want.
func holdsWant(t *testing.T, dir string, found []Finding) {
	t.Helper()
	for _, f := range found {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
		switch {
		case f.Status == Stale && !os.IsNotExist(err):
			t.Errorf("%s is still there: %v", f.Path, err)
		case f.Status != Stale && (err != nil || !bytes.Equal(got, f.Want)):
			t.Errorf("%s: %v, got %q, want %q", f.Path, err, got, f.Want)
		}
		if f.From != "" {
			if _, err := os.Stat(filepath.Join(dir, f.From)); !os.IsNotExist(err) {
				t.Errorf("%s is still there: %v", f.From, err)
			}
		}
	}
}

// TestPatchIsWhatGitTakes applies each patch, and all of them at once.
func TestPatchIsWhatGitTakes(t *testing.T) {
	var all []byte
	for _, f := range patchCases() {
		patch := Patch(f)
		dir := scratch(t, []Finding{f})
		if err := apply(t, dir, patch); err != nil {
			t.Errorf("%s: %v\n%s", f.Path, err, patch)
			continue
		}
		holdsWant(t, dir, []Finding{f})
		all = append(all, patch...)
	}
	dir := scratch(t, patchCases())
	if err := apply(t, dir, all); err != nil {
		t.Fatal(err)
	}
	holdsWant(t, dir, patchCases())
}

// TestAbridgedStillApplies cuts patches at every budget: what is left can be applied.
func TestAbridgedStillApplies(t *testing.T) {
	found := patchCases()
	whole, left := Abridged(found, 1<<20)
	if left != 0 {
		t.Errorf("%d lines left of an endless budget", left)
	}
	last := -1
	for budget := 0; budget < 400; budget += 13 {
		patch, left := Abridged(found, budget)
		if len(patch) == 0 {
			continue
		}
		if n := bytes.Count(patch, []byte("\n")) + left; n == last {
			continue
		}
		if err := apply(t, scratch(t, found), patch); err != nil {
			t.Errorf("budget %d: %v\n%s", budget, err, patch)
		}
		if left == 0 && !bytes.Equal(patch, whole) {
			t.Errorf("budget %d: something is missing and not counted", budget)
		}
	}
}

func TestPatchOfUntrackedIsNone(t *testing.T) {
	if got := Patch(Finding{Path: "a.ts", Status: Untracked}); got != nil {
		t.Errorf("%s", got)
	}
}

// TestPatchOfLargeFilesIsFast: 20,000 lines, all of which differ.
func TestPatchOfLargeFilesIsFast(t *testing.T) {
	f := Finding{Path: "a.ts", Status: Changed, Got: []byte(numbered(20000)), Want: []byte(strings.ReplaceAll(numbered(20000), "line", "row"))}
	began := time.Now()
	patch := Patch(f)
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
	dir := scratch(t, []Finding{f})
	if err := apply(t, dir, patch); err != nil {
		t.Fatal(err)
	}
	holdsWant(t, dir, []Finding{f})
	huge := Finding{Path: "a.ts", Status: Changed, Got: bytes.Repeat([]byte("abc\n"), mostDiffed/4+1), Want: []byte("x\n")}
	dir = scratch(t, []Finding{huge})
	if err := apply(t, dir, Patch(huge)); err != nil {
		t.Fatal(err)
	}
	holdsWant(t, dir, []Finding{huge})
}

func TestVisible(t *testing.T) {
	for _, c := range []struct {
		got, want string
		hints     []string
	}{
		{"\ufeffa\n", "a\n", []string{"a byte order mark at the beginning"}},
		{"a\nb  \n", "a\nb\n", []string{`line 2 ends in white space: "b··"`}},
		{"a\t\r\n", "a\n", []string{`line 1 ends in white space: "a→␍"`}},
		{"a b\n", "a b\n", nil},
		{"a\u00a0b\n", "a b\n", []string{"line 1 holds a no-break space"}},
		{"a\u200bb\n", "ab\n", []string{"line 1 holds a zero-width space"}},
		{"a", "a\n", []string{"no line feed at the end of the file"}},
		{"a\n", "a", nil},
		{strings.Repeat("a \n", 9), "a\n", []string{`line 1 ends in white space: "a·"`, `line 2 ends in white space: "a·"`, `line 3 ends in white space: "a·"`, `line 4 ends in white space: "a·"`, `line 5 ends in white space: "a·"`}},
	} {
		got := Visible(Finding{Status: Changed, Got: []byte(c.got), Want: []byte(c.want)})
		if diff := cmp.Diff(c.hints, got); diff != "" {
			t.Errorf("%q: %s", c.got, diff)
		}
	}
	if got := Visible(Finding{Status: Missing, Want: []byte("a ")}); got != nil {
		t.Errorf("%v", got)
	}
}
