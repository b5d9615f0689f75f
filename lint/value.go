package lint

import (
	"math/big"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// judge compares values with schemas. It reports what is surely wrong: keywords
// that it does not know, and patterns of another dialect, accept everything.
type judge struct {
	p       *pass
	steps   int // schemas looked at, bounded by maxSteps
	reading reading
}

// reading says in which direction a value goes: what is written only by one side
// is not required by the other.
type reading uint8

const (
	either reading = iota
	request
	reply
)

const maxSteps = 5000

// mismatch is a value that a schema does not accept.
type mismatch struct {
	at  tree.Node // the innermost value at fault
	why string
}

// check returns the first mismatch between the value v and the schema n, nil if
// there is none, or none that is sure.
func (j *judge) check(v, n tree.Node) *mismatch {
	j.steps++
	if j.steps > maxSteps {
		return nil
	}
	if n.Kind() == tree.Bool && !n.Bool() {
		return &mismatch{v, "the schema accepts no value here"}
	}
	if n.Kind() != tree.Object {
		return nil
	}
	k := j.p.readAt(n)
	if k.ref.OK() {
		if to, ok := j.p.target(k.ref); ok {
			if m := j.check(v, to); m != nil {
				return m
			}
		}
	}
	for _, step := range []func(tree.Node, tree.Node, *keywords) *mismatch{j.typed, j.literal, j.text, j.number, j.object, j.array, j.composed} {
		if m := step(v, n, &k); m != nil {
			return m
		}
	}
	return nil
}

func (j *judge) typed(v, _ tree.Node, k *keywords) *mismatch {
	types := k.types()
	if types == 0 || typeOf(v)&types != 0 {
		return nil
	}
	return &mismatch{v, show(v) + " is not " + withArticle(types)}
}

func (j *judge) literal(v, _ tree.Node, k *keywords) *mismatch {
	if v.Kind() == tree.Null && k.nullable.Bool() {
		return nil
	}
	if k.konst.OK() && !sameValue(v, k.konst) {
		return &mismatch{v, show(v) + " is not " + show(k.konst)}
	}
	if k.enum.OK() && k.enum.Len() > 0 {
		for _, x := range k.enum.Items() {
			if sameValue(v, x) {
				return nil
			}
		}
		return &mismatch{v, show(v) + " is not one of the enum's values"}
	}
	return nil
}

func (j *judge) text(v, n tree.Node, k *keywords) *mismatch {
	if v.Kind() != tree.String {
		return nil
	}
	s := v.Str()
	length := utf8.RuneCountInString(s)
	if limit, ok := limitOf(n, "minLength"); ok && length < limit {
		return &mismatch{v, show(v) + " is shorter than minLength"}
	}
	if limit, ok := limitOf(n, "maxLength"); ok && length > limit {
		return &mismatch{v, show(v) + " is longer than maxLength"}
	}
	if pattern := k.pattern.Str(); pattern != "" {
		if re := plainPattern(pattern); re != nil && !re.MatchString(s) {
			return &mismatch{v, show(v) + " does not match the pattern"}
		}
	}
	return nil
}

// plainPattern compiles a pattern that means the same in ECMAScript and in Go;
// nil if it may not.
func plainPattern(pattern string) *regexp.Regexp {
	if len(pattern) > 500 || strings.Contains(pattern, "(?") || strings.ContainsAny(pattern, "\\") && !onlyPlainEscapes(pattern) {
		return nil
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil
	}
	return re
}

func onlyPlainEscapes(pattern string) bool {
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '\\' {
			continue
		}
		i++
		if i == len(pattern) || !strings.ContainsRune(`d.-/+*?()[]{}|^$\_@:`, rune(pattern[i])) {
			return false
		}
	}
	return true
}

// limitOf returns a count such as maxLength.
func limitOf(n tree.Node, name string) (int, bool) {
	f, ok := numberOf(n.Get(name))
	if !ok || !f.IsInt() || !f.Num().IsInt64() {
		return 0, false
	}
	return int(f.Num().Int64()), true
}

// numberOf returns the exact value of a number of a sane size.
func numberOf(n tree.Node) (*big.Rat, bool) {
	if n.Kind() != tree.Number {
		return nil, false
	}
	return parseNumber(n.Raw())
}

func parseNumber(raw string) (*big.Rat, bool) {
	if len(raw) > 60 {
		return nil, false
	}
	if i := strings.IndexAny(raw, "eE"); i >= 0 && len(raw)-i > 4 {
		return nil, false
	}
	return new(big.Rat).SetString(raw)
}

func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, ok := parseNumber(a)
	y, ok2 := parseNumber(b)
	return ok && ok2 && x.Cmp(y) == 0
}

// isInteger reports whether a number has no fraction: 1, 1.0 and 1e2 have none.
func isInteger(raw string) bool {
	if !strings.ContainsAny(raw, ".eE") {
		return true
	}
	x, ok := parseNumber(raw)
	return ok && x.IsInt()
}

func (j *judge) number(v, n tree.Node, _ *keywords) *mismatch {
	if v.Kind() != tree.Number {
		return nil
	}
	x, ok := numberOf(v)
	if !ok {
		return nil
	}
	for _, bound := range bounds {
		limit, ok := numberOf(n.Get(bound.name))
		if ok && (bound.fails(x.Cmp(limit)) || n.Get(bound.exclusive).Bool() && x.Cmp(limit) == 0) {
			return &mismatch{v, v.Raw() + " is not within " + bound.name}
		}
	}
	if step, ok := numberOf(n.Get("multipleOf")); ok && step.Sign() > 0 && !new(big.Rat).Quo(x, step).IsInt() {
		return &mismatch{v, v.Raw() + " is no multiple of " + n.Get("multipleOf").Raw()}
	}
	return nil
}

var bounds = []struct {
	name      string
	exclusive string // the flag that old dialects have beside it
	fails     func(order int) bool
}{
	{"minimum", "exclusiveMinimum", func(o int) bool { return o < 0 }},
	{"maximum", "exclusiveMaximum", func(o int) bool { return o > 0 }},
	{"exclusiveMinimum", "", func(o int) bool { return o <= 0 }},
	{"exclusiveMaximum", "", func(o int) bool { return o >= 0 }},
}

func (j *judge) object(v, n tree.Node, k *keywords) *mismatch {
	if v.Kind() != tree.Object {
		return nil
	}
	for _, name := range k.required.Items() {
		if name.Kind() == tree.String && !v.Get(name.Str()).OK() && j.expects(k.properties.Get(name.Str())) {
			return &mismatch{v, "required property " + quote(name.Str()) + " is missing"}
		}
	}
	for key, x := range v.Members() {
		if m := j.member(key, x, n, k); m != nil {
			return m
		}
	}
	return nil
}

// expects reports whether the side that makes the value writes the property n.
func (j *judge) expects(n tree.Node) bool {
	readOnly, writeOnly := n.Get("readOnly").Bool(), n.Get("writeOnly").Bool()
	switch j.reading {
	case request:
		return !readOnly
	case reply:
		return !writeOnly
	default:
		return !readOnly && !writeOnly
	}
}

func (j *judge) member(key, x, n tree.Node, k *keywords) *mismatch {
	name := key.Str()
	if schema := k.properties.Get(name); schema.OK() {
		return j.check(x, schema)
	}
	if k.patterns.OK() || !k.additional.OK() {
		return nil
	}
	if k.additional.Kind() == tree.Bool && !k.additional.Bool() {
		return &mismatch{x, "property " + quote(name) + " is not declared, and no others are allowed"}
	}
	return j.check(x, k.additional)
}

func (j *judge) array(v, n tree.Node, k *keywords) *mismatch {
	if v.Kind() != tree.Array {
		return nil
	}
	if limit, ok := limitOf(n, "minItems"); ok && v.Len() < limit {
		return &mismatch{v, count(v.Len(), "item", "items") + ", fewer than minItems"}
	}
	if limit, ok := limitOf(n, "maxItems"); ok && v.Len() > limit {
		return &mismatch{v, count(v.Len(), "item", "items") + ", more than maxItems"}
	}
	tuple := k.prefixItems
	if k.items.Kind() == tree.Array {
		tuple = k.items
	}
	var schemas []tree.Node
	for _, s := range tuple.Items() {
		schemas = append(schemas, s)
	}
	for i, x := range v.Items() {
		schema := k.items
		if i < len(schemas) {
			schema = schemas[i]
		}
		if m := j.check(x, schema); m != nil {
			return m
		}
	}
	return nil
}

func (j *judge) composed(v, n tree.Node, k *keywords) *mismatch {
	for _, item := range k.allOf.Items() {
		if m := j.check(v, item); m != nil {
			return m
		}
	}
	for _, list := range []tree.Node{k.anyOf, k.oneOf} {
		if m := j.oneOfList(v, list, k); m != nil {
			return m
		}
	}
	return nil
}

// oneOfList returns a mismatch when v fits none of list. That of the tagged, or
// the only possible, variant says more than that there is none.
func (j *judge) oneOfList(v, list tree.Node, k *keywords) *mismatch {
	var found []*mismatch
	for _, item := range list.Items() {
		m := j.check(v, item)
		if m == nil || j.steps > maxSteps {
			return nil
		}
		if m.at != v || v.Kind() == tree.Object {
			found = append(found, m)
		}
	}
	switch {
	case list.Len() == 0:
		return nil
	case len(found) == 1:
		return found[0]
	}
	return &mismatch{v, show(v) + " fits none of " + list.Key().Str()}
}
