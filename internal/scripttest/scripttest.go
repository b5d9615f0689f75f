// Package scripttest runs the commands' script tests: both programs on the PATH, git
// as on a machine where nobody configured it, and a few commands of its own.
package scripttest

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// Commands are commands of scripts, by name.
type Commands = map[string]func(*testscript.TestScript, bool, []string)

// Run runs the scripts of testdata/script. Programs that the test binary is not are
// built from cmd.
func Run(t *testing.T, own Commands, build ...string) {
	bin := t.TempDir()
	for _, name := range build {
		cmd := exec.Command("go", "build", "-o", bin, "github.com/amd-gaia/gaia-gen/cmd/"+name)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v\n%s", name, err, out)
		}
	}
	cmds := Commands{"exits": exits, "bytes": writeBytes, "repeat": repeat, "age": age, "aged": aged, "listing": listing,
		"replace": replace, "pets": pets, "grow": grow, "commit": commit}
	maps.Copy(cmds, own)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			for _, v := range environment(env.WorkDir) {
				name, value, _ := strings.Cut(v, "=")
				env.Setenv(name, value)
			}
			return nil
		},
		Cmds: cmds,
	})
}

// environment keeps the machine's settings out.
func environment(work string) []string {
	return []string{
		"HOME=" + work, "XDG_CONFIG_HOME=" + work, "GAIA_GEN_CACHE=" + filepath.Join(work, ".cache"), "CI=", "GITHUB_ACTIONS=",
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com",
		"GIT_CONFIG_COUNT=4",
		"GIT_CONFIG_KEY_0=init.defaultBranch", "GIT_CONFIG_VALUE_0=main",
		"GIT_CONFIG_KEY_1=protocol.file.allow", "GIT_CONFIG_VALUE_1=always",
		"GIT_CONFIG_KEY_2=core.autocrlf", "GIT_CONFIG_VALUE_2=false",
		"GIT_CONFIG_KEY_3=advice.detachedHead", "GIT_CONFIG_VALUE_3=false",
	}
}

// exits CODE PROGRAM [ARG…] runs a program and holds when it ends with CODE.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// literal reads a Go string literal without its quotes, in which quotes may be plain.
func literal(ts *testscript.TestScript, text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, `\"`, `"`), `"`, `\"`)
	out, err := strconv.Unquote(`"` + text + `"`)
	ts.Check(err)
	return out
}

// bytes FILE TEXT writes TEXT, a Go string literal without its quotes, to FILE.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(literal(ts, args[1])), 0o644))
}

// repeat FILE BEFORE TEXT N AFTER writes BEFORE, N times TEXT, AFTER to FILE.
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[3])
	ts.Check(err)
	text := args[1] + strings.Repeat(args[2], n) + args[4]
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// replace FILE OLD NEW replaces every OLD, which must be there, by NEW: both are Go
// string literals without their quotes.
func replace(ts *testscript.TestScript, _ bool, args []string) {
	old, new := literal(ts, args[1]), literal(ts, args[2])
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, old) {
		ts.Fatalf("%s does not hold %q", args[0], old)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, old, new)), 0o644))
}

const petsConfig = `version: 1
contracts:
  pets: {inputs: [schemas/pet.json], ts: {out: out}}
`

const pet = `{
  "title": "Pet",
  "type": "object",
  "required": ["name"],
  "properties": {
    "name": {"type": "string", "description": "What it is called."}%s
  }
}
`

// pets [DIR] makes a repository of one contract, generated and committed: gaia-gen.yaml,
// schemas/pet.json, out. Files of the script that are there already stay as they are.
func pets(ts *testscript.TestScript, _ bool, args []string) {
	dir := "."
	if len(args) > 0 {
		dir = args[0]
	}
	ts.Check(os.MkdirAll(ts.MkAbs(filepath.Join(dir, "schemas")), 0o755))
	for name, text := range map[string]string{"gaia-gen.yaml": petsConfig, "schemas/pet.json": fmt.Sprintf(pet, ""), ".gitignore": ".cache\n.tmp\n"} {
		file := ts.MkAbs(filepath.Join(dir, name))
		if _, err := os.Stat(file); err != nil {
			ts.Check(os.WriteFile(file, []byte(text), 0o644))
		}
	}
	ts.Check(ts.Exec("gaia-gen", "--config", filepath.Join(dir, "gaia-gen.yaml")))
	ts.Check(ts.Exec("git", "-C", dir, "init", "-q"))
	commit(ts, false, []string{"first", dir})
}

// grow [FILE] gives the pet of schemas/pet.json an age.
func grow(ts *testscript.TestScript, _ bool, args []string) {
	file := "schemas/pet.json"
	if len(args) > 0 {
		file = args[0]
	}
	ts.Check(os.WriteFile(ts.MkAbs(file), fmt.Appendf(nil, pet, ",\n    \"age\": {\"type\": \"integer\", \"description\": \"Whole years.\"}"), 0o644))
}

// commit MESSAGE [DIR] adds everything and commits it, hooks aside.
func commit(ts *testscript.TestScript, _ bool, args []string) {
	dir := "."
	if len(args) > 1 {
		dir = args[1]
	}
	ts.Check(ts.Exec("git", "-C", dir, "add", "-A"))
	ts.Check(ts.Exec("git", "-C", dir, "commit", "-q", "--no-verify", "-m", args[0]))
}

var longAgo = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

// age FILE… gives files a modification time long ago; aged FILE… holds when
// they still have it.
func age(ts *testscript.TestScript, _ bool, args []string) {
	for _, f := range args {
		ts.Check(os.Chtimes(ts.MkAbs(f), longAgo, longAgo))
	}
}

func aged(ts *testscript.TestScript, neg bool, args []string) {
	for _, f := range args {
		info, err := os.Stat(ts.MkAbs(f))
		ts.Check(err)
		if info.ModTime().Equal(longAgo) == neg {
			ts.Fatalf("%s was modified at %v", f, info.ModTime())
		}
	}
}

// listing DIR [NAME…] holds when DIR has exactly these entries.
func listing(ts *testscript.TestScript, _ bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), strings.Join(args[1:], " "); got != want {
		ts.Fatalf("%s holds %q, want %q", args[0], got, want)
	}
}
