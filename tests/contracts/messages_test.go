package contracts

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sidecar "github.com/amd-gaia/gaia-gen/golden/sidecar/go"
	"github.com/amd-gaia/gaia-gen/tests/judge"
)

// messages is one file of tests/messages; its README says what the lists mean.
type messages struct {
	Type          string
	Valid         []json.RawMessage
	Extended      []json.RawMessage
	Unknown       []json.RawMessage
	Invalid       []json.RawMessage
	InvalidLimit  []json.RawMessage `json:"invalid_limit"`
	InvalidMember []json.RawMessage `json:"invalid_member"`
}

// list is a list of messages and what a generated decoder makes of them.
type list struct {
	name     string
	messages []json.RawMessage
	valid    bool // for the schema
	decodes  bool
	same     bool // is encoded to the same JSON again
}

// lists returns the lists of m. A strict decoder refuses what the schema refuses.
func (m messages) lists(strict bool) []list {
	out := []list{
		{"valid", m.Valid, true, true, true},
		{"extended", m.Extended, true, true, false},
		{"unknown", m.Unknown, false, true, true},
		{"invalid", m.Invalid, false, false, false},
	}
	if strict {
		out = append(out, list{"invalid_limit", m.InvalidLimit, false, false, false}, list{"invalid_member", m.InvalidMember, false, false, false})
	}
	return out
}

// shipped is one contract of the project.
type shipped struct {
	name   string
	strict bool // its decoders refuse what the schema refuses
	codecs map[string]codec
}

var contracts = []shipped{
	{"sidecar", false, sidecarCodecs},
	{"gaia", false, gaiaCodecs},
	{"nats", true, natsCodecs},
}

// messages reads the example messages of c.
func (c shipped) messages(t *testing.T) []messages {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "tests/messages", c.name, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no messages: %v", err)
	}
	var out []messages
	for _, file := range files {
		var m messages
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, m)
	}
	return out
}

// TestMessages sends every example message through the generated code of both
// languages, and holds the verdicts against those of an independent validator.
func TestMessages(t *testing.T) {
	for _, c := range contracts {
		t.Run(c.name, func(t *testing.T) {
			all := c.messages(t)
			t.Run("schema", func(t *testing.T) { c.judge(t, all) })
			t.Run("go", func(t *testing.T) { c.check(t, all, c.inGo(t)) })
			t.Run("typescript", func(t *testing.T) { c.check(t, all, c.inTypeScript(t)) })
		})
	}
}

// judge asserts that the lists say of the schema what is true.
func (c shipped) judge(t *testing.T, all []messages) {
	schemas := judge.Open(filepath.Join(root, "schemas", c.name))
	for _, m := range all {
		for _, l := range m.lists(true) {
			for _, b := range l.messages {
				if err := schemas.Refusal(t, m.Type, b); (err == nil) != l.valid {
					t.Errorf("%s, %s %s: the schema says %v", m.Type, l.name, b, err)
				}
			}
		}
	}
}

// sent is one message and the name of its type.
type sent struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// received is what a decoder made of it: the message encoded again, or why it
// was refused.
type received struct {
	Encoded string `json:"encoded"`
	Refusal string `json:"refusal"`
}

// language sends messages through the generated code of one language.
type language func([]sent) []received

// check asserts that a language makes of the messages what the lists say.
func (c shipped) check(t *testing.T, all []messages, through language) {
	schemas := judge.Open(filepath.Join(root, "schemas", c.name))
	var batch []sent
	for _, m := range all {
		for _, l := range m.lists(c.strict) {
			for _, b := range l.messages {
				batch = append(batch, sent{m.Type, string(b)})
			}
		}
	}
	results := through(batch)
	i := 0
	for _, m := range all {
		for _, l := range m.lists(c.strict) {
			for _, b := range l.messages {
				r := results[i]
				i++
				if (r.Refusal == "") != l.decodes {
					t.Errorf("%s, %s %s: encoded to %q, refused: %q", m.Type, l.name, b, r.Encoded, r.Refusal)
					continue
				}
				switch {
				case !l.decodes:
				case l.same:
					if !judge.Equal(b, []byte(r.Encoded)) {
						t.Errorf("%s, %s %s: encoded to %s", m.Type, l.name, b, r.Encoded)
					}
				case schemas.Refusal(t, m.Type, []byte(r.Encoded)) != nil:
					t.Errorf("%s, %s %s: encoded to %s, which the schema refuses", m.Type, l.name, b, r.Encoded)
				}
			}
		}
	}
}

// TestDecodeError says what a malformed known variant looks like.
func TestDecodeError(t *testing.T) {
	_, err := sidecar.DecodeQueryEvent([]byte(`{"type": "needs_input", "run_id": "r", "request_id": "q", "question": "?", "options": [{"value": "a"}], "allow_free_text": true, "sensitive": false, "respond_url": "/r"}`))
	var de *sidecar.DecodeError
	if !errors.As(err, &de) {
		t.Fatalf("%T %v", err, err)
	}
	if text := fmt.Sprint(de); !strings.Contains(text, "options") || !strings.Contains(text, "label") {
		t.Errorf("the error does not say where: %s", text)
	}
}
