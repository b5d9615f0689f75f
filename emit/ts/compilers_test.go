package ts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/amd-gaia/gaia-gen/internal/goldentest"
)

// compilers are the oldest, the usual and the newest that output must pass, and what
// the oldest does not know yet of the options.
var compilers = []struct{ dir, unknown string }{
	{"typescript-oldest", `"erasableSyntaxOnly": true,`},
	{"typescript", ""},
	{"typescript-newest", ""},
}

// tables holds the tables of a contract against the types that describe them: they are
// literals, so that nothing else does.
const tables = `import { capabilities, operationCapabilities, operations } from "./golden/gaia/ts/index.js";
import type { Capability, CapabilityMeta, OperationId, OperationMeta } from "./golden/gaia/ts/index.js";

export const all: { readonly [id: string]: OperationMeta } = operations;
export const needs: { readonly [id in OperationId]?: Capability } = operationCapabilities;
export const since = (name: Capability): string | undefined => capabilities[name].since;
export const meta: CapabilityMeta = capabilities["rag.semantic_search"];
export const retry: "idempotent" = operations.defineAgent.retry;
`

// TestEveryCompilerTakesTheGoldens gives every golden file, those of this project's
// contracts among them, to each compiler: strict, declarations one file at a time where
// the compiler can, declaration files of libraries included.
func TestEveryCompilerTakesTheGoldens(t *testing.T) {
	for _, c := range compilers {
		t.Run(c.dir, func(t *testing.T) {
			t.Parallel()
			extra := noEmit + `, "skipLibCheck": false, "declaration": true`
			if c.unknown == "" {
				extra += `, "isolatedDeclarations": true`
			}
			w := newWorkspace(t, extra)
			config, err := os.ReadFile(filepath.Join(w.dir, "tsconfig.json"))
			if err != nil {
				t.Fatal(err)
			}
			w.write(t, "tsconfig.json", strings.Replace(string(config), c.unknown, "", 1))
			goldentest.Each(t, "testdata/*.txtar", func(name string, want []txtar.File) {
				for _, f := range want {
					if f.Name != "findings" {
						w.write(t, name+"/"+f.Name, string(f.Data))
					}
				}
			})
			contracts, err := filepath.Glob("../../golden/*/ts/*.ts")
			if err != nil || len(contracts) < 10 {
				t.Fatal(contracts, err)
			}
			for _, file := range contracts {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				w.write(t, strings.TrimPrefix(filepath.ToSlash(file), "../../"), string(data))
			}
			w.write(t, "tables.ts", tables)
			cmd := exec.Command("node", tool(t, c.dir+"/bin/tsc"), "-p", ".", "--pretty", "false")
			cmd.Dir = w.dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
