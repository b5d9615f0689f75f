package loader

import (
	"bytes"
	"net/url"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// index records the identifiers of d: the URI of its root, the resources inside
// it that have one of their own, and the anchors of each.
func (l *loader) index(d *document) {
	if !mayIdentify(d) {
		return
	}
	x := indexer{l: l, doc: d}
	root := rootOf(d)
	x.identify(root)
	x.walk(root)
}

// mayIdentify reports whether the text of d could hold an identifier, so that
// most documents need no walk.
func mayIdentify(d *document) bool {
	data := d.tree.File().Data
	for _, word := range []string{"$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"} {
		if bytes.Contains(data, []byte(word)) {
			return true
		}
	}
	return d.dialect == draft4 && bytes.Contains(data, []byte("id"))
}

type indexer struct {
	l   *loader
	doc *document
}

// walk visits the schemas below s. OpenAPI documents hold them where other
// objects do, so every member is visited there.
func (x *indexer) walk(s site) {
	if x.doc.kind == openAPI || x.doc.kind == schemaMap {
		x.everything(s)
		return
	}
	x.schema(s)
}

func (x *indexer) everything(s site) {
	switch s.node.Kind() {
	case tree.Object:
		for key, n := range s.members() {
			switch key.Str() {
			case "example", "examples", "default", "enum", "const":
				continue
			}
			x.everything(x.enter(s.member(key.Str(), n)))
		}
	case tree.Array:
		for i, n := range s.node.Items() {
			x.everything(x.enter(s.at(n, "/"+strconv.Itoa(i))))
		}
	}
}

// schema visits the schema at s and those below it.
func (x *indexer) schema(s site) {
	if s.node.Kind() != tree.Object {
		return
	}
	for key, n := range s.members() {
		i, ok := keywordIndex[key.Str()]
		if !ok {
			continue
		}
		name := keywords[i].name
		switch keywords[i].below {
		case belowSchema, belowEither:
			if n.Kind() == tree.Array {
				x.list(s, name, n)
				continue
			}
			x.schema(x.enter(s.member(name, n)))
		case belowList:
			x.list(s, name, n)
		case belowMap, belowMixed:
			for k, v := range n.Members() {
				x.schema(x.enter(s.under(name, k.Str(), v)))
			}
		}
	}
}

func (x *indexer) list(s site, name string, n tree.Node) {
	for i, v := range n.Items() {
		x.schema(x.enter(s.item(name, i, v)))
	}
}

// enter opens the resource that starts at s, if one does, and records its anchors.
func (x *indexer) enter(s site) site {
	if s.node.Kind() == tree.Object {
		return x.identify(s)
	}
	return s
}

// identify reads $id (id in draft-04) and the anchors of the schema at s.
func (x *indexer) identify(s site) site {
	id := s.node.Get("$id")
	if x.doc.dialect == draft4 && !id.OK() {
		id = s.node.Get("id")
	}
	if id.Kind() == tree.String && (!s.node.Get("$ref").OK() || !x.doc.dialect.ignoresSiblings()) {
		s = x.resource(s, id.Str())
	}
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		if a := s.node.Get(key); a.Kind() == tree.String {
			s.sc.anchor(a.Str(), s)
		}
	}
	return s
}

// resource opens the resource named id at s. An id that is only a fragment is an
// anchor, as old drafts write it.
func (x *indexer) resource(s site, id string) site {
	base, fragment, _ := strings.Cut(id, "#")
	if base == "" {
		if fragment != "" && !strings.HasPrefix(fragment, "/") {
			s.sc.anchor(fragment, s)
		}
		return s
	}
	uri := resolveURI(s.sc.uri, base)
	if s.ptr() == "" {
		s.sc.uri = uri
	} else {
		s.sc = &scope{doc: x.doc, node: s.node, ptr: s.ptr(), uri: uri}
		if x.doc.scopes == nil {
			x.doc.scopes = map[tree.Node]*scope{}
		}
		x.doc.scopes[s.node] = s.sc
		x.doc.inner = append(x.doc.inner, s.sc)
	}
	if _, taken := x.l.ids[uri]; !taken {
		x.l.ids[uri] = s
	}
	return s
}

func (sc *scope) anchor(name string, s site) {
	if sc.anchors == nil {
		sc.anchors = map[string]site{}
	}
	if _, taken := sc.anchors[name]; !taken {
		sc.anchors[name] = s
	}
}

// resolveURI returns ref made absolute by base; ref itself if either is odd.
func resolveURI(base, ref string) string {
	r, err := url.Parse(ref)
	if err != nil {
		return ref
	}
	b, err := url.Parse(base)
	if err != nil || base == "" {
		return r.String()
	}
	return b.ResolveReference(r).String()
}
