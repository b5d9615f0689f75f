package ts_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// suiteScore counts what became of the instances of a keyword.
type suiteScore struct {
	valid      int
	undeclared int // of valid: refused by the type for having undeclared members only
	otherKind  int // of valid: refused for being no object or array where the schema lists members or items
	invalid    int
	refused    int // of invalid, by the type
	decoding   int // of invalid, refused by the decoder
	strictly   int // of invalid, refused by the strict decoder
}

func (s *suiteScore) String() string {
	return fmt.Sprintf("%4d valid (%d of undeclared members only, %d of another kind); of %4d invalid the type refuses %4d, the decoder %4d, the strict one %4d",
		s.valid, s.undeclared, s.otherKind, s.invalid, s.refused, s.decoding, s.strictly)
}

func (s *suiteScore) add(o *suiteScore) {
	s.valid += o.valid
	s.undeclared += o.undeclared
	s.otherKind += o.otherKind
	s.invalid += o.invalid
	s.refused += o.refused
	s.decoding += o.decoding
	s.strictly += o.strictly
}

// count judges the i-th instance of g by what tsc says about its lines and by
// what the decoder says.
func (s *suiteScore) count(t *testing.T, g *suiteGroup, instance suiteInstance, complaints map[int]string, i int, decoded string) {
	t.Helper()
	line := suiteLine(i)
	if !instance.Valid {
		s.invalid++
		if complaints[line] != "" {
			s.refused++
		}
		if decoded != "" {
			s.decoding++
		}
		return
	}
	s.valid++
	problem := decoded
	if c := complaints[line]; c != "" && problem == "" {
		problem = c
	}
	switch reason := excused[g.keyword+"/"+g.Description]; {
	case problem == "":
	case reason != "":
		t.Logf("%s: %s: %s", g.keyword, instance.Description, reason)
	case decoded == "" && (complaints[line+1] == "" || nothingInCommon.MatchString(complaints[line])):
		s.undeclared++
	case g.otherKind(t, instance):
		s.otherKind++
	default:
		t.Errorf("%s: %s: %s: %s is refused: %s\nschema: %s", g.keyword, g.Description, instance.Description, oneLine(instance.Data), problem, oneLine(g.Schema))
	}
}

// closedTooSoon lists the schemas of which the strict decoder refuses a valid
// instance, with the reason.
var closedTooSoon = map[string]string{
	"unevaluatedProperties with $dynamicRef":                                    "a dynamic reference adds members that the reader does not see",
	"nested unevaluatedProperties, outer false, inner true, properties outside": "the reader closes the object for the outer schema, though the inner one evaluates every member",
}

// countStrict judges the instance by what the strict decoder says, and the other
// one before it.
func (s *suiteScore) countStrict(t *testing.T, g *suiteGroup, instance suiteInstance, decoded, strictly string) {
	t.Helper()
	switch {
	case !instance.Valid && strictly != "":
		s.strictly++
	case instance.Valid && strictly != "" && decoded == "" && closedTooSoon[g.Description] != "":
		t.Logf("%s: %s: %s", g.keyword, instance.Description, closedTooSoon[g.Description])
	case instance.Valid && strictly != "" && decoded == "":
		t.Errorf("%s: %s: %s: %s is refused: %s\nschema: %s", g.keyword, g.Description, instance.Description, oneLine(instance.Data), strictly, oneLine(g.Schema))
	}
}

// nothingInCommon matches tsc's refusal of an object for a type whose members
// are all optional, where the object has members but none of those.
var nothingInCommon = regexp.MustCompile(`Type '\{[^\n]*' has no properties in common with type '[^\n]*'\.$`)

// excused lists the schemas of which a valid instance is refused, with the reason.
var excused = map[string]string{
	"properties/properties whose names are Javascript object property names": "to tsc every object has toString and constructor, so it refuses one without a member of that name",
}

// otherKind reports whether an instance is valid only because the schema lists
// members or items without saying "type": that makes objects and arrays of such
// types, and the specification lets every other kind of value pass.
func (g *suiteGroup) otherKind(t *testing.T, instance suiteInstance) bool {
	t.Helper()
	var schema, value any
	if err := json.Unmarshal(g.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(instance.Data, &value); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(withKind(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if g.dialect == "draft-07" {
		c.Draft = jsonschema.Draft7
	}
	if err := c.AddResource("suite.json", bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("suite.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled.Validate(value) != nil
}

// kindWords are the keywords that make a schema without "type" one of a kind.
var kindWords = map[string]string{
	"properties": "object", "patternProperties": "object", "additionalProperties": "object", "required": "object",
	"propertyNames": "object", "minProperties": "object", "maxProperties": "object",
	"items": "array", "prefixItems": "array", "additionalItems": "array", "minItems": "array", "maxItems": "array",
}

// withKind returns a schema in which those that list members or items say their
// kind. Values that are no schemas are left alone.
func withKind(v any) any {
	switch v := v.(type) {
	case map[string]any:
		kinds := map[string]bool{}
		out := map[string]any{}
		for k, child := range v {
			if kind := kindWords[k]; kind != "" {
				kinds[kind] = true
			}
			if k == "properties" || k == "patternProperties" || k == "$defs" || k == "definitions" {
				members := map[string]any{}
				for name, s := range child.(map[string]any) {
					members[name] = withKind(s)
				}
				out[k] = members
				continue
			}
			out[k] = child
			if k != "const" && k != "enum" && k != "default" && k != "examples" {
				out[k] = withKind(child)
			}
		}
		if _, ok := v["type"]; !ok && len(kinds) == 1 {
			out["type"] = slices.Collect(maps.Keys(kinds))[0]
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = withKind(item)
		}
		return out
	}
	return v
}
