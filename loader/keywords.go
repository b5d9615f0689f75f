package loader

import "github.com/amd-gaia/gaia-gen/internal/tree"

// slot is the index of a keyword in facts.
type slot uint8

// The keywords that something reads; the others share slotNone.
const (
	slotNone slot = iota
	kwRef
	kwDynamicRef
	kwType
	kwEnum
	kwConst
	kwNullable
	kwFormat
	kwContentEncoding
	kwContentMediaType
	kwContentSchema
	kwPattern
	kwMinLength
	kwMaxLength
	kwMinimum
	kwMaximum
	kwExclusiveMinimum
	kwExclusiveMaximum
	kwMultipleOf
	kwItems
	kwPrefixItems
	kwAdditionalItems
	kwMinItems
	kwMaxItems
	kwUniqueItems
	kwUnevaluatedItems
	kwProperties
	kwRequired
	kwAdditionalProperties
	kwPatternProperties
	kwPropertyNames
	kwMinProperties
	kwMaxProperties
	kwUnevaluatedProperties
	kwAllOf
	kwAnyOf
	kwOneOf
	kwDiscriminator
	kwTitle
	kwDescription
	kwDefault
	kwDeprecated
	kwReadOnly
	kwWriteOnly
	kwExample
	kwExamples
	kwName
	kwAnyReason
	kwOpenUnion
	kwEnumNames
	kwEnumDescriptions
	kwLast // not a keyword: the number of slots
)

// group says which stage of conversion a keyword belongs to.
type group uint8

const (
	groupIdentity    group = iota // says where or what the schema is, not which values it allows
	groupAnnotation               // text and hints about the position
	groupIgnored                  // without meaning for types, on purpose
	groupReference                // another schema
	groupAny                      // limits values of every JSON type
	groupString                   // limits strings only
	groupNumber                   // limits numbers only
	groupArray                    // limits arrays only
	groupObject                   // limits objects only
	groupCompose                  // combines schemas
	groupUnexpressed              // limits values in a way that no generated type can say
	groupBeside                   // the same, and evaluates members or items beside the others (JSON Schema 2020-12, section 11)
)

// below says where a keyword holds schemas.
type below uint8

const (
	belowNone   below = iota
	belowSchema       // the value is a schema
	belowList         // a list of schemas
	belowMap          // an object whose members are schemas
	belowEither       // a schema or a list of them
	belowMixed        // an object whose members are schemas or something else
)

// kinds is a set of JSON types that a keyword's value may have.
type kinds uint8

const (
	isBool kinds = 1 << iota
	isNumber
	isString
	isArray
	isObject
	isAnything kinds = 0
	isSchema         = isBool | isObject
)

func (k kinds) has(kind tree.Kind) bool {
	switch kind {
	case tree.Bool:
		return k&isBool != 0
	case tree.Number:
		return k&isNumber != 0
	case tree.String:
		return k&isString != 0
	case tree.Array:
		return k&isArray != 0
	case tree.Object:
		return k&isObject != 0
	}
	return false
}

// keyword is one row of the table.
type keyword struct {
	name     string
	slot     slot
	dialects dialect // where the keyword is defined
	group    group
	value    kinds // isAnything: not checked
	below    below
	filled   bool // the value is a text that must not be blank
	// lenient dialects do not define the keyword, but writers use it there with
	// one meaning only, so that it is honoured without a word.
	lenient dialect
	// lost completes "name: …" for groupUnexpressed.
	lost string
}

// unexpressed reports whether no generated type can say what k limits.
func (k *keyword) unexpressed() bool { return k.group == groupUnexpressed || k.group == groupBeside }

// keywords is the whole vocabulary: what is read, what is ignored on purpose
// and what no type can say. A name that is missing here is unknown.
var keywords = []keyword{
	{name: "$ref", slot: kwRef, dialects: everywhere, group: groupReference, value: isString},
	{name: "$dynamicRef", slot: kwDynamicRef, dialects: from2020, group: groupReference, value: isString},
	{name: "$recursiveRef", slot: kwDynamicRef, dialects: draft2019, group: groupReference, value: isString},

	{name: "$schema", dialects: everywhere &^ oas30, group: groupIdentity, lenient: oas30},
	{name: "$id", dialects: from6, group: groupIdentity, value: isString, lenient: draft4},
	{name: "id", dialects: draft4, group: groupIdentity},
	{name: "$anchor", dialects: from2019, group: groupIdentity, value: isString, lenient: everywhere},
	{name: "$dynamicAnchor", dialects: from2020, group: groupIdentity, value: isString, lenient: everywhere},
	{name: "$recursiveAnchor", dialects: draft2019, group: groupIdentity, lenient: everywhere},
	{name: "$vocabulary", dialects: from2019, group: groupIdentity, lenient: everywhere},
	{name: "$comment", dialects: from7, group: groupIgnored, lenient: everywhere},
	{name: "$defs", dialects: from2019, group: groupIdentity, value: isObject, below: belowMap, lenient: everywhere},
	{name: "definitions", dialects: everywhere, group: groupIdentity, value: isObject, below: belowMap},
	{name: "x-gaia-name", slot: kwName, dialects: everywhere, group: groupIdentity, value: isString, filled: true},
	{name: "x-gaia-any", slot: kwAnyReason, dialects: everywhere, group: groupIdentity, value: isString, filled: true},
	{name: "x-gaia-open-union", slot: kwOpenUnion, dialects: everywhere, group: groupIdentity, value: isBool},

	{name: "type", slot: kwType, dialects: everywhere, group: groupAny, value: isString | isArray},
	{name: "enum", slot: kwEnum, dialects: everywhere, group: groupAny, value: isArray},
	{name: "const", slot: kwConst, dialects: from6, group: groupAny},
	{name: "nullable", slot: kwNullable, dialects: oas30, group: groupIdentity, value: isBool},
	{name: "x-enum-varnames", slot: kwEnumNames, dialects: everywhere, group: groupIdentity},
	{name: "x-enumNames", slot: kwEnumNames, dialects: everywhere, group: groupIdentity},
	{name: "x-enum-descriptions", slot: kwEnumDescriptions, dialects: everywhere, group: groupIdentity},

	{name: "format", slot: kwFormat, dialects: everywhere, group: groupString, value: isString},
	{name: "contentEncoding", slot: kwContentEncoding, dialects: from7, group: groupString, value: isString, lenient: everywhere},
	{name: "contentMediaType", slot: kwContentMediaType, dialects: from7, group: groupString, value: isString, lenient: everywhere},
	{name: "contentSchema", slot: kwContentSchema, dialects: from2019, group: groupAnnotation, value: isSchema, below: belowSchema, lenient: everywhere},
	{name: "pattern", slot: kwPattern, dialects: everywhere, group: groupString, value: isString},
	{name: "minLength", slot: kwMinLength, dialects: everywhere, group: groupString, value: isNumber},
	{name: "maxLength", slot: kwMaxLength, dialects: everywhere, group: groupString, value: isNumber},
	{name: "minimum", slot: kwMinimum, dialects: everywhere, group: groupNumber, value: isNumber},
	{name: "maximum", slot: kwMaximum, dialects: everywhere, group: groupNumber, value: isNumber},
	{name: "exclusiveMinimum", slot: kwExclusiveMinimum, dialects: everywhere, group: groupNumber, value: isNumber | isBool},
	{name: "exclusiveMaximum", slot: kwExclusiveMaximum, dialects: everywhere, group: groupNumber, value: isNumber | isBool},
	{name: "multipleOf", slot: kwMultipleOf, dialects: everywhere, group: groupNumber, value: isNumber},

	{name: "items", slot: kwItems, dialects: everywhere, group: groupArray, value: isSchema | isArray, below: belowEither},
	{name: "prefixItems", slot: kwPrefixItems, dialects: from2020, group: groupArray, value: isArray, below: belowList},
	{name: "additionalItems", slot: kwAdditionalItems, dialects: upTo2019, group: groupArray, value: isSchema, below: belowSchema},
	{name: "minItems", slot: kwMinItems, dialects: everywhere, group: groupArray, value: isNumber},
	{name: "maxItems", slot: kwMaxItems, dialects: everywhere, group: groupArray, value: isNumber},
	{name: "uniqueItems", slot: kwUniqueItems, dialects: everywhere, group: groupArray, value: isBool},
	{name: "contains", dialects: from6, group: groupBeside, below: belowSchema, lost: "arrays without a matching item are not refused"},
	{name: "minContains", dialects: from2019, group: groupIgnored, lenient: everywhere},
	{name: "maxContains", dialects: from2019, group: groupIgnored, lenient: everywhere},
	{name: "unevaluatedItems", slot: kwUnevaluatedItems, dialects: from2019, group: groupUnexpressed, value: isSchema, below: belowSchema, lost: "the items it forbids are not refused"},

	{name: "properties", slot: kwProperties, dialects: everywhere, group: groupObject, value: isObject, below: belowMap},
	{name: "required", slot: kwRequired, dialects: everywhere, group: groupObject, value: isArray | isBool},
	{name: "additionalProperties", slot: kwAdditionalProperties, dialects: everywhere, group: groupObject, value: isSchema, below: belowSchema},
	{name: "patternProperties", slot: kwPatternProperties, dialects: everywhere &^ oas30, group: groupObject, value: isObject, below: belowMap},
	{name: "propertyNames", slot: kwPropertyNames, dialects: from6, group: groupObject, value: isSchema, below: belowSchema},
	{name: "minProperties", slot: kwMinProperties, dialects: everywhere, group: groupObject, value: isNumber},
	{name: "maxProperties", slot: kwMaxProperties, dialects: everywhere, group: groupObject, value: isNumber},
	{name: "unevaluatedProperties", slot: kwUnevaluatedProperties, dialects: from2019, group: groupUnexpressed, value: isSchema, below: belowSchema, lost: "the members it forbids are not refused"},
	{name: "dependentRequired", dialects: from2019, group: groupUnexpressed, lost: "objects that lack a dependent member are not refused"},
	{name: "dependentSchemas", dialects: from2019, group: groupBeside, below: belowMap, lost: "objects that break a dependent schema are not refused"},
	{name: "dependencies", dialects: upTo7, group: groupUnexpressed, below: belowMixed, lost: "objects that break a dependency are not refused", lenient: draft2019 | draft2020},

	{name: "allOf", slot: kwAllOf, dialects: everywhere, group: groupCompose, value: isArray, below: belowList},
	{name: "anyOf", slot: kwAnyOf, dialects: everywhere, group: groupCompose, value: isArray, below: belowList},
	{name: "oneOf", slot: kwOneOf, dialects: everywhere, group: groupCompose, value: isArray, below: belowList},
	{name: "discriminator", slot: kwDiscriminator, dialects: allOAS, group: groupCompose, value: isObject, lenient: everywhere},
	{name: "not", dialects: everywhere, group: groupUnexpressed, below: belowSchema, lost: "values it forbids are not refused"},
	{name: "if", dialects: from7, group: groupBeside, below: belowSchema, lost: "values that break the condition are not refused"},
	{name: "then", dialects: from7, group: groupIgnored, below: belowSchema, lenient: everywhere},
	{name: "else", dialects: from7, group: groupIgnored, below: belowSchema, lenient: everywhere},

	{name: "title", slot: kwTitle, dialects: everywhere, group: groupAnnotation, value: isString},
	{name: "description", slot: kwDescription, dialects: everywhere, group: groupAnnotation, value: isString},
	{name: "default", slot: kwDefault, dialects: everywhere, group: groupAnnotation},
	{name: "deprecated", slot: kwDeprecated, dialects: from2019 | oas30, group: groupAnnotation, lenient: everywhere},
	{name: "readOnly", slot: kwReadOnly, dialects: from7 | oas30, group: groupAnnotation, value: isBool, lenient: everywhere},
	{name: "writeOnly", slot: kwWriteOnly, dialects: from7 | oas30, group: groupAnnotation, value: isBool, lenient: everywhere},
	{name: "example", slot: kwExample, dialects: allOAS, group: groupAnnotation, lenient: everywhere},
	{name: "examples", slot: kwExamples, dialects: from6, group: groupAnnotation, lenient: everywhere},
	{name: "externalDocs", dialects: allOAS, group: groupIgnored, lenient: everywhere},
	{name: "xml", dialects: allOAS, group: groupIgnored, lenient: everywhere},
}

// keywordIndex maps a name to its row's index in keywords.
var keywordIndex = func() map[string]int {
	m := make(map[string]int, len(keywords))
	for i, k := range keywords {
		m[k.name] = i
	}
	return m
}()
