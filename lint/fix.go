package lint

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// The functions of this file make edits of JSON and of YAML, which takes JSON
// wherever a value may stand. Each returns nil where the text around the place is
// not what it expects, for instance behind a YAML anchor.

// isJSON reports whether n is written as in JSON: with braces, brackets or
// quotes.
func isJSON(n tree.Node) bool {
	text := sourceText(n)
	switch n.Kind() {
	case tree.Object:
		return strings.HasPrefix(text, "{")
	case tree.Array:
		return strings.HasPrefix(text, "[")
	}
	return true
}

// insertBefore returns the edit that puts a member before that of key.
func insertBefore(key tree.Node, name, value, description string) []Fix {
	lead, ok := leadOf(key.Span())
	if !ok {
		return nil
	}
	text := quoteJSON(name) + ": " + value
	switch {
	case !isJSON(key.Parent()) && lead.newline:
		text = yamlKey(name) + ": " + value + lead.text
	case isJSON(key.Parent()) && lead.newline:
		text += "," + lead.text
	case isJSON(key.Parent()):
		text += ", "
	default:
		return nil
	}
	return []Fix{{Description: description, Edits: []Edit{{Span: emptyAt(key.Span()), Text: text}}}}
}

func yamlKey(name string) string {
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_' {
			return quoteJSON(name)
		}
	}
	return name
}

// insertMember returns the edit that puts a member into the object n, before the
// first one.
func insertMember(n tree.Node, name, value, description string) []Fix {
	for key := range n.Members() {
		return insertBefore(key, name, value, description)
	}
	if n.Kind() != tree.Object || !isJSON(n) {
		return nil
	}
	at := n.Span()
	at.Start++
	at.End = at.Start
	return []Fix{{Description: description, Edits: []Edit{{Span: at, Text: quoteJSON(name) + ": " + value}}}}
}

func emptyAt(s source.Span) source.Span {
	s.End = s.Start
	return s
}

// lead is what stands between a thing and the one before it.
type lead struct {
	text    string // for another thing of the same kind: a line end and the indentation
	newline bool   // it is the first of its line
}

// leadOf reads the text before span on its line.
func leadOf(span source.Span) (lead, bool) {
	data := span.File.Data
	start := bytes.LastIndexAny(data[:span.Start], "\r\n") + 1
	before := string(data[start:span.Start])
	end := "\n"
	if start > 1 && data[start-1] == '\n' && data[start-2] == '\r' {
		end = "\r\n"
	}
	indent := strings.Map(func(r rune) rune {
		if r == '-' {
			return ' ' // the first key of a map in a list
		}
		return r
	}, before)
	switch {
	case start > 0 && strings.Trim(indent, " \t") == "":
		return lead{end + indent, true}, true
	case strings.HasSuffix(strings.TrimRight(before, " \t"), "{"), strings.HasSuffix(strings.TrimRight(before, " \t"), ","), strings.HasSuffix(strings.TrimRight(before, " \t"), "["):
		return lead{}, true
	}
	return lead{}, false
}

// removeMember returns the edit that takes out the member whose value is v.
func removeMember(v tree.Node) []Fix {
	key := v.Key()
	span := source.Span{File: v.Doc().File(), Start: key.Span().Start, End: v.Span().End}
	return remove(span, v.Parent(), "remove "+quote(key.Str()))
}

// removeItem returns the edit that takes out an item of a list.
func removeItem(v tree.Node) []Fix {
	return remove(v.Span(), v.Parent(), "remove it from the list")
}

// remove returns the edit that takes span, a member or an item of the JSON
// container in, with the comma that belongs to it. What is written as a YAML
// block has no such edit.
func remove(span source.Span, in tree.Node, description string) []Fix {
	if !isJSON(in) || in.Kind() != tree.Object && in.Kind() != tree.Array {
		return nil
	}
	data := span.File.Data
	before := bytes.TrimRight(data[:span.Start], " \t\r\n")
	after := span.End
	for after < len(data) && strings.IndexByte(" \t\r\n", data[after]) >= 0 {
		after++
	}
	switch {
	case len(before) > 0 && before[len(before)-1] == ',':
		span.Start = len(before) - 1
	case after < len(data) && data[after] == ',':
		span.End = after + 1
		for span.End < len(data) && strings.IndexByte(" \t\r\n", data[span.End]) >= 0 {
			span.End++
		}
	case in.Len() > 1:
		return nil
	}
	return []Fix{{Description: description, Edits: []Edit{{Span: span}}}}
}

// addRequired returns the edit that makes the property name of the schema n
// required.
func addRequired(n tree.Node, name string) []Fix {
	description := "add " + quote(name) + " to \"required\""
	list := n.Get("required")
	if !list.OK() {
		if key := n.Get("properties").Key(); key.OK() {
			return insertBefore(key, "required", "["+quoteJSON(name)+"]", description)
		}
		return nil
	}
	if list.Kind() != tree.Array {
		return nil
	}
	if list.Len() == 0 && isJSON(list) {
		return []Fix{{Description: description, Edits: []Edit{{Span: list.Span(), Text: "[" + quoteJSON(name) + "]"}}}}
	}
	for _, first := range list.Items() {
		return insertItem(first, quoteJSON(name), description)
	}
	return nil
}

// insertItem returns the edit that puts an item before first.
func insertItem(first tree.Node, value, description string) []Fix {
	if !isJSON(first.Parent()) {
		lead, ok := leadOf(first.Span())
		if !ok || !lead.newline {
			return nil
		}
		dashed := strings.TrimSuffix(lead.text, "  ")
		if len(dashed) == len(lead.text) {
			return nil
		}
		return []Fix{{Description: description, Edits: []Edit{{Span: emptyAt(first.Span()), Text: value + dashed + "- "}}}}
	}
	text := value + ", "
	if lead, ok := leadOf(first.Span()); ok && lead.newline {
		text = value + "," + lead.text
	}
	return []Fix{{Description: description, Edits: []Edit{{Span: emptyAt(first.Span()), Text: text}}}}
}

// replace returns the edit that writes text for n.
func replace(n tree.Node, text, description string) []Fix {
	return []Fix{{Description: description, Edits: []Edit{{Span: n.Span(), Text: text}}}}
}

// Apply returns data with the edits of fixes made, which are all of one file. A
// fix that overlaps one before it is left out; skipped counts those.
func Apply(data []byte, fixes []Fix) (fixed []byte, skipped int) {
	var taken []Edit
	for _, f := range fixes {
		if overlapsAny(taken, f.Edits) {
			skipped++
			continue
		}
		taken = append(taken, f.Edits...)
	}
	sortEdits(taken)
	at := 0
	for _, e := range taken {
		fixed = append(fixed, data[at:e.Span.Start]...)
		fixed = append(fixed, e.Text...)
		at = e.Span.End
	}
	return append(fixed, data[at:]...), skipped
}

func overlapsAny(taken, edits []Edit) bool {
	for _, e := range edits {
		for _, t := range taken {
			if e.Span.Start < t.Span.End && t.Span.Start < e.Span.End || e.Span.Start == t.Span.Start {
				return true
			}
		}
	}
	return false
}

func sortEdits(edits []Edit) {
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
}
