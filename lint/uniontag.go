package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// checkTagged judges a union with a discriminator.
func (u *union) checkTagged() {
	name := u.disc.Get("propertyName")
	if isBlank(name.Str()) {
		u.report(fault{
			rule: "union/property-name", loc: keyLoc(u.disc), message: "discriminator has no propertyName",
			help: "name the property that tells the variants apart: \"propertyName\": \"kind\"",
		}, u.at)
		return
	}
	u.property = name.Str()
	if u.list.Len() == 0 {
		u.p.alone = append(u.p.alone, alone{u.at, u.disc, u.name, u.unit})
		u.checkResolved()
		return
	}
	u.collect()
	u.dropDuplicates()
	u.reportSingle()
	open := map[tree.Node][]*variant{}
	var order []tree.Node
	for _, v := range u.variants {
		if u.judge(v) && !v.tag.closed {
			at := v.declared[0].node
			if open[at] == nil {
				order = append(order, at)
			}
			open[at] = append(open[at], v)
		}
	}
	for _, at := range order {
		u.reportOpen(at, open[at])
	}
	u.markTags()
	u.checkMapping()
}

// judge looks at one variant; false if it has no tag to go on with.
func (u *union) judge(v *variant) bool {
	if v.nested.OK() {
		u.readTag(v)
		return false // its own union judges it
	}
	switch {
	case v.null:
		u.report(fault{
			rule: "union/non-object-variant", loc: valueLoc(v.item), key: u.name + "|null",
			message: "null cannot carry tag " + quote(u.property) + "; nest as anyOf:[{oneOf+discriminator},{type:null}]",
			help:    "move null out of the union", fixes: u.nestNull(v),
		}, u.at)
		return false
	case !isObject(v.parts):
		u.report(fault{
			rule: "union/non-object-variant", loc: valueLoc(v.item), key: u.name + "|" + v.name,
			message: quote(v.name) + " cannot carry tag " + quote(u.property) + ": it is no object",
			help:    "take it out of the union, or wrap it in an object with the tag",
		}, u.at)
		return false
	case v.inline && u.doc.openAPI:
		u.report(fault{
			rule: "union/inline-variant", loc: valueLoc(v.item), key: u.name + "|" + v.name,
			message: "variant is inline: the discriminator can only select named schemas",
			help:    "move it to components/schemas and refer to it",
		}, u.at)
		return false
	}
	u.readTag(v)
	if len(v.declared) == 0 {
		u.reportUndefined(v)
		return false
	}
	u.judgeTag(v)
	return true
}

// readTag finds the declaration of the tag that counts: one that limits it to
// values, else the own one, else an inherited one. It becomes the first.
func (u *union) readTag(v *variant) {
	v.declared = declarations(v.parts, u.property)
	v.required = requires(v.parts, u.property)
	best, rank := -1, -1
	for i, d := range v.declared {
		tag := u.p.literalsOf(d.node)
		r := 0
		if !d.part.outside {
			r++
		}
		if tag.closed {
			r += 2
		}
		if r > rank {
			best, rank, v.tag = i, r, tag
		}
	}
	if best > 0 {
		v.declared[0], v.declared[best] = v.declared[best], v.declared[0]
	}
}

func (u *union) reportUndefined(v *variant) {
	if !v.whole {
		return
	}
	message := "variant " + quote(v.name) + " does not define the tag " + quote(u.property)
	if other, value := u.otherConst(v); other != "" {
		message += "; it has the const " + quote(other) + ": " + show(value)
	}
	u.report(fault{
		rule: "union/tag-undefined", loc: keyLoc(v.node), message: message, key: v.name + "." + u.property,
		help: "add the tag as a required property with a const",
	}, v.node)
}

// otherConst returns a property of v that has one value only.
func (u *union) otherConst(v *variant) (string, tree.Node) {
	for i := range v.parts {
		for key, n := range v.parts[i].properties.Members() {
			if lit := u.p.literalsOf(n); lit.closed && len(lit.values) == 1 {
				return key.Str(), lit.values[0]
			}
		}
	}
	return "", tree.Node{}
}

// judgeTag reports what is wrong with the tag that v defines, but for an open one.
func (u *union) judgeTag(v *variant) {
	at := v.declared[0].node
	tag := "tag " + quote(u.property) + " of variant " + quote(v.name)
	key := v.name + "." + u.property
	if !v.required {
		u.reportOptional(v, at, tag, key)
	}
	switch {
	case !v.tag.closed:
	case v.tag.nullable:
		u.report(fault{
			rule: "union/tag-nullable", loc: keyLoc(at), message: tag + " may be null", key: key,
			help: "take null out of the tag's values",
		}, at)
	case !allStrings(v.tag.values):
		u.report(fault{
			rule: "union/tag-not-string", loc: valueLoc(notString(v.tag.values)), message: tag + " is no string; a mapping has only texts", key: key,
			help: "write the tag as a string",
		}, at)
	}
}

func allStrings(values []tree.Node) bool { return !notString(values).OK() }

func notString(values []tree.Node) tree.Node {
	for _, v := range values {
		if v.Kind() != tree.String {
			return v
		}
	}
	return tree.Node{}
}

func (u *union) reportOptional(v *variant, at tree.Node, tag, key string) {
	message := tag + " is not required"
	d := u.p.documentOf(at)
	help := "add it to \"required\""
	if at.Get("default").OK() {
		message += " (it has a default)"
		if d.pydantic {
			help = "in Pydantic drop the default: " + u.property + ": Literal[" + pythonText(v.tag.values) + "], or export with serialization defaults required"
		}
	}
	u.report(fault{
		rule: "union/tag-optional", loc: keyLoc(at), message: message, key: key, help: help,
		fixes: addRequired(v.declared[0].part.node, u.property),
	}, at)
}

// pythonText returns values as the arguments of Literal.
func pythonText(values []tree.Node) string {
	if len(values) == 0 {
		return "…"
	}
	var list []string
	for _, v := range values {
		list = append(list, v.Raw())
	}
	return strings.Join(list, ", ")
}

// reportOpen reports a tag of any value at its declaration. One that several
// variants inherit can work, with a mapping, but no type can tell them apart.
func (u *union) reportOpen(at tree.Node, variants []*variant) {
	v := variants[0]
	kind := v.tag.types.String()
	if kind == "" {
		kind = "value"
	}
	f := fault{rule: "union/tag-open", loc: keyLoc(at), key: v.name + "." + u.property}
	if !v.declared[0].part.outside {
		f.message = "tag " + quote(u.property) + " of variant " + quote(v.name) + " is any " + kind + ": neither const nor enum"
		f.help = "give it the const that names the variant"
		if u.p.documentOf(at).pydantic {
			f.help = "type it as " + u.property + ": Literal[\"…\"]"
		}
		u.report(f, at)
		return
	}
	base := u.p.schemaName(v.declared[0].part.root)
	names := make([]string, len(variants))
	for i, x := range variants {
		names[i] = quote(x.name)
	}
	f.weaker, f.key = true, base+"."+u.property
	f.message = "tag " + quote(u.property) + " of " + plural(len(names), "variant") + " " + strings.Join(names, ", ") + " is inherited from " + quote(base) + " and is any " + kind
	f.help = "declare the tag again in each variant, with a const"
	u.report(f, at)
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// markTags records the properties that say nothing but which variant it is.
func (u *union) markTags() {
	for _, v := range u.variants {
		if v.tag.closed && len(v.tag.values) == 1 {
			for _, d := range v.declared {
				u.p.tags[d.node] = true
			}
		}
	}
}

// related returns where the tag of v is, for a finding about another one.
func (v *variant) related(message string) []diag.Related {
	return []diag.Related{{Message: message, Loc: valueLoc(v.tag.values[0])}}
}
