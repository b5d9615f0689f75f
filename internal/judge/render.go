package judge

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// rendering is a document as the OpenAPI library can read it: JSON with each
// member and item on a line of its own, so that a line names a node.
type rendering struct {
	text  strings.Builder
	lines []tree.Node // what starts on each line
	// partial has the objects and arrays of which something is left out.
	partial map[tree.Node]bool
}

// renderer writes renderings. It leaves out what the library cannot read
// although it is right, and what has been reported already.
type renderer struct {
	r    *rendering
	omit map[tree.Node]bool     // values that are left out with their keys
	keep func(n tree.Node) bool // whether the value of a $ref is kept
}

// render returns the document with this root, without the values in omit and
// the $refs that keep refuses.
func render(root tree.Node, omit map[tree.Node]bool, keep func(ref tree.Node) bool) *rendering {
	w := &renderer{r: &rendering{lines: []tree.Node{root}, partial: map[tree.Node]bool{}}, omit: omit, keep: keep}
	w.value(root)
	return w.r
}

// node returns what starts on a line, counted from 1; the zero Node if there is
// no such line.
func (r *rendering) node(line int) tree.Node {
	if line < 1 || line > len(r.lines) {
		return tree.Node{}
	}
	return r.lines[line-1]
}

// newLine starts the line of n.
func (w *renderer) newLine(n tree.Node) {
	w.r.text.WriteByte('\n')
	w.r.lines = append(w.r.lines, n)
}

func (w *renderer) value(n tree.Node) {
	switch n.Kind() {
	case tree.Object:
		w.object(n)
	case tree.Array:
		w.array(n)
	case tree.String:
		w.str(n.Str())
	case tree.Number:
		w.r.text.WriteString(plainInteger(n.Raw()))
	default:
		w.r.text.WriteString(n.Raw())
	}
}

// object writes the members of n. Of duplicate keys, only the last one counts.
// The first member of an array's item is on the line of the item, which is
// where the library says that the item is.
func (w *renderer) object(n tree.Node) {
	w.r.text.WriteByte('{')
	first := true
	last := lastMembers(n)
	for key, value := range n.Members() {
		if last[key.Str()] != value {
			continue
		}
		if w.omit[value] || key.Str() == "$ref" && !w.keep(value) {
			w.r.partial[n] = true
			continue
		}
		if !first {
			w.r.text.WriteByte(',')
		}
		if !first || n.Key().OK() {
			w.newLine(value)
		}
		first = false
		w.str(key.Str())
		w.r.text.WriteByte(':')
		if key.Str() == "openapi" && n == n.Doc().Root() && value.Kind() == tree.Number {
			w.str(value.Raw()) // openapi: 3.1 in YAML
			continue
		}
		w.value(value)
	}
	w.r.text.WriteByte('}')
}

// lastMembers returns the values of n by key, the last one of duplicates.
func lastMembers(n tree.Node) map[string]tree.Node {
	last := make(map[string]tree.Node, n.Len())
	for key, value := range n.Members() {
		last[key.Str()] = value
	}
	return last
}

func (w *renderer) array(n tree.Node) {
	w.r.text.WriteByte('[')
	first := true
	for _, item := range n.Items() {
		if w.omit[item] {
			w.r.partial[n] = true
			continue
		}
		if !first {
			w.r.text.WriteByte(',')
		}
		first = false
		w.newLine(item)
		w.value(item)
	}
	w.r.text.WriteByte(']')
}

// plainInteger returns a number of integral value and moderate size in digits
// only, 1.0 as 1 and 1e2 as 100, because the library takes nothing else for an
// integer. Other numbers stay as they are.
func plainInteger(raw string) string {
	const digits = 18
	if !strings.ContainsAny(raw, ".eE") {
		return raw
	}
	f, _, err := big.ParseFloat(raw, 10, 256, big.ToNearestEven)
	if err != nil || !f.IsInt() || f.MantExp(nil) > 60 {
		return raw
	}
	if text := f.Text('f', 0); len(text) <= digits {
		return text
	}
	return raw
}

// str writes a string. The library reads it as YAML, where some characters end
// a line or are not allowed.
func (w *renderer) str(s string) {
	b := &w.r.text
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ', r >= 0x7f && r < 0xa0, r == 0x2028, r == 0x2029, r == 0xfeff, r == 0xfffe, r == 0xffff:
			fmt.Fprintf(b, `\u%04x`, r)
		case r == utf8.RuneError:
			b.WriteString("\ufffd")
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}
