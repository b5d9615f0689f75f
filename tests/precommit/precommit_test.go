// Package precommit runs the hooks of .pre-commit-hooks.yaml by the real pre-commit
// program, in a scratch repository.
package precommit

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program returns the path of pre-commit, which make setup installs.
func program(t *testing.T) string {
	t.Helper()
	file, err := filepath.Abs("../../.venv-precommit/bin/pre-commit")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err != nil {
		if os.Getenv("GAIA_REQUIRE_TOOLS") != "" {
			t.Fatal("pre-commit is not installed: run make setup")
		}
		t.Skip("pre-commit is not installed: run make setup")
	}
	return file
}

// scratch is a repository whose commits run the hooks.
type scratch struct {
	t   *testing.T
	dir string
	env []string
}

// newScratch makes one of a contract, generated and committed, with the hooks of the
// working tree that this test is in.
func newScratch(t *testing.T) *scratch {
	pre := program(t)
	s := &scratch{t: t, dir: t.TempDir()}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "CI=") {
			s.env = append(s.env, v)
		}
	}
	modules, err := exec.Command("go", "env", "GOMODCACHE", "GOCACHE", "GOPROXY").Output()
	if err != nil {
		t.Fatal(err)
	}
	shared := strings.Split(string(modules), "\n")
	s.env = append(s.env, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com", "PRE_COMMIT_HOME="+t.TempDir(), "PRE_COMMIT_COLOR=never", "GAIA_GEN_CACHE=off",
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=protocol.file.allow", "GIT_CONFIG_VALUE_0=always",
		"GOMODCACHE="+shared[0], "GOCACHE="+shared[1], "GOPROXY="+shared[2])
	hooks, revision := hookRepository(s)
	s.write("gaia-gen.yaml", "version: 1\ncontracts:\n  pets: {inputs: [pet.json], ts: {out: out}, lint: {rules: {desc: error}}}\n")
	s.write("pet.json", pet("What it is called."))
	s.write(".pre-commit-config.yaml", "repos:\n  - repo: "+hooks+"\n    rev: "+revision+"\n    hooks:\n      - id: gaia-gen-drift\n      - id: gaia-gen-lint\n")
	s.generate()
	s.must("git", "init", "-q", "-b", "main")
	s.must("git", "add", "-A")
	s.must("git", "commit", "-q", "-m", "first")
	s.must(pre, "install", "--install-hooks")
	return s
}

// hookRepository makes a repository of the files of this working tree, as they are.
func hookRepository(s *scratch) (dir, revision string) {
	root, err := filepath.Abs("../..")
	if err != nil {
		s.t.Fatal(err)
	}
	list := exec.Command("git", "ls-files", "-z", "-c", "-o", "--exclude-standard", "--", "*.go", "go.mod", "go.sum", ".pre-commit-hooks.yaml", "emit", "lint", "internal", "loader")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		s.t.Fatal(err)
	}
	hooks := &scratch{t: s.t, dir: s.t.TempDir(), env: s.env}
	for _, name := range strings.Split(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			s.t.Fatal(err)
		}
		hooks.write(name, string(data))
	}
	hooks.must("git", "init", "-q", "-b", "main")
	hooks.must("git", "add", "-A")
	hooks.must("git", "commit", "-q", "-m", "hooks")
	return hooks.dir, strings.TrimSpace(hooks.must("git", "rev-parse", "HEAD"))
}

func pet(description string) string {
	return `{"title": "Pet", "description": "An animal.", "type": "object", "properties": {"name": {"type": "string", "description": "` + description + `"}}}` + "\n"
}

func (s *scratch) write(name, text string) {
	s.t.Helper()
	file := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scratch) generate() {
	s.t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command("go", "run", "./cmd/gaia-gen", "--config", filepath.Join(s.dir, "gaia-gen.yaml"))
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
}

func (s *scratch) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = s.dir, s.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (s *scratch) must(name string, args ...string) string {
	s.t.Helper()
	out, err := s.run(name, args...)
	if err != nil {
		s.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return out
}

// passes commits, and says what the hooks must have let through.
func (s *scratch) passes(what string, args ...string) {
	s.t.Helper()
	out, err := s.run("git", append([]string{"commit", "-m", what}, args...)...)
	if err != nil {
		s.t.Errorf("%s was refused: %v\n%s", what, err, out)
	}
	for _, want := range []string{"gaia-gen drift check", "Passed"} {
		if !strings.Contains(out, want) {
			s.t.Errorf("%s: %q is not in\n%s", what, want, out)
		}
	}
}

// refused commits, and says what the hooks must have told.
func (s *scratch) refused(what, want string, args ...string) {
	s.t.Helper()
	out, err := s.run("git", append([]string{"commit", "-m", what}, args...)...)
	if err == nil {
		s.t.Errorf("%s was let through:\n%s", what, out)
	}
	if !strings.Contains(out, want) {
		s.t.Errorf("%s: %q is not in\n%s", what, want, out)
	}
}

func TestHooks(t *testing.T) {
	s := newScratch(t)

	s.write("readme", "x")
	s.must("git", "add", "readme")
	s.passes("a commit of something else")

	s.write("pet.json", pet("Its name."))
	s.must("git", "add", "pet.json")
	s.refused("a schema without what is made from it", "source moved: out/types.ts")

	s.generate()
	s.refused("what is made, forgotten", "fix: gaia-gen && git add out")

	s.must("git", "add", "out")
	s.write("pet.json", pet("Half a thought"))
	s.passes("a part of what was edited")

	s.must("git", "checkout", "pet.json")
	s.write("pet.json", pet("All at once."))
	s.refused("commit -a without generating", "source moved: out/types.ts", "-a")
	s.generate()
	s.passes("commit -a", "-a")

	s.must("git", "rm", "-q", "pet.json")
	s.refused("only deletions", "stale: out/types.ts (pet.json was deleted)")
	s.must("git", "reset", "-q", "--hard")

	s.write("pet.json", pet(""))
	s.generate()
	s.must("git", "add", "-A")
	s.refused("a field without a description", "desc/")
}
