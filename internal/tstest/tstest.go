// Package tstest compiles and runs TypeScript in tests, with the compiler that
// tests/tsc pins. Without Node or the compiler a test is skipped, or fails when
// GAIA_REQUIRE_TOOLS=1 says that the machine must have them.
package tstest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Project is a directory of TypeScript, compiled to ES modules for Node under
// the strictest settings.
type Project struct {
	Dir  string
	root string // of the repository
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
    "outDir": "out"
  },
  "include": ["**/*.ts"]
}
`

// New returns an empty project. Root is the path of the repository's root from
// the test's directory, for example "../..".
func New(t testing.TB, root string) Project {
	t.Helper()
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	p := Project{Dir: t.TempDir(), root: abs}
	p.compiler(t)
	p.Write(t, "package.json", `{"type": "module"}`)
	p.Write(t, "tsconfig.json", tsconfig)
	return p
}

func (p Project) compiler(t testing.TB) string {
	t.Helper()
	tsc := filepath.Join(p.root, "tests/tsc/node_modules/typescript/bin/tsc")
	_, fileErr := os.Stat(tsc)
	_, nodeErr := exec.LookPath("node")
	if fileErr == nil && nodeErr == nil {
		return tsc
	}
	const message = "TypeScript or Node is not installed: run make setup"
	if os.Getenv("GAIA_REQUIRE_TOOLS") == "1" {
		t.Fatal(message)
	}
	t.Skip(message)
	return ""
}

// Write adds a file by its slash path below the project.
func (p Project) Write(t testing.TB, name, data string) {
	t.Helper()
	path := filepath.Join(p.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Copy adds a file or directory of the repository, by its slash path from there,
// under name.
func (p Project) Copy(t testing.TB, from, name string) {
	t.Helper()
	from = filepath.Join(p.root, filepath.FromSlash(from))
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		p.Write(t, filepath.ToSlash(filepath.Join(name, rel)), string(data))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Compile fails the test with everything that the compiler says.
func (p Project) Compile(t testing.TB) {
	t.Helper()
	cmd := exec.Command("node", p.compiler(t), "-p", ".", "--pretty", "false")
	cmd.Dir = p.Dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("tsc: %v\n%s", err, out)
	}
}

// Run runs a compiled script with arguments and input, and returns what it
// prints. It fails the test when the script does, or takes over a minute.
func (p Project) Run(t testing.TB, script, input string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	script = filepath.Join("out", strings.TrimSuffix(script, ".ts")+".js")
	cmd := exec.CommandContext(ctx, "node", append([]string{script}, args...)...)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = p.Dir, strings.NewReader(input), &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("node %s: %v\n%s%s", script, err, out.String(), errs.String())
	}
	return out.String()
}
