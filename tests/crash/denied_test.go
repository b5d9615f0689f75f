package crash

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// required says that what this machine cannot do fails the test instead of skipping it.
func required() bool { return os.Getenv("GAIA_REQUIRE_TOOLS") != "" && runtime.GOOS == "linux" }

func cannot(t *testing.T, why string) {
	t.Helper()
	if required() {
		t.Fatal(why)
	}
	t.Skip(why)
}

// TestDiskFull writes to a disk that has room for one version and a bit: the files that
// do not fit are named, everything is as it was.
func TestDiskFull(t *testing.T) {
	dir := workspace(t)
	out := filepath.Join(dir, "out")
	schemas(t, dir, 0)
	if _, errs, code := run(dir, "gaia-gen"); code != 0 {
		t.Fatal(errs)
	}
	const page = 4096
	pages := 0
	for _, text := range files(t, out) {
		pages += len(text)/page + 1
	}
	if err := errors.Join(os.RemoveAll(out), os.Mkdir(out, 0o755)); err != nil {
		t.Fatal(err)
	}
	size := fmt.Sprintf("size=%d", pages*page*5/4)
	if text, err := exec.Command("mount", "-t", "tmpfs", "-o", size, "tmpfs", out).CombinedOutput(); err != nil {
		cannot(t, "a small disk cannot be made here: "+string(text))
	}
	t.Cleanup(func() { exec.Command("umount", out).Run() })
	if _, errs, code := run(dir, "gaia-gen"); code != 0 {
		t.Fatal(errs)
	}
	before := files(t, out)
	schemas(t, dir, 1)
	stdout, errs, code := run(dir, "gaia-gen")
	if code != 2 || !strings.Contains(errs, "no space left on device") || !strings.Contains(errs, "write out/c") {
		t.Errorf("exit code %d\n%s%s", code, stdout, errs)
	}
	if diff := cmp.Diff(before, files(t, out)); diff != "" {
		t.Errorf("the failed run left: %s", diff)
	}
	if stdout, _, code := run(dir, "driftcheck"); code != 1 || !strings.Contains(stdout, "drifted") {
		t.Errorf("exit code %d\n%s", code, stdout)
	}
}

// TestDenied takes permissions away from two directories and a file: all are named, and
// what else there is to say is said.
func TestDenied(t *testing.T) {
	if os.Geteuid() == 0 {
		if _, err := exec.LookPath("setpriv"); err != nil {
			cannot(t, "the superuser may do everything, and there is no setpriv to become another")
		}
	}
	dir := workspace(t)
	for p := dir; p != filepath.Dir(p) && strings.HasPrefix(p, os.TempDir()); p = filepath.Dir(p) {
		os.Chmod(p, 0o777)
	}
	schemas(t, dir, 0)
	write(t, filepath.Join(dir, "c0.json"), `{"title": "Thing", "type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedThings": 1}`)
	if _, errs, code := run(dir, "gaia-gen"); code != 0 {
		t.Fatal(errs)
	}
	schemas(t, dir, 1)
	for name, mode := range map[string]os.FileMode{"out/c1/ts": 0o555, "out/c2/go": 0o555, "out/c3/ts": 0o777, "out/c3/ts/types.ts": 0o000} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	before := files(t, filepath.Join(dir, "out"))
	stdout, errs, code := unprivileged(dir, "driftcheck", "--all")
	if code != 2 || !strings.Contains(errs, "cannot read out/c3/ts/types.ts: permission denied") {
		t.Errorf("exit code %d\n%s", code, errs)
	}
	if !strings.Contains(stdout, "out/c4/ts/types.ts") {
		t.Errorf("the others are not listed:\n%s", stdout)
	}
	os.Chmod(filepath.Join(dir, "out/c3/ts/types.ts"), 0o644)
	_, errs, code = unprivileged(dir, "gaia-gen")
	if code != 2 {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"write out/c1/ts/types.ts: ", "write out/c2/go/types.go: ", "permission denied"} {
		if !strings.Contains(errs, want) {
			t.Errorf("%q is not in\n%s", want, errs)
		}
	}
	if diff := cmp.Diff(before, files(t, filepath.Join(dir, "out"))); diff != "" {
		t.Errorf("the failed run left: %s", diff)
	}
}

// unprivileged runs a program as somebody whom permissions bind.
func unprivileged(dir, name string, args ...string) (stdout, stderr string, code int) {
	if os.Geteuid() != 0 {
		return run(dir, name, args...)
	}
	argv := append([]string{"--reuid=65534", "--regid=65534", "--clear-groups", filepath.Join(bin, name)}, args...)
	return start(exec.Command("setpriv", argv...), dir)
}
