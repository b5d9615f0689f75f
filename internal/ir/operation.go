package ir

import "github.com/amd-gaia/gaia-gen/internal/source"

// OperationKind says who calls whom.
type OperationKind uint8

// The kinds of operation.
const (
	Call     OperationKind = iota // the client calls the server
	Webhook                       // the server calls the client
	Callback                      // the server calls an address that the client gave
)

// Operation is one HTTP exchange.
type Operation struct {
	// ID is operationId, or method and path in words when it has none
	// ("get /pets/{id}" → "getPetsById"). Unique in the Document.
	ID         string
	Kind       OperationKind
	Method     string // upper case
	Path       string // with {name} templates; a webhook's name for a Webhook
	Tags       []string
	Params     []*Param // path, query, header, cookie, each in source order
	Body       *Body    // nil if none
	Responses  []*Response
	Stream     *Stream // nil if no response is a stream of events
	Capability string  // the flag that a server must have; "" if none
	Retry      Retry
	// IdempotencyKey is the header parameter by which the server recognises a
	// repeated request; "" if it has none.
	IdempotencyKey string
	Doc            Doc
	Loc            source.Loc
}

// Retry says whether a client may send a request again that it had no answer to.
type Retry uint8

// The retry policies.
const (
	RetryNever      Retry = iota // a second request may have a second effect
	RetryIdempotent              // the effect of several is that of one (RFC 9110, section 9.2.2), perhaps by an idempotency key
	RetryRead                    // the request has no effect (RFC 9110, section 9.2.1)
)

// Param is one parameter of an Operation, or a header of a Response.
type Param struct {
	Name, In string // In: "path", "query", "header" or "cookie"
	Style    string // as in the OpenAPI 3.1 specification, section 4.8.12; never ""
	Explode  bool
	Media    string // set when the value is serialised as this media type instead
	Required bool
	Use      Use
	Doc      Doc
	Loc      source.Loc
}

// Body is what a request carries.
type Body struct {
	Required bool
	Payloads []Payload // in source order, at least one
	Doc      Doc
}

// Payload is content of one media type. The Use of a payload without a schema
// is Any.
type Payload struct {
	Media string // as written: "application/json"
	Use   Use
}

// Response is what an operation answers under one status. Order: as written.
type Response struct {
	Status   string // "200", "4XX", "default"
	Headers  []*Param
	Payloads []Payload // empty: no content
	Doc      Doc
	Loc      source.Loc
}

// Stream types the events of a response that goes on: text/event-stream,
// application/jsonl and the like.
type Stream struct {
	Media string
	Event Use
	// Tag is the member that names an event's kind; "" for the union's own.
	Tag string
	// Terminal lists the events after which the stream ends; nil if unsaid.
	Terminal  []Terminal
	Cursor    *Cursor // nil: a reader cannot say how far it has come
	Resume    *Resume // nil: a broken stream cannot be taken up again
	Gap       string  // tag of the event that says that others were lost; "" if none
	Malformed Malformed
	Loc       source.Loc
}

// Terminal names events after which a stream ends.
type Terminal struct {
	Tag  string      // the kind of event
	When []Condition // all of which hold; nil: every event of the kind
}

// Condition holds for an event whose member has one of the values, which are
// strings, numbers or booleans.
type Condition struct {
	Member string
	Values []Value // at least one
}

// Cursor names the members of an event that say how far a reader has come.
type Cursor struct {
	Scope string // the member within whose value Field grows: "run_id"; "" if it always grows
	Field string // "event_id"
}

// Resume names the query parameters that carry a cursor back to the server.
type Resume struct {
	Scope string // for Cursor.Scope; "" if the cursor has none
	Field string // for Cursor.Field
}

// Malformed says what a reader does with an event of a known kind that does not
// have the shape of its kind.
type Malformed uint8

// The policies for malformed events.
const (
	MalformedFails Malformed = iota // the reader ends the stream with an error
	MalformedSkips                  // the reader reports the event and goes on
)

// Flag is one capability that a server may declare.
type Flag struct {
	Name       string // wire spelling: "memory.three_tier"
	Doc        Doc
	Since      string // contract version that introduced it; "" if unsaid
	Deprecated string // contract version that deprecates it; "" if it is current
	Loc        source.Loc
}
