// Package real runs gaia-gen over documents of real systems that stand beside
// the project, and compiles what comes out. Where they are absent the tests are
// skipped: none of them is part of the project.
package real

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
)

const root = "../.."

// document is one contract of the documents beside the project.
type document struct {
	name   string
	inputs []string // glob patterns below shared/
}

var documents = []document{
	{"email", []string{"contracts/gaia/data/openapi.email.json"}},
	{"ui", []string{"contracts/gaia/data/derived/openapi.ui.derived.json"}},
	{"api", []string{"contracts/gaia/data/derived/openapi.api.derived.json"}},
	{"gaiahead", []string{"contracts/gaia/data/derived/openapi.gaia-head.derived.json"}},
	{"gaianewer", []string{"contracts/gaia/data/upstream-newer/openapi.gaia.json"}},
	{"hubindex", []string{"contracts/gaia/data/index.schema.json"}},
	{"hubmanifest", []string{"contracts/gaia/data/manifest.schema.json"}},
	{"agentmanifest", []string{"contracts/gaia/data/agent-manifest.b63775cbf.schema.json"}},
	{"sse", []string{"contracts/gaia/data/spec-sse-events.schema.json"}},
	{"nats", []string{"contracts/nats/draft-schemas/*.json"}},
}

// shared returns the directory of the documents, or skips.
func shared(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(root, "..", "shared")
	if _, err := os.Stat(filepath.Join(dir, "contracts")); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the documents of real systems are not beside the project (../shared)")
	}
	return dir
}

// generate returns the files of every document by "<name>/<target>/<file>".
func generate(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, d := range documents {
		out := &diag.List{}
		c := config.Contract{Name: d.name, Inputs: d.paths(t, dir), TypeScript: &config.Target{Out: "ts"}, Go: &config.Target{Out: "go", Package: d.name}}
		r, err := pipeline.Generate(os.DirFS(dir), c, pipeline.Options{}, out)
		if err != nil {
			t.Fatal(err)
		}
		if out.HasErrors() {
			var b strings.Builder
			if err := diag.WriteText(&b, out.Sorted(), false); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s:\n%s", d.name, b.String())
			continue
		}
		for _, o := range r.Outputs {
			for _, f := range o.Files {
				files[d.name+"/"+o.Dir+"/"+f.Path] = f.Data
			}
		}
	}
	return files
}

func (d document) paths(t *testing.T, dir string) []string {
	t.Helper()
	var paths []string
	for _, pattern := range d.inputs {
		found, err := fs.Glob(os.DirFS(dir), pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no file matches %s: %v", pattern, err)
		}
		paths = append(paths, found...)
	}
	return paths
}

// narrowTS and narrowGo use both unions of the email document as its clients
// would: they compile only if each narrows on its tag. A forgotten variant must
// not compile.
const narrowTS = `import type { BatchTriageRequestItemsItem, EmailTriageRequestPayload } from "./email/ts/index.js";

export function single(input: EmailTriageRequestPayload): string {
  switch (input.kind) {
    case "single":
      return input.message.body;
    case "thread":
      return input.thread_id;
    default:
      return input satisfies never;
  }
}

export function batch(input: BatchTriageRequestItemsItem): string {
  if (input.kind === "thread") return input.thread_id;
  return input.message.body;
}

export function forgotten(input: EmailTriageRequestPayload): string {
  switch (input.kind) {
    case "single":
      return input.message.body;
    default:
      // @ts-expect-error "thread" is not handled
      return input satisfies never;
  }
}
`

const narrowGo = `package narrow

import email "real/email/go"

func Single(input email.EmailTriageRequestPayload) string {
	switch input := input.(type) {
	case *email.SingleEmailInput:
		return input.Message.Body
	case *email.ThreadInput:
		return input.ThreadID
	}
	return ""
}

func Batch(b []byte) (email.BatchTriageRequestItemsItem, error) {
	return email.DecodeBatchTriageRequestItemsItem(b)
}
`

func TestDocumentsCompile(t *testing.T) {
	files := generate(t, shared(t))
	tmp := t.TempDir()
	files["go.mod"] = []byte("module real\n\ngo 1.24\n")
	files["narrow.ts"], files["narrow/narrow.go"] = []byte(narrowTS), []byte(narrowGo)
	files["package.json"] = []byte(`{"type": "module"}`)
	var typescript []string
	for name, data := range files {
		p := filepath.Join(tmp, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".ts") {
			typescript = append(typescript, name)
		}
	}
	t.Run("go", func(t *testing.T) {
		run(t, tmp, "go", "vet", "./...")
		if out := run(t, tmp, "gofmt", "-l", "."); out != "" {
			t.Errorf("gofmt would change:\n%s", out)
		}
	})
	t.Run("typescript", func(t *testing.T) {
		slices.Sort(typescript)
		tsc(t, tmp, typescript)
	})
}

// tsc compiles files as the strictest of projects would.
func tsc(t *testing.T, dir string, files []string) {
	t.Helper()
	bin, err := filepath.Abs(filepath.Join(root, "tests/tsc/node_modules/typescript/bin/tsc"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(bin); err != nil {
		if os.Getenv("GAIA_REQUIRE_TOOLS") == "1" {
			t.Fatal("TypeScript is not installed: run make setup")
		}
		t.Skip("TypeScript is not installed: run make setup")
	}
	args := []string{bin, "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--verbatimModuleSyntax", "--isolatedModules",
		"--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext"}
	run(t, dir, "node", append(args, files...)...)
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, clip(string(out)))
	}
	return string(out)
}

func clip(s string) string {
	if len(s) > 6000 {
		return s[:6000] + "\n…"
	}
	return s
}

// TestDescriptions looks for every description of the documents in the output
// of each language.
func TestDescriptions(t *testing.T) {
	dir := shared(t)
	files := generate(t, dir)
	for _, d := range documents {
		var descriptions []string
		properties := 0
		for _, p := range d.paths(t, dir) {
			data, err := fs.ReadFile(os.DirFS(dir), p)
			if err != nil {
				t.Fatal(err)
			}
			var doc map[string]any
			if err := json.Unmarshal(data, &doc); err != nil {
				t.Fatal(err)
			}
			if definitionsOnly(doc) {
				delete(doc, "description")
			}
			collect(doc, "", &descriptions, &properties)
		}
		if d.name == "email" && properties != 322 {
			t.Errorf("the email document has %d described properties, want 322: is it another one?", properties)
		}
		for _, target := range []string{"ts", "go"} {
			text := prose(files, d.name+"/"+target+"/")
			missing := 0
			for _, want := range descriptions {
				if !strings.Contains(text, want) {
					if missing++; missing <= 5 {
						t.Errorf("%s: %s output lacks %q", d.name, target, want)
					}
				}
			}
			t.Logf("%s: %d of %d descriptions in %s", d.name, len(descriptions)-missing, len(descriptions), target)
		}
	}
}

// definitionsOnly reports whether a document declares no type but those in
// $defs, so that its own description belongs to none.
func definitionsOnly(doc map[string]any) bool {
	for key := range doc {
		if !slices.Contains([]string{"$schema", "$id", "title", "description", "$defs"}, key) {
			return false
		}
	}
	return true
}

// collect gathers the descriptions that a reader of the generated types needs:
// those of schemas, parameters, bodies, responses and operations. A document's
// own (info, tags, servers, security schemes) belong to no type.
func collect(n any, key string, into *[]string, properties *int) {
	switch n := n.(type) {
	case []any:
		for _, item := range n {
			collect(item, "", into, properties)
		}
	case map[string]any:
		if text, ok := n["description"].(string); ok && key != "properties" && strings.TrimSpace(text) != "" {
			*into = append(*into, normal(text))
		}
		for k, v := range n {
			if key == "properties" {
				if p, ok := v.(map[string]any); ok {
					if _, ok := p["description"].(string); ok {
						*properties++
					}
				}
			} else if slices.Contains([]string{"info", "tags", "servers", "securitySchemes", "example", "examples", "default", "enum", "const"}, k) {
				continue
			}
			collect(v, k, into, properties)
		}
	}
}

var markers = regexp.MustCompile(`(?m)^\s*(//|/\*\*|\*/|\*)|\*/$`)

// prose returns the output below prefix without comment markers and with white
// space folded.
func prose(files map[string][]byte, prefix string) string {
	var names []string
	for name := range files {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%s\n", files[name])
	}
	return normal(markers.ReplaceAllString(b.String(), ""))
}

// verbatim undoes what a comment must do to a text: TypeScript's escapes of
// what would end it or begin a tag, and the quotes that gofmt sets in the doc
// comments of declarations.
var verbatim = strings.NewReplacer(`\@`, "@", `*\/`, "*/", "“", "``", "”", "''")

func normal(s string) string { return strings.Join(strings.Fields(verbatim.Replace(s)), " ") }
