// Package ir is the model between the loader and the emitters: what the input
// says, with every reference resolved, every allOf merged and every spelling of
// null folded. It speaks neither the words of JSON Schema nor those of a target
// language, and holds no maps, so that ranging over it is deterministic.
package ir

import "github.com/amd-gaia/gaia-gen/internal/source"

// Document is everything loaded for one contract.
type Document struct {
	Title, Version, Description string
	Types                       []*Type      // the named types, sorted by Name, then ID
	Operations                  []*Operation // sorted by Path, then Method, then ID
	Flags                       []*Flag      // capability flags in source order
}

// Type is one schema after resolution. All uses of one schema share one *Type,
// so a recursive schema is a cyclic graph.
type Type struct {
	ID   string // "file.json#/json/pointer": unique and stable across runs
	Name string // as the input spells it, not cased for any language; "" if inline

	// Place names an inline type by where it stands: the name of the nearest
	// named schema (or the operation's ID) and the path below it in words, for
	// example ["Order", "items", "Item"]. It is a pure function of that path.
	// Nil for named types.
	Place []string

	Doc   Doc
	Loc   source.Loc
	Shape Shape // never nil once loading is done

	// Alias is set for a named type that is only another name: its Shape is
	// Alias.Shape, and a declaration says "A is B".
	Alias *Type

	// Nullable says that the schema itself allows null. Every Use of the type
	// carries it too, so declarations keep the non-null Shape.
	Nullable bool

	// AnyReason says why the schema leaves values untyped, in its author's words;
	// "" if it does not say.
	AnyReason string
}

// Doc is the human text attached to a declaration, verbatim.
type Doc struct {
	Title, Description string
	Deprecated         bool
	Examples           []Value
}

// Shape is one of *Scalar, *Enum, *Object, *Array, *Tuple, *Map, *Union, *Any
// or *Never. isShape is never called; it closes the set.
type Shape interface{ isShape() }

// Use is a Type in position, with what belongs to the position.
type Use struct {
	Type     *Type
	Nullable bool // null is allowed here
	// Doc is the text beside a reference to a named type in a position that has
	// no declaration of its own (an array element, a variant, a map value); nil
	// if none. The text of a field is in Field.Doc.
	Doc *Doc
}

// ScalarKind is the JSON type of a Scalar.
type ScalarKind uint8

// The scalar kinds. Integer values are those without a fraction: 1.0 is one.
const (
	String ScalarKind = iota
	Integer
	Number
	Boolean
	Null
)

// Scalar is a string, number or boolean that is not limited to listed values,
// or null alone.
type Scalar struct {
	Kind     ScalarKind
	Format   string // as written: "date-time", "int64"; "" if none
	Encoding string // contentEncoding as written, for example "base64"; "" if none
	Media    string // contentMediaType as written; "" if none
	Limits   Limits
}

// Limits are the bounds of a scalar. Numbers are the input's text, so that no
// digit is lost; "" means no bound.
type Limits struct {
	Min, Max, MultipleOf       string
	ExclusiveMin, ExclusiveMax bool   // Min, Max are not allowed themselves
	MinLength, MaxLength       string // code points
	Pattern                    string // an ECMA-262 regular expression
}

// Enum is a closed list of JSON literals; a const is an Enum with one member.
// Null is never a member: it is folded into the Use.
type Enum struct {
	Members []Member // at least one, distinct
	// Open says that a reader must expect values outside Members, because a
	// newer writer may know more of them.
	Open bool
	// Free says that the schema itself allows every value of the members'
	// kinds (anyOf of an enum and a string): the members are suggestions. It
	// implies Open.
	Free bool
}

// Member is one value of an Enum.
type Member struct {
	Value Value
	Name  string // from x-enum-varnames, x-enumNames or a title; "" if none
	Doc   Doc
}

// Value is a JSON literal: compact, keys in source order, numbers as written.
type Value struct{ JSON string }

// Object is a JSON object with declared members.
type Object struct {
	Fields []*Field // in declaration order; empty for an object about which nothing is declared
	// Extra types the members that Fields does not name, where the schema
	// declares them (additionalProperties: true or a schema). Nil: undeclared,
	// or forbidden if Closed.
	Extra    *Use
	Patterns []Pattern // patternProperties, in source order
	Closed   bool      // members that neither Fields nor Patterns name are forbidden
	MinProps string    // smallest number of members, "" if none
	MaxProps string
}

// Pattern types the members whose names match an expression.
type Pattern struct {
	Expr string // an ECMA-262 regular expression
	Use  Use
}

// Field is one declared member of an Object.
type Field struct {
	Name     string // the JSON key
	Use      Use
	Required bool // the key must be present; unrelated to Use.Nullable
	Access   Access
	Default  *Value // nil if none; a null default of a nullable field is none
	Doc      Doc
	Loc      source.Loc
}

// Access limits the direction in which a field travels.
type Access uint8

// The access modes.
const (
	ReadWrite Access = iota
	ReadOnly         // responses only
	WriteOnly        // requests only
)

// Array is a list of one element type.
type Array struct {
	Elem               Use
	MinItems, MaxItems string // "" if none
	Unique             bool
}

// Tuple is a list with a type per position.
type Tuple struct {
	Elems []Use
	Min   int  // how many leading elements must be present, 0 to len(Elems)
	Rest  *Use // further elements; nil: none allowed
}

// Map is an object whose members all have one type.
type Map struct {
	Elem     Use
	Key      *Type // a string Enum or Scalar that limits the keys; nil: any key
	Patterns []Pattern
	MinProps string
	MaxProps string
}

// Union is a choice.
type Union struct {
	Variants []Variant // at least two, or at least one when tagged
	// Discriminator is the JSON key whose value names the variant; "" if the
	// union is untagged. Every variant of a tagged union is an Object (perhaps
	// through aliases; nested unions on the same key are flattened), is not
	// nullable, has Tags, and declares the key as its own required field whose
	// type is an Enum of exactly those tags.
	Discriminator string
	Exclusive     bool // oneOf: exactly one variant matches; else anyOf
	// Open says that a reader must expect tags outside the variants'.
	Open bool
}

// Variant is one arm of a Union.
type Variant struct {
	Tags []Value // discriminator values: strings, integers or booleans; nil if untagged
	Use  Use
}

// Any allows every value, null included.
type Any struct{}

// Never allows no value.
type Never struct{}

func (*Scalar) isShape() {}
func (*Enum) isShape()   {}
func (*Object) isShape() {}
func (*Array) isShape()  {}
func (*Tuple) isShape()  {}
func (*Map) isShape()    {}
func (*Union) isShape()  {}
func (*Any) isShape()    {}
func (*Never) isShape()  {}
