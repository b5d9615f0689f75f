package lint

import (
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// place says where a schema stands in the one around it.
type place uint8

const (
	placeRoot     place = iota // a component, a definition, a parameter's schema: nothing is around it
	placeBody                  // the schema of content: nothing is around it either
	placeProperty              // a member of properties
	placePattern               // a member of patternProperties
	placeExtra                 // additionalProperties
	placeItem                  // items, for all elements
	placeElement               // one element of a tuple
	placePart                  // an item of allOf
	placeBranch                // an item of oneOf or anyOf
	placeContent               // contentSchema
	placeTest                  // where it only tests values: not, if, contains, propertyNames, …
)

// schema is one schema as the walk comes to it. It is valid during the call that
// gets it: the walk uses it again for the next one.
type schema struct {
	keywords
	node  tree.Node
	key   tree.Node // of node in its object; the zero Node in lists and at roots
	up    *schema   // the schema around it, nil for none
	place place
	label string // member name, number in its list, or what a root is called behind its unit: ".body"
	tests bool   // it or a schema around it only tests values
	unit  *unit
	doc   *document
}

// schemaOf visits the schema at n, which stands in up or, when that is nil, is
// the root that label names.
func (p *pass) schemaOf(n tree.Node, u *unit, up *schema, at place, label string) {
	if n.Kind() != tree.Object && n.Kind() != tree.Bool || !p.claim(n, u) {
		return
	}
	s := p.frame()
	defer p.drop()
	*s = schema{node: n, key: n.Key(), up: up, place: at, label: label, unit: u, doc: u.doc}
	s.tests = at == placeTest || up != nil && up.tests
	if n.Kind() == tree.Object {
		s.keywords = u.doc.read(n)
	}
	for _, check := range p.onSchema {
		check(p, s)
	}
	if n.Kind() == tree.Object {
		p.below(s)
	}
}

// frame returns a schema to fill. One is kept for each depth.
func (p *pass) frame() *schema {
	if p.depth == len(p.frames) {
		p.frames = append(p.frames, new(schema))
	}
	p.depth++
	return p.frames[p.depth-1]
}

func (p *pass) drop() { p.depth-- }

// below visits the schemas inside s, in the order of the document.
func (p *pass) below(s *schema) {
	s.doc.members(s.node, func(key, v tree.Node) {
		switch word := key.Str(); word {
		case "$ref", "$dynamicRef", "$recursiveRef":
			p.refer(s.unit, v, unitSchema)
		case "properties":
			s.doc.members(v, func(name, n tree.Node) { p.schemaOf(n, s.unit, s, placeProperty, name.Str()) })
		case "patternProperties":
			s.doc.members(v, func(name, n tree.Node) { p.schemaOf(n, s.unit, s, placePattern, name.Str()) })
		case "additionalProperties":
			p.schemaOf(v, s.unit, s, placeExtra, "")
		case "items":
			if v.Kind() == tree.Array {
				p.listOf(v, s, placeElement)
				return
			}
			p.schemaOf(v, s.unit, s, placeItem, "")
		case "prefixItems":
			p.listOf(v, s, placeElement)
		case "additionalItems":
			p.schemaOf(v, s.unit, s, placeItem, "")
		case "allOf":
			p.listOf(v, s, placePart)
		case "anyOf", "oneOf":
			p.listOf(v, s, placeBranch)
		case "contentSchema":
			p.schemaOf(v, s.unit, s, placeContent, "")
		case "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties":
			p.schemaOf(v, s.unit, s, placeTest, word)
		case "dependentSchemas", "dependencies":
			s.doc.members(v, func(name, n tree.Node) { p.schemaOf(n, s.unit, s, placeTest, name.Str()) })
		case "$defs", "definitions":
			p.definitions(v, s.doc)
		case "discriminator":
			p.mappingOf(s, v)
		}
	})
}

func (p *pass) listOf(list tree.Node, s *schema, at place) {
	for i, n := range list.Items() {
		p.schemaOf(n, s.unit, s, at, strconv.Itoa(i))
	}
}

// definitions visits a map of named schemas, each a unit. Some writers nest such
// maps; what is none and holds only schemas is one.
func (p *pass) definitions(n tree.Node, d *document) {
	d.members(n, func(key, v tree.Node) {
		if isNamespace(v) {
			p.definitions(v, d)
			return
		}
		p.schemaOf(v, p.newUnit(unitSchema, key.Str(), v, d), nil, placeRoot, "")
	})
}

// isNamespace reports whether no member of n is a keyword and all are objects
// in which one is.
func isNamespace(n tree.Node) bool {
	if n.Kind() != tree.Object || n.Len() == 0 || hasKeyword(n) {
		return false
	}
	for _, v := range n.Members() {
		if v.Kind() != tree.Object || !hasKeyword(v) {
			return false
		}
	}
	return true
}

func hasKeyword(n tree.Node) bool {
	for key := range n.Members() {
		switch key.Str() {
		case "$ref", "type", "enum", "const", "properties", "items", "allOf", "anyOf", "oneOf", "not", "additionalProperties",
			"patternProperties", "title", "description", "format", "$id", "id", "$comment", "default", "required", "$dynamicRef":
			return true
		}
	}
	return false
}

// mappingOf records what a discriminator's mapping refers to.
func (p *pass) mappingOf(s *schema, discriminator tree.Node) {
	for _, v := range discriminator.Get("mapping").Members() {
		if to, ok := p.in.Refs.Mapped(v); ok {
			p.link(s.unit, to)
		}
	}
	if to, ok := p.in.Refs.Mapped(discriminator.Get("defaultMapping")); ok {
		p.link(s.unit, to)
	}
}

// name returns the names that lead to s: "Order.lines[].price".
func (s *schema) name() string {
	var b strings.Builder
	s.writeName(&b)
	return b.String()
}

func (s *schema) writeName(b *strings.Builder) {
	if s.up == nil {
		b.WriteString(s.unit.name)
		b.WriteString(s.label)
		return
	}
	s.up.writeName(b)
	switch s.place {
	case placeProperty:
		b.WriteString("." + s.label)
	case placePattern:
		b.WriteString("{" + s.label + "}")
	case placeExtra:
		b.WriteString("{}")
	case placeItem:
		b.WriteString("[]")
	case placeElement:
		b.WriteString("[" + s.label + "]")
	case placeBranch:
		b.WriteString(s.branchName())
	case placeTest:
		b.WriteString("(" + s.label + ")")
	}
}

// branchName tells a branch from its neighbours: by its title or a tag, never by
// its number. The only branch beside null has no name of its own.
func (s *schema) branchName() string {
	others := 0
	for _, n := range s.up.branches().Items() {
		if n != s.node && !isNullSchema(n) {
			others++
		}
	}
	if others == 0 {
		return ""
	}
	if t := s.title.Str(); t != "" {
		return "|" + t
	}
	for key, v := range s.properties.Members() {
		if tag := literalOf(v); tag.OK() {
			return "|" + key.Str() + "=" + text(tag)
		}
	}
	if t := s.types(); t != 0 {
		return "|" + t.String()
	}
	return "|"
}

// literalOf returns the only value that the schema n allows at a glance.
func literalOf(n tree.Node) tree.Node {
	if c := n.Get("const"); c.OK() {
		return c
	}
	if e := n.Get("enum"); e.Kind() == tree.Array && e.Len() == 1 {
		for _, v := range e.Items() {
			return v
		}
	}
	return tree.Node{}
}

// text returns a value as messages and keys show it, without quotes.
func text(v tree.Node) string {
	if v.Kind() == tree.String {
		return v.Str()
	}
	return v.JSON()
}

// isNullSchema reports whether n allows null and nothing else.
func isNullSchema(n tree.Node) bool {
	if n.Get("type").Str() == "null" {
		return true
	}
	return !n.Get("type").OK() && literalOf(n).Kind() == tree.Null
}
