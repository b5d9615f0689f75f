package golang

import (
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// arm is one way a union can go, as Go sees it.
type arm struct {
	typ     *ir.Type // resolved; declared unless it is a nested union's
	variant *ir.Variant
	tags    []string // canonical JSON; nil if untagged
}

// collect lists the declared types and the arms of unions.
func (g *generator) collect() {
	ir.Walk(g.doc, g.noteTags)
	for _, t := range g.doc.Types {
		g.visit(t)
	}
	for _, o := range g.doc.Operations {
		for _, u := range ir.OperationUses(o) {
			g.visit(u.Type)
		}
	}
}

// noteTags records which member of which object is a tag.
func (g *generator) noteTags(t *ir.Type) {
	u, ok := t.Shape.(*ir.Union)
	if !ok || u.Discriminator == "" {
		return
	}
	for _, v := range u.Variants {
		r := ir.Resolve(v.Use.Type)
		if g.tagged[r] == nil {
			g.tagged[r] = map[string]bool{}
		}
		g.tagged[r][u.Discriminator] = true
	}
}

func (g *generator) visit(t *ir.Type) {
	if t == nil || g.seen[t] {
		return
	}
	g.seen[t] = true
	if t.Name != "" || t.Alias == nil && g.needsName(t) {
		g.declared = append(g.declared, t)
	}
	if t.Alias != nil {
		g.visit(t.Alias)
		return
	}
	switch s := g.shape(t).(type) {
	case *ir.Object:
		for _, f := range s.Fields {
			if g.fieldKind(t, f) == ordinary || f.Use.Type.Name != "" {
				g.visit(f.Use.Type)
			}
		}
		g.noteLimited(t, len(s.Patterns) > 0)
		g.visitOthers(g.othersOf(s))
	case *ir.Union:
		g.visitUnion(t, s)
	case *ir.Map:
		g.noteLimited(t, s.Key != nil || len(s.Patterns) > 0)
		g.visit(s.Key)
		g.visitOthers(g.othersOf(s))
	default:
		for _, u := range ir.Uses(s) {
			g.visit(u.Type)
		}
	}
}

// noteLimited records a type that says which names its members may have.
func (g *generator) noteLimited(t *ir.Type, limited bool) {
	if limited {
		g.limited = append(g.limited, t)
	}
}

// visitOthers visits what the members can be. What no member can be has no need
// of a declaration unless it is all there is.
func (g *generator) visitOthers(o others) {
	possible := false
	for _, p := range o.patterns {
		never := g.isNever(p.Use)
		if !never || p.Use.Type.Name != "" {
			g.visit(p.Use.Type)
		}
		possible = possible || !never
	}
	if o.rest != nil && (o.rest.Type.Name != "" || !possible || !g.isNever(*o.rest)) {
		g.visit(o.rest.Type)
	}
}

// needsName reports whether an inline type is declared although nothing names it.
func (g *generator) needsName(t *ir.Type) bool {
	switch s := g.shape(t).(type) {
	case *ir.Object, *ir.Enum, *ir.Tuple, *ir.Union, *ir.Never:
		return true
	case *ir.Scalar:
		return s.Kind == ir.Null
	case *ir.Array, *ir.Map:
		return g.reachesItself(t)
	}
	return false
}

// reachesItself reports whether a type expression for t would never end.
func (g *generator) reachesItself(t *ir.Type) bool {
	seen := map[*ir.Type]bool{}
	var visit func(at *ir.Type) bool
	visit = func(at *ir.Type) bool {
		for _, u := range ir.Uses(g.shape(at)) {
			next := u.Type
			if next == t {
				return true
			}
			if seen[next] || next.Name != "" {
				continue
			}
			seen[next] = true
			switch g.shape(next).(type) {
			case *ir.Array, *ir.Map:
				if visit(next) {
					return true
				}
			}
		}
		return false
	}
	return visit(t)
}

// visitUnion gives each variant an arm. A tagged union's arms are its objects;
// an untagged one's are types with methods, so that a string or a list needs a
// wrapper of its own.
func (g *generator) visitUnion(t *ir.Type, u *ir.Union) {
	for i := range u.Variants {
		v := &u.Variants[i]
		r := ir.Resolve(v.Use.Type)
		var tags []string
		for _, tag := range v.Tags {
			tags = append(tags, canonical(tag))
		}
		if same := slices.IndexFunc(g.arms[t], func(a arm) bool { return a.typ == r }); same >= 0 {
			g.arms[t][same].tags = append(g.arms[t][same].tags, tags...)
			continue
		}
		if !g.hasMethods(r) {
			r = g.wrapper(t, v, r)
		}
		g.isArm[r] = true
		g.arms[t] = append(g.arms[t], arm{typ: r, variant: v, tags: tags})
	}
	g.keepDigits(t)
	for _, a := range g.arms[t] {
		g.visit(a.typ)
	}
}

// keepDigits makes the numbers among the arms of t exact where a string with a
// pattern of digits is the alternative: that is how a decimal type is described.
func (g *generator) keepDigits(t *ir.Type) {
	decimal := false
	for _, a := range g.arms[t] {
		s, ok := g.shape(a.typ).(*ir.Scalar)
		decimal = decimal || ok && s.Kind == ir.String && strings.Contains(s.Limits.Pattern, `\d`)
	}
	if !decimal {
		return
	}
	for _, a := range g.arms[t] {
		if s, ok := g.shape(a.typ).(*ir.Scalar); ok && s.Kind == ir.Number {
			own := *s // other types may share s
			g.shapes[a.typ] = &own
			g.exact[&own] = true
		}
	}
}

// hasMethods reports whether Go declares t as a type that can have methods, or
// as an interface whose values have.
func (g *generator) hasMethods(t *ir.Type) bool {
	switch g.shape(t).(type) {
	case *ir.Any:
		return false
	case *ir.Scalar, *ir.Array, *ir.Map:
		return t.Name != "" || g.needsName(t)
	}
	return true
}

// wrapper returns a type to declare for a variant of t that has no methods.
func (g *generator) wrapper(t *ir.Type, v *ir.Variant, r *ir.Type) *ir.Type {
	place := t.Place
	if t.Name != "" {
		place = []string{t.Name}
	}
	word := g.kindWord(g.shape(r))
	if v.Use.Type.Name != "" {
		word = v.Use.Type.Name
	}
	w := &ir.Type{
		ID: t.ID + " " + word + " " + r.ID, Place: append(slices.Clone(place), word),
		Doc: r.Doc, Loc: r.Loc, Shape: g.shape(r),
	}
	g.shapes[w] = w.Shape
	g.wrappers[w] = true
	g.declared = append(g.declared, w)
	g.seen[w] = true
	for _, u := range ir.Uses(w.Shape) {
		g.visit(u.Type)
	}
	return w
}

// kindWord names a shape for the wrapper of a union arm.
func (g *generator) kindWord(s ir.Shape) string {
	switch s := s.(type) {
	case *ir.Scalar:
		switch s.Kind {
		case ir.String:
			return "String"
		case ir.Integer:
			return "Integer"
		case ir.Number:
			return "Number"
		case ir.Boolean:
			return "Boolean"
		}
		return "Null"
	case *ir.Array, *ir.Tuple:
		return "Array"
	case *ir.Map, *ir.Object:
		return "Object"
	}
	return "Value"
}

// edge is a position in a struct: the field or element at index.
type edge struct {
	typ   *ir.Type
	index int
}

// findRings marks the required fields that would make a struct contain itself,
// so that they become pointers: the edges within a strongly connected component
// of "holds by value" (Tarjan's algorithm).
func (g *generator) findRings() {
	r := rings{g: g, index: map[*ir.Type]int{}, low: map[*ir.Type]int{}, component: map[*ir.Type]int{}}
	for _, t := range g.declared {
		if t.Alias == nil && r.index[t] == 0 {
			r.visit(t)
		}
	}
	for _, t := range g.declared {
		for i, to := range g.held(t) {
			if to != nil && t.Alias == nil && r.component[t] == r.component[to] {
				g.boxed[edge{t, i}] = true
			}
		}
	}
}

type rings struct {
	g                     *generator
	index, low, component map[*ir.Type]int // from 1
	stack                 []*ir.Type
	components            int
}

func (r *rings) visit(t *ir.Type) {
	r.index[t] = len(r.index) + 1
	r.low[t] = r.index[t]
	r.stack = append(r.stack, t)
	for _, to := range r.g.held(t) {
		switch {
		case to == nil:
		case r.index[to] == 0:
			r.visit(to)
			r.low[t] = min(r.low[t], r.low[to])
		case r.component[to] == 0:
			r.low[t] = min(r.low[t], r.index[to])
		}
	}
	if r.low[t] != r.index[t] {
		return
	}
	r.components++
	for {
		last := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		r.component[last] = r.components
		if last == t {
			return
		}
	}
}

// held returns, by position, the structs that the struct of t holds by value;
// nil where a position holds none.
func (g *generator) held(t *ir.Type) []*ir.Type {
	var out []*ir.Type
	add := func(u ir.Use, required bool) {
		to := ir.Resolve(u.Type)
		switch g.shape(to).(type) {
		case *ir.Object, *ir.Tuple:
			if required && !u.Nullable {
				out = append(out, to)
				return
			}
		}
		out = append(out, nil)
	}
	switch s := g.shape(t).(type) {
	case *ir.Object:
		for _, f := range s.Fields {
			add(f.Use, f.Required)
		}
	case *ir.Tuple:
		for i, u := range s.Elems {
			add(u, i < s.Min)
		}
	}
	return out
}
