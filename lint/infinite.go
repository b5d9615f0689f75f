package lint

import (
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// infiniteCheck finds schemas without a finite value. Every schema starts as
// infinite; rounds of looking find those that have a finite value if those do
// that they need; what is left has none.
var infiniteCheck = &Check{end: infiniteEnd}

type finiteness struct {
	p        *pass
	infinite map[tree.Node]bool // named schemas not yet known to be finite
}

func infiniteEnd(p *pass) {
	f := finiteness{p: p, infinite: map[tree.Node]bool{}}
	var queue []*unit
	for _, u := range p.units {
		if u.kind == unitSchema && len(u.edges) > 0 {
			f.infinite[u.node] = true
			queue = append(queue, u)
		}
	}
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		if !f.infinite[u.node] || !f.isFinite(u.node, 0) {
			continue
		}
		delete(f.infinite, u.node)
		for _, user := range u.users {
			if f.infinite[user.node] {
				queue = append(queue, user) // perhaps it only needed u
			}
		}
	}
	f.reportCircles()
}

// isFinite reports whether the schema n has a finite value, as far as is known.
func (f *finiteness) isFinite(n tree.Node, depth int) bool {
	if n.Kind() != tree.Object || depth > maxParts {
		return true
	}
	k := f.p.readAt(n)
	if k.enum.OK() || k.konst.OK() || k.nullable.Bool() {
		return true
	}
	if k.ref.OK() && !f.target(k.ref, depth) {
		return false
	}
	types := k.types()
	if types == 0 {
		types = k.implied
	}
	switch types {
	case typeObject:
		if !f.members(&k, depth) {
			return false
		}
	case typeArray:
		if min := n.Get("minItems"); min.OK() && min.Raw() != "0" && k.items.Kind() == tree.Object && !f.isFinite(k.items, depth+1) {
			return false
		}
	case 0:
	default:
		return true
	}
	for _, item := range k.allOf.Items() {
		if !f.isFinite(item, depth+1) {
			return false
		}
	}
	return f.branch(k.anyOf, depth) && f.branch(k.oneOf, depth)
}

func (f *finiteness) target(ref tree.Node, depth int) bool {
	to, ok := f.p.target(ref)
	if !ok {
		return true
	}
	if u := f.p.unitOf(to); u != nil && u.node == to {
		return !f.infinite[to]
	}
	return f.isFinite(to, depth+1)
}

// members reports whether each required member has a finite value.
func (f *finiteness) members(k *keywords, depth int) bool {
	_, ok := f.infiniteMember(k, depth)
	return !ok
}

func (f *finiteness) infiniteMember(k *keywords, depth int) (tree.Node, bool) {
	for _, name := range k.required.Items() {
		if n := k.properties.Get(name.Str()); n.OK() && !f.isFinite(n, depth+1) {
			return n, true
		}
	}
	return tree.Node{}, false
}

// branch reports whether one of the list has a finite value, or there is none.
func (f *finiteness) branch(list tree.Node, depth int) bool {
	for _, b := range list.Items() {
		if f.isFinite(b, depth+1) {
			return true
		}
	}
	return list.Len() == 0
}

// reportCircles reports each circle of schemas that need each other once, at its
// first schema. What only leads to a circle is mended with it.
func (f *finiteness) reportCircles() {
	c := circles{f: f, order: map[*unit]int{}, low: map[*unit]int{}, open: map[*unit]bool{}}
	for _, u := range f.p.units {
		if f.infinite[u.node] && c.order[u] == 0 {
			c.visit(u)
		}
	}
	slices.SortFunc(c.found, func(a, b *unit) int { return int(a.index) - int(b.index) })
	for _, u := range c.found {
		f.report(u)
	}
}

// circles finds the strongly connected parts of the infinite schemas, by
// Tarjan's algorithm.
type circles struct {
	f     *finiteness
	order map[*unit]int // when a unit was first seen, from 1
	low   map[*unit]int // the earliest unit of the stack that it leads to
	open  map[*unit]bool
	stack []*unit
	found []*unit // the first unit of each circle
}

func (c *circles) visit(u *unit) {
	c.order[u] = len(c.order) + 1
	c.low[u] = c.order[u]
	c.stack = append(c.stack, u)
	c.open[u] = true
	self := false
	for _, e := range u.edges {
		to := c.f.p.unitOf(e.to)
		switch {
		case to == nil || !c.f.infinite[to.node]:
		case c.order[to] == 0:
			c.visit(to)
			c.low[u] = min(c.low[u], c.low[to])
		case c.open[to]:
			self = self || to == u
			c.low[u] = min(c.low[u], c.order[to])
		}
	}
	if c.low[u] == c.order[u] {
		c.close(u, self)
	}
}

// close takes the circle of u from the stack. One unit alone is a circle if it
// leads to itself.
func (c *circles) close(u *unit, self bool) {
	first, size := u, 0
	for {
		v := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		c.open[v] = false
		size++
		if v.index < first.index {
			first = v
		}
		if v == u {
			break
		}
	}
	if size > 1 || self {
		c.found = append(c.found, first)
	}
}

func (f *finiteness) report(u *unit) {
	out := fault{
		rule: "schema/infinite", loc: keyLoc(u.node), message: quote(u.name) + " requires itself: no finite value exists (Go: invalid recursive type)", key: u.name,
		unit: u, help: "make the member optional or nullable, or an array",
	}
	parts, _ := f.p.parts(u.node)
	for i := range parts {
		if n, ok := f.infiniteMember(&parts[i].keywords, 0); ok && !parts[i].outside {
			out.loc, out.key = keyLoc(n), u.name+"."+n.Key().Str()
			break
		}
	}
	f.p.report(out)
}
