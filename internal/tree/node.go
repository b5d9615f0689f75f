package tree

import (
	"iter"

	"github.com/amd-gaia/gaia-gen/internal/source"
)

// Node is a value or a key of a Doc. It is small and comparable. The zero Node
// is nothing: each of its methods returns a zero result.
type Node struct {
	d *Doc
	i uint32
}

// OK reports whether n is a node of a document.
func (n Node) OK() bool { return n.d != nil }

// Doc returns the document that n is part of.
func (n Node) Doc() *Doc { return n.d }

// Kind returns what n is; a key is a String.
func (n Node) Kind() Kind {
	if n.d == nil {
		return Invalid
	}
	return n.d.nodes[n.i].kind
}

// Bool reports whether n is the value true.
func (n Node) Bool() bool {
	return n.d != nil && n.d.nodes[n.i].flags&isTrue != 0
}

// Str returns the decoded text of a String, "" for any other kind. An escape
// of half a surrogate pair decodes to U+FFFD.
func (n Node) Str() string {
	if n.Kind() != String {
		return ""
	}
	x := &n.d.nodes[n.i]
	switch {
	case x.text != 0:
		return n.d.texts[x.text-1]
	case x.flags&isEscaped != 0:
		return unquote(n.d.src[x.start+1 : x.end-1])
	default:
		return n.d.src[x.start+1 : x.end-1]
	}
}

// Raw returns a leaf as JSON text: numbers keep their digits (1.0, 1e2,
// 9007199254740993), strings are quoted as in JSON. It is "" for containers.
func (n Node) Raw() string {
	switch n.Kind() {
	case Null:
		return "null"
	case Bool:
		if n.Bool() {
			return "true"
		}
		return "false"
	case Number:
		x := &n.d.nodes[n.i]
		if x.text != 0 {
			return n.d.texts[x.text-1]
		}
		return n.d.src[x.start:x.end]
	case String:
		x := &n.d.nodes[n.i]
		if x.text == 0 && x.flags&isEscaped == 0 {
			return n.d.src[x.start:x.end]
		}
		return string(appendQuoted(nil, n.Str()))
	default:
		return ""
	}
}

// Len returns how many members an Object or items an Array has, 0 for leaves.
// Duplicate keys count each time.
func (n Node) Len() int {
	if k := n.Kind(); k != Array && k != Object {
		return 0
	}
	return int(n.d.nodes[n.i].text)
}

// Members yields the keys and values of an Object in source order, duplicates
// included; nothing for other kinds.
func (n Node) Members() iter.Seq2[Node, Node] {
	return func(yield func(Node, Node) bool) {
		if n.Kind() != Object {
			return
		}
		end := n.d.nodes[n.i].next
		for k := n.i + 1; k < end; k = n.d.nodes[k+1].next {
			if !yield(Node{n.d, k}, Node{n.d, k + 1}) {
				return
			}
		}
	}
}

// Items yields the indices and values of an Array; nothing for other kinds.
func (n Node) Items() iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) {
		if n.Kind() != Array {
			return
		}
		end := n.d.nodes[n.i].next
		for k, i := 0, n.i+1; i < end; k, i = k+1, n.d.nodes[i].next {
			if !yield(k, Node{n.d, i}) {
				return
			}
		}
	}
}

// Get returns the value of key in an Object, the last one of duplicates, and
// the zero Node when there is none. It looks at one member after the other and
// does not allocate.
func (n Node) Get(key string) Node {
	if n.Kind() != Object {
		return Node{}
	}
	x := &n.d.nodes[n.i]
	found := Node{}
	for k := n.i + 1; k < x.next; k = n.d.nodes[k+1].next {
		if !n.d.keyIs(k, key) {
			continue
		}
		found = Node{n.d, k + 1}
		if x.flags&hasRepeats == 0 {
			break
		}
	}
	return found
}

// keyIs reports whether node k, a key, is the text key.
func (d *Doc) keyIs(k uint32, key string) bool {
	x := &d.nodes[k]
	if x.text == 0 && x.flags&isEscaped == 0 {
		return d.src[x.start+1:x.end-1] == key
	}
	return Node{d, k}.Str() == key
}

// Key returns the key of an object member's value, the zero Node for any other
// node.
func (n Node) Key() Node {
	if n.d == nil || n.d.nodes[n.i].flags&isMember == 0 {
		return Node{}
	}
	return Node{n.d, n.i - 1}
}

// Span returns the bytes of n, with the quotes of a string. What a YAML alias
// stands for has two places: the value itself spans the alias, and everything
// inside it spans the text at the anchor.
func (n Node) Span() source.Span {
	if n.d == nil {
		return source.Span{}
	}
	x := &n.d.nodes[n.i]
	return n.d.span(int(x.start), int(x.end))
}

// Loc returns the Span and the Pointer of n.
func (n Node) Loc() source.Loc {
	return source.Loc{Span: n.Span(), Pointer: n.Pointer()}
}
