package tree

import (
	"go.yaml.in/yaml/v3"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// alias is the kind of an arena node that stands for node number text. It
// exists only between the building and the expansion of a YAML document.
const alias Kind = Object + 1

// parseYAML reads YAML in three steps: the library's nodes, an arena with
// aliases and merge keys in it, and, if there are any, their expansion.
func parseYAML(d *Doc, lim Limits, out *diag.List) *diag.Diagnostic {
	root, fault := readYAML(d)
	if fault != nil {
		return fault
	}
	b := &yamlBuilder{
		d: d, lim: lim, out: out, open: none,
		at:      newLocator(d.src),
		anchors: map[*yaml.Node]anchored{},
	}
	if _, ok := b.value(root, -1); !ok {
		return b.fault
	}
	if b.indirect {
		expandAliases(d, out)
	}
	return nil
}

// yamlBuilder turns the library's nodes into arena nodes with spans.
type yamlBuilder struct {
	d        *Doc
	lim      Limits
	out      *diag.List
	at       *locator
	open     uint32 // innermost container that is not finished, or none
	depth    int
	total    int // keys and values so far, aliases counted as what they stand for
	anchors  map[*yaml.Node]anchored
	indirect bool // there are aliases or merge keys
	fault    *diag.Diagnostic
}

// anchored is what an alias may refer to.
type anchored struct {
	i    uint32
	done bool // false inside of the value
	extent
}

// extent is the size of a value with its aliases expanded. It is known before
// anything is expanded, so that a document of nested aliases costs nothing.
type extent struct {
	nodes  int
	levels int // containers inside each other; 0 for a leaf
}

// value adds n to the arena. indent is the column, from 0, of the block
// collection around it; -1 at the root.
func (b *yamlBuilder) value(n *yaml.Node, indent int) (extent, bool) {
	start, tag := b.at.start(n)
	switch n.Kind {
	case yaml.AliasNode:
		return b.alias(n, start)
	case yaml.MappingNode:
		return b.container(n, Object, start, tag, indent)
	case yaml.SequenceNode:
		return b.container(n, Array, start, tag, indent)
	default:
		return b.scalar(n, start, tag, indent)
	}
}

// container adds a mapping or a sequence and all inside it.
func (b *yamlBuilder) container(n *yaml.Node, kind Kind, start int, tag property, indent int) (extent, bool) {
	if b.depth == b.lim.Depth {
		return extent{}, b.fail(start, start+1, "nested deeper than %d levels", b.lim.Depth)
	}
	i := uint32(len(b.d.nodes))
	if !b.add(node{kind: kind}, start, start) {
		return extent{}, false
	}
	if tag.found() && tag.text(b.d.src) != "!" && n.Tag != containerTags[kind] {
		b.tagError(i, n, tag)
	}
	if n.Anchor != "" {
		b.anchors[n] = anchored{i: i}
	}
	outer := b.open
	b.open = i
	b.depth++
	size, ok := b.children(n, b.at.indentOf(n, start, indent))
	b.depth--
	b.open = outer
	if !ok {
		return extent{}, false
	}
	b.finish(i, n)
	return b.keep(n, i, size), true
}

// containerTags has the only tag that says what each kind of container is.
var containerTags = map[Kind]string{Object: "!!map", Array: "!!seq"}

// children adds the members or items of n, and returns the extent of n.
func (b *yamlBuilder) children(n *yaml.Node, indent int) (extent, bool) {
	total := extent{nodes: 1, levels: 1}
	for k, child := range n.Content {
		e, ok := extent{nodes: 1}, false
		if n.Kind == yaml.MappingNode && k%2 == 0 {
			ok = b.key(child)
		} else {
			e, ok = b.value(child, indent)
		}
		if !ok {
			return extent{}, false
		}
		total.nodes += e.nodes
		total.levels = max(total.levels, e.levels+1)
	}
	return total, true
}

// finish sets where container i ends: at its bracket, or with its last child.
func (b *yamlBuilder) finish(i uint32, n *yaml.Node) {
	x := &b.d.nodes[i]
	x.next = uint32(len(b.d.nodes))
	end := x.start
	for k := i + 1; k < x.next; k = b.d.nodes[k].next {
		end = b.d.nodes[k].end
	}
	x.end = uint32(b.at.closing(n, int(x.start), int(end)))
	b.at.reach(int(x.end))
}

// keep records what the anchor of n, if it has one, stands for.
func (b *yamlBuilder) keep(n *yaml.Node, i uint32, e extent) extent {
	if n.Anchor != "" {
		b.anchors[n] = anchored{i: i, done: true, extent: e}
	}
	return e
}

// key adds the key of a mapping: the text of a scalar, whatever it would
// resolve to as a value.
func (b *yamlBuilder) key(n *yaml.Node) bool {
	start, _ := b.at.start(n)
	scalar := n
	if n.Kind == yaml.AliasNode {
		scalar = n.Alias
	}
	if scalar.Kind != yaml.ScalarNode {
		return b.fail(start, start+1, "key is a list or a map, expected text")
	}
	x := node{kind: String, flags: isKey, text: b.text(scalar.Value)}
	if n.Kind == yaml.ScalarNode && n.Style == 0 && n.Value == "<<" {
		x.flags |= isMerge
		b.indirect = true
	}
	i := uint32(len(b.d.nodes))
	end := b.at.end(n, start, -1)
	if !b.add(x, start, end) {
		return false
	}
	if start == end {
		b.out.Errorf("yaml/empty-key", Node{b.d, i}.Loc(), "key is empty")
	}
	b.keep(n, i, extent{nodes: 1})
	return true
}

// alias adds an alias, after it has made sure that what it expands to is finite
// and within the limits.
func (b *yamlBuilder) alias(n *yaml.Node, start int) (extent, bool) {
	end := b.at.end(n, start, -1)
	target := b.anchors[n.Alias]
	if !target.done {
		return extent{}, b.fail(start, end, "alias *%s is inside of what it stands for", n.Value)
	}
	if b.depth+target.levels > b.lim.Depth {
		return extent{}, b.fail(start, end, "alias *%s nests deeper than %d levels", n.Value, b.lim.Depth)
	}
	if b.total += target.nodes - 1; b.total >= b.lim.Nodes {
		return extent{}, b.fail(start, end, "aliases expand to more than %d values and keys", b.lim.Nodes)
	}
	b.indirect = true
	return target.extent, b.add(node{kind: alias, text: target.i}, start, end)
}

// scalar adds a leaf.
func (b *yamlBuilder) scalar(n *yaml.Node, start int, tag property, indent int) (extent, bool) {
	i := uint32(len(b.d.nodes))
	leaf := resolve(n, tag.text(b.d.src) == "!")
	x := node{kind: leaf.kind, flags: leaf.flags}
	if leaf.text != "" || leaf.kind == String {
		x.text = b.text(leaf.text)
	}
	end := b.at.end(n, start, indent)
	if start == end {
		start = b.at.empty(start)
		end = start
	}
	if !b.add(x, start, end) {
		return extent{}, false
	}
	switch leaf.fault {
	case noFault:
	case badTag:
		b.tagError(i, n, tag)
	case notFinite:
		b.out.Errorf("yaml/number", Node{b.d, i}.Loc(), "%s is not a JSON number", n.Value)
	}
	return b.keep(n, i, extent{nodes: 1}), true
}

// tagError reports the tag of node i, whose value is read as if it had none.
func (b *yamlBuilder) tagError(i uint32, n *yaml.Node, tag property) {
	loc := source.Loc{Span: b.d.span(tag.start, tag.end), Pointer: Node{b.d, i}.Pointer()}
	if jsonTags[n.Tag] {
		b.out.Errorf("yaml/tag", loc, "tag %s does not fit its value", tag.text(b.d.src))
		return
	}
	b.out.Add(diag.Diagnostic{
		Rule: "yaml/tag", Severity: diag.Error, Loc: loc,
		Message: "tag " + tag.text(b.d.src) + " has no meaning in JSON",
		Help:    "remove the tag",
	})
}

// text stores s and returns its number for node.text.
func (b *yamlBuilder) text(s string) uint32 {
	b.d.texts = append(b.d.texts, s)
	return uint32(len(b.d.texts))
}

// add appends x, which spans [start, end), to the open container.
func (b *yamlBuilder) add(x node, start, end int) bool {
	if b.total == b.lim.Nodes {
		return b.fail(start, end, "more than %d values and keys in one document", b.lim.Nodes)
	}
	b.total++
	x.start, x.end = uint32(start), uint32(end)
	b.d.append(x, b.open)
	b.at.reach(end)
	return true
}

// fail records a Fatal finding and returns false.
func (b *yamlBuilder) fail(start, end int, format string, args ...any) bool {
	loc := source.Loc{Span: b.d.span(start, end)}
	if b.open != none {
		loc.Pointer = Node{b.d, b.open}.Pointer()
	}
	b.fault = fatal(loc, format, args...)
	return false
}
