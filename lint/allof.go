package lint

import (
	"strconv"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var allofCheck = &Check{schema: allofSchema}

var allofRules = []Rule{
	{ID: "allof/conflict", Title: "parts of an allOf rule each other out", Severity: diag.Error, Check: allofCheck},
	{ID: "allof/closed", Title: "a part of an allOf forbids the members of another", Severity: diag.Error, Check: allofCheck},
}

func allofSchema(p *pass, s *schema) {
	if !s.allOf.OK() || s.place == placePart || s.tests {
		return
	}
	parts, whole := p.parts(s.node)
	if !whole || len(parts) < 2 {
		return
	}
	c := composite{p: p, s: s, parts: parts}
	if c.typesConflict() {
		return
	}
	c.membersConflict()
	c.closedParts()
}

// composite is a schema made of parts by allOf.
type composite struct {
	p     *pass
	s     *schema
	parts []part
}

// typesConflict reports parts whose types have nothing in common.
func (c *composite) typesConflict() bool {
	common := typeSet(allTypes)
	for i := range c.parts {
		t := c.parts[i].types()
		if t == 0 {
			continue
		}
		if common&t == 0 {
			c.report(fault{
				rule: "allof/conflict", loc: c.place(&c.parts[i], c.parts[i].typ), key: c.s.name(),
				message: quote(c.s.name()) + " is " + common.String() + " by one part and " + t.String() + " by another: nothing can match",
				help:    "take out the part that is not meant",
			})
			return true
		}
		common &= t
	}
	return false
}

// place returns where a finding about n in the part x points: to n, unless it
// stands in another schema that the composite only refers to.
func (c *composite) place(x *part, n tree.Node) source.Loc {
	if x.outside {
		return keyLoc(c.s.allOf)
	}
	if n.Key().OK() && n.Kind() == tree.Object {
		return keyLoc(n)
	}
	return valueLoc(n)
}

func (c *composite) report(f fault) {
	f.unit = c.s.unit
	c.p.report(f)
}

// membersConflict reports properties that two parts declare with nothing in
// common, each once.
func (c *composite) membersConflict() {
	seen := map[string]member{}
	for i := range c.parts {
		for key, n := range c.parts[i].properties.Members() {
			name := key.Str()
			now := member{n, &c.parts[i]}
			before, again := seen[name]
			if !again {
				seen[name] = now
				continue
			}
			if why := c.conflict(before, now); why != "" {
				c.reportMember(name, before, now, why)
			}
		}
	}
}

// conflict words what two declarations do not agree on; "" if they may.
func (c *composite) conflict(a, b member) string {
	x, y := c.p.formOf(a.node, 0), c.p.formOf(b.node, 0)
	switch {
	case x.types != allTypes && y.types != allTypes && x.types&y.types == 0:
		return x.types.String() + " in " + c.partName(a.part) + " and " + y.types.String()
	case x.closed && y.closed && len(x.values) > 0 && len(y.values) > 0 && !shareValue(x.values, y.values):
		return listed(x.values, " or ") + " in " + c.partName(a.part) + " and " + listed(y.values, " or ")
	}
	return ""
}

func (c *composite) reportMember(name string, before, now member, why string) {
	at, here := now, "here"
	if at.part.outside {
		if !before.part.outside {
			at = before
		}
		here = "in " + c.partName(now.part)
	}
	f := fault{
		rule: "allof/conflict", loc: c.place(at.part, at.node), key: c.s.name() + "." + name, message: quote(name) + " is " + why + " " + here,
		related: []diag.Related{{Message: "the other declaration is here", Loc: keyLoc(before.node)}}, help: "make the two declarations agree",
	}
	if !at.part.outside {
		f.loc = keyLoc(at.node)
	}
	if requires(c.parts, name) {
		f.message += ": nothing can match"
	} else {
		f.message += ": it can never be there"
	}
	c.report(f)
}

// partName names a part for messages: by its number in allOf, or by its schema.
func (c *composite) partName(x *part) string {
	if x.outside {
		return quote(c.p.schemaName(x.root))
	}
	for i, item := range c.s.allOf.Items() {
		if item == x.node {
			return "branch " + strconv.Itoa(i)
		}
	}
	return quote(c.s.name())
}

// closedParts reports the first part that forbids what another part requires.
func (c *composite) closedParts() {
	for i := range c.parts {
		name, owner := c.forbidden(&c.parts[i])
		if name == "" {
			continue
		}
		message := "additionalProperties: false forbids " + quote(name) + ", which " + c.partName(owner) + " requires: nothing can match"
		if back, other := c.forbidden(owner); back != "" && other == &c.parts[i] {
			message = "both branches forbid the other's required field: nothing can match"
		}
		c.report(fault{
			rule: "allof/closed", loc: keyLoc(c.parts[i].additional), key: c.s.name(), message: message,
			help: "close the whole with \"unevaluatedProperties\": false, or declare all members in one schema",
		})
		return
	}
}

// forbidden returns a property that another part requires and x, which is
// closed, does not declare.
func (c *composite) forbidden(x *part) (string, *part) {
	if x.additional.Kind() != tree.Bool || x.additional.Bool() || x.patterns.OK() {
		return "", nil
	}
	for i := range c.parts {
		other := &c.parts[i]
		if other == x {
			continue
		}
		for _, v := range other.required.Items() {
			if v.Kind() == tree.String && !x.properties.Get(v.Str()).OK() {
				return v.Str(), other
			}
		}
	}
	return "", nil
}
