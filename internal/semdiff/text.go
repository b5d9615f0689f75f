package semdiff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// shapeWord names the shape of a type.
func shapeWord(s ir.Shape) string {
	switch s.(type) {
	case *ir.Scalar:
		return "scalar"
	case *ir.Enum:
		return "enum"
	case *ir.Object:
		return "object"
	case *ir.Array:
		return "array"
	case *ir.Tuple:
		return "tuple"
	case *ir.Map:
		return "map"
	case *ir.Union:
		return "union"
	case *ir.Any:
		return "any value"
	case *ir.Never:
		return "no value"
	default:
		panic(fmt.Sprintf("semdiff: unhandled shape %T", s))
	}
}

// typeText writes a type for a message: its name, or what it is.
func typeText(t *ir.Type) string {
	if t.Name != "" {
		return t.Name
	}
	return shapeText(t.Shape)
}

func useText(u ir.Use) string {
	if u.Nullable {
		return typeText(u.Type) + " or null"
	}
	return typeText(u.Type)
}

func shapeText(s ir.Shape) string {
	const few = 6
	switch s := s.(type) {
	case *ir.Scalar:
		return scalarText(s)
	case *ir.Enum:
		var values []string
		for _, m := range s.Members {
			values = append(values, m.Value.JSON)
		}
		if len(values) > few {
			values = append(values[:few:few], "…")
		}
		return strings.Join(values, " | ")
	case *ir.Object:
		var names []string
		for _, f := range s.Fields {
			names = append(names, f.Name)
		}
		if len(names) > few {
			names = append(names[:few:few], "…")
		}
		return "object {" + strings.Join(names, ", ") + "}"
	case *ir.Array:
		return "array of " + useText(s.Elem)
	case *ir.Tuple:
		var elems []string
		for _, e := range s.Elems {
			elems = append(elems, useText(e))
		}
		return "tuple [" + strings.Join(elems, ", ") + "]"
	case *ir.Map:
		return "map of " + useText(s.Elem)
	case *ir.Union:
		var variants []string
		for _, v := range s.Variants {
			variants = append(variants, useText(v.Use))
		}
		if len(variants) > few {
			variants = append(variants[:few:few], "…")
		}
		return strings.Join(variants, " | ")
	default:
		return shapeWord(s)
	}
}

func scalarText(s *ir.Scalar) string {
	word := [...]string{ir.String: "string", ir.Integer: "integer", ir.Number: "number", ir.Boolean: "boolean", ir.Null: "null"}[s.Kind]
	if s.Format != "" {
		return word + " (" + s.Format + ")"
	}
	return word
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return strconv.Quote(s)
}

func valueText(v *ir.Value) string {
	if v == nil {
		return ""
	}
	return v.JSON
}

func accessText(a ir.Access) string {
	switch a {
	case ir.ReadWrite:
		return "read and written"
	case ir.ReadOnly:
		return "read only"
	case ir.WriteOnly:
		return "write only"
	default:
		panic(fmt.Sprintf("semdiff: unknown access %d", a))
	}
}

// structure writes all that a type is, its own name and texts aside, and other named
// types by their names. Equal structures are equal types.
func structure(t *ir.Type) string {
	w := writer{own: t}
	w.shape(t.Shape)
	if t.Nullable {
		w.b.WriteString("?")
	}
	return w.b.String()
}

// writer writes structures. An inline type that contains itself is written by how far
// out it is.
type writer struct {
	own  *ir.Type
	open []*ir.Type
	b    strings.Builder
}

func (w *writer) use(u ir.Use) {
	w.typ(u.Type)
	if u.Nullable {
		w.b.WriteString("?")
	}
}

func (w *writer) typ(t *ir.Type) {
	if t == w.own {
		w.b.WriteString("self")
		return
	}
	if t.Name != "" {
		fmt.Fprintf(&w.b, "#%q", t.Name)
		return
	}
	if i := slices.Index(w.open, t); i >= 0 {
		fmt.Fprintf(&w.b, "^%d", len(w.open)-i)
		return
	}
	w.open = append(w.open, t)
	w.shape(t.Shape)
	w.open = w.open[:len(w.open)-1]
}

func (w *writer) shape(s ir.Shape) {
	fmt.Fprintf(&w.b, "%s(", shapeWord(s))
	switch s := s.(type) {
	case *ir.Scalar:
		fmt.Fprintf(&w.b, "%d %q %q %q %+v", s.Kind, s.Format, s.Encoding, s.Media, s.Limits)
	case *ir.Enum:
		var values []string
		for _, m := range s.Members {
			values = append(values, m.Value.JSON)
		}
		slices.Sort(values)
		fmt.Fprintf(&w.b, "%q %v %v", values, s.Open, s.Free)
	case *ir.Object:
		fields := slices.Clone(s.Fields)
		slices.SortFunc(fields, func(a, b *ir.Field) int { return strings.Compare(a.Name, b.Name) })
		for _, f := range fields {
			fmt.Fprintf(&w.b, "%q %v %d %s:", f.Name, f.Required, f.Access, valueText(f.Default))
			w.use(f.Use)
		}
		fmt.Fprintf(&w.b, "%v %q %q", s.Closed, s.MinProps, s.MaxProps)
		w.optional(s.Extra)
		w.patterns(s.Patterns)
	case *ir.Array:
		fmt.Fprintf(&w.b, "%q %q %v", s.MinItems, s.MaxItems, s.Unique)
		w.use(s.Elem)
	case *ir.Tuple:
		fmt.Fprintf(&w.b, "%d", s.Min)
		for _, e := range s.Elems {
			w.use(e)
		}
		w.optional(s.Rest)
	case *ir.Map:
		fmt.Fprintf(&w.b, "%q %q", s.MinProps, s.MaxProps)
		if s.Key != nil {
			w.typ(s.Key)
		}
		w.use(s.Elem)
		w.patterns(s.Patterns)
	case *ir.Union:
		fmt.Fprintf(&w.b, "%q %v %v", s.Discriminator, s.Exclusive, s.Open)
		for _, v := range s.Variants {
			fmt.Fprintf(&w.b, "%q", v.Tags)
			w.use(v.Use)
		}
	}
	w.b.WriteString(")")
}

func (w *writer) optional(u *ir.Use) {
	w.b.WriteString(";")
	if u != nil {
		w.use(*u)
	}
}

func (w *writer) patterns(ps []ir.Pattern) {
	for _, p := range ps {
		fmt.Fprintf(&w.b, "%q", p.Expr)
		w.use(p.Use)
	}
}
