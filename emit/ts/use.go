package ts

import (
	"fmt"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// use returns the type of a position.
func (g *generator) use(u ir.Use) expr {
	e := g.typeOf(u.Type)
	if u.Nullable {
		return orNull(e)
	}
	return e
}

// typeOf returns the name of a declared type, else its shape in place.
func (g *generator) typeOf(t *ir.Type) expr {
	d := g.of[t]
	if d == nil {
		return g.inPlace(t, nil)
	}
	if g.prefix == "" {
		return ref(d.name)
	}
	g.prefixed = true
	return ref(g.prefix + d.name)
}

// inPlace returns the shape of t; self is its declaration when it is declared.
func (g *generator) inPlace(t *ir.Type, self *decl) expr {
	switch s := t.Shape.(type) {
	case *ir.Scalar:
		return scalar(s.Kind)
	case *ir.Enum:
		return g.members(t, s)
	case *ir.Object:
		return g.openObject(t, s)
	case *ir.Array:
		return expr{kind: arrayExpr, kids: []expr{g.use(s.Elem)}}
	case *ir.Tuple:
		return g.tuple(s)
	case *ir.Map:
		return g.mapOf(t, s)
	case *ir.Union:
		return g.variants(s, self)
	case *ir.Any:
		return anyExpr
	case *ir.Never:
		return neverExpr
	default:
		panic(fmt.Sprintf("ts: unhandled shape %T", s))
	}
}

func scalar(k ir.ScalarKind) expr {
	switch k {
	case ir.String:
		return ref("string")
	case ir.Integer, ir.Number:
		return ref("number")
	case ir.Boolean:
		return ref("boolean")
	case ir.Null:
		return nullExpr
	default:
		panic(fmt.Sprintf("ts: unhandled scalar kind %d", k))
	}
}

func (g *generator) tuple(s *ir.Tuple) expr {
	e := expr{kind: tupleExpr}
	for i, u := range s.Elems {
		k := g.use(u)
		if i >= s.Min {
			k = expr{kind: optExpr, kids: []expr{k}}
		}
		e.kids = append(e.kids, k)
	}
	if s.Rest != nil && !isNever(s.Rest.Type) {
		e.kids = append(e.kids, expr{kind: restExpr, kids: []expr{g.use(*s.Rest)}})
	}
	return e
}

func isNever(t *ir.Type) bool {
	_, ok := t.Shape.(*ir.Never)
	return ok
}

// variants returns the members of a union, of a tagged one what is known.
func (g *generator) variants(s *ir.Union, self *decl) expr {
	var kids []expr
	for _, u := range arms(s, self) {
		kids = append(kids, g.use(u))
	}
	return union(kids...)
}

// arms returns the uses of a union's variants. A variant that is a union which
// leads straight back to self says nothing but, as an alias, would be circular,
// which TypeScript refuses: its own variants stand for it.
func arms(s *ir.Union, self *decl) []ir.Use {
	var out []ir.Use
	seen := map[*ir.Type]bool{}
	if self != nil {
		seen[self.t] = true
	}
	var add func(s *ir.Union)
	add = func(s *ir.Union) {
		for _, v := range s.Variants {
			t := v.Use.Type
			inner, isUnion := ir.Resolve(t).Shape.(*ir.Union)
			if self == nil || !isUnion || !reaches(t, self.t) {
				out = append(out, v.Use)
				continue
			}
			if v.Use.Nullable {
				out = append(out, ir.Use{Type: &ir.Type{Shape: &ir.Scalar{Kind: ir.Null}}})
			}
			if !seen[t] {
				seen[t] = true
				add(inner)
			}
		}
	}
	add(s)
	return out
}

// reaches reports whether printing t as a union member or an alias needs the
// type target without anything that defers it.
func reaches(t, target *ir.Type) bool {
	seen := map[*ir.Type]bool{}
	var visit func(t *ir.Type) bool
	visit = func(t *ir.Type) bool {
		if t == target {
			return true
		}
		if seen[t] {
			return false
		}
		seen[t] = true
		if t.Alias != nil {
			return visit(t.Alias)
		}
		u, ok := t.Shape.(*ir.Union)
		if !ok {
			return false
		}
		for _, v := range u.Variants {
			if visit(v.Use.Type) {
				return true
			}
		}
		return false
	}
	return visit(t)
}
