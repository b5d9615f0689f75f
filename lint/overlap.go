package lint

import (
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// maxOverlapVariants bounds the pairs of variants that are compared.
const maxOverlapVariants = 60

// firstOverlap returns the first two variants that surely share a value, and
// how they do; nil if none do, or if it cannot be told.
func (p *pass) firstOverlap(variants []*variant) (a, b *variant, why string) {
	if len(variants) > maxOverlapVariants {
		variants = variants[:maxOverlapVariants]
	}
	forms := make([]form, len(variants))
	for i, v := range variants {
		forms[i] = p.formOf(v.node, 0)
	}
	for j := range variants {
		for i := range j {
			if variants[i].item != variants[j].item && p.overlap(&forms[i], &forms[j], 0) {
				return variants[i], variants[j], p.sharing(variants[i], variants[j], &forms[i], &forms[j])
			}
		}
	}
	return nil, nil, ""
}

// form is what can be told about the values of a schema without guessing.
type form struct {
	known  bool // there is nothing that was not understood
	types  typeSet
	values []tree.Node // when closed
	closed bool
	limits bool // a pattern, a format, bounds: some values of the types, not all
	parts  []part
}

// maxFormDepth bounds how deep members are compared.
const maxFormDepth = 6

func (p *pass) formOf(n tree.Node, depth int) form {
	f := form{types: allTypes, known: depth < maxFormDepth}
	parts, whole := p.parts(n)
	f.parts = parts
	f.known = f.known && whole && n.Kind() == tree.Object
	for i := range parts {
		f.add(&parts[i])
	}
	if f.types == allTypes && surelyObject(parts) {
		f.types = typeObject
	}
	if f.closed {
		f.types = 0
		for _, v := range f.values {
			f.types |= typeOf(v)
		}
	}
	f.known = f.known && f.types != allTypes
	return f
}

func (f *form) add(x *part) {
	if x.anyOf.OK() || x.oneOf.OK() || x.not.OK() || x.choice || x.dynamic || x.patterns.OK() {
		f.known = false
	}
	if x.typ.OK() {
		f.types &= x.types()
	}
	if x.pattern.OK() || x.format.OK() || x.implied&(typeString|typeNumber) != 0 || x.media {
		f.limits = true
	}
	switch {
	case x.konst.OK():
		f.limits = f.limits || f.closed
		f.closed, f.values = true, []tree.Node{x.konst}
	case x.enum.OK():
		f.limits = f.limits || f.closed
		f.closed, f.values = true, nil
		for _, v := range x.enum.Items() {
			f.values = append(f.values, v)
		}
	}
}

// overlap reports whether a value surely satisfies both a and b.
func (p *pass) overlap(a, b *form, depth int) bool {
	if !a.known || !b.known {
		return false
	}
	common := a.types & b.types
	switch {
	case a.closed && b.closed:
		return !a.limits && !b.limits && shareValue(a.values, b.values)
	case a.closed:
		return holdsValue(a, b)
	case b.closed:
		return holdsValue(b, a)
	case common&(typeNull|typeBool) != 0:
		return true
	case common&(typeString|typeNumber) != 0:
		return !a.limits || !b.limits
	case common&typeArray != 0:
		return mayBeEmpty(a) && mayBeEmpty(b)
	case common&typeObject != 0:
		return p.overlapObjects(a, b, depth)
	}
	return false
}

func shareValue(a, b []tree.Node) bool {
	for _, x := range a {
		for _, y := range b {
			if sameValue(x, y) {
				return true
			}
		}
	}
	return false
}

// holdsValue reports whether a value of closed surely satisfies the other.
func holdsValue(closed, other *form) bool {
	if closed.limits || other.limits {
		return false
	}
	for _, v := range closed.values {
		if t := typeOf(v); t&other.types != 0 && t&(typeArray|typeObject) == 0 {
			return true
		}
	}
	return false
}

func mayBeEmpty(f *form) bool {
	for i := range f.parts {
		for key := range f.parts[i].node.Members() {
			switch key.Str() {
			case "minItems", "contains", "minContains":
				return false
			}
		}
	}
	return true
}

// overlapObjects reports whether an object with the members that either demands
// surely satisfies both. Variants that each require a member which the other does
// not know are told apart by these: an object with all of them is no accident.
func (p *pass) overlapObjects(a, b *form, depth int) bool {
	if depth == 0 && requiresOwn(a, b) && requiresOwn(b, a) {
		return false
	}
	return p.acceptsNeeds(a, b, depth) && p.acceptsNeeds(b, a, depth) && countsFree(a) && countsFree(b)
}

// requiresOwn reports whether a requires a member that b does not declare.
func requiresOwn(a, b *form) bool {
	for i := range a.parts {
		for _, name := range a.parts[i].required.Items() {
			if len(declarations(b.parts, name.Str())) == 0 {
				return true
			}
		}
	}
	return false
}

// acceptsNeeds reports whether a surely accepts the members that b requires,
// with values that b accepts too.
func (p *pass) acceptsNeeds(a, b *form, depth int) bool {
	for i := range b.parts {
		for _, name := range b.parts[i].required.Items() {
			own, other := declarations(a.parts, name.Str()), declarations(b.parts, name.Str())
			switch {
			case len(own) > 1 || len(other) > 1:
				return false
			case len(own) == 0 && !isOpen(a):
				return false
			case len(own) == 1 && len(other) == 1:
				x, y := p.formOf(own[0].node, depth+1), p.formOf(other[0].node, depth+1)
				if !p.overlap(&x, &y, depth+1) {
					return false
				}
			}
		}
	}
	return true
}

// isOpen reports whether an object may have members that it does not declare,
// with any value.
func isOpen(f *form) bool {
	for i := range f.parts {
		if a := f.parts[i].additional; a.OK() && !(a.Kind() == tree.Bool && a.Bool()) && !(a.Kind() == tree.Object && a.Len() == 0) {
			return false
		}
		if f.parts[i].node.Get("unevaluatedProperties").OK() || f.parts[i].node.Get("propertyNames").OK() {
			return false
		}
	}
	return true
}

// countsFree reports whether nothing limits how many members there are.
func countsFree(f *form) bool {
	for i := range f.parts {
		for _, word := range []string{"minProperties", "maxProperties", "dependentRequired"} {
			if f.parts[i].node.Get(word).OK() {
				return false
			}
		}
	}
	return true
}

// sharing words how two variants share values.
func (p *pass) sharing(a, b *variant, fa, fb *form) string {
	common := fa.types & fb.types
	switch {
	case common == typeInteger && !fa.closed && !fb.closed && fa.types|fb.types == typeNumber:
		return "every integer is a number: oneOf rejects integers; use anyOf or number"
	case common&typeObject == 0 || fa.closed || fb.closed:
		return "variants " + quote(a.name) + " and " + quote(b.name) + " match the same " + common.String() + ": oneOf rejects it"
	case p.within(fb, fa):
		return "every valid " + quote(b.name) + " is also a valid " + quote(a.name) + ": oneOf rejects it; add a tag"
	case p.within(fa, fb):
		return "every valid " + quote(a.name) + " is also a valid " + quote(b.name) + ": oneOf rejects it; add a tag"
	case !needsAny(fa) && !needsAny(fb):
		return "{} matches both " + quote(a.name) + " and " + quote(b.name) + "; add a tag or required fields"
	}
	return "an object with the members of both matches " + quote(a.name) + " and " + quote(b.name) + ": oneOf rejects it; add a tag"
}

func needsAny(f *form) bool {
	for i := range f.parts {
		if f.parts[i].required.Len() > 0 {
			return true
		}
	}
	return false
}

// within reports whether every object of a surely satisfies b, which is open:
// what b requires a requires, and what b declares a declares alike.
func (p *pass) within(a, b *form) bool {
	if !isOpen(b) || !needsAny(b) {
		return false
	}
	for i := range b.parts {
		for _, name := range b.parts[i].required.Items() {
			if !requires(a.parts, name.Str()) {
				return false
			}
		}
		for key, n := range b.parts[i].properties.Members() {
			own := declarations(a.parts, key.Str())
			if len(own) != 1 || !p.sameShape(own[0].node, n) {
				return false
			}
		}
	}
	return true
}
