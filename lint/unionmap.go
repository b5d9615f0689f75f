package lint

import (
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// checkMapping judges the mapping, entry by entry, and then the variants beside
// each other.
func (u *union) checkMapping() {
	mapping := u.disc.Get("mapping")
	twins := u.duplicateTags()
	mapped := map[*variant][]string{}
	u.doc.members(mapping, func(key, value tree.Node) {
		for _, v := range u.mappedTo(value) {
			mapped[v] = append(mapped[v], key.Str())
			if !twins[v] && v.tag.closed && !v.nested.OK() && !hasText(v.tag.values, key.Str()) {
				u.reportMismatch(key, value, v)
			}
		}
	})
	if mapping.Kind() == tree.Object {
		u.checkUnmapped(mapping, mapped)
		return
	}
	u.checkImplied()
}

// checkResolved reports entries of the mapping that name nothing.
func (u *union) checkResolved() {
	u.doc.members(u.disc.Get("mapping"), func(_, value tree.Node) {
		if _, ok := u.p.in.Refs.Mapped(value); !ok {
			u.reportUnresolved(value)
		}
	})
}

func (u *union) reportUnresolved(value tree.Node) {
	u.report(fault{
		rule: "union/mapping-unresolved", loc: valueLoc(value), key: u.name + "|" + value.Key().Str(),
		message: "mapping " + quote(value.Key().Str()) + " points to " + show(value) + ", which names no schema",
		help:    "name one of the variants",
	}, u.at)
}

// mappedTo returns the variants that an entry of the mapping names, none after a
// finding. A union in the list stands for all of its variants.
func (u *union) mappedTo(value tree.Node) []*variant {
	to, ok := u.p.in.Refs.Mapped(value)
	if ok {
		to = u.p.follow(to)
	}
	if !ok || !to.OK() {
		u.reportUnresolved(value)
		return nil
	}
	var found []*variant
	for _, v := range u.variants {
		if v.node == to || v.nested.OK() && v.nested == to {
			found = append(found, v)
		}
	}
	if found == nil && !u.partial {
		u.report(fault{
			rule: "union/mapping-not-variant", loc: valueLoc(value), key: u.name + "|" + value.Key().Str(),
			message: "mapping " + quote(value.Key().Str()) + " points to " + quote(u.p.schemaName(to)) + ", which is not a variant of " + quote(u.name),
			help:    "add it to the variants, or remove the entry",
		}, u.at)
	}
	return found
}

func hasText(values []tree.Node, s string) bool {
	for _, v := range values {
		if text(v) == s {
			return true
		}
	}
	return false
}

func (u *union) reportMismatch(key, value tree.Node, v *variant) {
	message := "mapping " + quote(key.Str()) + " points to " + quote(v.name) + ", whose " + u.property + " is " + listed(v.tag.values, " or ")
	for _, x := range v.tag.values {
		if strings.EqualFold(text(x), key.Str()) {
			message += " (case differs)"
		}
	}
	f := fault{
		rule: "union/mapping-mismatch", loc: keyLoc(value), message: message, key: u.name + "|" + key.Str(),
		help: "make the key and the const the same",
	}
	if len(v.tag.values) == 1 && !u.disc.Get("mapping").Get(text(v.tag.values[0])).OK() {
		f.fixes = []Fix{{
			Description: "rename the key to " + quote(text(v.tag.values[0])),
			Edits:       []Edit{{Span: key.Span(), Text: quoteJSON(text(v.tag.values[0]))}},
		}}
	}
	u.report(f, u.at)
}

func listed(values []tree.Node, separator string) string {
	var list []string
	for _, v := range values {
		list = append(list, show(v))
	}
	return strings.Join(list, separator)
}

// duplicateTags reports values that two variants share, and returns the second
// of each two.
func (u *union) duplicateTags() map[*variant]bool {
	twins := map[*variant]bool{}
	first := map[string]*variant{}
	for _, v := range u.variants {
		for _, value := range v.tag.values {
			if !v.tag.closed {
				break
			}
			other, taken := first[text(value)]
			if !taken {
				first[text(value)] = v
				continue
			}
			twins[v] = true
			u.reportTwin(v, other, value)
		}
	}
	return twins
}

func (u *union) reportTwin(v, other *variant, value tree.Node) {
	if v == other {
		return // a value that an enum repeats
	}
	at, loc := v.declared[0].node, valueLoc(value)
	if hasText(other.tag.values, text(value)) && other.declared[0].node == at {
		at, loc = v.node, keyLoc(v.node) // both inherit it
	}
	u.report(fault{
		rule: "union/duplicate-tag", loc: loc, key: v.name + "." + u.property + "=" + text(value),
		message: "variants " + quote(other.name) + " and " + quote(v.name) + " have the same tag " + show(value),
		related: other.related("the tag of " + quote(other.name)), help: "give each variant a tag of its own",
	}, at)
}

// checkUnmapped reports variants, or values of their tags, that the mapping does
// not have. A variant whose tag is its name needs no entry.
func (u *union) checkUnmapped(mapping tree.Node, mapped map[*variant][]string) {
	for i, v := range u.variants {
		if v.nested.OK() && i > 0 && u.variants[i-1].item == v.item {
			continue // it was looked at with the first variant of its union
		}
		var missing []tree.Node
		for _, x := range u.variants[i:] {
			if x != v && (!v.nested.OK() || x.item != v.item) {
				break
			}
			if x.tag.closed {
				missing = append(missing, u.unmapped(x, mapped[x])...)
			}
		}
		if len(missing) > 0 {
			u.reportUnmapped(mapping, v, missing)
		}
	}
}

// unmapped returns the values of the tag of v that have no entry. An entry that
// is wrong has been reported, so that it counts.
func (u *union) unmapped(v *variant, keys []string) []tree.Node {
	var missing []tree.Node
	right := 0
	for _, value := range v.tag.values {
		if contains(keys, text(value)) {
			right++
		} else if text(value) != v.name {
			missing = append(missing, value)
		}
	}
	if len(keys) > right && !v.nested.OK() {
		return nil
	}
	return missing
}

func (u *union) reportUnmapped(mapping tree.Node, v *variant, missing []tree.Node) {
	message := "variant " + quote(v.name) + " has no mapping entry (its tag is " + listed(missing, ", ") + ")"
	switch {
	case v.nested.OK():
		message = "nested union " + quote(u.p.schemaName(v.nested)) + " is not covered by the mapping (its tags " + listed(missing, ", ") + ")"
	case len(missing) < len(v.tag.values):
		message = "tag " + listed(missing, ", ") + " of variant " + quote(v.name) + " has no mapping entry"
	}
	f := fault{
		rule: "union/variant-unmapped", loc: valueLoc(v.item), message: message, key: u.name + "|" + u.p.schemaName(u.p.follow(v.item)),
		help: "add " + quote(text(missing[0])) + " to the mapping",
	}
	if ref := u.refTo(v); ref != "" && len(missing) == 1 && !v.nested.OK() {
		f.fixes = insertMember(mapping, text(missing[0]), quoteJSON(ref), "add "+quote(text(missing[0]))+" to the mapping")
	}
	u.report(f, u.at)
}

// refTo returns the reference by which the list names v; "" if it is behind
// another one.
func (u *union) refTo(v *variant) string {
	ref := v.item.Get("$ref")
	if to, ok := u.p.target(ref); ok && to == v.node {
		return ref.Str()
	}
	return ""
}

// checkImplied reports a union of OpenAPI without mapping, for which the names of
// the schemas are the tags, when the consts say something else. In a JSON Schema
// only the consts count.
func (u *union) checkImplied() {
	if !u.doc.openAPI {
		return
	}
	var names, values []string
	differ := false
	for _, v := range u.variants {
		if !v.tag.closed || v.inline || len(v.tag.values) == 0 {
			continue
		}
		names = append(names, quote(v.name))
		values = append(values, listed(v.tag.values, "/"))
		differ = differ || len(v.tag.values) != 1 || text(v.tag.values[0]) != v.name
	}
	if !differ {
		return
	}
	f := fault{
		rule: "union/implicit-mapping", loc: keyLoc(u.disc),
		message: "no mapping: implied values " + strings.Join(names, ", ") + " differ from the consts " + strings.Join(values, ", "),
		help:    "add a \"mapping\" from each tag to its schema",
	}
	if mapping := u.mappingText(); mapping != "" {
		f.fixes = insertMember(u.disc, "mapping", mapping, "add the mapping")
	}
	u.report(f, u.at)
}

// mappingText returns the JSON of a mapping of all variants; "" if one cannot be
// told by its tag or has no reference of its own.
func (u *union) mappingText() string {
	var entries []string
	seen := map[string]bool{}
	for _, v := range u.variants {
		ref := u.refTo(v)
		if ref == "" || !v.tag.closed || len(v.tag.values) == 0 || v.nested.OK() {
			return ""
		}
		for _, value := range v.tag.values {
			if seen[text(value)] {
				return ""
			}
			seen[text(value)] = true
			entries = append(entries, quoteJSON(text(value))+": "+quoteJSON(ref))
		}
	}
	if len(entries) == 0 {
		return ""
	}
	return "{" + strings.Join(entries, ", ") + "}"
}

// quoteJSON returns s as a JSON string, which is one in YAML too.
func quoteJSON(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f || r == 0x2028 || r == 0x2029:
			b.WriteString("\\u" + strconv.FormatInt(int64(r)+0x10000, 16)[1:])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
