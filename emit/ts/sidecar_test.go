package ts_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// sidecar returns a workspace with the committed output for the sidecar contract
// in gen.
func sidecar(t *testing.T) workspace {
	t.Helper()
	w := newWorkspace(t, emitJS)
	paths, err := filepath.Glob("../../golden/sidecar/ts/*.ts")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no output for the sidecar contract (%v)", err)
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		w.write(t, "gen/"+filepath.Base(p), string(data))
	}
	return w
}

// TestSidecarTypes compiles what a program writes about the events of a query:
// a switch over all of them, one that forgets an event, and events made by hand.
func TestSidecarTypes(t *testing.T) {
	w := sidecar(t)
	w.write(t, "use.ts", `
import type { KnownQueryEvent, QueryEvent, UnknownQueryEvent } from "./gen/index.js";
import { decodeQueryEvent } from "./gen/index.js";

export function complete(e: QueryEvent): string {
  switch (e.type) {
    case "status":
      return e.message;
    case "token":
      return e.delta;
    case "tool_call":
      return e.tool + String(e.args["path"]);
    case "tool_result":
      return e.tool + String(e.data);
    case "needs_confirmation":
      return e.action + (e.confirm_id ?? "");
    case "needs_input":
      return e.options.map((o) => o.label).join();
    case "final":
      return e.answer + String(e.usage?.tokens ?? 0);
    case "error":
      return e.detail + String(e.status ?? 0);
    default:
      return (e satisfies UnknownQueryEvent).wireType + String(e.raw["x"]);
  }
}

export function forgotten(e: QueryEvent): string {
  switch (e.type) {
    case "status":
    case "token":
    case "tool_call":
    case "tool_result":
    case "needs_confirmation":
    case "needs_input":
    case "final":
      return e.type;
    default:
      // @ts-expect-error the error event is forgotten
      return (e satisfies UnknownQueryEvent).wireType;
  }
}

export function closed(e: KnownQueryEvent): number {
  switch (e.type) {
    case "status":
    case "token":
    case "tool_call":
    case "tool_result":
    case "needs_confirmation":
    case "needs_input":
    case "final":
    case "error":
      return 1;
    default:
      return e satisfies never;
  }
}

export const read: QueryEvent = decodeQueryEvent(JSON.parse("{}"));
export const token: QueryEvent = { type: "token", delta: "x" };
// @ts-expect-error a token has a delta
export const empty: QueryEvent = { type: "token" };
// @ts-expect-error a token has no message
export const excess: QueryEvent = { type: "token", delta: "x", message: "y" };
// @ts-expect-error no such event
export const made: QueryEvent = { type: "new", delta: "x" };
`)
	w.compiles(t)
}

// messageFile is one of the files of tests/messages.
type messageFile struct {
	Valid         []json.RawMessage `json:"valid"`
	Extended      []json.RawMessage `json:"extended"`
	Unknown       []json.RawMessage `json:"unknown"`
	Invalid       []json.RawMessage `json:"invalid"`
	InvalidLimit  []json.RawMessage `json:"invalid_limit"`
	InvalidMember []json.RawMessage `json:"invalid_member"`
	InvalidFormat []json.RawMessage `json:"invalid_format"`
}

// queryTags are the tags of the events that the contract lists.
var queryTags = []string{"status", "token", "tool_call", "tool_result", "needs_confirmation", "needs_input", "final", "error"}

// TestSidecarMessages decodes the example messages on node. The decoder checks
// neither limits nor formats, and leaves members that it does not know.
func TestSidecarMessages(t *testing.T) {
	data, err := os.ReadFile("../../tests/messages/sidecar/QueryEvent.json")
	if err != nil {
		t.Fatal(err)
	}
	var file messageFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Valid) == 0 || len(file.Unknown) == 0 || len(file.Invalid) == 0 {
		t.Fatal("the messages lack a list")
	}
	w := sidecar(t)
	w.compiles(t)
	decode := func(list []json.RawMessage, judge func(sent, got string)) {
		var values []string
		for _, m := range list {
			values = append(values, string(m))
		}
		for i, got := range w.decodeEach(t, "decodeQueryEvent", "", "", values) {
			judge(values[i], got)
		}
	}
	same := func(sent, got string) {
		if !sameJSON(t, sent, got) {
			t.Errorf("%s became %s", sent, got)
		}
	}
	for _, list := range [][]json.RawMessage{file.Valid, file.Extended, file.InvalidLimit, file.InvalidMember, file.InvalidFormat} {
		decode(list, same)
	}
	decode(file.Unknown, func(sent, got string) {
		var tag struct{ Type string }
		if err := json.Unmarshal([]byte(sent), &tag); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(queryTags, tag.Type) {
			same(sent, got)
			return
		}
		var arm struct {
			Type, WireType string
			Raw            json.RawMessage
		}
		if err := json.Unmarshal([]byte(got), &arm); err != nil || arm.Type != "$unknown" || arm.WireType != tag.Type || !sameJSON(t, sent, string(arm.Raw)) {
			t.Errorf("%s became %s", sent, got)
		}
	})
	decode(file.Invalid, func(sent, got string) {
		if !strings.HasPrefix(got, "$") {
			t.Errorf("%s is not refused: %s", sent, got)
		}
	})
}

// sameJSON reports whether two texts are one JSON value.
func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var va, vb any
	if err := json.Unmarshal([]byte(a), &va); err != nil {
		t.Fatal(err)
	}
	return json.Unmarshal([]byte(b), &vb) == nil && reflect.DeepEqual(va, vb)
}

// requestDocument is a request whose source is one of several, told apart by
// kind. Requests are closed: only the server decides what it understands.
const requestDocument = `{
  "openapi": "3.1.0", "info": {"title": "t", "version": "1"},
  "paths": {"/triage": {"post": {"operationId": "triage",
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TriageRequest"}}}},
    "responses": {"204": {"description": "done"}}}}},
  "components": {"schemas": {
    "TriageRequest": {"type": "object", "required": ["source"], "properties": {"source": {
      "oneOf": [{"$ref": "#/components/schemas/ThreadSource"}, {"$ref": "#/components/schemas/DraftSource"}, {"$ref": "#/components/schemas/FileSource"}],
      "discriminator": {"propertyName": "kind"}}}},
    "ThreadSource": {"type": "object", "required": ["kind", "ids"], "properties": {"kind": {"const": "thread", "type": "string"}, "ids": {"type": "array", "items": {"type": "string"}}}},
    "DraftSource": {"type": "object", "required": ["kind", "body"], "properties": {"kind": {"const": "draft", "type": "string"}, "body": {"type": "string"}}},
    "FileSource": {"type": "object", "required": ["kind", "path"], "properties": {"kind": {"enum": ["eml", "mbox"], "type": "string"}, "path": {"type": "string"}}}
  }}
}`

// TestRequestUnionNarrows compiles a switch over a closed union: it needs no
// default, and each case sees the members of its variant.
func TestRequestUnionNarrows(t *testing.T) {
	doc, found := load(t, "openapi.json", []byte(requestDocument))
	if doc == nil || found.HasErrors() {
		t.Fatal(found.Sorted())
	}
	w := newWorkspace(t, noEmit)
	w.add(t, "gen", generate(t, doc))
	w.write(t, "use.ts", `
import type { TriageRequest } from "./gen/index.js";

export function describe(request: TriageRequest): string {
  const source = request.source;
  switch (source.kind) {
    case "thread":
      return source.ids.join();
    case "draft":
      return source.body;
    case "eml":
    case "mbox":
      return source.path;
  }
}

export function forgotten(request: TriageRequest): string {
  const source = request.source;
  if (source.kind === "thread") return source.ids.join();
  // @ts-expect-error a file has no body
  return source.body;
}

export const draft: TriageRequest = { source: { kind: "draft", body: "x" } };
// @ts-expect-error no such kind
export const made: TriageRequest = { source: { kind: "new", body: "x" } };
// @ts-expect-error the member is another variant's
export const mixed: TriageRequest = { source: { kind: "draft", body: "x", path: "y" } };
`)
	w.compiles(t)
}
