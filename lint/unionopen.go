package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// checkUntagged judges a union without a discriminator.
func (u *union) checkUntagged() {
	u.collect()
	u.dropDuplicates()
	u.reportSingle()
	var variants, objects []*variant
	for _, v := range u.variants {
		if v.null {
			continue
		}
		if isCondition(v) {
			return // alternatives of conditions, not of shapes
		}
		variants = append(variants, v)
		if surelyObject(v.parts) {
			objects = append(objects, v)
		}
	}
	if !u.isChoice(variants) {
		return
	}
	if len(objects) > 1 && u.findTag(objects) {
		u.markTags()
		if u.doc.openAPI && len(objects) == len(variants) {
			u.reportTaggable(objects)
		}
		return
	}
	if u.list.Key().Str() == "oneOf" {
		u.reportOverlap(u.variants)
		return
	}
	if a, _, _ := u.p.firstOverlap(objects); a != nil {
		u.report(fault{
			rule: "union/untagged", loc: keyLoc(u.list),
			message: "union " + quote(u.name) + " of " + count(len(objects), "object", "objects") + " has no tag: a decoder must try variants in order",
			help:    u.tagHelp("kind"),
		}, u.at)
	}
}

// isChoice reports whether variants stand for more than one item of the list. A
// union that is the only item has been judged by itself.
func (u *union) isChoice(variants []*variant) bool {
	for _, v := range variants {
		if v.item != variants[0].item {
			return true
		}
	}
	return false
}

// isCondition reports whether a variant says nothing about the shape of a value,
// only which members it must have or must not have.
func isCondition(v *variant) bool {
	for i := range v.parts {
		x := &v.parts[i]
		if x.typ.OK() || x.enum.OK() || x.konst.OK() || x.properties.Len() > 0 || x.items.OK() || x.prefixItems.OK() || x.ref.OK() || x.additional.OK() || x.patterns.OK() || x.branches().OK() {
			return false
		}
	}
	return len(v.parts) > 0 && v.inline && v.parts[0].node.Len() > 0
}

// findTag looks for a property that has values of its own in each of the
// variants, and reads it as their tag.
func (u *union) findTag(objects []*variant) bool {
	for i := range objects[0].parts {
		for key := range objects[0].parts[i].properties.Members() {
			u.property = key.Str()
			if u.isTag(objects) {
				return true
			}
		}
	}
	u.property = ""
	return false
}

func (u *union) isTag(objects []*variant) bool {
	seen := map[string]bool{}
	for _, v := range objects {
		v.tag = literals{}
		u.readTag(v)
		if !v.tag.closed || v.tag.nullable || len(v.tag.values) == 0 {
			return false
		}
		for _, value := range v.tag.values {
			if seen[text(value)] {
				return false
			}
			seen[text(value)] = true
		}
	}
	return true
}

// reportTaggable reports a union that only lacks the words that make it a
// tagged one.
func (u *union) reportTaggable(objects []*variant) {
	f := fault{
		rule: "union/untagged", loc: keyLoc(u.list),
		message: "union " + quote(u.name) + " of " + count(len(objects), "object", "objects") + " has no discriminator though every variant has const " + u.property,
		help:    u.tagHelp(u.property),
	}
	if mapping := u.mappingText(); mapping != "" && u.list.Len() == len(objects) && allTagStrings(objects) {
		discriminator := "{\"propertyName\": " + quoteJSON(u.property) + ", \"mapping\": " + mapping + "}"
		f.fixes = insertBefore(u.list.Key(), "discriminator", discriminator, "add the discriminator")
		if !u.doc.pydantic {
			f.help = "add \"discriminator\": " + discriminator
		}
	}
	u.report(f, u.at)
}

func allTagStrings(objects []*variant) bool {
	for _, v := range objects {
		if !allStrings(v.tag.values) {
			return false
		}
	}
	return true
}

func (u *union) tagHelp(property string) string {
	if u.doc.pydantic {
		return "give each model " + property + ": Literal[\"…\"] and the union Field(discriminator=" + quote(property) + ")"
	}
	return "give each variant a required property with a const of its own, and the union a discriminator"
}

// reportOverlap reports the first two variants of a oneOf that surely share a
// value.
func (u *union) reportOverlap(variants []*variant) {
	a, b, why := u.p.firstOverlap(variants)
	if a == nil {
		return
	}
	u.report(fault{
		rule: "union/overlap", loc: keyLoc(u.list), message: why,
		related: []diag.Related{{Message: "variant " + quote(a.name), Loc: valueLoc(a.item)}, {Message: "variant " + quote(b.name), Loc: valueLoc(b.item)}},
		help:    "tell the variants apart, or use anyOf",
	}, u.at)
}

// nestNull returns the fix that moves null out of a list with a discriminator:
// the two become the first branch of an anyOf.
func (u *union) nestNull(v *variant) []Fix {
	removed := removeMember(u.disc)
	if u.doc.is30() || u.list.Len() < 2 || removed == nil || !isJSON(u.list) || u.at.Get("oneOf").OK() && u.at.Get("anyOf").OK() {
		return nil
	}
	var items []string
	for _, item := range u.list.Items() {
		if item != v.item {
			items = append(items, sourceText(item))
		}
	}
	key := u.list.Key()
	member := key.Span()
	member.End = u.list.Span().End
	inner := "{" + sourceText(key) + ": [" + strings.Join(items, ", ") + "], \"discriminator\": " + sourceText(u.disc) + "}"
	return []Fix{{
		Description: "move null out of the union",
		Edits:       append([]Edit{{Span: member, Text: "\"anyOf\": [" + inner + ", {\"type\": \"null\"}]"}}, removed[0].Edits...),
	}}
}

// sourceText returns the text of n in its document.
func sourceText(n tree.Node) string {
	span := n.Span()
	return string(span.File.Data[span.Start:span.End])
}
