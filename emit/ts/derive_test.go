package ts_test

import (
	"encoding/json"
	"maps"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

const (
	samplesAtMost = 30  // that stand for one type
	derivedAtMost = 600 // values of one type
)

// derive returns values that u allows, as far as guessing goes, and what each
// becomes when one thing in it changes.
func derive(t *testing.T, u ir.Use) []string {
	t.Helper()
	var out []string
	seen := map[string]bool{}
	add := func(v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if !seen[string(text)] && len(out) < derivedAtMost {
			seen[string(text)] = true
			out = append(out, string(text))
		}
	}
	all := samples(u, 0)
	for _, v := range all {
		add(v)
	}
	for _, v := range all {
		changes(v, add)
	}
	return out
}

// samples returns values of u, the deeper the fewer.
func samples(u ir.Use, depth int) []any {
	if depth > 8 {
		return nil
	}
	if depth > 4 && u.Nullable {
		return []any{nil}
	}
	out := shapeSamples(ir.Resolve(u.Type).Shape, depth)
	if u.Nullable {
		out = append(out, nil)
	}
	if depth > 2 && len(out) > 1 {
		out = out[:1]
	}
	return out[:min(len(out), samplesAtMost)]
}

func shapeSamples(s ir.Shape, depth int) []any {
	switch s := s.(type) {
	case *ir.Scalar:
		return scalarSamples(s)
	case *ir.Enum:
		var out []any
		for _, m := range s.Members {
			var v any
			if err := json.Unmarshal([]byte(m.Value.JSON), &v); err != nil {
				panic(err)
			}
			out = append(out, v)
		}
		return out
	case *ir.Object:
		return objectSamples(s, depth)
	case *ir.Array:
		return arraySamples(s, depth)
	case *ir.Tuple:
		return tupleSamples(s, depth)
	case *ir.Map:
		key := "key"
		if s.Key != nil {
			if keys := samples(ir.Use{Type: s.Key}, depth+1); len(keys) > 0 {
				key, _ = keys[0].(string)
			}
		}
		out := []any{map[string]any{}}
		for _, v := range samples(s.Elem, depth+1) {
			out = append(out, map[string]any{key: v})
		}
		return out
	case *ir.Union:
		var out []any
		for _, v := range s.Variants {
			out = append(out, samples(v.Use, depth+1)...)
		}
		return out
	case *ir.Any:
		return []any{1, nil, map[string]any{"a_b": "c"}, []any{1, 1}}
	}
	return nil
}

func scalarSamples(s *ir.Scalar) []any {
	switch s.Kind {
	case ir.String:
		if s.Limits.Pattern != "" {
			if re, err := syntax.Parse(s.Limits.Pattern, syntax.Perl); err == nil {
				return []any{match(re), match(re) + "b"}
			}
		}
		n, _ := strconv.Atoi(s.Limits.MinLength)
		most := n + 1
		if m, err := strconv.Atoi(s.Limits.MaxLength); err == nil {
			most = m
		}
		return []any{strings.Repeat("a", n), strings.Repeat("b", most), strings.Repeat("😀", most), ""}
	case ir.Integer, ir.Number:
		out := []any{json.Number("3"), json.Number("4.0"), json.Number("20"), json.Number("1.5"), json.Number("0.07"), json.Number("0.9"), json.Number("0.0000003")}
		return append(boundSamples(s.Limits), out...)
	case ir.Boolean:
		return []any{true, false}
	}
	return []any{nil}
}

// boundSamples returns the numbers at limits and beside them, an allowed one
// first.
func boundSamples(l ir.Limits) []any {
	var out []any
	if f, err := strconv.ParseFloat(l.Max, 64); err == nil {
		out = []any{f - 1, json.Number(l.Max), f + 1}
	}
	if f, err := strconv.ParseFloat(l.Min, 64); err == nil {
		low := []any{json.Number(l.Min), f + 1, f - 1}
		if l.ExclusiveMin {
			low[0], low[1] = low[1], low[0]
		}
		out = append(low, out...)
	}
	return out
}

// match returns a text that an expression matches, for those of these tests.
func match(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		return string(re.Rune[0])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "a"
	case syntax.OpConcat, syntax.OpCapture, syntax.OpPlus:
		out := ""
		for _, sub := range re.Sub {
			out += match(sub)
		}
		return out
	case syntax.OpRepeat:
		return strings.Repeat(match(re.Sub[0]), re.Min)
	case syntax.OpAlternate:
		return match(re.Sub[0])
	}
	return ""
}

func objectSamples(s *ir.Object, depth int) []any {
	all, few := map[string]any{}, map[string]any{}
	for _, f := range s.Fields {
		if vs := samples(f.Use, depth+1); len(vs) > 0 && (f.Required || depth < 4) {
			all[f.Name] = vs[0]
			if f.Required {
				few[f.Name] = vs[0]
			}
		}
	}
	out := []any{all, few}
	for _, f := range s.Fields {
		if _, ok := all[f.Name]; !ok || depth > 2 {
			continue
		}
		for _, v := range samples(f.Use, depth+1)[1:] {
			with := maps.Clone(few)
			with[f.Name] = v
			out = append(out, with)
		}
	}
	if s.Extra != nil && depth < 3 {
		for _, v := range samples(*s.Extra, depth+1) {
			with := maps.Clone(few)
			with["other_one"] = v
			out = append(out, with)
		}
	}
	return out
}

func arraySamples(s *ir.Array, depth int) []any {
	items := samples(s.Elem, depth+1)
	n, _ := strconv.Atoi(s.MinItems)
	if len(items) == 0 || n == 0 && depth > 5 {
		return []any{[]any{}}
	}
	list := []any{}
	for i := range max(n, 1) {
		list = append(list, items[i%len(items)])
	}
	out := []any{list, []any{}}
	for _, item := range items {
		out = append(out, append(slices.Clone(list), item))
	}
	return out
}

func tupleSamples(s *ir.Tuple, depth int) []any {
	list := []any{}
	out := []any{}
	for i, u := range s.Elems {
		if i >= s.Min {
			out = append(out, slices.Clone(list))
		}
		vs := samples(u, depth+1)
		if len(vs) == 0 {
			return out
		}
		list = append(list, vs[0])
	}
	out = append([]any{slices.Clone(list)}, out...)
	if s.Rest != nil {
		for _, v := range samples(*s.Rest, depth+1) {
			out = append(out, append(slices.Clone(list), v))
		}
	}
	return out
}

// others are what any value is replaced by.
var others = []any{nil, true, json.Number("0"), json.Number("7"), json.Number("-2.5"), json.Number("1e3"), "", "a", "text that is longer", "ab\ncd", []any{}, []any{"a", "a"}, map[string]any{}, map[string]any{"a_b": 1}}

// changes calls add with v after each single change to it.
func changes(v any, add func(any)) {
	for _, other := range others {
		add(other)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range []string{"zz", "zz_m", "k1", "__proto__"} {
			if _, ok := v[name]; !ok {
				for _, value := range []any{"a", true} {
					with := maps.Clone(v)
					with[name] = value
					add(with)
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			without := maps.Clone(v)
			delete(without, name)
			add(without)
			changes(v[name], func(changed any) {
				with := maps.Clone(v)
				with[name] = changed
				add(with)
			})
		}
	case []any:
		for i := range v {
			add(slices.Delete(slices.Clone(v), i, i+1))
			add(append(slices.Clone(v), v[i]))
			changes(v[i], func(changed any) {
				with := slices.Clone(v)
				with[i] = changed
				add(with)
			})
		}
		for _, other := range others {
			add(append(slices.Clone(v), other))
		}
	}
}
