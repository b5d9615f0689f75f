package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// unit is a part of a document that is used as a whole or not at all: a
// component, a definition, an operation, the root of a JSON Schema.
type unit struct {
	kind  unitKind
	name  string
	node  tree.Node
	doc   *document
	root  bool   // used without anybody referring to it
	edges []edge // what it refers to
	used  bool   // a root leads to it
	skip  bool   // FastAPI's own
	users []*unit
	index int32 // its number in document.units
}

// edge is a reference out of a unit.
type edge struct{ to tree.Node }

// unitKind is what a unit is; its text is the word of messages.
type unitKind string

const (
	unitSchema    unitKind = "schema"
	unitParameter unitKind = "parameter"
	unitHeader    unitKind = "header"
	unitBody      unitKind = "request body"
	unitResponse  unitKind = "response"
	unitCallback  unitKind = "callback"
	unitPathItem  unitKind = "path item"
	unitMedia     unitKind = "media type"
	unitOperation unitKind = "operation"
)

// newUnit starts a unit at node.
func (p *pass) newUnit(kind unitKind, name string, node tree.Node, d *document) *unit {
	u := &unit{kind: kind, name: name, node: node, doc: d, index: int32(len(p.units) + 1)}
	u.skip = kind == unitSchema && d.framework && !p.opts.KeepFramework && contains(frameworkSchemas, name)
	p.units = append(p.units, u)
	return u
}

// unitOf returns the unit for which n was visited, nil if it was not.
func (p *pass) unitOf(n tree.Node) *unit {
	d := p.documentOf(n)
	if d == nil {
		return nil
	}
	for ; n.OK(); n = n.Parent() {
		if i := d.units[n.Index()]; i != 0 {
			return p.units[i-1]
		}
	}
	return nil
}

// claim marks n as visited for u; false if it was visited before.
func (p *pass) claim(n tree.Node, u *unit) bool {
	at := &u.doc.units[n.Index()]
	if *at != 0 {
		return false
	}
	*at = u.index
	return true
}

func (p *pass) link(u *unit, to tree.Node) {
	if n := len(u.edges); n == 0 || u.edges[n-1].to != to {
		u.edges = append(u.edges, edge{to})
	}
}

// settleUse finds which units are used: those that a root leads to. In a JSON
// Schema, and in a document without operations, every named schema is a root.
func (p *pass) settleUse() {
	var queue []*unit
	for _, u := range p.units {
		if u.root || p.library[u.doc] {
			u.used = true
			queue = append(queue, u)
		}
	}
	for len(queue) > 0 {
		u := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, e := range u.edges {
			if to := p.unitOf(e.to); to != nil && !to.used {
				to.used = true
				queue = append(queue, to)
			}
		}
	}
}

// settleUsers records for each unit which others refer to it.
func (p *pass) settleUsers() {
	for _, u := range p.units {
		for _, e := range u.edges {
			to := p.unitOf(e.to)
			if to != nil && (len(to.users) == 0 || to.users[len(to.users)-1] != u) {
				to.users = append(to.users, u)
			}
		}
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }
