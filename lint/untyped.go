package lint

import (
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var untypedCheck = &Check{schema: untypedSchema, media: untypedMedia}

var untypedRules = []Rule{
	{ID: "untyped/any", Title: "a schema accepts any value", Severity: diag.Error, Check: untypedCheck},
	{ID: "untyped/object", Title: "an object declares no members", Severity: diag.Error, Check: untypedCheck},
	{ID: "untyped/map", Title: "a map holds any values", Severity: diag.Error, Check: untypedCheck},
	{ID: "untyped/items", Title: "the items of an array have no type", Severity: diag.Error, Check: untypedCheck},
	{ID: "untyped/branch", Title: "a branch of a union accepts any value", Severity: diag.Error, Check: untypedCheck},
	{ID: "untyped/body", Title: "a request or a response has no schema", Severity: diag.Error, Check: untypedCheck},
	{ID: "untyped/stream", Title: "a stream does not say what its events are", Severity: diag.Error, Check: untypedCheck},
	{ID: "untyped/opt-in-reason", Title: "x-gaia-any gives no reason", Severity: diag.Error, Check: untypedCheck},
	{ID: "untyped/opt-in-stale", Title: "x-gaia-any stands on a schema that has a type", Severity: diag.Warning, Check: untypedCheck},
}

// freedom is what a schema leaves open, looked at by itself.
type freedom uint8

const (
	typed      freedom = iota
	anything           // no keyword limits the value
	notOnly            // only what it must not be is said
	everyType          // "type" lists all
	freeObject         // an object without declared members
	noItems            // an array without items
)

// freedomOf classifies the schema n with the keywords k.
func freedomOf(n tree.Node, k *keywords) freedom {
	if n.Kind() == tree.Bool {
		if n.Bool() {
			return anything
		}
		return typed
	}
	if k.ref.OK() || k.dynamic || k.enum.OK() || k.konst.OK() || k.allOf.OK() || k.anyOf.OK() || k.oneOf.OK() || k.choice || k.media {
		return typed
	}
	switch set := k.types() &^ typeNull; {
	case set == 0 && k.implied == 0 && k.typ.OK():
		return typed // null alone, or a word that is no type
	case set == 0 && k.implied == 0 && k.not.OK():
		return notOnly
	case set == 0 && k.implied == 0:
		return anything
	case set == allTypes&^typeNull && k.properties.Len() == 0 && !k.patterns.OK():
		return everyType
	case set == typeObject && k.properties.Len() == 0 && !k.patterns.OK() && !k.additional.OK():
		return freeObject
	case (set == typeArray || set == 0 && k.implied == typeArray) && !k.items.OK() && !k.prefixItems.OK():
		return noItems
	}
	return typed
}

func (f freedom) isAny() bool { return f == anything || f == notOnly || f == everyType }

// untypedSchema reports a schema that leaves values open, unless a reason is given.
func untypedSchema(p *pass, s *schema) {
	if s.tests {
		return
	}
	p.judgeOptIn(s)
	f := freedomOf(s.node, &s.keywords)
	if f == typed || s.place == placePart || s.place == placeBody && f.isAny() || s.isExtension() || s.optedIn() {
		return
	}
	p.reportFree(s, f)
}

// isExtension reports whether s says that an object with declared members may
// have others of any kind: that is no oversight.
func (s *schema) isExtension() bool {
	return s.place == placeExtra && (s.up.properties.Len() > 0 || s.up.patterns.OK() || s.up.allOf.OK() || s.up.branches().OK())
}

// optedIn reports whether x-gaia-any stands on s, or on what s is the inside of.
func (s *schema) optedIn() bool {
	for ; s != nil; s = s.up {
		if s.anyReason.OK() {
			return true
		}
		switch s.place {
		case placeItem, placeElement, placeExtra, placePattern, placeBranch:
		default:
			return false
		}
	}
	return false
}

func (p *pass) reportFree(s *schema, f freedom) {
	name := s.name()
	shown := quote(name)
	out := fault{rule: "untyped/any", loc: keyLoc(s.node), key: name, unit: s.unit, help: untypedHelp(s.doc)}
	switch {
	case f == freeObject:
		out.rule, out.message = "untyped/object", shown+" is an object without declared members"
	case f == noItems:
		out.rule, out.message = "untyped/items", "array "+shown+" has no items"
	case s.place == placeBranch:
		out.rule, out.message = "untyped/branch", "a branch of "+quote(s.up.name())+" accepts any value: so does the whole union"
	case s.place == placeItem || s.place == placeElement:
		out.rule, out.message = "untyped/items", "items of "+quote(s.up.name())+" have no type"
	case s.place == placeExtra || s.place == placePattern:
		out.rule, out.message = "untyped/map", quote(s.up.name())+" is a map of any"
	case s.node.Kind() == tree.Bool:
		out.message = "boolean schema true accepts anything"
	case f == everyType:
		out.loc, out.message = valueLoc(s.typ), shown+" lists every JSON type: any in disguise"
	case f == notOnly:
		out.message = shown + " is constrained only by not: generated type is unknown"
	default:
		out.message = shown + " has no type: generated type is unknown"
	}
	p.report(out)
}

func untypedHelp(d *document) string {
	if d.pydantic {
		return "name the type in the model; if any value is meant, say why: Field(json_schema_extra={\"x-gaia-any\": \"…\"})"
	}
	return "give it a type; if any value is meant, say why: \"x-gaia-any\": \"…\""
}

// judgeOptIn reports an x-gaia-any without a reason, and one that is not needed.
func (p *pass) judgeOptIn(s *schema) {
	reason := s.anyReason
	if !reason.OK() {
		return
	}
	if isBlank(reason.Str()) {
		p.report(fault{
			rule: "untyped/opt-in-reason", loc: valueLoc(reason), message: "opt-in needs a reason string", key: s.name(), unit: s.unit,
			help: "say why the values cannot be typed",
		})
		return
	}
	k := s.keywords
	if k.ref.OK() || !s.doc.isFree(s.node, maxParts) {
		message := quote(s.name()) + " is typed: the opt-in has no use"
		if k.ref.OK() {
			message = quote(s.name()) + " is a reference: the opt-in belongs to what it refers to"
		}
		p.report(fault{
			rule: "untyped/opt-in-stale", loc: keyLoc(reason), message: message, key: s.name(), unit: s.unit,
			help: "remove \"x-gaia-any\"", fixes: removeMember(reason),
		})
	}
}

// isFree reports whether the schema n leaves values open, by itself or in its
// items, its map values or a branch. depth bounds the search.
func (d *document) isFree(n tree.Node, depth int) bool {
	if depth == 0 || n.Kind() != tree.Object && n.Kind() != tree.Bool {
		return false
	}
	k := d.read(n)
	if freedomOf(n, &k) != typed {
		return true
	}
	inside := []tree.Node{k.items, k.additionalItems}
	if k.properties.Len() == 0 {
		inside = append(inside, k.additional)
	}
	for _, list := range []tree.Node{k.prefixItems, k.items, k.anyOf, k.oneOf} {
		for _, v := range list.Items() {
			inside = append(inside, v)
		}
	}
	for _, v := range k.patterns.Members() {
		inside = append(inside, v)
	}
	for _, v := range inside {
		if d.isFree(v, depth-1) {
			return true
		}
	}
	return false
}
