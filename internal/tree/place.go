package tree

// Index returns where n stands in its document: a number from 0, less than
// Doc.Len, that no other node of the document has. It serves as an index of
// tables about nodes. It is 0 for the zero Node.
func (n Node) Index() int { return int(n.i) }

// Len returns how many nodes d has, keys included.
func (d *Doc) Len() int {
	if d == nil {
		return 0
	}
	return len(d.nodes)
}

// Parent returns the Array or Object that n is in, the zero Node for a root. A
// key has the parent of its value.
func (n Node) Parent() Node {
	if n.d == nil || n.d.nodes[n.i].parent == none {
		return Node{}
	}
	return Node{n.d, n.d.nodes[n.i].parent}
}
