package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// keywords are the members of a schema that rules ask for. What is missing is
// the zero Node; a member whose value has the wrong kind counts as missing where
// only one kind makes sense.
type keywords struct {
	ref, typ, enum, konst, nullable            tree.Node
	format, pattern                            tree.Node
	title, description, def, example, examples tree.Node
	items, prefixItems, additionalItems        tree.Node
	properties, required, additional, patterns tree.Node
	allOf, anyOf, oneOf, not, discriminator    tree.Node
	anyReason                                  tree.Node // x-gaia-any

	implied typeSet // of the keywords that limit values of one type only
	dynamic bool    // a reference whose target depends on the reader
	media   bool    // contentMediaType or contentEncoding
	choice  bool    // if, or dependent schemas: limits that no type says
	hidden  bool    // $ref makes the reader ignore what stands beside it
}

// read returns the keywords of the schema n. In dialects in which a reference
// hides its siblings only the reference and the texts count.
func (d *document) read(n tree.Node) keywords {
	var k keywords
	for key, v := range n.Members() {
		k.take(key.Str(), v)
	}
	if k.ref.OK() && d.hidesSiblings {
		return keywords{ref: k.ref, title: k.title, description: k.description, anyReason: k.anyReason, hidden: true}
	}
	return k
}

func (k *keywords) take(key string, v tree.Node) {
	switch key {
	case "$ref":
		k.ref = only(v, tree.String)
	case "$dynamicRef", "$recursiveRef":
		k.dynamic = true
	case "type":
		k.typ = v
	case "enum":
		k.enum = only(v, tree.Array)
	case "const":
		k.konst = v
	case "nullable":
		k.nullable = v
	case "format":
		k.format = only(v, tree.String)
	case "title":
		k.title = only(v, tree.String)
	case "description":
		k.description = only(v, tree.String)
	case "default":
		k.def = v
	case "example":
		k.example = v
	case "examples":
		k.examples = v
	case "pattern":
		k.pattern = only(v, tree.String)
		k.implied |= typeString
	case "minLength", "maxLength":
		k.implied |= typeString
	case "contentEncoding", "contentMediaType":
		k.media = true
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		k.implied |= typeNumber
	case "items":
		k.items = v
		k.implied |= typeArray
	case "prefixItems":
		k.prefixItems = only(v, tree.Array)
		k.implied |= typeArray
	case "additionalItems", "unevaluatedItems":
		k.additionalItems = v
	case "minItems", "maxItems", "uniqueItems", "contains":
		k.implied |= typeArray
	case "properties":
		k.properties = only(v, tree.Object)
		k.implied |= typeObject
	case "required":
		k.required = only(v, tree.Array)
		k.implied |= typeObject
	case "additionalProperties":
		k.additional = v
		k.implied |= typeObject
	case "patternProperties":
		k.patterns = only(v, tree.Object)
		k.implied |= typeObject
	case "propertyNames", "minProperties", "maxProperties", "unevaluatedProperties", "dependentRequired":
		k.implied |= typeObject
	case "allOf":
		k.allOf = only(v, tree.Array)
	case "anyOf":
		k.anyOf = only(v, tree.Array)
	case "oneOf":
		k.oneOf = only(v, tree.Array)
	case "not":
		k.not = v
	case "if", "dependentSchemas", "dependencies":
		k.choice = true
	case "discriminator":
		k.discriminator = v
	case "x-gaia-any":
		k.anyReason = v
	}
}

func only(v tree.Node, kind tree.Kind) tree.Node {
	if v.Kind() == kind {
		return v
	}
	return tree.Node{}
}

// typeSet is a set of JSON types.
type typeSet uint8

const (
	typeNull typeSet = 1 << iota
	typeBool
	typeInteger
	typeFraction // numbers that are not integers
	typeString
	typeArray
	typeObject

	typeNumber = typeInteger | typeFraction
	allTypes   = typeObject<<1 - 1
)

// typeNames are the words of "type", in the order of messages.
var typeNames = []struct {
	name string
	set  typeSet
}{
	{"string", typeString}, {"number", typeNumber}, {"integer", typeInteger}, {"boolean", typeBool},
	{"array", typeArray}, {"object", typeObject}, {"null", typeNull},
}

func typeNamed(name string) typeSet {
	for _, t := range typeNames {
		if t.name == name {
			return t.set
		}
	}
	return 0
}

// types returns the set that the keyword "type" names, with null where the
// dialect's nullable adds it; 0 without a type that is known.
func (k *keywords) types() typeSet {
	var set typeSet
	switch k.typ.Kind() {
	case tree.String:
		set = typeNamed(k.typ.Str())
	case tree.Array:
		for _, v := range k.typ.Items() {
			set |= typeNamed(v.Str())
		}
	}
	if set != 0 && k.nullable.Bool() {
		set |= typeNull
	}
	return set
}

// String names the types for messages: "string or null".
func (s typeSet) String() string {
	var names []string
	for _, t := range typeNames {
		if s&t.set == t.set {
			names = append(names, t.name)
			s &^= t.set
		}
	}
	return strings.Join(names, " or ")
}

// typeOf returns the type of a value. A number such as 1.0 is an integer.
func typeOf(v tree.Node) typeSet {
	switch v.Kind() {
	case tree.Null:
		return typeNull
	case tree.Bool:
		return typeBool
	case tree.Number:
		if isInteger(v.Raw()) {
			return typeInteger
		}
		return typeFraction
	case tree.String:
		return typeString
	case tree.Array:
		return typeArray
	case tree.Object:
		return typeObject
	}
	return 0
}

// branches returns the list of a union: oneOf, else anyOf.
func (k *keywords) branches() tree.Node {
	if k.oneOf.OK() {
		return k.oneOf
	}
	return k.anyOf
}
