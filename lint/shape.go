package lint

import (
	"hash/maphash"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// compState serves the comparison of schemas.
type compState struct {
	seed      maphash.Seed
	assumed   map[[2]tree.Node]bool // pairs of schemas that are being compared
	undefined []undefined
}

func (c *compState) init() {
	c.seed = maphash.MakeSeed()
	c.assumed = map[[2]tree.Node]bool{}
}

// shapeEnd reports named schemas that are the same but for their texts.
func shapeEnd(p *pass) {
	first := map[uint64][]*unit{}
	for _, u := range p.units {
		if u.kind != unitSchema || u.skip || !hasShape(u.node) {
			continue
		}
		h := p.shape(u.node, inSchema)
		if other := p.twinOf(u, first[h]); other != nil {
			p.reportTwins(other, u)
			continue
		}
		first[h] = append(first[h], u)
	}
}

func (p *pass) twinOf(u *unit, others []*unit) *unit {
	for _, other := range others {
		if p.sameShape(other.node, u.node) && (other.doc == u.doc || other.name != u.name) {
			return other
		}
	}
	return nil
}

func (p *pass) reportTwins(a, b *unit) {
	message := quote(a.name) + " and " + quote(b.name) + " are identical"
	help := "use one of them for both"
	if stem(a.name) == stem(b.name) {
		message += ": export with separate_input_output_schemas=False"
		help = "create the application as FastAPI(separate_input_output_schemas=False)"
	}
	p.report(fault{
		rule: "comp/duplicate-shape", loc: keyLoc(b.node), message: message, key: b.name, unit: b,
		related: []diag.Related{{Message: "the other one is here", Loc: keyLoc(a.node)}}, help: help,
	})
}

// stem takes the endings off by which FastAPI tells the two readings of a model
// apart.
func stem(name string) string {
	return strings.TrimSuffix(strings.TrimSuffix(name, "-Input"), "-Output")
}

// hasShape reports whether a schema says enough to be worth comparing.
func hasShape(n tree.Node) bool {
	return n.Get("properties").Len() > 0 || n.Get("enum").Len() > 1 || n.Get("oneOf").Len() > 1 || n.Get("anyOf").Len() > 1
}

// level says how the members of an object count in a comparison.
type level uint8

const (
	inSchema level = iota // members are keywords
	inNames               // members are names of schemas
	inValue               // members are data
)

// next returns the level of the value of the keyword.
func (l level) next(keyword string) level {
	if l == inNames {
		return inSchema
	}
	if l == inValue {
		return inValue
	}
	switch keyword {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		return inNames
	case "enum", "const", "default", "mapping", "required":
		return inValue
	}
	return inSchema
}

// isText reports whether a keyword only tells about a schema.
func isText(keyword string) bool {
	switch keyword {
	case "title", "description", "example", "examples", "externalDocs", "$comment", "xml":
		return true
	}
	return strings.HasPrefix(keyword, "x-")
}

// shape returns a number that is the same for schemas that are the same but for
// their texts, the order of members, and which reading a reference names.
func (p *pass) shape(n tree.Node, l level) uint64 {
	switch n.Kind() {
	case tree.Object:
		sum := uint64(n.Kind())
		for key, v := range n.Members() {
			name := key.Str()
			if l == inSchema && isText(name) {
				continue
			}
			if l == inSchema && name == "$ref" {
				sum += maphash.String(p.seed, stem(v.Str()))
				continue
			}
			sum += mix(maphash.String(p.seed, name), p.shape(v, l.next(name)))
		}
		return sum
	case tree.Array:
		sum := uint64(n.Kind())
		for _, v := range n.Items() {
			sum = mix(sum, p.shape(v, l))
		}
		return sum
	case tree.String:
		return maphash.String(p.seed, n.Str())
	default:
		return mix(uint64(n.Kind()), maphash.String(p.seed, n.Raw()))
	}
}

func mix(a, b uint64) uint64 {
	a ^= b + 0x9e3779b97f4a7c15 + a<<6 + a>>2
	return a * 0xff51afd7ed558ccd
}

// sameShape reports whether two schemas are the same but for their texts and the
// order of members.
func (p *pass) sameShape(a, b tree.Node) bool { return p.same(a, b, inSchema) }

func (p *pass) same(a, b tree.Node, l level) bool {
	if a == b {
		return true
	}
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case tree.Object:
		return countMembers(a, l) == countMembers(b, l) && p.sameMembers(a, b, l)
	case tree.Array:
		return p.sameItems(a, b, l)
	case tree.String:
		return a.Str() == b.Str()
	default:
		return a.Raw() == b.Raw()
	}
}

// countMembers counts the members that are compared.
func countMembers(n tree.Node, l level) int {
	count := 0
	for key := range n.Members() {
		if l != inSchema || !isText(key.Str()) {
			count++
		}
	}
	return count
}

// sameMembers reports whether b has every member of a.
func (p *pass) sameMembers(a, b tree.Node, l level) bool {
	for key, v := range a.Members() {
		name := key.Str()
		if l == inSchema && isText(name) {
			continue
		}
		w := b.Get(name)
		if l == inSchema && name == "$ref" {
			if !p.sameTarget(v, w) {
				return false
			}
			continue
		}
		if !w.OK() || !p.same(v, w, l.next(name)) {
			return false
		}
	}
	return true
}

func (p *pass) sameItems(a, b tree.Node, l level) bool {
	if a.Len() != b.Len() {
		return false
	}
	var others []tree.Node
	for _, w := range b.Items() {
		others = append(others, w)
	}
	for i, v := range a.Items() {
		if !p.same(v, others[i], l) {
			return false
		}
	}
	return true
}

// sameTarget reports whether two references name the same schema, or the two
// readings of one model that are the same. Schemas that refer to themselves are
// the same if they are whenever their references are.
func (p *pass) sameTarget(v, w tree.Node) bool {
	a, ok := p.target(v)
	b, ok2 := p.target(w)
	if !ok || !ok2 {
		return v.Str() == w.Str()
	}
	pair := [2]tree.Node{a, b}
	if a == b || p.assumed[pair] {
		return true
	}
	if stem(v.Str()) != stem(w.Str()) || len(p.assumed) > maxParts {
		return false
	}
	p.assumed[pair] = true
	defer delete(p.assumed, pair)
	return p.sameShape(a, b)
}

// sameValue reports whether two values are equal, numbers by their value where
// they are small enough to tell.
func sameValue(a, b tree.Node) bool {
	if a.Kind() == tree.Number && b.Kind() == tree.Number {
		return sameNumber(a.Raw(), b.Raw())
	}
	return a.Kind() == b.Kind() && a.JSON() == b.JSON()
}
