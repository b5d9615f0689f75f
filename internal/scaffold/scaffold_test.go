package scaffold

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

const (
	fastapi = "from fastapi import FastAPI\n"
	openapi = `{"openapi": "3.1.0"}`
)

// repository makes a file system of name, text, name, text, ….
func repository(files ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return fsys
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name string
		repo fstest.MapFS
		want Facts
	}{
		{"nothing", repository("README.md", "x"), Facts{}},
		{"an application", repository("main.py", fastapi+"app = FastAPI()\n"), Facts{Apps: []App{{"main:app", "."}}}},
		{"annotated, in a package", repository("shop/api.py", fastapi+"server: FastAPI = FastAPI(\n"), Facts{Apps: []App{{"shop.api:server", "."}}}},
		{"a package's __init__", repository("shop/__init__.py", fastapi+"app = FastAPI()\n"), Facts{Apps: []App{{"shop:app", "."}}}},
		{"src layout", repository("src/shop/main.py", fastapi+"app = FastAPI()\n"), Facts{Apps: []App{{"shop.main:app", "src"}}}},
		{"src is a package", repository("src/__init__.py", "", "src/main.py", fastapi+"app = FastAPI()\n"), Facts{Apps: []App{{"src.main:app", "."}}}},
		{"a project below", repository("server/pyproject.toml", "", "server/shop/main.py", fastapi+"app = FastAPI()\n"), Facts{Apps: []App{{"shop.main:app", "server"}}}},
		{"a factory by its type", repository("main.py", "import fastapi\ndef build(x: int = 1) -> fastapi.FastAPI:\n"), Facts{Apps: []App{{"main:build", "."}}}},
		{"a factory by its name", repository("main.py", fastapi+"def create_app():\n    return FastAPI()\n"), Facts{Apps: []App{{"main:create_app", "."}}}},
		{"no import, no application", repository("main.py", "app = FastAPI()\n"), Facts{}},
		{"examples come last", repository("examples/a.py", fastapi+"app = FastAPI()\n", "deep/down/b.py", fastapi+"app = FastAPI()\n"),
			Facts{Apps: []App{{"deep.down.b:app", "."}, {"examples.a:app", "."}}}},
		{"others' code is not looked at", repository(".venv/x.py", fastapi+"app = FastAPI()\n", "node_modules/y/openapi.json", openapi, "tests/z.py", fastapi+"app = FastAPI()\n"), Facts{}},
		{"documents", repository("b/api.yaml", "openapi: 3.0.3\n", "a.json", openapi, "schemas/x.json", `{"properties": {}}`, "y.json", `{"$schema": "https://json-schema.org/draft/2020-12/schema"}`, "data.json", `{"properties": {}}`, "package.json", `{}`),
			Facts{Documents: []Document{{"a.json", true}, {"b/api.yaml", true}, {"schemas/x.json", false}, {"y.json", false}}, Web: "."}},
		{"Swagger", repository("old.json", `{"swagger": "2.0"}`, "older.yaml", "swagger: '2.0'\n"), Facts{Swagger: []string{"old.json", "older.yaml"}}},
		{"TypeScript and Go, the nearest", repository("packages/web/tsconfig.json", "{}", "web/package.json", "{}", "go.mod", "module x", "tools/go.mod", "module y"), Facts{Web: "web", Go: "."}},
	} {
		if diff := cmp.Diff(c.want, Find(c.repo)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestConfigIsOne parses what is written for every combination of what can be found.
func TestConfigIsOne(t *testing.T) {
	parts := [][]string{
		{"main.py", fastapi + "app = FastAPI()\n"},
		{"server/requirements.txt", "", "server/api.py", fastapi + "app = FastAPI()\n"},
		{"schemas/openapi.json", openapi, "schemas/events.json", `{"oneOf": []}`},
		{"odd names/1 'a': {b}.json", openapi, "true/x.json", openapi},
		{"web/package.json", "{}", "web/src/api/mine.ts", "x"},
		{"go.mod", "module x", "internal/api/mine.go", "package api"},
		{"old.json", `{"swagger": "2.0"}`},
	}
	for bits := range 1 << len(parts) {
		var files []string
		for i, p := range parts {
			if bits&(1<<i) != 0 {
				files = append(files, p...)
			}
		}
		for _, choices := range []Choices{{}, {TypeScript: "a b", App: "x.y:z"}, {Go: "golang"}} {
			text := Config(Find(repository(files...)), choices)
			out := &diag.List{}
			cfg := config.Parse(source.New("gaia-gen.yaml", text), out)
			if cfg == nil {
				t.Fatalf("%v %+v: %v\n%s", files, choices, out.Sorted(), text)
			}
			seen := map[string]string{}
			for _, of := range cfg.Contracts {
				for _, dir := range of.Outputs() {
					if other := seen[dir]; other != "" {
						t.Errorf("%s and %s write to %s\n%s", other, of.Name, dir, text)
					}
					seen[dir] = of.Name
				}
			}
			if strings.Contains(string(text), "src/api }") && bits&(1<<4) != 0 {
				t.Errorf("writes where files of somebody's are\n%s", text)
			}
		}
	}
}

func TestWorkflowSaysWhatItIsGiven(t *testing.T) {
	for _, app := range []bool{true, false} {
		text := string(Workflow("v1.2.3", "trunk", "services/zoo", app))
		for _, want := range []string{"amd-gaia/gaia-gen@v1.2.3", "branches: [trunk]", "merge_group:", "pull_request:", "contents: read", "working-directory: services/zoo", fmt.Sprintf("export: %q", fmt.Sprint(app))} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
		if got := strings.Contains(text, "setup-python"); got != app {
			t.Errorf("Python is set up: %v", got)
		}
	}
}
