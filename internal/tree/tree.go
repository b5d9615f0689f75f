// Package tree reads JSON and YAML into an ordered tree in which every node and
// key knows its byte span.
package tree

import (
	"bytes"
	"math"
	"path"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// Kind is what a node is in the JSON data model; YAML resolves to the same six.
type Kind uint8

const (
	// Invalid is the kind of the zero Node only.
	Invalid Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String returns the JSON Schema name of the type: "null", "boolean", "number",
// "string", "array" or "object"; "nothing" for Invalid.
func (k Kind) String() string {
	return [...]string{"nothing", "null", "boolean", "number", "string", "array", "object"}[k]
}

// Limits bounds what Parse accepts, so that no input exhausts memory or the
// stack. A zero field means its default.
type Limits struct {
	Bytes int // size of the file; default 256 MiB, never more than 4 GiB
	Depth int // arrays and objects inside each other; default 1000
	Nodes int // keys, values and what YAML aliases expand to; default 10 million
}

func (l Limits) orDefault() Limits {
	if l.Bytes <= 0 {
		l.Bytes = 256 << 20
	}
	if l.Depth <= 0 {
		l.Depth = 1000
	}
	if l.Nodes <= 0 {
		l.Nodes = 10_000_000
	}
	// Offsets and node numbers are 32 bits wide.
	l.Bytes = min(l.Bytes, math.MaxUint32)
	l.Nodes = min(l.Nodes, math.MaxUint32-1)
	return l
}

// Doc is one parsed document. It never changes after Parse and is safe for
// concurrent use.
type Doc struct {
	file  *source.File
	src   string   // the file's data; texts of JSON leaves are slices of it
	nodes []node   // preorder: a container, then its children; a key, then its value
	texts []string // texts that are not in src as such (YAML only), by node.text-1
}

// node is one key or value. It has no pointers, so that the collector never
// looks into the arena.
type node struct {
	start, end uint32 // bytes of the file; a JSON string includes its quotes
	next       uint32 // number of the node after this subtree
	parent     uint32 // number of the container; none for the root
	ord        uint32 // which member or item of the container, from 0; a key has its value's
	text       uint32 // container: members or items. Leaf: 0 is the span, k is texts[k-1]
	kind       Kind
	flags      flags
}

type flags uint8

const (
	isKey      flags = 1 << iota
	isMember         // the value of an object member; its key is the node before
	isTrue           // a Bool
	isEscaped        // a JSON string with backslashes
	hasRepeats       // an Object with duplicate keys
	isMerge          // a YAML merge key, <<; only before the expansion
)

// none is the parent of the root.
const none = math.MaxUint32

// append adds x, a key or value without children yet, as the next one of the
// container open, and returns its number.
func (d *Doc) append(x node, open uint32) uint32 {
	i := uint32(len(d.nodes))
	x.next, x.parent = i+1, open
	if open != none {
		parent := &d.nodes[open]
		x.ord = parent.text
		if x.flags&isKey == 0 {
			parent.text++
			if parent.kind == Object {
				x.flags |= isMember
			}
		}
	}
	d.nodes = append(d.nodes, x)
	return i
}

// Parse reads f as JSON or YAML: by its extension .json, .yaml or .yml in any
// case, by its first characters under any other name. A file that is not such
// a document, is empty, or exceeds lim gives nil and one Fatal diagnostic.
// Duplicate keys are Errors, and the Doc keeps all of them.
func Parse(f *source.File, lim Limits, out *diag.List) *Doc {
	lim = lim.orDefault()
	if fault := checkBytes(f, lim); fault != nil {
		out.Add(*fault)
		return nil
	}
	d := &Doc{file: f, src: string(f.Data)}
	fault := read(d, lim, out)
	if fault != nil {
		out.Add(*fault)
		return nil
	}
	reportRepeats(d, out)
	return d
}

// read fills d. JSON in a file named as YAML is read as JSON, which it is as
// well, because that is many times faster and takes the escape \/.
func read(d *Doc, lim Limits, out *diag.List) *diag.Diagnostic {
	switch formatOf(d.file) {
	case formatJSON:
		return parseJSON(d, lim)
	case formatYAML:
		if startsAsJSON(d.file) && parseJSON(d, lim) == nil {
			return nil
		}
		d.nodes = nil
		return parseYAML(d, lim, out)
	default:
		panic("tree: unknown format")
	}
}

type format uint8

const (
	formatJSON format = iota
	formatYAML
)

// formatOf decides the format. A file of unknown extension is JSON when it
// starts as only JSON documents do in practice.
func formatOf(f *source.File) format {
	switch strings.ToLower(path.Ext(f.Name)) {
	case ".json":
		return formatJSON
	case ".yaml", ".yml":
		return formatYAML
	}
	if startsAsJSON(f) {
		return formatJSON
	}
	return formatYAML
}

// startsAsJSON reports whether f starts with a bracket or a brace.
func startsAsJSON(f *source.File) bool {
	first := body(f.Data)[0]
	return first == '{' || first == '['
}

// bom is the UTF-8 byte order mark.
const bom = "\ufeff"

// checkBytes refuses what neither format can read.
func checkBytes(f *source.File, lim Limits) *diag.Diagnostic {
	text := string(f.Data[:min(len(f.Data), 4)])
	switch {
	case len(f.Data) > lim.Bytes:
		return fatal(source.Loc{Span: source.Span{File: f}},
			"file has %d bytes, more than the limit of %d", len(f.Data), lim.Bytes)
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"):
		d := fatal(source.Loc{Span: source.Span{File: f, End: 2}}, "file is encoded as UTF-16, expected UTF-8")
		d.Help = "save the file as UTF-8"
		return d
	case len(body(f.Data)) == 0:
		return fatal(source.Loc{Span: source.Span{File: f}}, "file is empty")
	}
	return nil
}

// body returns data without a byte order mark and white space before it.
func body(data []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(data, []byte(bom)), " \t\r\n")
}

// Root returns the document's value, the zero Node for a nil Doc.
func (d *Doc) Root() Node {
	if d == nil {
		return Node{}
	}
	return Node{d: d}
}

// File returns the file that d was read from, nil for a nil Doc.
func (d *Doc) File() *source.File {
	if d == nil {
		return nil
	}
	return d.file
}

// span returns the bytes [start, end) of the file.
func (d *Doc) span(start, end int) source.Span {
	return source.Span{File: d.file, Start: start, End: end}
}
