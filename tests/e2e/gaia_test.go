package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	gaia "github.com/amd-gaia/gaia-gen/golden/gaia/go"
	"github.com/amd-gaia/gaia-gen/internal/tstest"
	"github.com/amd-gaia/gaia-gen/tests/judge"
)

const (
	agentID = "agent-1"
	runID   = "run-7"
	now     = gaia.DateTime("2026-12-01T08:00:00Z")
)

// agentStream writes the events of one agent, each held against the schema.
type agentStream struct {
	stream
	contract *judge.Contract
}

func (s agentStream) event(e gaia.AgentEvent) {
	data, err := json.Marshal(e)
	if err != nil {
		s.t.Error(err)
		return
	}
	if err := s.contract.Refusal(s.t, "AgentEvent", data); err != nil {
		s.t.Errorf("%s: %v", data, err)
	}
	s.send(json.RawMessage(data))
}

// newer writes an event that this version of the contract does not know.
func (s agentStream) newer(text string) { s.send(json.RawMessage(text)) }

// TestAgentStream serves the twelve events of an agent from Go and reads them in
// TypeScript, whose members are camelCase. The stream breaks once: the reader
// takes it up again where it stood, which is a run and an event. It skips what is
// malformed, keeps what it does not know, and stops at the completion that says
// stopped, not at the one that says done.
func TestAgentStream(t *testing.T) {
	contract := judge.Open(root + "/schemas/gaia")
	var connections []string
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/agents/{agent_id}/events", func(w http.ResponseWriter, r *http.Request) {
		connections = append(connections, r.PathValue("agent_id")+" "+r.URL.Query().Encode())
		s := agentStream{newStream(t, w), contract}
		switch len(connections) {
		case 1:
			firstEvents(s)
		case 2:
			lastEvents(s)
		default:
			t.Error("connected a third time")
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)

	p := tstest.New(t, root)
	p.Copy(t, "golden/gaia/ts", "gaia")
	p.Copy(t, "tests/e2e/testdata/stream.ts", "stream.ts")
	p.Copy(t, "tests/e2e/testdata/gaia.ts", "gaia.ts")
	p.Compile(t)
	got := p.Run(t, "gaia.ts", "", server.URL, agentID)
	want := fmt.Sprintln(strings.Join([]string{
		`{"observed":"CI is red","id":1}`,
		`{"comment":"keepalive"}`,
		`{"step":"Look at the log"}`,
		`{"call":"get_task_output","args":{"task_id":"t-1","line_count":20},"callId":"c-1"}`,
		`{"skipped":"tool_result","at":"$.ok"}`,
		`{"unknown":"mood","raw":{"type":"mood","agent_id":"agent-1","run_id":"run-7","event_id":5,"ts":"2026-12-01T08:00:00Z","mood_level":3},"id":5}`,
		`{"question":"Which branch?","options":["main","dev"],"id":"q-1"}`,
		`{"gapSince":6,"why":"ring_buffer_overflow"}`,
		`{"result":"c-1","ok":false,"error":"tool_timeout"}`,
		`{"confirm":"delete_workspace","danger":"dangerous","until":"2026-12-01T08:00:00Z"}`,
		`{"token":"Do"}`,
		`{"comment":"keepalive"}`,
		`{"message":"Done.","role":"assistant"}`,
		`{"tokens":30,"model":"lemonade://gemma-4-e4b"}`,
		`{"error":"internal_error"}`,
		`{"completion":"done"}`,
		`{"completion":"stopped"}`,
	}, "\n"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"agent-1 ", "agent-1 run_id=run-7&since=6"}, connections); diff != "" {
		t.Error(diff)
	}
}

// firstEvents breaks off after the sixth event.
func firstEvents(s agentStream) {
	s.event(&gaia.ObservationEvent{AgentID: agentID, RunID: runID, EventID: 1, TS: now, Observation: gaia.Observation{Subject: "task:t-1", Summary: "CI is red"}})
	s.keepalive()
	s.event(&gaia.PlanStepEvent{AgentID: agentID, RunID: runID, EventID: 2, TS: now, Step: gaia.PlanStep{StepID: "s-1", Title: "Look at the log", Status: gaia.PlanStepStatusInProgress}})
	s.event(&gaia.ToolCallEvent{AgentID: agentID, RunID: runID, EventID: 3, TS: now, ToolName: "get_task_output", CallID: "c-1", Args: json.RawMessage(`{"task_id":"t-1","line_count":20}`)})
	s.newer(`{"type":"tool_result","agent_id":"agent-1","run_id":"run-7","event_id":4,"ts":"2026-12-01T08:00:00Z","call_id":"c-1","ok":"yes"}`)
	s.newer(`{"type":"mood","agent_id":"agent-1","run_id":"run-7","event_id":5,"ts":"2026-12-01T08:00:00Z","mood_level":3}`)
	s.event(&gaia.UserQuestionEvent{AgentID: agentID, RunID: runID, EventID: 6, TS: now, QuestionID: "q-1", Prompt: "Which branch?", Options: []string{"main", "dev"}})
}

// lastEvents goes on after the reader's loss, past the event that ends the stream.
func lastEvents(s agentStream) {
	s.event(&gaia.GapDetectedEvent{AgentID: agentID, RunID: runID, EventID: 40, TS: now, MissedSinceEventID: 6, Reason: gaia.GapReasonRingBufferOverflow})
	s.event(&gaia.ToolResultEvent{AgentID: agentID, RunID: runID, EventID: 41, TS: now, CallID: "c-1", Error: ptr(gaia.ToolResultEventErrorToolTimeout)})
	s.event(&gaia.ToolConfirmationRequestEvent{AgentID: agentID, RunID: runID, EventID: 42, TS: now, CallID: "c-2", ToolName: "delete_workspace", Args: json.RawMessage(`null`), DangerLevel: gaia.DangerLevelDangerous, ExpiresAt: now})
	s.event(&gaia.TokenEvent{AgentID: agentID, RunID: runID, EventID: 43, TS: now, Delta: "Do"})
	s.keepalive()
	s.event(&gaia.MessageEvent{AgentID: agentID, RunID: runID, EventID: 44, TS: now, Content: "Done."})
	s.event(&gaia.UsageEvent{AgentID: agentID, RunID: runID, EventID: 45, TS: now, InputTokens: 10, OutputTokens: 20, ModelID: "lemonade://gemma-4-e4b"})
	s.event(&gaia.ErrorEvent{AgentID: agentID, RunID: runID, EventID: 46, TS: now, Error: gaia.GaiaErrorPayload{Code: gaia.ErrorCodeInternalError, Message: "one tool failed"}})
	s.event(&gaia.CompletionEvent{AgentID: agentID, RunID: runID, EventID: 47, TS: now, Reason: gaia.CompletionReasonDone})
	s.event(&gaia.CompletionEvent{AgentID: agentID, RunID: runID, EventID: 48, TS: now, Reason: gaia.CompletionReasonStopped})
	s.event(&gaia.TokenEvent{AgentID: agentID, RunID: runID, EventID: 49, TS: now, Delta: "after the end"})
}
