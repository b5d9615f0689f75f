// Package crash kills gaia-gen at every moment, takes its disk and its permissions
// away, and looks at what is left.
package crash

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// bin is where the programs are.
var bin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "gaia-gen-crash-*")
	if err != nil {
		panic(err)
	}
	if out, err := exec.Command("go", "build", "-o", dir, "github.com/amd-gaia/gaia-gen/cmd/...").CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v\n%s", err, out))
	}
	if err := os.Chmod(dir, 0o755); err != nil { // for the user without permissions
		panic(err)
	}
	bin = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func run(dir, name string, args ...string) (stdout, stderr string, code int) {
	return start(exec.Command(filepath.Join(bin, name), args...), dir)
}

func start(cmd *exec.Cmd, dir string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "GAIA_GEN_CACHE=off", "CI=", "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir)
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		panic(err)
	}
	return out.String(), errs.String(), code
}

const contracts = 12

// workspace writes a configuration of several contracts.
func workspace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString("version: 1\ncontracts:\n")
	for n := range contracts {
		fmt.Fprintf(&b, "  c%d: {inputs: [c%d.json], ts: {out: out/c%d/ts}, go: {out: out/c%d/go, package: c%d}}\n", n, n, n, n, n)
	}
	write(t, filepath.Join(dir, "gaia-gen.yaml"), b.String())
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// schemas writes one of two versions of the documents.
func schemas(t *testing.T, dir string, version int) {
	t.Helper()
	for n := range contracts {
		var b strings.Builder
		fmt.Fprintf(&b, `{"title": "Thing", "type": "object", "properties": {`)
		for i := range 40 {
			fmt.Fprintf(&b, `"field%d_v%d": {"type": "string", "description": "Field %d of version %d."}, `, i, version, i, version)
		}
		fmt.Fprintf(&b, `"last": {"enum": ["a", "b%d"]}}}`, version)
		write(t, filepath.Join(dir, fmt.Sprintf("c%d.json", n)), b.String())
	}
}

// files returns what is below dir.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		got[strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(dir)+"/")] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestKilled kills 200 runs at moments spread over their whole length: every file is
// as it was or as it will be, and none is lost.
func TestKilled(t *testing.T) {
	dir := workspace(t)
	out := filepath.Join(dir, "out")
	var versions [2]map[string]string
	var length time.Duration
	for v := range versions {
		schemas(t, dir, v)
		began := time.Now()
		if _, errs, code := run(dir, "gaia-gen"); code != 0 {
			t.Fatal(errs)
		}
		length = max(length, time.Since(began))
		versions[v] = files(t, out)
	}
	const kills = 200
	random := rand.New(rand.NewPCG(1, 2))
	killed, mixed := 0, 0
	for i := range kills {
		schemas(t, dir, i%2)
		cmd := exec.Command(filepath.Join(bin, "gaia-gen"))
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(length) * 5 / 4)))
		cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		}
		mixed += look(t, out, versions)
	}
	if killed < kills/4 {
		t.Errorf("only %d of %d runs were killed before they ended", killed, kills)
	}
	t.Logf("%d runs, %d killed, %d left files of both versions, which driftcheck tells", kills, killed, mixed)

	schemas(t, dir, 1)
	if _, errs, code := run(dir, "gaia-gen"); code != 0 {
		t.Fatal(errs)
	}
	if diff := cmp.Diff(versions[1], files(t, out)); diff != "" {
		t.Errorf("after a run that was not killed: %s", diff)
	}
	if stdout, errs, code := run(dir, "driftcheck"); code != 0 {
		t.Errorf("exit code %d\n%s%s", code, stdout, errs)
	}
}

// look holds every file against its two versions, and returns 1 when there are files
// of both.
func look(t *testing.T, out string, versions [2]map[string]string) int {
	t.Helper()
	got := files(t, out)
	seen := [2]bool{}
	for name, old := range versions[0] {
		text, ok := got[name]
		switch {
		case !ok:
			t.Fatalf("%s is lost", name)
		case text == old && text == versions[1][name]:
		case text == old:
			seen[0] = true
		case text == versions[1][name]:
			seen[1] = true
		default:
			t.Fatalf("%s is neither as it was nor as it will be:\n%s", name, text)
		}
	}
	for name := range got {
		if _, ours := versions[0][name]; !ours && !strings.HasPrefix(filepath.Base(name), ".gaia-gen-") {
			t.Fatalf("%s came from nowhere", name)
		}
	}
	if seen[0] && seen[1] {
		return 1
	}
	return 0
}

// TestInterrupted: who asks a run to end gets everything as it was or as it will be,
// and nothing beside it.
func TestInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	dir := workspace(t)
	schemas(t, dir, 0)
	run(dir, "gaia-gen")
	for i := range 40 {
		schemas(t, dir, i%2)
		cmd := exec.Command(filepath.Join(bin, "gaia-gen"))
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * 2 * time.Millisecond)
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 0 && code != 130 && code != -1 {
			t.Errorf("exit code %d", code)
		}
		for name := range files(t, filepath.Join(dir, "out")) {
			if strings.HasPrefix(filepath.Base(name), ".gaia-gen-") {
				t.Errorf("after %d ms %s was left", i*2, name)
			}
		}
	}
}
