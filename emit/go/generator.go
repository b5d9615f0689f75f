package golang

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// generator holds what the passes learn about one document.
type generator struct {
	doc    *ir.Document
	out    *diag.List
	strict bool // decoders check limits

	// declared lists the types that get a declaration: the named ones, the
	// inline ones that need a name, and the wrappers of union arms.
	declared []*ir.Type
	seen     map[*ir.Type]bool
	shapes   map[*ir.Type]ir.Shape // where the shape to print is not the type's own
	anyType  *ir.Type
	never    *ir.Type

	arms     map[*ir.Type][]arm           // in the order of variants
	wrappers map[*ir.Type]bool            // types made for union arms
	limited  []*ir.Type                   // types that limit the names of members
	isArm    map[*ir.Type]bool            // types that a union holds
	tagged   map[*ir.Type]map[string]bool // discriminators of the unions of an object
	boxed    map[edge]bool

	scope     *naming.Scope
	names     map[*ir.Type]string
	constants map[*ir.Type][]string // of an enum, by member
	flagNames []string
	ends      map[*ir.Operation]string // the predicate of a stream that says how it ends
	helpers   map[*ir.Type]helpers
	shared    map[string]string
	fields    map[*ir.Type][]*field
	extras    map[*ir.Type]string // the field for members that no other names
	exact     map[*ir.Scalar]bool // numbers that must keep their digits

	patterns     []string // expressions that decoders match, in the order of use
	patternIndex map[string]int
	translated   map[string]string // expressions of strings for package regexp; "" if there is none
	used         map[string]bool   // names of the support file
	scratch      *file             // spells types in data, which import nothing
}

func newGenerator(doc *ir.Document, out *diag.List) *generator {
	return &generator{
		doc: doc, out: out,
		seen:         map[*ir.Type]bool{},
		shapes:       map[*ir.Type]ir.Shape{},
		anyType:      &ir.Type{ID: "any", Shape: &ir.Any{}},
		never:        &ir.Type{ID: "never", Shape: &ir.Never{}},
		arms:         map[*ir.Type][]arm{},
		wrappers:     map[*ir.Type]bool{},
		isArm:        map[*ir.Type]bool{},
		tagged:       map[*ir.Type]map[string]bool{},
		boxed:        map[edge]bool{},
		scope:        naming.NewScope(),
		names:        map[*ir.Type]string{},
		constants:    map[*ir.Type][]string{},
		helpers:      map[*ir.Type]helpers{},
		ends:         map[*ir.Operation]string{},
		shared:       map[string]string{},
		fields:       map[*ir.Type][]*field{},
		extras:       map[*ir.Type]string{},
		exact:        map[*ir.Scalar]bool{},
		patternIndex: map[string]int{},
		translated:   map[string]string{},
		used:         map[string]bool{},
		scratch:      newFile("x"),
	}
}

// sup returns name and keeps it in the support file.
func (g *generator) sup(name string) string {
	g.used[name] = true
	return name
}

// exp is sup for an exported name, which gives way to a schema's.
func (g *generator) exp(name string) string {
	g.used[name] = true
	return g.shared[name]
}

// shape returns the shape that Go prints for t: its own, except that an object
// about which nothing is declared is a map.
func (g *generator) shape(t *ir.Type) ir.Shape {
	t = ir.Resolve(t)
	if s, ok := g.shapes[t]; ok {
		return s
	}
	s := t.Shape
	if o, ok := s.(*ir.Object); ok && len(o.Fields) == 0 {
		s = g.freeObject(o)
	}
	g.shapes[t] = s
	return s
}

func (g *generator) freeObject(o *ir.Object) ir.Shape {
	if o.Closed && len(o.Patterns) == 0 {
		return o
	}
	m := &ir.Map{Elem: ir.Use{Type: g.anyType}, Patterns: o.Patterns, MinProps: o.MinProps, MaxProps: o.MaxProps}
	switch {
	case o.Extra != nil:
		m.Elem = *o.Extra
	case o.Closed:
		m.Elem = ir.Use{Type: g.never}
	}
	return m
}

// nilable reports whether the Go type of t has a nil that can stand for null or
// absence.
func (g *generator) nilable(t *ir.Type) bool {
	switch s := g.shape(t).(type) {
	case *ir.Array, *ir.Map, *ir.Union, *ir.Any:
		return true
	case *ir.Scalar:
		return g.scalar(s).goType == "[]byte"
	}
	return false
}

// takesNull reports whether values of the type itself include null, so that the
// position need not add it.
func (g *generator) takesNull(t *ir.Type) bool {
	switch s := g.shape(t).(type) {
	case *ir.Any, *ir.Never:
		return true
	case *ir.Scalar:
		return s.Kind == ir.Null
	}
	return false
}

func quote(s string) string { return strconv.Quote(s) }

// goString returns a Go literal for s: raw where that is readable.
func goString(s string) string {
	if strconv.CanBackquote(s) && len(s) > 0 {
		for i := range len(s) {
			if s[i] == '"' || s[i] == '\\' {
				return "`" + s + "`"
			}
		}
	}
	return strconv.Quote(s)
}

// stringValue returns the text of a JSON string.
func stringValue(v ir.Value) (string, bool) {
	var s string
	if len(v.JSON) == 0 || v.JSON[0] != '"' || json.Unmarshal([]byte(v.JSON), &s) != nil {
		return "", false
	}
	return s, true
}

// canonical spells a tag or constant as the generated decoder does, so that it
// can be compared as text.
func canonical(v ir.Value) string {
	if s, ok := stringValue(v); ok {
		return quoteJSON(s)
	}
	if n, ok := plainInteger(v.JSON); ok {
		return n
	}
	return v.JSON
}

// quoteJSON returns s as a JSON string, spelled as the generated encoder does.
func quoteJSON(s string) string {
	b := []byte{'"'}
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\r':
			b = append(b, '\\', 'r')
		case r == '\t':
			b = append(b, '\\', 't')
		case r < ' ':
			b = fmt.Appendf(b, `\u%04x`, r)
		case r == '\u2028' || r == '\u2029':
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(append(b, '"'))
}
