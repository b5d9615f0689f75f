package contracts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	sidecar "github.com/amd-gaia/gaia-gen/golden/sidecar/go"
)

// messages is one file of tests/messages; its README says what the lists mean.
type messages struct {
	Type          string
	Document      string
	Valid         []json.RawMessage
	Extended      []json.RawMessage
	Unknown       []json.RawMessage
	Invalid       []json.RawMessage
	InvalidLimit  []json.RawMessage `json:"invalid_limit"`
	InvalidMember []json.RawMessage `json:"invalid_member"`
}

// codec decodes a message with the generated code and encodes it again.
type codec func([]byte) ([]byte, error)

func model[T any](b []byte) ([]byte, error) {
	var v T
	if err := json.Unmarshal(b, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func queryEvent(b []byte) ([]byte, error) {
	v, err := sidecar.DecodeQueryEvent(b)
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

var codecs = map[string]codec{
	"AgentVersionResponse":  model[sidecar.AgentVersionResponse],
	"BinariesLock":          model[sidecar.BinariesLock],
	"BinaryEntry":           model[sidecar.BinaryEntry],
	"CancelResponse":        model[sidecar.CancelResponse],
	"ConfirmationGatedTool": model[sidecar.ConfirmationGatedTool],
	"ContextItem":           model[sidecar.ContextItem],
	"ErrorResponse":         model[sidecar.ErrorResponse],
	"HTTPValidationError":   model[sidecar.HTTPValidationError],
	"HealthResponse":        model[sidecar.HealthResponse],
	"InitResponse":          model[sidecar.InitResponse],
	"InputOption":           model[sidecar.InputOption],
	"LemonadeReadiness":     model[sidecar.LemonadeReadiness],
	"LockedComponents":      model[sidecar.LockedComponents],
	"ModelReadiness":        model[sidecar.ModelReadiness],
	"QueryEvent":            queryEvent,
	"QueryRequest":          model[sidecar.QueryRequest],
	"RespondRequest":        model[sidecar.RespondRequest],
	"RespondResponse":       model[sidecar.RespondResponse],
	"RunUsage":              model[sidecar.RunUsage],
	"SidecarComponent":      model[sidecar.SidecarComponent],
	"TUIComponent":          model[sidecar.TUIComponent],
	"ValidationError":       model[sidecar.ValidationError],
	"VersionResponse":       model[sidecar.VersionResponse],
}

// TestMessages sends every example message through the generated Go code, and
// holds its verdict against that of an independent validator.
func TestMessages(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "tests/messages/sidecar/*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no messages: %v", err)
	}
	tested := map[string]bool{}
	for _, file := range files {
		var m messages
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		tested[m.Type] = true
		t.Run(m.Type, func(t *testing.T) { m.test(t) })
	}
	for name := range codecs {
		if !tested[name] {
			t.Errorf("no messages for %s", name)
		}
	}
}

func (m messages) test(t *testing.T) {
	roundTrip, ok := codecs[m.Type]
	if !ok {
		t.Fatalf("no generated type %s", m.Type)
	}
	schema := compile(t, m.Document, m.Type)
	judge := func(b []byte) error {
		v, err := decode(b)
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		return schema.Validate(v)
	}
	for _, b := range m.Valid {
		expect(t, "valid", b, judge(b) == nil)
		again, err := roundTrip(b)
		if err != nil || !equal(t, b, again) {
			t.Errorf("valid %s: decoded and encoded to %s, %v", b, again, err)
		}
	}
	for _, b := range m.Extended {
		expect(t, "extended", b, judge(b) == nil)
		if again, err := roundTrip(b); err != nil || judge(again) != nil {
			t.Errorf("extended %s: decoded and encoded to %s, %v", b, again, err)
		}
	}
	for _, b := range m.Unknown {
		expect(t, "unknown", b, judge(b) != nil)
		again, err := roundTrip(b)
		if err != nil || !equal(t, b, again) {
			t.Errorf("unknown %s: decoded and encoded to %s, %v", b, again, err)
		}
	}
	for _, b := range m.Invalid {
		expect(t, "invalid", b, judge(b) != nil)
		if again, err := roundTrip(b); err == nil {
			t.Errorf("invalid %s: decoded and encoded to %s", b, again)
		}
	}
	// A type does not say these, so a decoder may take them.
	for _, b := range slices.Concat(m.InvalidLimit, m.InvalidMember) {
		expect(t, "invalid", b, judge(b) != nil)
	}
}

func expect(t *testing.T, list string, b []byte, agrees bool) {
	t.Helper()
	if !agrees {
		t.Errorf("%s %s: the schema says otherwise", list, b)
	}
}

// compile returns the schema of a type in a document of schemas/sidecar.
func compile(t *testing.T, document, name string) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "schemas/sidecar", document))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Title      string
		Defs       map[string]any `json:"$defs"`
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	pointer := "#"
	switch {
	case doc.Defs[name] != nil:
		pointer = "#/$defs/" + name
	case doc.Components.Schemas[name] != nil:
		pointer = "#/components/schemas/" + name
	case doc.Title != name:
		t.Fatalf("%s does not define %s", document, name)
	}
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft2020
	if err := c.AddResource(document, bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(document + pointer)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func decode(b []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// equal compares two messages as JSON values, numbers by value.
func equal(t *testing.T, a, b []byte) bool {
	t.Helper()
	x, err := decode(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := decode(b)
	return err == nil && reflect.DeepEqual(exact(x), exact(y))
}

// exact replaces numbers by their values in lowest terms.
func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		r, ok := new(big.Rat).SetString(v.String())
		if !ok {
			return v
		}
		return "number " + r.String()
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = exact(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k := range v {
			out[k] = exact(v[k])
		}
		return out
	case string:
		return "string " + v
	default:
		return v
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
