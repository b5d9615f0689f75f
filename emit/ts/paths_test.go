package ts_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/loader"
)

const shop = `{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {
  "/orders/{id}": {
    "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
    "get": {"operationId": "getOrder", "parameters": [{"name": "full", "in": "query", "schema": {"type": "boolean"}}],
      "responses": {"200": {"description": "The order.", "headers": {"X-Left": {"schema": {"type": "integer"}}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}},
        "404": {"description": "There is none.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}}}}},
    "delete": {"operationId": "dropOrder", "responses": {"204": {"description": "Gone."}}}},
  "/orders": {
    "post": {"operationId": "putOrder", "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}},
      "responses": {"201": {"description": "Taken.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}}}}},
  "webhooks": {"shipped": {"post": {"operationId": "shipped", "responses": {"204": {"description": "Seen."}}}}},
  "components": {"schemas": {
    "Order": {"type": "object", "required": ["item_name"], "properties": {"item_name": {"type": "string"}, "count": {"type": "integer"}}},
    "Fault": {"type": "object", "required": ["why"], "properties": {"why": {"type": "string"}}}}}}`

func shopFiles(t *testing.T, o ts.Options) []emit.File {
	t.Helper()
	out := &diag.List{}
	res := loader.Load(fstest.MapFS{"shop.json": {Data: []byte(shop)}}, loader.Options{Inputs: []string{"shop.json"}}, out)
	if res.Document == nil || out.HasErrors() {
		t.Fatal(out.Sorted())
	}
	files, err := ts.Emit(res.Document, o, out)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestOpenAPIFetch compiles and runs the real package against a server. What must not
// compile is marked, and an unused mark is an error.
func TestOpenAPIFetch(t *testing.T) {
	tool(t, "openapi-fetch/package.json")
	w := newWorkspace(t, emitJS+`, "skipLibCheck": true`)
	config, err := os.ReadFile(filepath.Join(w.dir, "tsconfig.json"))
	if err != nil {
		t.Fatal(err)
	}
	// Without the types of fetch everything about a request would be any.
	w.write(t, "tsconfig.json", strings.Replace(string(config), `"lib": ["ES2022"]`, `"lib": ["ES2022", "DOM", "DOM.Iterable"]`, 1))
	modules, err := filepath.Abs(filepath.Join(toolDir, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(w.dir, "node_modules")); err != nil {
		t.Skip(err)
	}
	w.add(t, "api", shopFiles(t, ts.Options{Paths: ts.PathsOfCalls}))
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen = append(seen, r.Method+" "+r.URL.String()+" "+string(body))
		rw.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method == "DELETE":
			rw.WriteHeader(http.StatusNoContent)
		case r.Method == "POST":
			rw.WriteHeader(http.StatusCreated)
			rw.Write(body)
		case strings.HasSuffix(r.URL.Path, "/none"):
			rw.WriteHeader(http.StatusNotFound)
			io.WriteString(rw, `{"why": "there is none"}`)
		default:
			io.WriteString(rw, `{"item_name": "tea", "count": 2}`)
		}
	}))
	defer server.Close()
	w.write(t, "main.ts", `
import createClient from "openapi-fetch";
import type { paths } from "./api/index.js";

const client = createClient<paths>({ baseUrl: "`+server.URL+`" });

const one = await client.GET("/orders/{id}", { params: { path: { id: "a b" }, query: { full: true } } });
const item: string | undefined = one.data?.item_name;
const none = await client.GET("/orders/{id}", { params: { path: { id: "none" } } });
const why: string | undefined = none.error?.why;
const made = await client.POST("/orders", { body: { item_name: "cup" } });
const count: number | undefined = made.data?.count;
const gone = await client.DELETE("/orders/{id}", { params: { path: { id: "1" } } });
const nothing: undefined = gone.data;

export function wrong(): void {
  // @ts-expect-error there is no such path
  void client.GET("/nowhere");
  // @ts-expect-error it cannot be put
  void client.PUT("/orders");
  // @ts-expect-error the path parameter is required
  void client.GET("/orders/{id}");
  // @ts-expect-error the query parameter is a boolean
  void client.GET("/orders/{id}", { params: { path: { id: "1" }, query: { full: "yes" } } });
  // @ts-expect-error the body is required
  void client.POST("/orders");
  // @ts-expect-error the body lacks its item
  void client.POST("/orders", { body: { count: 1 } });
  // @ts-expect-error a webhook is not called
  void client.POST("shipped");
}

console.log(JSON.stringify([item, why, made.response.status, count ?? null, nothing ?? null]));
`)
	w.compiles(t)
	var got []any
	if err := json.Unmarshal([]byte(w.node(t, "out/main.js")), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 5 || got[0] != "tea" || got[1] != "there is none" || got[2] != 201.0 || got[3] != nil || got[4] != nil {
		t.Errorf("%v", got)
	}
	want := []string{"GET /orders/a%20b?full=true ", "GET /orders/none ", `POST /orders {"item_name":"cup"}`, "DELETE /orders/1 "}
	if strings.Join(seen, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", seen)
	}
}

// TestPaths: what is written, and for whom not.
func TestPaths(t *testing.T) {
	has := func(files []emit.File) bool {
		for _, f := range files {
			if f.Path == "paths.ts" {
				return true
			}
		}
		return false
	}
	if has(shopFiles(t, ts.Options{})) || !has(shopFiles(t, ts.Options{Paths: ts.PathsOfCalls})) {
		t.Error("paths.ts is written when nobody asks, or not when somebody does")
	}
	out := &diag.List{}
	res := loader.Load(fstest.MapFS{"a.json": {Data: []byte(`{"title": "A", "type": "object", "properties": {}}`)}}, loader.Options{Inputs: []string{"a.json"}}, out)
	files, err := ts.Emit(res.Document, ts.Options{Paths: ts.PathsOfCalls}, out)
	if err != nil || has(files) {
		t.Errorf("without operations: %v", err)
	}
	if _, err := ts.Emit(res.Document, ts.Options{Paths: ts.PathsOfCalls, Casing: ts.Camel}, out); err == nil {
		t.Error("paths of camelCase types")
	}
	w := newWorkspace(t, noEmit)
	w.add(t, "shop", shopFiles(t, ts.Options{Paths: ts.PathsOfCalls}))
	w.add(t, "contracts", contract(t, ts.Options{Paths: ts.PathsOfCalls}, "gaia/openapi.json", "gaia/events.json"))
	w.compiles(t)
	w.pretty(t)
}
