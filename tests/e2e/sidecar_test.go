package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	sidecar "github.com/amd-gaia/gaia-gen/golden/sidecar/go"
	"github.com/amd-gaia/gaia-gen/internal/tstest"
)

const root = "../.."

// ptr returns a pointer to v, for members that may be absent.
func ptr[T any](v T) *T { return &v }

// stream writes server-sent events.
type stream struct {
	t *testing.T
	w http.ResponseWriter
}

func newStream(t *testing.T, w http.ResponseWriter) stream {
	w.Header().Set("Content-Type", "text/event-stream")
	return stream{t, w}
}

// send writes one event, flushed in two halves so that no frame is one read.
func (s stream) send(event any) {
	data, err := json.Marshal(event)
	if err != nil {
		s.t.Error(err)
		return
	}
	half := len(data) / 2
	s.write("data: " + string(data[:half]))
	s.write(string(data[half:]) + "\n\n")
}

func (s stream) keepalive() { s.write(": keepalive\n\n") }

func (s stream) write(text string) {
	if _, err := io.WriteString(s.w, text); err != nil {
		s.t.Error(err)
	}
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}

// sidecarServer answers queries with the events of a script, which the query's
// text names.
func sidecarServer(t *testing.T, scripts map[string]func(stream, sidecar.QueryRequest)) *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/gaia/query", func(w http.ResponseWriter, r *http.Request) {
		var request sidecar.QueryRequest
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Errorf("the request does not decode: %v", err)
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		script, ok := scripts[request.Query]
		if !ok {
			t.Errorf("no script for the query %q", request.Query)
			return
		}
		script(newStream(t, w), request)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// TestSidecarStream serves the sidecar's eight events from Go and reads them in
// TypeScript: known variants, one that the client does not know, comments
// between them, a malformed one, and streams that end and that break.
func TestSidecarStream(t *testing.T) {
	const run = "00000000-0000-4000-8000-000000000001"
	server := sidecarServer(t, map[string]func(stream, sidecar.QueryRequest){
		"all": func(s stream, q sidecar.QueryRequest) {
			if q.RunID != run || len(q.Context) != 1 || q.Context[0].Role != sidecar.ContextRoleUser {
				t.Errorf("the request arrived as %+v", q)
			}
			s.send(sidecar.StatusEvent{Message: "thinking"})
			s.keepalive()
			s.send(sidecar.TokenEvent{Delta: "Hel\nlo "})
			s.send(sidecar.ToolCallEvent{Tool: "read", Args: map[string]json.RawMessage{"run_id": json.RawMessage("1")}})
			s.send(sidecar.ToolResultEvent{Tool: "read", Data: json.RawMessage("null"), Render: ptr(sidecar.RenderHint("hologram"))})
			s.send(sidecar.NeedsInputEvent{RunID: q.RunID, RequestID: "q1", Question: "Which?", RespondURL: "/r", Options: []sidecar.InputOption{{Value: "a", Label: "A"}}})
			s.send(json.RawMessage(`{"type":"memory_hint","weight":0.5}`))
			s.keepalive()
			s.send(sidecar.NeedsConfirmationEvent{RunID: q.RunID, Action: "write_file", Summary: "Write?"})
			s.send(sidecar.FinalEvent{Answer: "Hello", Usage: &sidecar.RunUsage{Steps: ptr(int64(2))}})
			s.send(sidecar.TokenEvent{Delta: "after the end"})
		},
		"failed": func(s stream, _ sidecar.QueryRequest) {
			s.send(sidecar.ErrorEvent{Detail: "no model", Status: ptr(int64(500))})
		},
		"malformed": func(s stream, _ sidecar.QueryRequest) {
			s.send(json.RawMessage(`{"type":"needs_input","run_id":"` + run + `","request_id":"q","question":"?","options":[{"value":"a"}],"allow_free_text":true,"sensitive":false,"respond_url":"/r"}`))
			s.send(sidecar.FinalEvent{Answer: "never read"})
		},
	})
	p := tstest.New(t, root)
	p.Copy(t, "golden/sidecar/ts", "sidecar")
	p.Copy(t, "tests/e2e/testdata/stream.ts", "stream.ts")
	p.Copy(t, "tests/e2e/testdata/sidecar.ts", "sidecar.ts")
	p.Compile(t)
	got := p.Run(t, "sidecar.ts", "", server.URL, "all", "failed", "malformed")
	want := fmt.Sprintln(strings.Join([]string{
		`{"status":"thinking"}`,
		`{"comment":"keepalive"}`,
		`{"token":"Hel\nlo "}`,
		`{"call":"read","args":{"run_id":1}}`,
		`{"result":"read","data":null,"render":"hologram"}`,
		`{"ask":"Which?","options":["a"]}`,
		`{"unknown":"memory_hint","raw":{"type":"memory_hint","weight":0.5}}`,
		`{"comment":"keepalive"}`,
		`{"confirm":"write_file"}`,
		`{"final":"Hello","steps":2}`,
		`{"error":"no model","status":500}`,
		`{"malformed":"needs_input","at":"$.options[0].label"}`,
	}, "\n"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
