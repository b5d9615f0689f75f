package ir

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUsesKnowsEveryShape fails when a shape is added and Uses is not taught it.
func TestUsesKnowsEveryShape(t *testing.T) {
	a, b, c := &Type{ID: "a"}, &Type{ID: "b"}, &Type{ID: "c"}
	use := func(t *Type) *Use { return &Use{Type: t} }
	for _, s := range []struct {
		shape Shape
		want  []string
	}{
		{&Scalar{}, nil}, {&Enum{}, nil}, {&Any{}, nil}, {&Never{}, nil},
		{&Object{Fields: []*Field{{Use: Use{Type: a}}}, Patterns: []Pattern{{Use: Use{Type: b}}}, Extra: use(c)}, []string{"a", "b", "c"}},
		{&Array{Elem: Use{Type: a}}, []string{"a"}},
		{&Tuple{Elems: []Use{{Type: a}, {Type: b}}, Rest: use(c)}, []string{"a", "b", "c"}},
		{&Map{Key: a, Patterns: []Pattern{{Use: Use{Type: b}}}, Elem: Use{Type: c}}, []string{"a", "b", "c"}},
		{&Union{Variants: []Variant{{Use: Use{Type: a}}, {Use: Use{Type: b}}}}, []string{"a", "b"}},
	} {
		var got []string
		for _, u := range Uses(s.shape) {
			got = append(got, u.Type.ID)
		}
		if diff := cmp.Diff(s.want, got); diff != "" {
			t.Errorf("%T: %s", s.shape, diff)
		}
	}
}

// TestWalk visits each type of a cyclic graph once, through aliases and
// operations too.
func TestWalk(t *testing.T) {
	node := &Type{ID: "node"}
	node.Shape = &Array{Elem: Use{Type: node}}
	alias := &Type{ID: "alias", Alias: node, Shape: node.Shape}
	param, body, event, header := &Type{ID: "param", Shape: &Any{}}, &Type{ID: "body", Shape: &Any{}}, &Type{ID: "event", Shape: &Any{}}, &Type{ID: "header", Shape: &Any{}}
	doc := &Document{Types: []*Type{alias}, Operations: []*Operation{{
		Params:    []*Param{{Use: Use{Type: param}}},
		Body:      &Body{Payloads: []Payload{{Use: Use{Type: body}}}},
		Responses: []*Response{{Headers: []*Param{{Use: Use{Type: header}}}, Payloads: []Payload{{Use: Use{Type: alias}}}}},
		Stream:    &Stream{Event: Use{Type: event}},
	}}}
	var got []string
	Walk(doc, func(t *Type) { got = append(got, t.ID) })
	if diff := cmp.Diff([]string{"alias", "node", "param", "body", "header", "event"}, got); diff != "" {
		t.Error(diff)
	}
	if Resolve(alias) != node {
		t.Error("Resolve does not follow the alias")
	}
}

func TestConstraints(t *testing.T) {
	for _, c := range []struct {
		shape Shape
		want  []string
	}{
		{&Scalar{Limits: Limits{Min: "1", Max: "9007199254740993", ExclusiveMax: true}}, []string{"minimum 1", "less than 9007199254740993"}},
		{&Scalar{Format: "uuid", Limits: Limits{MinLength: "1", MaxLength: "1", Pattern: " a "}}, []string{"format uuid", "exactly 1 character", "pattern  a "}},
		{&Scalar{Limits: Limits{MinLength: "0", MaxLength: "5", MultipleOf: "0.5", ExclusiveMin: true, Min: "0"}}, []string{"greater than 0", "multiple of 0.5", "at most 5 characters"}},
		{&Array{MinItems: "2", MaxItems: "3", Unique: true}, []string{"2 to 3 items", "unique items"}},
		{&Array{MinItems: "1"}, []string{"at least 1 item"}},
		{&Array{MinItems: "0"}, nil},
		{&Object{MaxProps: "1"}, []string{"at most 1 member"}},
		{&Map{MinProps: "2"}, []string{"at least 2 members"}},
		{&Any{}, nil},
	} {
		if diff := cmp.Diff(c.want, Constraints(c.shape)); diff != "" {
			t.Errorf("%T: %s", c.shape, diff)
		}
	}
}
