// Package action runs the steps of action.yml as a runner would, and holds the
// workflows against actionlint.
package action

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/scaffold"
)

// built is where the action's first step put the programs, built once.
var built string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "gaia-gen-action-*")
	if err != nil {
		panic(err)
	}
	built = dir
	if out, err := exec.Command("go", "build", "-o", dir, "github.com/amd-gaia/gaia-gen/cmd/...").CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v\n%s", err, out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func TestWorkflowsPassActionlint(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	actionlint(t, "../..", files...)
}

// TestScaffoldedWorkflowsPassActionlint: what gaia-gen init writes is a workflow.
func TestScaffoldedWorkflowsPassActionlint(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for _, app := range []bool{true, false} {
		for _, place := range []scaffold.Place{"", "services/zoo", "odd name's: here"} {
			file := filepath.Join(dir, fmt.Sprintf("%d.yml", len(files)))
			if err := os.WriteFile(file, scaffold.Workflow("v1.0.0", "main", place, app), 0o644); err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
	}
	actionlint(t, "../..", files...)
}

func actionlint(t *testing.T, dir string, files ...string) {
	t.Helper()
	args := []string{"tool", "actionlint", "-no-color", "-shellcheck=", "-pyflakes="}
	for _, f := range files {
		abs, err := filepath.Abs(f)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, abs)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestGateRunsOnWhatIsMerged: a pull request that is right and a main branch that is
// right can be wrong together.
func TestGateRunsOnWhatIsMerged(t *testing.T) {
	text, err := os.ReadFile("../../.github/workflows/schema-drift-check.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n  pull_request:", "\n  push:\n    branches: [main]", "\n  merge_group:", "\n  schema-drift-check:\n", "contents: read"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in the workflow", want)
		}
	}
	if strings.Contains(string(text), "secrets.") {
		t.Error("a fork has no secrets")
	}
}

// repository makes one with a contract, generated and committed.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "zoo/gaia-gen.yaml", "version: 1\ncontracts:\n  pets: {inputs: [pet.json], ts: {out: out}}\n")
	write(t, dir, "zoo/pet.json", `{"title": "Pet", "description": "An animal.", "type": "object", "properties": {"name": {"type": "string", "description": "What it is called."}}}`)
	tool(t, filepath.Join(dir, "zoo"), filepath.Join(built, "gaia-gen"))
	tool(t, dir, "git", "init", "-q", "-b", "main")
	tool(t, dir, "git", "add", "-A")
	tool(t, dir, "git", "commit", "-q", "-m", "first")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func tool(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com", "CI=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

func TestClean(t *testing.T) {
	a := load(t, repository(t), map[string]string{"working-directory": "zoo", "lint": "true"})
	a.run(t)
	a.expect(t, 0, "false")
	if !strings.Contains(a.summary(t), "3 files in sync") {
		t.Errorf("summary:\n%s", a.summary(t))
	}
	if len(a.uploaded) > 0 {
		t.Errorf("uploaded %v", a.uploaded)
	}
}

// TestDrift: annotations at the lines, a summary, and a patch that mends it.
func TestDrift(t *testing.T) {
	repo := repository(t)
	file := filepath.Join(repo, "zoo/out/types.ts")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, repo, "zoo/out/types.ts", strings.Replace(string(text), "string", "number", 1))
	a := load(t, repo, map[string]string{"working-directory": "zoo"})
	a.run(t)
	a.expect(t, 1, "true")
	for _, want := range []string{"::error file=zoo/out/types.ts,line=", "title=schema drift::edited by hand: zoo/out/types.ts:", "fix: gaia-gen"} {
		if !strings.Contains(a.log.String(), want) {
			t.Errorf("%q is not in the log:\n%s", want, a.log.String())
		}
	}
	if s := a.summary(t); !strings.Contains(s, "1 of 3 files drifted") || !strings.Contains(s, "<details>") {
		t.Errorf("summary:\n%s", s)
	}
	var report struct {
		InSync   bool `json:"in_sync"`
		Findings []struct{ Path string }
	}
	data, err := os.ReadFile(a.outputs["report"])
	if err != nil || json.Unmarshal(data, &report) != nil || report.InSync || len(report.Findings) != 1 || report.Findings[0].Path != "zoo/out/types.ts" {
		t.Errorf("report %s, %v", data, err)
	}
	if len(a.uploaded) != 1 || a.uploaded[0] != a.outputs["patch"] {
		t.Errorf("uploaded %v, want the patch", a.uploaded)
	}
	tool(t, repo, "git", "apply", a.outputs["patch"])
	if now, _ := os.ReadFile(file); string(now) != string(text) {
		t.Errorf("after the patch:\n%s", now)
	}
}

func TestCannotTell(t *testing.T) {
	repo := repository(t)
	write(t, repo, "zoo/gaia-gen.yaml", "version: 1\ncontracts: {a: {inputs: [absent.json], ts: {out: out}}}\n")
	a := load(t, repo, map[string]string{"working-directory": "zoo"})
	a.run(t)
	a.expect(t, 2, "unknown")
	if !strings.Contains(a.log.String(), "it cannot be told whether there is drift") {
		t.Errorf("log:\n%s", a.log.String())
	}
	if len(a.uploaded) > 0 {
		t.Errorf("uploaded %v", a.uploaded)
	}
}

func TestLintFailsTheAction(t *testing.T) {
	repo := repository(t)
	write(t, repo, "zoo/gaia-gen.yaml", "version: 1\ncontracts:\n  pets: {inputs: [pet.json], ts: {out: out}, lint: {rules: {desc: error}}}\n")
	write(t, repo, "zoo/pet.json", `{"title": "Pet", "type": "object", "properties": {"name": {"type": "string"}}}`)
	tool(t, filepath.Join(repo, "zoo"), filepath.Join(built, "gaia-gen"))
	a := load(t, repo, map[string]string{"working-directory": "zoo", "lint": "true"})
	a.run(t)
	a.expect(t, 1, "false")
	if !strings.Contains(a.log.String(), "::error file=") || !strings.Contains(a.log.String(), "desc/") {
		t.Errorf("log:\n%s", a.log.String())
	}
}

// TestExportAndBase hands the inputs on.
func TestExportAndBase(t *testing.T) {
	repo := repository(t)
	write(t, repo, "zoo/gaia-gen.yaml", "version: 1\nexport: [{run: [sh, x.sh], writes: [pet.json]}]\ncontracts:\n  pets: {inputs: [pet.json], ts: {out: out}}\n")
	write(t, repo, "zoo/x.sh", `echo '{"title": "Pet", "type": "object", "properties": {"age": {"type": "integer"}}}' > pet.json`)
	a := load(t, repo, map[string]string{"working-directory": "zoo", "export": "true", "base": "main"})
	a.run(t)
	a.expect(t, 1, "true")
	if !strings.Contains(a.log.String(), "zoo/pet.json") {
		t.Errorf("log:\n%s", a.log.String())
	}
	a = load(t, repo, map[string]string{"working-directory": "zoo", "base": "no-such-branch"})
	a.run(t)
	a.expect(t, 2, "unknown")
}

// TestInputsAreInert: what an input says is never run.
func TestInputsAreInert(t *testing.T) {
	repo := repository(t)
	evil := `$(touch ` + filepath.Join(repo, "evil") + "); `touch " + filepath.Join(repo, "evil") + "`; \"; touch " + filepath.Join(repo, "evil") + " #"
	for _, input := range []string{"version", "checksum", "mirror", "working-directory", "base", "export", "args"} {
		a := load(t, repo, map[string]string{"working-directory": "zoo"})
		a.inputs[input] = evil
		a.run(t)
		if _, err := os.Stat(filepath.Join(repo, "evil")); err == nil {
			t.Fatalf("input %s was run:\n%s", input, a.log.String())
		}
	}
}

// release serves the programs as a release would.
func release(t *testing.T, version string) (url, checksum string) {
	t.Helper()
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("archives are made for Linux and macOS here")
	}
	dir := t.TempDir()
	name := fmt.Sprintf("gaia-gen_%s_%s_%s.tar.gz", version, runtime.GOOS, runtime.GOARCH)
	file, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	zip := gzip.NewWriter(file)
	archive := tar.NewWriter(zip)
	for _, program := range []string{"gaia-gen", "driftcheck"} {
		data, err := os.ReadFile(filepath.Join(built, program))
		if err != nil {
			t.Fatal(err)
		}
		if err := archive.WriteHeader(&tar.Header{Name: program, Mode: 0o755, Size: int64(len(data))}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []interface{ Close() error }{archive, zip, file} {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	checksum = fmt.Sprintf("%x", sha256.Sum256(data))
	write(t, dir, "checksums.txt", checksum+"  "+name+"\n")
	server := httptest.NewServer(http.StripPrefix("/v"+version, http.FileServer(http.Dir(dir))))
	t.Cleanup(server.Close)
	return server.URL, checksum
}

func TestDownload(t *testing.T) {
	url, checksum := release(t, "1.4.0")
	for _, c := range []struct {
		name, version, checksum string
		ok                      bool
		log                     string
	}{
		{"pinned", "1.4.0", checksum, true, ""},
		{"pinned, in capitals, with a v", "v1.4.0", strings.ToUpper(checksum), true, ""},
		{"the release's own checksums", "1.4.0", "", true, "::notice title=gaia-gen::pin the archive: checksum: " + checksum},
		{"another checksum", "1.4.0", strings.Repeat("0", 64), false, "nothing of it was run"},
		{"no such version", "9.9.9", checksum, false, "cannot download"},
		{"no version", "../../etc", checksum, false, "is not one"},
	} {
		a := load(t, repository(t), map[string]string{"working-directory": "zoo", "version": c.version, "checksum": c.checksum, "mirror": url})
		a.run(t)
		if got := a.code == 0; got != c.ok {
			t.Errorf("%s: exit code %d\n%s", c.name, a.code, a.log.String())
		}
		if !strings.Contains(a.log.String(), c.log) {
			t.Errorf("%s: %q is not in\n%s", c.name, c.log, a.log.String())
		}
		if !c.ok && strings.Contains(a.log.String(), "driftcheck") {
			t.Errorf("%s: something was run:\n%s", c.name, a.log.String())
		}
	}
}
