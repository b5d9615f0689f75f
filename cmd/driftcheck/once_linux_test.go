package main

import (
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestScenario49EachFileIsOpenedOnce: what changes during a check is seen before or
// after, never both. The kernel counts how often each file is opened. With a store,
// documents and outputs that drifted are opened for their sums as well.
func TestScenario49EachFileIsOpenedOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "gaia-gen.yaml", "version: 1\ncontracts:\n  a: {inputs: [pet.json], ts: {out: out}}\n  b: {inputs: [pet.json], ts: {out: more}}\n")
	write(t, dir, "pet.json", `{"title": "Pet", "type": "object", "properties": {"name": {"type": "string"}}}`)
	start(t, dir, 0, "driftcheck", "--fix")
	start(t, dir, 0, "git", "init", "-q")
	start(t, dir, 0, "git", "add", "-A")
	start(t, dir, 0, "git", "commit", "-q", "-m", "first")
	write(t, dir, "out/types.ts", strings.ReplaceAll(read(t, dir, "out/types.ts"), "name", "nome"))
	write(t, dir, "out/mine.ts", "export const mine = 1;\n")
	want := map[string]int{"gaia-gen.yaml": 1, "pet.json": 1, "out/index.ts": 1, "out/types.ts": 1, "out/mine.ts": 1}
	for _, format := range []string{"text", "json", "patch"} {
		opened := watch(t, dir, want)
		start(t, dir, 1, "driftcheck", "--no-cache", "--format", format)
		if diff := cmp.Diff(want, opened()); diff != "" {
			t.Errorf("driftcheck --format %s opened files more or less than once:\n%s", format, diff)
		}
	}
}

// watch returns a function that says how often each of the files was opened since.
func watch(t *testing.T, dir string, files map[string]int) (opened func() map[string]int) {
	t.Helper()
	fd, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	names := map[uint32]string{}
	for f := range files {
		// The kernel folds equal events that follow each other; closing keeps them apart.
		wd, err := syscall.InotifyAddWatch(fd, filepath.Join(dir, f), syscall.IN_OPEN|syscall.IN_CLOSE)
		if err != nil {
			t.Fatal(err)
		}
		names[uint32(wd)] = f
	}
	return func() map[string]int {
		buf := make([]byte, 64<<10)
		n, err := syscall.Read(fd, buf)
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for buf = buf[:n]; len(buf) > 0; {
			word := func(i int) uint32 { return binary.NativeEndian.Uint32(buf[4*i:]) } // wd, mask, cookie, length of the name
			if word(1)&syscall.IN_OPEN != 0 {
				count[names[word(0)]]++
			}
			buf = buf[syscall.SizeofInotifyEvent+word(3):]
		}
		return count
	}
}

// start runs a program, which has to end with code.
func start(t *testing.T, dir string, code int, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "CI=", "GAIA_GEN_CACHE=off", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%s %v: exit code %d, want %d\n%s", name, args, got, code, out)
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
