package e2e

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"

	nats "github.com/amd-gaia/gaia-gen/golden/nats/go"
	"github.com/amd-gaia/gaia-gen/tests/judge"
)

const patience = 5 * time.Second

// bus is a NATS server on a free port of the loopback interface with a
// connection for each end. What either end publishes is first held against the
// schema of its type.
type bus struct {
	t            *testing.T
	host, caller *natsgo.Conn
	contract     *judge.Contract
}

func newBus(t *testing.T) bus {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(patience) {
		t.Fatal("the NATS server does not start")
	}
	dial := func() *natsgo.Conn {
		c, err := natsgo.Connect(s.ClientURL())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	return bus{t, dial(), dial(), judge.Open(root + "/schemas/nats")}
}

// message encodes v, which has the type called name.
func (b bus) message(name string, v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		b.t.Errorf("%s: %v", name, err)
		return nil
	}
	if err := b.contract.Refusal(b.t, name, data); err != nil {
		b.t.Errorf("%s %s: %v", name, data, err)
	}
	return data
}

func (b bus) publish(c *natsgo.Conn, subject string, data []byte) {
	if err := c.Publish(subject, data); err != nil {
		b.t.Errorf("%s: %v", subject, err)
	}
}

// subject fills in a template of the contract.
func subject(template nats.SubjectTemplate, agent nats.HarnessToken, owner, name string) string {
	return strings.NewReplacer("{agent}", string(agent), "{owner}", owner, "{name}", name).Replace(string(template))
}

// serve answers prompts as an agent does: it acknowledges, answers in pieces,
// asks the caller, and ends the stream with an empty message.
func (b bus) serve(prompts string) {
	_, err := b.host.QueueSubscribe(prompts, string(nats.QueueGroupAgents), func(m *natsgo.Msg) {
		b.answer(m)
		b.publish(b.host, m.Reply, nil)
	})
	if err != nil {
		b.t.Fatal(err)
	}
	if err := b.host.Flush(); err != nil {
		b.t.Fatal(err)
	}
}

func (b bus) answer(m *natsgo.Msg) {
	var prompt nats.RequestEnvelope
	if err := json.Unmarshal(m.Data, &prompt); err != nil {
		b.refuse(m, err)
		return
	}
	chunk := func(c nats.StreamChunk) { b.publish(b.host, m.Reply, b.message("StreamChunk", c)) }
	chunk(&nats.StatusChunk{Data: nats.StatusWordAck})
	chunk(&nats.ResponseChunk{Data: nats.ResponseChunkDataString("you said " + prompt.Prompt + "; ")})

	inbox := natsgo.NewInbox()
	replies, err := b.host.SubscribeSync(inbox)
	if err != nil {
		b.t.Error(err)
		return
	}
	chunk(&nats.QueryChunk{Data: nats.QueryData{ID: "q1", ReplySubject: nats.Subject(inbox), Prompt: "Keep it?"}})
	answer, err := replies.NextMsg(patience)
	if err != nil {
		b.t.Error(err)
		return
	}
	var reply nats.QueryReply
	if err := json.Unmarshal(answer.Data, &reply); err != nil {
		b.t.Errorf("the reply %s: %v", answer.Data, err)
		return
	}
	// A newer host would send this; the schema of today lists no such kind.
	b.publish(b.host, m.Reply, []byte(`{"type":"thought","data":{"depth":1}}`))
	chunk(&nats.ResponseChunk{Data: &nats.ResponseData{
		Text:        "and " + reply.Prompt,
		Attachments: []nats.Attachment{{Filename: "out.bin", Content: prompt.Attachments[0].Content}},
	}})
}

// refuse answers with an error, whose code and text are headers.
func (b bus) refuse(m *natsgo.Msg, why error) {
	headers := nats.ErrorHeaders{NatsServiceErrorCode: nats.ErrorCodeBadRequest, NatsServiceError: strings.ReplaceAll(why.Error(), "\n", " | ")}
	b.message("ErrorHeaders", headers)
	out := natsgo.NewMsg(m.Reply)
	out.Header.Set(string(nats.HeaderNameErrorCode), string(headers.NatsServiceErrorCode))
	out.Header.Set(string(nats.HeaderNameErrorText), headers.NatsServiceError)
	if err := b.host.PublishMsg(out); err != nil {
		b.t.Error(err)
	}
}

// prompt sends a message to an agent and returns what comes back, one line per
// message, up to the empty one that ends the stream.
func (b bus) prompt(subject string, data []byte) []string {
	inbox := natsgo.NewInbox()
	sub, err := b.caller.SubscribeSync(inbox)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := b.caller.PublishRequest(subject, inbox, data); err != nil {
		b.t.Fatal(err)
	}
	var lines []string
	for {
		m, err := sub.NextMsg(patience)
		if err != nil {
			b.t.Fatal(err)
		}
		switch {
		case len(m.Header) > 0:
			lines = append(lines, "error "+m.Header.Get(string(nats.HeaderNameErrorCode))+": "+m.Header.Get(string(nats.HeaderNameErrorText)))
		case len(m.Data) == 0:
			return append(lines, "end")
		default:
			lines = append(lines, b.told(m.Data))
		}
	}
}

// told decodes one chunk, answers it if it asks, and says what it holds.
func (b bus) told(data []byte) string {
	chunk, err := nats.DecodeStreamChunk(data)
	if err != nil {
		b.t.Fatalf("%s: %v", data, err)
	}
	switch c := chunk.(type) {
	case *nats.StatusChunk:
		return "status " + string(c.Data)
	case *nats.ResponseChunk:
		switch d := c.Data.(type) {
		case nats.ResponseChunkDataString:
			return "text " + string(d)
		case *nats.ResponseData:
			return "text " + d.Text + " with " + d.Attachments[0].Filename + " " + string(d.Attachments[0].Content)
		}
	case *nats.QueryChunk:
		b.publish(b.caller, string(c.Data.ReplySubject), b.message("QueryReply", nats.QueryReply{Prompt: "yes"}))
		return "query " + c.Data.Prompt
	case *nats.UnknownStreamChunk:
		return "unknown " + c.Tag + " " + string(c.Raw)
	}
	b.t.Fatalf("unexpected %T", chunk)
	return ""
}

// TestNATS takes a prompt from a caller to a host and its answer back: prompt,
// acknowledgement, pieces, a question and its reply, a chunk of a newer host,
// an attachment, the end; then a prompt that the host refuses.
func TestNATS(t *testing.T) {
	b := newBus(t)
	prompts := subject(nats.SubjectTemplatePrompt, "echo", "alice", "main")
	b.serve(prompts)

	got := b.prompt(prompts, b.message("RequestEnvelope", nats.RequestEnvelope{
		Prompt:      "hello",
		Attachments: []nats.RequestAttachment{{Filename: "in.bin", Content: nats.Base64("bytes \xff")}},
	}))
	want := []string{
		"status ack",
		"text you said hello; ",
		"query Keep it?",
		`unknown thought {"type":"thought","data":{"depth":1}}`,
		"text and yes with out.bin bytes \xff",
		"end",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	malformed := []byte(`{"prompt":"hello","attachments":[{"filename":"../a","content":"aGk="}]}`)
	if b.contract.Refusal(t, "RequestEnvelope", malformed) == nil {
		t.Fatal("the schema takes a file name that leaves its directory")
	}
	got = b.prompt(prompts, malformed)
	var de *nats.DecodeError
	if !errors.As(json.Unmarshal(malformed, new(nats.RequestEnvelope)), &de) {
		t.Fatal("the generated decoder takes it")
	}
	want = []string{"error 400: " + de.Error(), "end"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestNATSHeartbeat finds an agent by its heartbeat and asks for its status.
func TestNATSHeartbeat(t *testing.T) {
	b := newBus(t)
	beats, err := b.caller.SubscribeSync(string(nats.SubjectTemplateAllHeartbeats))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.caller.Flush(); err != nil {
		t.Fatal(err)
	}
	sent := nats.Heartbeat{
		Agent: "claude-code", Owner: "alice", InstanceID: "i1", TS: "2026-12-01T00:00:00.5Z", IntervalS: 0.25,
		Extra: map[string]json.RawMessage{"load": json.RawMessage(`{"cpu":0.5}`)},
	}
	b.publish(b.host, subject(nats.SubjectTemplateHeartbeat, nats.HarnessTokenClaudeCode, "alice", "main"), b.message("Heartbeat", sent))
	m, err := beats.NextMsg(patience)
	if err != nil {
		t.Fatal(err)
	}
	var received nats.Heartbeat
	if err := json.Unmarshal(m.Data, &received); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sent, received); diff != "" {
		t.Error(diff)
	}
}
