package loader

import (
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// sameSchema reports whether the schemas at a and b, which have one name, say
// the same, but for the order of members. A reference says what it leads to:
// two that lead to named schemas are the same when the names are, and whether
// those two say the same is asked when the second of them is reserved.
func (l *loader) sameSchema(a, b site) bool {
	if a.node.Kind() != tree.Object || b.node.Kind() != tree.Object {
		return equalNodes(a.node, b.node)
	}
	keys := ownKeys(a)
	if len(keys) != len(ownKeys(b)) {
		return false
	}
	for _, key := range keys {
		x, y := a.get(key), b.get(key)
		if !y.ok() || !l.sameKeyword(key, x, y) {
			return false
		}
	}
	return true
}

// ownKeys returns the members of the schema at s that speak of its values. At
// the root of a document others speak of the document, and its title is the name.
func ownKeys(s site) []string {
	var keys []string
	root := s.ptr() == "" && s.doc().kind == jsonSchema
	for key := range s.members() {
		switch k := key.Str(); {
		case k == "x-gaia-name":
		case root && slices.Contains([]string{"$schema", "$id", "title", "$defs", "definitions"}, k):
		default:
			keys = append(keys, k)
		}
	}
	return keys
}

// sameKeyword compares the values of one keyword.
func (l *loader) sameKeyword(key string, x, y site) bool {
	i, ok := keywordIndex[key]
	if !ok {
		return equalNodes(x.node, y.node)
	}
	switch k := &keywords[i]; {
	case k.slot == kwRef:
		return l.sameTarget(x, y)
	case k.slot == kwDiscriminator:
		return l.sameDiscriminator(x, y)
	case k.below == belowSchema, k.below == belowEither && x.node.Kind() == tree.Object:
		return l.sameSchema(x, y)
	case k.below == belowList, k.below == belowEither:
		return l.sameList(x, y)
	case k.below == belowMap, k.below == belowMixed:
		return sameMembers(x, y, l.sameSchema)
	default:
		return equalNodes(x.node, y.node)
	}
}

func (l *loader) sameList(x, y site) bool {
	if x.node.Kind() != tree.Array || y.node.Kind() != tree.Array || x.node.Len() != y.node.Len() {
		return equalNodes(x.node, y.node)
	}
	var items []tree.Node
	for _, n := range y.node.Items() {
		items = append(items, n)
	}
	for i, n := range x.node.Items() {
		at := "/" + itoa(i)
		if !l.sameSchema(x.at(n, at), y.at(items[i], at)) {
			return false
		}
	}
	return true
}

// sameMembers compares two objects member by member.
func sameMembers(x, y site, same func(x, y site) bool) bool {
	if x.node.Kind() != tree.Object || y.node.Kind() != tree.Object || x.node.Len() != y.node.Len() {
		return equalNodes(x.node, y.node)
	}
	for key := range x.members() {
		v := y.get(key.Str())
		if !v.ok() || !same(x.get(key.Str()), v) {
			return false
		}
	}
	return true
}

func (l *loader) sameDiscriminator(x, y site) bool {
	return sameMembers(x, y, func(x, y site) bool {
		if x.node.Key().Str() != "mapping" {
			return equalNodes(x.node, y.node)
		}
		return sameMembers(x, y, l.sameTarget)
	})
}

// sameTarget compares two references, or values of a mapping, by what they lead
// to. Those that lead to nothing are compared as text.
func (l *loader) sameTarget(x, y site) bool {
	if x.node.Kind() != tree.String || y.node.Kind() != tree.String {
		return equalNodes(x.node, y.node)
	}
	a, okA := l.leadsTo(x)
	b, okB := l.leadsTo(y)
	if !okA || !okB {
		return okA == okB && x.node.Str() == y.node.Str()
	}
	if a.node == b.node {
		return true
	}
	nameA, _ := l.nameOf(a)
	nameB, _ := l.nameOf(b)
	if nameA != "" || nameB != "" {
		return nameA == nameB
	}
	return equalNodes(a.node, b.node)
}

// leadsTo returns what the text at s names: a reference, or the bare name of a
// schema in a mapping.
func (l *loader) leadsTo(s site) (site, bool) {
	text := s.node.Str()
	if !strings.ContainsAny(text, "#/.") {
		return l.bareName(s, text)
	}
	return l.lookupRef(s, text)
}
