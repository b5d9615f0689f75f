package loader

import (
	"iter"
	"strconv"

	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// document is one file as read.
type document struct {
	tree    *tree.Doc
	path    string // fs path
	kind    documentKind
	dialect dialect
	faulty  bool // keys may repeat
	root    *scope
	scopes  map[tree.Node]*scope // resources below the root that have an $id of their own; nil if none
	inner   []*scope             // the same, in document order
}

// documentKind says where a document keeps its schemas.
type documentKind uint8

const (
	jsonSchema documentKind = iota
	openAPI
	schemaMap // a bare map of schemas
)

// scope is one schema resource: what "#" and relative references mean inside.
type scope struct {
	doc     *document
	node    tree.Node
	ptr     string          // of node in its document
	uri     string          // absolute URI without fragment; "" for a document known by its path only
	anchors map[string]site // by plain name
}

// site is a node in its surroundings.
type site struct {
	node tree.Node
	sc   *scope
	id   string // "file.json#/json/pointer": the identity of node across runs
}

// rootOf returns the site of the root of d.
func rootOf(d *document) site { return site{node: d.tree.Root(), sc: d.root, id: d.path + "#"} }

// startOf returns the site of the root of a resource.
func startOf(sc *scope) site { return site{node: sc.node, sc: sc, id: sc.doc.path + "#" + sc.ptr} }

// ptr returns the JSON pointer of s (RFC 6901) from the root of its document.
func (s site) ptr() string { return s.id[len(s.sc.doc.path)+1:] }

func (s site) ok() bool { return s.node.OK() }

func (s site) doc() *document { return s.sc.doc }

func (s site) dialect() dialect { return s.sc.doc.dialect }

// loc returns where s is.
func (s site) loc() source.Loc { return source.Loc{Span: s.node.Span(), Pointer: s.ptr()} }

// at returns the site of n, which stands below s at ptr, itself starting with a
// slash. Below nothing is nothing.
func (s site) at(n tree.Node, ptr string) site {
	if s.sc == nil {
		return site{}
	}
	c := site{node: n, sc: s.sc, id: s.id + ptr}
	if scopes := s.sc.doc.scopes; scopes != nil {
		if sc, ok := scopes[n]; ok {
			c.sc = sc
		}
	}
	return c
}

// get returns the member named key, a site that is not ok if there is none.
func (s site) get(key string) site {
	return s.at(s.node.Get(key), "/"+tree.EscapeToken(key))
}

// member returns the site of n, the value of key in s.
func (s site) member(key string, n tree.Node) site {
	return s.at(n, "/"+tree.EscapeToken(key))
}

// under returns the site of n, the value of key in the member named keyword.
func (s site) under(keyword, key string, n tree.Node) site {
	return s.at(n, "/"+keyword+"/"+tree.EscapeToken(key))
}

// item returns the site of n, the item i of the member named keyword.
func (s site) item(keyword string, i int, n tree.Node) site {
	return s.at(n, "/"+keyword+"/"+strconv.Itoa(i))
}

// members yields the keys and values of s in source order.
func (s site) members() iter.Seq2[tree.Node, tree.Node] { return s.membersOf(s.node) }

// membersOf yields the keys and values of n, which stands in the document of s.
// Of a key that is repeated, which the reader has reported, the last one counts.
func (s site) membersOf(n tree.Node) iter.Seq2[tree.Node, tree.Node] {
	if s.sc == nil || !s.doc().faulty {
		return n.Members()
	}
	return func(yield func(tree.Node, tree.Node) bool) {
		for key, v := range n.Members() {
			if n.Get(key.Str()) == v && !yield(key, v) {
				return
			}
		}
	}
}
