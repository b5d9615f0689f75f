package semdiff

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// shape compares two shapes in one place.
func (c *comparer) shape(p place, old, new ir.Shape) {
	if shapeWord(old) != shapeWord(new) {
		c.changed(p, old, new)
		return
	}
	switch a := old.(type) {
	case *ir.Scalar:
		c.scalar(p, a, new.(*ir.Scalar))
	case *ir.Enum:
		c.enum(p, a, new.(*ir.Enum))
	case *ir.Object:
		c.object(p, a, new.(*ir.Object))
	case *ir.Array:
		c.array(p, a, new.(*ir.Array))
	case *ir.Tuple:
		c.tuple(p, a, new.(*ir.Tuple))
	case *ir.Map:
		c.mapping(p, a, new.(*ir.Map))
	case *ir.Union:
		c.union(p, a, new.(*ir.Union))
	case *ir.Any, *ir.Never:
	default:
		panic(fmt.Sprintf("semdiff: unhandled shape %T", old))
	}
}

func (c *comparer) changed(p place, old, new ir.Shape) {
	c.add(TypeChanged, p, shapeText(new)+", was "+shapeText(old))
}

func (c *comparer) scalar(p place, old, new *ir.Scalar) {
	if old.Kind != new.Kind {
		c.changed(p, old, new)
		return
	}
	c.value(FormatChanged, p, "format", old.Format, new.Format)
	c.value(FormatChanged, p, "encoding", old.Encoding, new.Encoding)
	c.value(FormatChanged, p, "media type", old.Media, new.Media)
	a, b := old.Limits, new.Limits
	c.value(LimitChanged, p, "minimum", bound(a.Min, a.ExclusiveMin), bound(b.Min, b.ExclusiveMin))
	c.value(LimitChanged, p, "maximum", bound(a.Max, a.ExclusiveMax), bound(b.Max, b.ExclusiveMax))
	c.value(LimitChanged, p, "step", a.MultipleOf, b.MultipleOf)
	c.value(LimitChanged, p, "smallest length", a.MinLength, b.MinLength)
	c.value(LimitChanged, p, "largest length", a.MaxLength, b.MaxLength)
	c.value(LimitChanged, p, "pattern", a.Pattern, b.Pattern)
}

func bound(text string, exclusive bool) string {
	if exclusive {
		return text + " (not itself)"
	}
	return text
}

func (c *comparer) enum(p place, old, new *ir.Enum) {
	was, is := members(old), members(new)
	for _, m := range old.Members {
		if _, kept := is[m.Value.JSON]; !kept {
			c.add(ValueRemoved, p, m.Value.JSON+" is no longer a value")
		}
	}
	for _, m := range new.Members {
		before, kept := was[m.Value.JSON]
		switch {
		case !kept:
			c.add(ValueAdded, p, m.Value.JSON+" is a new value")
		case before.Doc.Description != m.Doc.Description:
			c.add(DocChanged, p, "description of "+m.Value.JSON+" changed")
		}
	}
	c.fact(OpenChanged, p, old.Open, new.Open, "other values must be expected", "other values need no longer be expected")
}

func members(e *ir.Enum) map[string]ir.Member {
	m := make(map[string]ir.Member, len(e.Members))
	for _, x := range e.Members {
		m[x.Value.JSON] = x
	}
	return m
}

func (c *comparer) object(p place, old, new *ir.Object) {
	was := map[string]*ir.Field{}
	for _, f := range old.Fields {
		was[f.Name] = f
	}
	for _, f := range new.Fields {
		at := place{p.path + "." + f.Name, p.old, f.Loc}
		before := was[f.Name]
		if before == nil {
			c.add(FieldAdded, place{path: at.path, new: f.Loc}, "new, "+fieldText(f))
			continue
		}
		delete(was, f.Name)
		at.old = before.Loc
		c.field(at, before, f)
	}
	for _, f := range old.Fields {
		if was[f.Name] != nil {
			c.add(FieldRemoved, place{path: p.path + "." + f.Name, old: f.Loc}, "removed")
		}
	}
	c.extra(p, extraOf(old), extraOf(new))
	c.patterns(p, old.Patterns, new.Patterns)
	c.value(LimitChanged, p, "smallest number of members", old.MinProps, new.MinProps)
	c.value(LimitChanged, p, "largest number of members", old.MaxProps, new.MaxProps)
}

// fieldText is how a new field is: "optional, nullable, string".
func fieldText(f *ir.Field) string {
	words := []string{"optional"}
	if f.Required {
		words[0] = "required"
	}
	if f.Use.Nullable {
		words = append(words, "nullable")
	}
	return strings.Join(append(words, typeText(f.Use.Type)), ", ")
}

func (c *comparer) field(p place, old, new *ir.Field) {
	c.fact(RequiredChanged, p, old.Required, new.Required, "required, was optional", "optional, was required")
	c.value(DefaultChanged, p, "default", valueText(old.Default), valueText(new.Default))
	if old.Access != new.Access {
		c.add(AccessChanged, p, accessText(new.Access)+", was "+accessText(old.Access))
	}
	c.doc(p, old.Doc, new.Doc)
	c.use(p, old.Use, new.Use)
}

// extra is what an object says of members that it does not declare.
type extra struct {
	word string
	use  *ir.Use
}

func extraOf(o *ir.Object) extra {
	switch {
	case o.Extra != nil:
		return extra{"allowed", o.Extra}
	case o.Closed:
		return extra{"forbidden", nil}
	default:
		return extra{"undeclared", nil}
	}
}

func (c *comparer) extra(p place, old, new extra) {
	if old.word != new.word {
		c.add(ExtraChanged, p, "other members "+new.word+", were "+old.word)
		return
	}
	if old.use != nil {
		c.use(p.at("[*]"), *old.use, *new.use)
	}
}

func (c *comparer) patterns(p place, old, new []ir.Pattern) {
	was := map[string]*ir.Pattern{}
	for i := range old {
		was[old[i].Expr] = &old[i]
	}
	for _, x := range new {
		before := was[x.Expr]
		if before == nil {
			c.add(ExtraChanged, p, "members that match "+x.Expr+" are "+useText(x.Use))
			continue
		}
		delete(was, x.Expr)
		c.use(p.at("["+x.Expr+"]"), before.Use, x.Use)
	}
	for _, x := range old {
		if was[x.Expr] != nil {
			c.add(ExtraChanged, p, "members that match "+x.Expr+" are no longer declared")
		}
	}
}

func (c *comparer) array(p place, old, new *ir.Array) {
	c.value(LimitChanged, p, "smallest number of items", old.MinItems, new.MinItems)
	c.value(LimitChanged, p, "largest number of items", old.MaxItems, new.MaxItems)
	c.fact(LimitChanged, p, old.Unique, new.Unique, "items must differ", "items need no longer differ")
	c.use(p.at("[]"), old.Elem, new.Elem)
}

func (c *comparer) tuple(p place, old, new *ir.Tuple) {
	for i := range max(len(old.Elems), len(new.Elems)) {
		at := p.at("." + strconv.Itoa(i))
		switch {
		case i >= len(old.Elems):
			c.add(FieldAdded, at, "new, "+useText(new.Elems[i]))
		case i >= len(new.Elems):
			c.add(FieldRemoved, at, "removed")
		default:
			c.use(at, old.Elems[i], new.Elems[i])
		}
	}
	if old.Min != new.Min {
		c.value(LimitChanged, p, "smallest number of items", strconv.Itoa(old.Min), strconv.Itoa(new.Min))
	}
	switch {
	case old.Rest != nil && new.Rest != nil:
		c.use(p.at("[]"), *old.Rest, *new.Rest)
	case old.Rest != nil:
		c.add(ExtraChanged, p, "further items are forbidden")
	case new.Rest != nil:
		c.add(ExtraChanged, p, "further items are allowed")
	}
}

func (c *comparer) mapping(p place, old, new *ir.Map) {
	if keyText(old.Key) != keyText(new.Key) {
		c.add(TypeChanged, p, "keys "+keyText(new.Key)+", were "+keyText(old.Key))
	} else if old.Key != nil {
		c.target(p.at(".keys"), old.Key, new.Key)
	}
	c.value(LimitChanged, p, "smallest number of members", old.MinProps, new.MinProps)
	c.value(LimitChanged, p, "largest number of members", old.MaxProps, new.MaxProps)
	c.patterns(p, old.Patterns, new.Patterns)
	c.use(p.at("[*]"), old.Elem, new.Elem)
}

func keyText(t *ir.Type) string {
	if t == nil {
		return "any string"
	}
	return typeText(t)
}
