package golang

import (
	"encoding/json"
	"maps"
	"math/big"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// sampleLimit bounds the values that stand for one type.
const sampleLimit = 40

// samplesOf returns values that u allows, but for limits and patterns that take
// more than a guess. Deep values get few samples.
func samplesOf(u ir.Use, depth int) []any {
	switch {
	case depth > 4 && u.Nullable:
		return []any{nil}
	case depth > 9: // a type that contains itself without end has no values
		return nil
	}
	out := shapeSamples(ir.Resolve(u.Type).Shape, depth)
	if u.Nullable {
		out = append(out, nil)
	}
	if depth > 2 && len(out) > 1 {
		out = out[:1]
	}
	return out[:min(len(out), sampleLimit)]
}

func shapeSamples(s ir.Shape, depth int) []any {
	switch s := s.(type) {
	case *ir.Scalar:
		return scalarSamples(s)
	case *ir.Enum:
		var out []any
		for _, m := range s.Members {
			v, err := decodeJSON([]byte(m.Value.JSON))
			if err != nil {
				panic(err)
			}
			out = append(out, v)
		}
		return out
	case *ir.Object:
		return objectSamples(s, depth)
	case *ir.Array:
		return listSamples(s, depth)
	case *ir.Tuple:
		return tupleSamples(s, depth)
	case *ir.Map:
		return mapSamples(s, depth)
	case *ir.Union:
		var out []any
		for _, v := range s.Variants {
			if depth < 6 {
				out = append(out, samplesOf(v.Use, depth+1)...)
			}
		}
		return out
	case *ir.Any:
		return []any{json.Number("1"), nil, map[string]any{"a": "b"}}
	}
	return nil
}

func scalarSamples(s *ir.Scalar) []any {
	switch s.Kind {
	case ir.String:
		text := map[string]string{"date-time": "2024-01-02T03:04:05Z", "uuid": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "date": "2024-01-02", "email": "a@b.org", "uri": "http://a.org/b"}[s.Format]
		if stringScalar(s).goType == "[]byte" {
			text = "AAEC"
		}
		if s.Limits.Pattern != "" {
			text = matching(s.Limits.Pattern)
		}
		if text == "" {
			n, _ := strconv.Atoi(s.Limits.MinLength)
			text = strings.Repeat("a", max(n, 1))
		}
		return []any{text}
	case ir.Integer:
		if n, ok := plainInteger(s.Limits.Min); ok && !s.Limits.ExclusiveMin {
			return []any{json.Number(n)}
		}
		return []any{json.Number("3"), json.Number("4.0")}
	case ir.Number:
		return []any{json.Number("1.5"), json.Number("2")}
	case ir.Boolean:
		return []any{true, false}
	}
	return []any{nil}
}

// matching returns a text that matches the expression; "" if there is none or Go
// cannot read it.
func matching(expr string) string {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	appendMatch(&b, re)
	return b.String()
}

func appendMatch(b *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(re.Rune[0])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus:
		for _, sub := range re.Sub {
			appendMatch(b, sub)
		}
	case syntax.OpRepeat:
		for range re.Min {
			appendMatch(b, re.Sub[0])
		}
	case syntax.OpAlternate:
		appendMatch(b, re.Sub[0])
	}
}

// objectSamples returns the object of all members, that of the required ones, and
// the first with each member's other samples.
func objectSamples(o *ir.Object, depth int) []any {
	all, few := map[string]any{}, map[string]any{}
	var out []any
	for _, f := range o.Fields {
		if depth > 5 && !f.Required {
			continue
		}
		if values := samplesOf(f.Use, depth+1); len(values) > 0 {
			all[f.Name] = values[0]
			if f.Required {
				few[f.Name] = values[0]
			}
		}
	}
	out = append(out, all, few)
	for _, f := range o.Fields {
		if _, ok := all[f.Name]; !ok || depth > 2 {
			continue
		}
		for _, v := range samplesOf(f.Use, depth+1)[1:] {
			other := maps.Clone(all)
			other[f.Name] = v
			out = append(out, other)
		}
	}
	if o.Extra != nil && depth < 3 {
		for _, v := range samplesOf(*o.Extra, depth+1) {
			other := maps.Clone(few)
			other["other"] = v
			out = append(out, other)
		}
	}
	return out
}

func listSamples(a *ir.Array, depth int) []any {
	n, _ := strconv.Atoi(a.MinItems)
	if depth > 5 && n == 0 {
		return []any{[]any{}}
	}
	items := samplesOf(a.Elem, depth+1)
	if len(items) == 0 {
		return []any{[]any{}}
	}
	list := []any{}
	for i := range max(n, 1) {
		list = append(list, items[i%len(items)])
	}
	out := []any{list, []any{}}
	for _, item := range items[1:] {
		out = append(out, append(slices.Clone(list), item))
	}
	return out
}

func tupleSamples(s *ir.Tuple, depth int) []any {
	var out []any
	list := []any{}
	for i, u := range s.Elems {
		if i >= s.Min {
			out = append(out, slices.Clone(list))
		}
		values := samplesOf(u, depth+1)
		if len(values) == 0 {
			return out
		}
		for _, v := range values[1:] {
			out = append(out, append(slices.Clone(list), v))
		}
		list = append(list, values[0])
	}
	out = append([]any{list}, out...)
	if s.Rest != nil {
		for _, v := range samplesOf(*s.Rest, depth+1) {
			out = append(out, append(slices.Clone(list), v))
		}
	}
	return out
}

func mapSamples(m *ir.Map, depth int) []any {
	key := "k"
	if m.Key != nil {
		if keys := samplesOf(ir.Use{Type: m.Key}, depth); len(keys) > 0 {
			key, _ = keys[0].(string)
		}
	}
	var out []any
	if depth < 6 {
		for _, v := range samplesOf(m.Elem, depth+1) {
			out = append(out, map[string]any{key: v})
		}
	}
	return append(out, map[string]any{})
}

// mutations returns v with one step broken, in every place: another kind of
// value, a member less or more, an item less or more.
func mutations(v any) []any {
	out := []any{nil, true, json.Number("7"), json.Number("7.5"), "zzzz", []any{}, map[string]any{}}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			less := maps.Clone(v)
			delete(less, name)
			out = append(out, less)
			for _, m := range mutations(v[name]) {
				other := maps.Clone(v)
				other[name] = m
				out = append(out, other)
			}
		}
		more := maps.Clone(v)
		more["zz_more"] = json.Number("7")
		out = append(out, more)
	case []any:
		for i := range v {
			for _, m := range mutations(v[i]) {
				other := slices.Clone(v)
				other[i] = m
				out = append(out, other)
			}
		}
		if len(v) > 0 {
			out = append(out, v[:len(v)-1])
		}
		out = append(out, append(slices.Clone(v), "zzzz"), append(slices.Clone(v), nil))
		if len(v) > 0 {
			out = append(out, append(slices.Clone(v), v[0]))
		}
	case string:
		out = append(out, "", v+v, strings.ToUpper(v), v+" ", "é"+v, strings.Repeat("a", 72))
		if len(v) > 1 {
			out = append(out, v[:1])
		}
	case json.Number:
		if n, ok := new(big.Rat).SetString(string(v)); ok {
			for _, other := range []*big.Rat{big.NewRat(0, 1), big.NewRat(-1, 1), new(big.Rat).Neg(n), new(big.Rat).Add(n, big.NewRat(1, 1)), new(big.Rat).Sub(n, big.NewRat(1, 1)), new(big.Rat).Mul(n, big.NewRat(1000, 1)), new(big.Rat).Add(n, big.NewRat(1, 4))} {
				text := strings.TrimRight(other.FloatString(6), "0")
				out = append(out, json.Number(strings.TrimSuffix(text, ".")))
			}
		}
	}
	return out
}
