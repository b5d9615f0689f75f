package lint

import (
	"strconv"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// unionCheck looks at unions in one order, so that one cause gives one finding:
// the variants are collected; each is judged by itself; then each entry of the
// mapping; then the variants beside each other. A union without discriminator is
// searched for a tag, then for values that two variants share.
var unionCheck = &Check{schema: unionSchema, end: unionEnd}

var unionRules = []Rule{
	{ID: "union/untagged", Title: "a union of objects has no tag", Severity: diag.Warning, Check: unionCheck},
	{ID: "union/overlap", Title: "two variants of a oneOf match the same value", Severity: diag.Error, Check: unionCheck},
	{ID: "union/tag-optional", Title: "the tag of a variant is not required", Severity: diag.Error, Check: unionCheck},
	{ID: "union/tag-undefined", Title: "a variant does not define the tag", Severity: diag.Error, Check: unionCheck},
	{ID: "union/tag-open", Title: "the tag of a variant may have any value", Severity: diag.Error, Check: unionCheck},
	{ID: "union/tag-nullable", Title: "the tag of a variant may be null", Severity: diag.Error, Check: unionCheck},
	{ID: "union/tag-not-string", Title: "the tag of a variant is no string", Severity: diag.Warning, Check: unionCheck},
	{ID: "union/duplicate-tag", Title: "two variants have the same tag", Severity: diag.Error, Check: unionCheck},
	{ID: "union/non-object-variant", Title: "a variant of a tagged union is no object", Severity: diag.Error, Check: unionCheck},
	{ID: "union/inline-variant", Title: "a variant of a tagged union has no name", Severity: diag.Error, Check: unionCheck},
	{ID: "union/duplicate-variant", Title: "a union lists a variant twice", Severity: diag.Error, Check: unionCheck},
	{ID: "union/implicit-mapping", Title: "the implied mapping is not what the variants say", Severity: diag.Error, Check: unionCheck},
	{ID: "union/mapping-unresolved", Title: "a mapping names no schema", Severity: diag.Error, Check: unionCheck},
	{ID: "union/mapping-not-variant", Title: "a mapping names a schema that is no variant", Severity: diag.Error, Check: unionCheck},
	{ID: "union/mapping-mismatch", Title: "a mapping's key is not the tag of its variant", Severity: diag.Error, Check: unionCheck},
	{ID: "union/variant-unmapped", Title: "a variant has no entry in the mapping", Severity: diag.Error, Check: unionCheck},
	{ID: "union/property-name", Title: "a discriminator names no property", Severity: diag.Error, Check: unionCheck},
	{ID: "union/discriminator-alone", Title: "a discriminator belongs to no union", Severity: diag.Error, Check: unionCheck},
	{ID: "union/single", Title: "a union has one variant", Severity: diag.Info, Check: unionCheck},
}

type unionState struct {
	alone    []alone
	extended map[tree.Node][]tree.Node // schemas by those that their allOf refers to
}

// alone is a discriminator without a list of variants.
type alone struct {
	node          tree.Node // the schema
	discriminator tree.Node
	name          string
	unit          *unit
}

func (u *unionState) init() { u.extended = map[tree.Node][]tree.Node{} }

// union is what the checks of one union share.
type union struct {
	p        *pass
	at       tree.Node // the schema with the list
	list     tree.Node // oneOf or anyOf
	name     string
	unit     *unit
	doc      *document
	disc     tree.Node // the discriminator, the zero Node if there is none
	property string    // the tag's name
	variants []*variant
	opened   int  // how many unions of the list were looked into
	partial  bool // there were too many of them
}

// variant is one alternative.
type variant struct {
	item   tree.Node // of the list
	node   tree.Node // the schema, behind references
	name   string
	inline bool
	null   bool
	nested tree.Node // the tagged union inside the list that it comes from
	parts  []part
	whole  bool

	declared []member // of the tag
	tag      literals
	required bool
}

func unionSchema(p *pass, s *schema) {
	for _, item := range s.allOf.Items() {
		if to, ok := p.target(item.Get("$ref")); ok {
			p.extended[to] = append(p.extended[to], s.node)
		}
	}
	list := s.branches()
	if list.Len() == 0 && !s.discriminator.OK() || s.tests {
		return
	}
	u := &union{p: p, at: s.node, list: list, name: s.name(), unit: s.unit, doc: s.doc, disc: s.discriminator}
	if s.discriminator.OK() {
		u.checkTagged()
		return
	}
	u.checkUntagged()
}

// maxOpened bounds how many unions inside one are looked into.
const maxOpened = 50

// collect fills u.variants: through references, and through unions in the list,
// whose variants are those of u as well.
func (u *union) collect() {
	seen := map[tree.Node]bool{u.at: true}
	for _, item := range u.list.Items() {
		u.add(item, item, seen)
	}
}

// add adds what n, below the item of the list, stands for.
func (u *union) add(item, n tree.Node, seen map[tree.Node]bool) {
	to := u.p.follow(n)
	if !to.OK() {
		return // a reference to nothing, which is reported
	}
	k := u.p.readAt(to)
	if inner := k.branches(); inner.OK() && !k.properties.OK() && !k.allOf.OK() && !seen[to] {
		seen[to] = true
		if u.opened++; u.opened > maxOpened {
			u.partial = true
			return
		}
		from := len(u.variants)
		for _, b := range inner.Items() {
			if !isNullSchema(b) {
				u.add(item, b, seen)
			}
		}
		if k.discriminator.Get("propertyName").Str() == u.property && u.property != "" {
			for _, v := range u.variants[from:] {
				v.nested = to
			}
		}
		return
	}
	v := &variant{item: item, node: to, inline: to.Parent() == u.list, null: isNullSchema(to)}
	v.name = u.p.variantName(v)
	v.parts, v.whole = u.p.parts(to)
	u.variants = append(u.variants, v)
}

// variantName names a variant by its component, its title or its type.
func (p *pass) variantName(v *variant) string {
	if !v.inline {
		return p.schemaName(v.node)
	}
	k := p.readAt(v.node)
	if t := k.title.Str(); t != "" {
		return t
	}
	if t := k.types(); t != 0 && t != typeObject {
		return t.String()
	}
	return "variant " + v.item.Pointer()[lastSlash(v.item.Pointer())+1:]
}

func lastSlash(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '/' {
			return i
		}
	}
	return -1
}

// schemaName names the schema n by its key, or by its document.
func (p *pass) schemaName(n tree.Node) string {
	if key := n.Key(); key.OK() {
		return key.Str()
	}
	if n.Parent().OK() {
		return n.Pointer()
	}
	return rootName(p.documentOf(n))
}

// report adds a finding of u about at: u itself, or something in a variant, for
// which u is a related place.
func (u *union) report(f fault, at tree.Node) {
	f.unit = u.unit
	if f.key == "" {
		f.key = u.name
	}
	if at != u.at {
		f.in = at
		f.related = append(f.related, diag.Related{Message: "variant of the union " + quote(u.name), Loc: u.loc()})
	}
	u.p.report(f)
}

// loc returns where u is as a related place.
func (u *union) loc() source.Loc {
	if u.list.OK() {
		return keyLoc(u.list)
	}
	return keyLoc(u.at)
}

// dropDuplicates reports variants that are listed twice and takes them out.
func (u *union) dropDuplicates() {
	byNode := map[tree.Node]bool{}
	byText := map[string]bool{}
	for _, item := range u.list.Items() {
		to := u.p.follow(item)
		if !to.OK() {
			continue
		}
		again := byNode[to]
		byNode[to] = true
		if to.Parent() == u.list {
			text := to.JSON()
			again = byText[text]
			byText[text] = true
		}
		if again {
			u.duplicate(item, to)
		}
	}
}

func (u *union) duplicate(item, to tree.Node) {
	name := u.p.variantName(&variant{item: item, node: to, inline: to.Parent() == u.list})
	message := "variant " + quote(name) + " listed twice"
	if u.list.Key().Str() == "oneOf" {
		message += ": oneOf can never match it"
	}
	u.p.report(fault{
		rule: "union/duplicate-variant", loc: valueLoc(item), message: message, key: u.name + "|" + name, unit: u.unit,
		help: "remove one of the two", fixes: removeItem(item),
	})
	for i, v := range u.variants {
		if v.item == item {
			u.variants = append(u.variants[:i:i], u.variants[i+1:]...)
			return
		}
	}
}

// reportSingle reports a list of one.
func (u *union) reportSingle() {
	if u.list.Len() == 1 {
		u.report(fault{rule: "union/single", loc: keyLoc(u.list), message: "union of one variant", help: "keep it if others will come; else use the variant itself"}, u.at)
	}
}

// unionEnd reports discriminators that belong to no union.
func unionEnd(p *pass) {
	for _, a := range p.alone {
		if len(p.extended[a.node]) > 0 {
			continue
		}
		p.report(fault{
			rule: "union/discriminator-alone", loc: keyLoc(a.discriminator),
			message: "discriminator without oneOf/anyOf, and no schema extends " + quote(a.name) + " by allOf", key: a.name, unit: a.unit,
			help: "list the variants in \"oneOf\" beside it, or remove it",
		})
	}
}

// count words a number of things.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
