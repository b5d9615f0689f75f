package contracts

import (
	"bufio"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/amd-gaia/gaia-gen/tests/judge"
)

// captured is one message of a recorded session between real hosts and callers.
type captured struct {
	Seq       int
	Kind      string
	Form      string // "json", "text" or "empty"
	Subject   string
	InReplyTo string `json:"in_reply_to"` // the subject of the request
	Headers   map[string]json.RawMessage
	Payload   *string // nil if it is not UTF-8
}

// typeOf returns the type of a message and its JSON; "" if the protocol gives it
// none: plain text, empty requests, the end of a stream, and records of NATS itself.
func (c captured) typeOf(t *testing.T) (name, text string) {
	if c.Kind == "error" {
		return "ErrorHeaders", c.headers(t)
	}
	if c.Form != "json" {
		return "", ""
	}
	harness := func(pi, cc string) string {
		switch subject := c.Subject + " " + c.InReplyTo; {
		case strings.Contains(subject, ".pi-headless."):
			return pi
		case strings.Contains(subject, ".cc-headless."):
			return cc
		}
		t.Fatalf("message %d: no controller in %q or %q", c.Seq, c.Subject, c.InReplyTo)
		return ""
	}
	switch c.Kind {
	case "prompt_request":
		name = "RequestEnvelope"
	case "query_reply":
		name = "QueryReply"
	case "chunk":
		name = "StreamChunk"
	case "heartbeat":
		name = "Heartbeat"
	case "status_reply":
		name = "StatusReply"
	case "srv_info_reply":
		name = "ServiceInfo"
	case "srv_ping_reply":
		name = "ServicePing"
	case "spawn_request":
		name = harness("PiSpawnRequest", "CcSpawnRequest")
	case "spawn_reply":
		name = harness("PiSpawnReply", "CcSpawnReply")
	case "list_reply":
		name = harness("PiListReply", "CcListReply")
	case "stop_request":
		name = "StopRequest"
	case "stop_reply":
		name = "StopReply"
	case "srv_stats_reply":
		return "", ""
	default:
		t.Fatalf("message %d: unknown kind %q", c.Seq, c.Kind)
	}
	return name, *c.Payload
}

// headers returns the headers as an object of the last value of each.
func (c captured) headers(t *testing.T) string {
	values := map[string]string{}
	for name, raw := range c.Headers {
		var one string
		var several []string
		switch {
		case json.Unmarshal(raw, &one) == nil:
			values[name] = one
		case json.Unmarshal(raw, &several) == nil && len(several) > 0:
			values[name] = several[len(several)-1]
		default:
			t.Fatalf("message %d: header %s is %s", c.Seq, name, raw)
		}
	}
	b, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// capture reads the recorded messages.
func capture(t *testing.T) []captured {
	t.Helper()
	f, err := os.Open(shared(t, "contracts/nats/wire-capture.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var out []captured
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c captured
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// count is what became of the messages of one type.
type count struct{ accepted, refused, unknown int }

// TestCapture replays a recorded session through the generated code of both
// languages. Each verdict is the schema's, but for chunks of a kind that the
// protocol did not know then: a schema lists what a writer may send, a reader
// keeps what it does not know. What is accepted is encoded to the same JSON.
func TestCapture(t *testing.T) {
	all := capture(t)
	var batch []sent
	for _, c := range all {
		if name, text := c.typeOf(t); name != "" {
			batch = append(batch, sent{name, text})
		}
	}
	i := slices.IndexFunc(contracts, func(c shipped) bool { return c.name == "nats" })
	schemas := judge.Open(filepath.Join(root, "schemas/nats"))
	t.Logf("%d messages, %d of them of a type", len(all), len(batch))
	t.Run("go", func(t *testing.T) { replay(t, schemas, batch, contracts[i].inGo(t)) })
	t.Run("typescript", func(t *testing.T) { replay(t, schemas, batch, contracts[i].inTypeScript(t)) })
}

func replay(t *testing.T, schemas *judge.Contract, batch []sent, through language) {
	counts := map[string]count{}
	for i, r := range through(batch) {
		m := batch[i]
		n := counts[m.Type]
		err := schemas.Refusal(t, m.Type, []byte(m.Text))
		switch {
		case r.Refusal != "" && err != nil:
			n.refused++
			if at := deepest(err); at != "" && !strings.Contains(r.Refusal, "$.") || json.Valid([]byte(m.Text)) && !strings.Contains(r.Refusal, "$") {
				t.Errorf("%s %s: the fault is at %q, the refusal has no path: %s", m.Type, m.Text, at, r.Refusal)
			}
		case r.Refusal != "":
			t.Errorf("%s %s: refused, but valid: %s", m.Type, m.Text, r.Refusal)
		case !judge.Equal([]byte(m.Text), []byte(r.Encoded)):
			t.Errorf("%s %s: encoded to %s", m.Type, m.Text, r.Encoded)
		case err == nil:
			n.accepted++
		case m.Type == "StreamChunk" && unknownKind(m.Text):
			n.unknown++
		default:
			t.Errorf("%s %s: accepted, but %v", m.Type, m.Text, err)
		}
		counts[m.Type] = n
	}
	var sum count
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		n := counts[name]
		t.Logf("%-16s %3d accepted, %2d refused, %2d of an unknown kind", name, n.accepted, n.refused, n.unknown)
		sum.accepted, sum.refused, sum.unknown = sum.accepted+n.accepted, sum.refused+n.refused, sum.unknown+n.unknown
	}
	t.Logf("%-16s %3d accepted, %2d refused, %2d of an unknown kind", "all", sum.accepted, sum.refused, sum.unknown)
}

// deepest returns where in the message the schema finds fault; "" at its root.
func deepest(err error) string {
	var v *jsonschema.ValidationError
	if !errors.As(err, &v) {
		return ""
	}
	at := v.InstanceLocation
	for _, cause := range v.Causes {
		if inner := deepest(cause); len(inner) > len(at) {
			at = inner
		}
	}
	return at
}

// unknownKind reports whether a chunk has a tag that the protocol does not list.
func unknownKind(chunk string) bool {
	var c struct{ Type *string }
	if json.Unmarshal([]byte(chunk), &c) != nil || c.Type == nil {
		return false
	}
	return !slices.Contains([]string{"status", "response", "query"}, *c.Type)
}
