package loader

import (
	"path"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}

// reserve makes a type for every named schema of an input, so that references
// find it before it is converted.
func (l *loader) reserve(d *document) {
	root := rootOf(d)
	switch d.kind {
	case openAPI:
		schemas := root.get("components").get("schemas")
		for key, n := range schemas.members() {
			at := schemas.member(key.Str(), n)
			l.reserveMember(at, key)
			l.expectRef(at, key.Str())
		}
	case schemaMap:
		for key, n := range root.members() {
			if !strings.HasPrefix(key.Str(), "x-") {
				l.reserveMember(root.member(key.Str(), n), key)
			}
		}
	case jsonSchema:
		l.reserveDefs(root)
		l.reserveRoot(root)
	}
}

// expectRef lets the usual reference to the schema at s, whose key is key, be
// followed without a search. Keys that references escape are left to the search.
func (l *loader) expectRef(s site, key string) {
	if s.sc == s.doc().root && isIdentifier(strings.ReplaceAll(strings.ReplaceAll(key, "-", ""), ".", "")) && !s.doc().faulty {
		l.refs[refKey{s.sc, "#" + s.ptr()}] = s
	}
}

// reserveMember reserves the schema at s, the value of key.
func (l *loader) reserveMember(s site, key tree.Node) {
	l.reserveAs(s, keyName(s, key), source.Loc{Span: key.Span(), Pointer: s.ptr()})
}

// reserveDefs reserves every definition at s and below it.
func (l *loader) reserveDefs(s site) {
	if s.node.Kind() != tree.Object {
		return
	}
	for key, n := range s.members() {
		i, ok := keywordIndex[key.Str()]
		if !ok {
			continue
		}
		k := &keywords[i]
		switch k.below {
		case belowSchema, belowEither, belowList:
			if n.Kind() == tree.Array {
				for i, v := range n.Items() {
					l.reserveDefs(s.item(k.name, i, v))
				}
				continue
			}
			l.reserveDefs(s.member(k.name, n))
		case belowMap, belowMixed:
			for name, v := range s.membersOf(n) {
				at := s.under(k.name, name.Str(), v)
				if k.name == "$defs" || k.name == "definitions" {
					if s.ptr() == "" {
						l.expectRef(at, name.Str())
					}
					l.reserveDef(at, name)
				}
				l.reserveDefs(at)
			}
		}
	}
}

// reserveDef reserves the definition at s. Some writers nest maps of schemas
// inside definitions; those are no schemas themselves.
func (l *loader) reserveDef(s site, key tree.Node) {
	if s.node.Kind() == tree.Object && s.node.Len() > 0 && !looksLikeSchema(s.node) && isSchemaMap(s.node) {
		for name, v := range s.members() {
			at := s.member(name.Str(), v)
			l.reserveMember(at, name)
			l.reserveDefs(at)
		}
		return
	}
	l.reserveMember(s, key)
}

// reserveRoot reserves the root of a JSON Schema document, unless it says
// nothing but definitions or is another name for one of them.
func (l *loader) reserveRoot(s site) {
	if s.node.Kind() == tree.Object && s.node.Len() > 0 && !saysSomething(s.node) {
		return
	}
	name, loc := l.nameOf(s)
	if to, ok := l.lookup(s); ok && onlyRef(s.node) && l.types[to.node] != nil && l.types[to.node].typ.Name == name {
		l.types[s.node] = l.types[to.node]
		return
	}
	l.reserveAs(s, name, loc)
}

// onlyRef reports whether a schema is a reference and text.
func onlyRef(n tree.Node) bool {
	for key := range n.Members() {
		i, ok := keywordIndex[key.Str()]
		if ok && keywords[i].slot != kwRef && keywords[i].group != groupIdentity && keywords[i].group != groupAnnotation && keywords[i].group != groupIgnored {
			return false
		}
	}
	return n.Get("$ref").OK()
}

// saysSomething reports whether a root holds more than definitions and text.
func saysSomething(n tree.Node) bool {
	defs := n.Get("$defs").OK() || n.Get("definitions").OK()
	for key := range n.Members() {
		i, ok := keywordIndex[key.Str()]
		if !ok {
			continue
		}
		if keywords[i].slot == kwAnyReason {
			return true
		}
		switch keywords[i].group {
		case groupIdentity, groupAnnotation, groupIgnored:
		default:
			return true
		}
	}
	return !defs
}

// nameOf returns the name of the schema at s and where it is written; "" if it
// is inline.
func (l *loader) nameOf(s site) (string, source.Loc) {
	if n := s.node.Get("x-gaia-name"); !isBlank(n.Str()) {
		return n.Str(), n.Loc()
	}
	if s.ptr() == "" {
		if s.doc().kind != jsonSchema {
			return "", source.Loc{}
		}
		return rootName(s), headOf(s.loc())
	}
	key := s.node.Key()
	if !key.OK() || !isNamespace(s) {
		return "", source.Loc{}
	}
	return keyName(s, key), source.Loc{Span: key.Span(), Pointer: s.ptr()}
}

// isNamespace reports whether s stands in a map whose keys name schemas.
func isNamespace(s site) bool {
	tokens := strings.Split(s.ptr(), "/")
	switch n := len(tokens); {
	case n < 2:
		return false
	case s.doc().kind == schemaMap && n == 2:
		return true
	case tokens[n-2] == "$defs" || tokens[n-2] == "definitions":
		return n < 3 || tokens[n-3] != "properties"
	default:
		return n == 4 && tokens[1] == "components" && tokens[2] == "schemas"
	}
}

// rootName names a JSON Schema document by its title if that is an identifier,
// else by its file.
func rootName(s site) string {
	if t := s.node.Get("title").Str(); isIdentifier(t) {
		return t
	}
	stem := path.Base(s.doc().path)
	for _, ext := range []string{".json", ".yaml", ".yml", ".schema"} {
		stem = strings.TrimSuffix(stem, ext)
	}
	if name := pascal(splitWords(stem)); name != "" {
		return name
	}
	return "Root"
}

// keyName names a schema by its key. A generic model has a title such as
// "Page[Item]" and the key "Page_Item_" made from it: its words give the name.
func keyName(s site, key tree.Node) string {
	if n := s.node.Get("x-gaia-name"); !isBlank(n.Str()) {
		return n.Str()
	}
	name := key.Str()
	title := s.node.Get("title").Str()
	if strings.Contains(title, "[") && sanitized(title) == sanitized(name) {
		return pascal(splitWords(title))
	}
	return name
}

// sanitized replaces what FastAPI does not allow in component names.
func sanitized(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (isAlnum(byte(r)) || r == '.' || r == '-' || r == '_') {
			return r
		}
		return '_'
	}, s)
}

// reserveAs makes the type of the schema at s, with a name written at loc. If
// another schema has the name, the two must say the same; then they share one
// type.
func (l *loader) reserveAs(s site, name string, loc source.Loc) *entry {
	if e, ok := l.types[s.node]; ok {
		return e
	}
	if name == "" {
		name = "Empty" // what naming calls the empty spelling
	}
	if first, taken := l.names[name]; taken {
		if l.sameSchema(first.at, s) || l.isNameFor(first, s) {
			l.types[s.node] = first
			return first
		}
		l.out.Add(diag.Diagnostic{
			Rule: "naming/duplicate", Severity: diag.Error, Loc: loc,
			Message: "two different schemas have the name " + quote(name),
			Related: []diag.Related{{Message: "the first one is here", Loc: first.typ.Loc}},
			Help:    "rename one of them with \"x-gaia-name\"",
		})
	}
	e := l.newEntry(s, &place{root: []string{name}})
	l.types[s.node] = e
	e.typ.Name, e.typ.Loc = name, loc
	if _, taken := l.names[name]; !taken {
		l.names[name] = e
	}
	l.named = append(l.named, e)
	return e
}

// isNameFor reports whether e, not converted yet, is only a reference to the
// schema at s.
func (l *loader) isNameFor(e *entry, s site) bool {
	if e.state != fresh || e.at.node.Kind() != tree.Object || !onlyRef(e.at.node) {
		return false
	}
	to, ok := l.lookup(e.at)
	return ok && to.node == s.node
}

// equalNodes reports whether two values are the same but for the order of members.
func equalNodes(a, b tree.Node) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case tree.Object:
		for key, v := range a.Members() {
			if !equalNodes(v, b.Get(key.Str())) {
				return false
			}
		}
		return true
	case tree.Array:
		var items []tree.Node
		for _, v := range b.Items() {
			items = append(items, v)
		}
		for i, v := range a.Items() {
			if !equalNodes(v, items[i]) {
				return false
			}
		}
		return true
	}
	return literalKey(a) == literalKey(b)
}
