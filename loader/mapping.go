package loader

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// mapped returns the type that a value of a discriminator's mapping names: a
// reference, or the bare name of a schema. It reports one that names nothing.
func (l *loader) mapped(s site) (*entry, bool) {
	text := s.node.Str()
	if s.node.Kind() != tree.String {
		l.out.Errorf("union/mapping", s.loc(), "a value of \"mapping\" is %s; it must name a schema", kindPhrase(s.node.Kind()))
		return nil, false
	}
	if to, ok := l.bareName(s, text); ok {
		return l.typeAt(to), true
	}
	if strings.ContainsAny(text, "#/.") {
		if to, ok := l.mappedRef(s, text); ok {
			return l.typeAt(to), true
		}
	}
	l.out.Add(errorAt("union/mapping", s.loc(), quote(text)+" names no schema", didYouMean(lastToken(text), l.schemaNames(s))))
	return nil, false
}

func lastToken(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

// bareName finds a schema by its key, where the document keeps its schemas.
func (l *loader) bareName(s site, name string) (site, bool) {
	for _, in := range namespaces(s) {
		if n := in.node.Get(name); n.OK() {
			return in.member(name, n), true
		}
		// Some writers put a hash before the bare name.
		if bare, ok := strings.CutPrefix(name, "#"); ok && in.node.Get(bare).OK() {
			return in.member(bare, in.node.Get(bare)), true
		}
	}
	return site{}, false
}

// namespaces returns the maps of named schemas of the document of s.
func namespaces(s site) []site {
	root := rootOf(s.doc())
	if s.doc().kind == schemaMap {
		return []site{root}
	}
	return []site{root.get("components").get("schemas"), root.get("$defs"), root.get("definitions")}
}

func (l *loader) schemaNames(s site) []string {
	var names []string
	for _, in := range namespaces(s) {
		for key := range in.members() {
			names = append(names, key.Str())
		}
	}
	return names
}

func (l *loader) mappedRef(s site, ref string) (site, bool) {
	uri, fragment, _ := strings.Cut(ref, "#")
	sc := s.sc
	if uri != "" {
		to, ok := l.resourceAt(s, uri, s.loc())
		if !ok {
			return site{}, false
		}
		sc = to.sc
	}
	to, ok := fragmentOf(sc, fragment)
	if !ok && uri == "" {
		to, ok = fragmentOf(s.doc().root, fragment)
	}
	return to, ok
}
