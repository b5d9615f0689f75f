package ts_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/emit"
)

// toolDir holds package.json and, once installed, node_modules.
const toolDir = "../../tests/tsc"

// tool returns the path of an installed script. Without it the test is skipped,
// or fails when GAIA_REQUIRE_TOOLS=1 says that the machine must have it.
func tool(t testing.TB, script string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(toolDir, "node_modules", script))
	if err != nil {
		t.Fatal(err)
	}
	_, fileErr := os.Stat(path)
	_, nodeErr := exec.LookPath("node")
	if fileErr == nil && nodeErr == nil {
		return path
	}
	message := script + " or node is not installed: run make setup"
	if os.Getenv("GAIA_REQUIRE_TOOLS") == "1" {
		t.Fatal(message)
	}
	t.Skip(message)
	return ""
}

const tsconfig = `{
  "compilerOptions": {
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "verbatimModuleSyntax": true,
    "isolatedModules": true,
    "noUncheckedIndexedAccess": true,
    "erasableSyntaxOnly": true,
    "noImplicitOverride": true,
    "noUnusedLocals": true,
    "noUnusedParameters": true,
    "noPropertyAccessFromIndexSignature": true,
    "noImplicitReturns": true,
    "noFallthroughCasesInSwitch": true,
    "target": "ES2022",
    "module": "NodeNext",
    "lib": ["ES2022"],
    "types": [],
    EMIT
  },
  "include": ["**/*.ts"]
}
`

// workspace is a directory of TypeScript that is checked in one run.
type workspace struct {
	dir string
}

func newWorkspace(t testing.TB, compile string) workspace {
	t.Helper()
	w := workspace{dir: t.TempDir()}
	w.write(t, "package.json", `{"type": "module"}`)
	w.write(t, "tsconfig.json", strings.Replace(tsconfig, "EMIT", compile, 1))
	return w
}

const noEmit = `"noEmit": true`

func (w workspace) write(t testing.TB, name, data string) {
	t.Helper()
	path := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

func (w workspace) add(t testing.TB, dir string, files []emit.File) {
	t.Helper()
	for _, f := range files {
		w.write(t, dir+"/"+f.Path, string(f.Data))
	}
}

// complaints runs tsc and returns its errors by file, those of no file under "".
func (w workspace) complaints(t testing.TB) map[string][]string {
	t.Helper()
	cmd := exec.Command("node", tool(t, "typescript/bin/tsc"), "-p", ".", "--pretty", "false")
	cmd.Dir = w.dir
	out, err := cmd.CombinedOutput()
	found := map[string][]string{}
	if err == nil {
		return found
	}
	file := ""
	for line := range strings.Lines(string(out)) {
		line = strings.TrimRight(line, "\r\n")
		if last := len(found[file]) - 1; strings.HasPrefix(line, " ") && last >= 0 {
			found[file][last] += "\n" + line // why, in more detail
			continue
		}
		name, _, ok := strings.Cut(line, "(")
		if !ok || !strings.Contains(line, "): error TS") {
			name = ""
		}
		file = name
		found[file] = append(found[file], line)
	}
	if len(found) == 0 {
		t.Fatalf("tsc: %v", err)
	}
	return found
}

// compiles fails the test with everything that tsc says.
func (w workspace) compiles(t testing.TB) {
	t.Helper()
	for _, lines := range w.complaints(t) {
		for _, line := range lines {
			t.Error(line)
		}
	}
}

// node runs a script of the workspace and returns what it prints.
func (w workspace) node(t testing.TB, script string) string {
	t.Helper()
	tool(t, "typescript/bin/tsc")
	var out, errs bytes.Buffer
	cmd := exec.Command("node", script)
	cmd.Dir, cmd.Stdout, cmd.Stderr = w.dir, &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("node %s: %v\n%s%s", script, err, out.String(), errs.String())
	}
	return out.String()
}

// pretty fails for every file that prettier's defaults would change, with the
// first line that it would change.
func (w workspace) pretty(t testing.TB) {
	t.Helper()
	prettier := tool(t, "prettier/bin/prettier.cjs")
	run := func(args ...string) string {
		cmd := exec.Command("node", append([]string{prettier}, args...)...)
		cmd.Dir = w.dir
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if _, exit := err.(*exec.ExitError); err != nil && !exit {
			t.Fatal(err)
		}
		return string(out)
	}
	for name := range strings.Lines(run("--list-different", "**/*.ts")) {
		name = strings.TrimSpace(name)
		got, err := os.ReadFile(filepath.Join(w.dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("prettier would change %s\n%s", name, firstChange(string(got), run(name)))
	}
}

// firstChange returns the first lines in which two texts differ.
func firstChange(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, strings.Join(g[i:min(i+3, len(g))], "\n- "), strings.Join(w[i:min(i+3, len(w))], "\n+ "))
		}
	}
	return "at the end"
}
