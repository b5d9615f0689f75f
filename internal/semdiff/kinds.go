package semdiff

// Kind names a kind of change.
type Kind string

// The kinds. Each says what changed; the message of a change says how.
const (
	TitleChanged   Kind = "title-changed"
	VersionChanged Kind = "version-changed"
	DocChanged     Kind = "doc-changed" // text for people
	Deprecation    Kind = "deprecation-changed"

	TypeAdded   Kind = "type-added"
	TypeRemoved Kind = "type-removed"
	TypeRenamed Kind = "type-renamed" // an equal type under another name
	TypeChanged Kind = "type-changed" // what a value is: "string, was integer"
	NullChanged Kind = "null-changed" // whether null is allowed

	FieldAdded      Kind = "field-added"
	FieldRemoved    Kind = "field-removed"
	RequiredChanged Kind = "required-changed" // whether the member must be present
	AccessChanged   Kind = "access-changed"   // readOnly, writeOnly
	DefaultChanged  Kind = "default-changed"
	ExtraChanged    Kind = "extra-changed" // members that are not declared

	ValueAdded   Kind = "value-added" // of an enum
	ValueRemoved Kind = "value-removed"
	OpenChanged  Kind = "open-changed" // whether readers must expect more values or variants

	VariantAdded         Kind = "variant-added"
	VariantRemoved       Kind = "variant-removed"
	DiscriminatorChanged Kind = "discriminator-changed"
	ExclusiveChanged     Kind = "exclusive-changed" // oneOf, anyOf

	LimitChanged  Kind = "limit-changed"  // a bound, a length, a pattern, a number of items
	FormatChanged Kind = "format-changed" // format, encoding and media type of a string or number

	OperationAdded   Kind = "operation-added"
	OperationRemoved Kind = "operation-removed"
	OperationRenamed Kind = "operation-renamed" // its operationId
	ParamAdded       Kind = "param-added"
	ParamRemoved     Kind = "param-removed"
	StyleChanged     Kind = "style-changed" // how a parameter is serialised
	BodyChanged      Kind = "body-changed"  // whether there is a body and whether it must be
	MediaAdded       Kind = "media-added"
	MediaRemoved     Kind = "media-removed"
	ResponseAdded    Kind = "response-added"
	ResponseRemoved  Kind = "response-removed"
	StreamChanged    Kind = "stream-changed"
	PolicyChanged    Kind = "policy-changed" // retry, idempotency key, the capability that is needed

	CapabilityAdded   Kind = "capability-added"
	CapabilityRemoved Kind = "capability-removed"
	CapabilityChanged Kind = "capability-changed"
)
