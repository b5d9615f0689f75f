package loader

import (
	"fmt"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// cloneShape returns a copy of s in which f has changed every use. Nothing that
// s points at is changed.
func cloneShape(s ir.Shape, f func(ir.Use) ir.Use) ir.Shape {
	opt := func(u *ir.Use) *ir.Use {
		if u == nil {
			return nil
		}
		c := f(*u)
		return &c
	}
	patterns := func(ps []ir.Pattern) []ir.Pattern {
		ps = slices.Clone(ps)
		for i := range ps {
			ps[i].Use = f(ps[i].Use)
		}
		return ps
	}
	switch s := s.(type) {
	case *ir.Object:
		c := *s
		c.Fields = make([]*ir.Field, len(s.Fields))
		for i, fd := range s.Fields {
			copied := *fd
			copied.Use = f(fd.Use)
			c.Fields[i] = &copied
		}
		c.Patterns, c.Extra = patterns(s.Patterns), opt(s.Extra)
		return &c
	case *ir.Array:
		c := *s
		c.Elem = f(s.Elem)
		return &c
	case *ir.Tuple:
		c := *s
		c.Elems = slices.Clone(s.Elems)
		for i := range c.Elems {
			c.Elems[i] = f(c.Elems[i])
		}
		c.Rest = opt(s.Rest)
		return &c
	case *ir.Map:
		c := *s
		if s.Key != nil {
			c.Key = f(ir.Use{Type: s.Key}).Type
		}
		c.Patterns, c.Elem = patterns(s.Patterns), f(s.Elem)
		return &c
	case *ir.Union:
		c := *s
		c.Variants = slices.Clone(s.Variants)
		for i := range c.Variants {
			c.Variants[i].Use = f(c.Variants[i].Use)
		}
		return &c
	case *ir.Scalar, *ir.Enum, *ir.Any, *ir.Never:
		return s
	default:
		panic(fmt.Sprintf("loader: unhandled shape %T", s))
	}
}
