package golang

import (
	"fmt"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// operationTypes returns the types of the table; $Name stands for what the
// schema's names leave of Name.
func (g *generator) operationTypes() []string {
	capability := "string"
	if len(g.doc.Flags) > 0 {
		capability = "$Capability"
	}
	out := make([]string, len(operationTypes))
	for i, text := range operationTypes {
		out[i] = strings.ReplaceAll(text, "$Flag", capability)
	}
	return out
}

var operationTypes = []string{
	`// $Operation is one HTTP exchange.
type $Operation struct {
	ID     string
	Kind   string // "call", "webhook" or "callback"
	Method string
	Path   string // with {name} templates; the name of a webhook
	Tags   []string
	// Capability is the flag that a server must have; "" if none.
	Capability $Flag
	// Retry says whether to send a request again that had no answer.
	Retry $Retry
	// IdempotencyKey is the header by which the server recognises a repeated
	// request; "" if it has none.
	IdempotencyKey string
	Deprecated     bool
	BodyRequired   bool
	Params         []$Param
	Body           []$Payload
	Responses      []$Response
	Stream         *$Stream // nil if no response is a stream
}`,
	`// $Retry says whether a client may send a request again that had no answer.
type $Retry string`,
	`// The retry policies.
const (
	// $RetryNever means that a second request may have a second effect.
	$RetryNever $Retry = "never"
	// $RetryIdempotent means that the effect of several requests is that of one
	// (RFC 9110, section 9.2.2), perhaps by the idempotency key.
	$RetryIdempotent $Retry = "idempotent"
	// $RetryRead means that the request has no effect (RFC 9110, section 9.2.1).
	$RetryRead $Retry = "read"
)`,
	`// $Param is a parameter of an operation, or a header of a response.
type $Param struct {
	Name     string
	In       string // "path", "query", "header" or "cookie"
	Style    string // how the value is serialised, in OpenAPI's words
	Explode  bool
	Media    string // set when the value is serialised as this media type instead
	Required bool
	Type     string // the Go type
}`,
	`// $Payload is content of one media type.
type $Payload struct {
	Media string
	Type  string // the Go type
}`,
	`// $Response is what an operation answers under one status.
type $Response struct {
	Status   string // "200", "4XX", "default"
	Headers  []$Param
	Payloads []$Payload
}`,
	`// $Stream types the events of a response that goes on.
type $Stream struct {
	Media string
	Event string // the Go type
	Tag   string // the member that names an event's kind; "" for the union's own
	// Terminal lists the events after which the stream ends; nil if unsaid.
	Terminal []$Terminal
	// Cursor is nil if a reader cannot say how far it has come.
	Cursor *$Cursor
	// Resume is nil if a broken stream cannot be taken up again.
	Resume *$Resume
	// Gap is the tag of the event that says that others were lost; "" if none.
	Gap string
	// Malformed says what to do with an event that does not have the shape of its
	// kind.
	Malformed $Malformed
}`,
	`// $Terminal names events after which a stream ends.
type $Terminal struct {
	Tag string // the kind of event
	// When lists conditions that all hold; nil: every event of the kind.
	When []$Condition
}`,
	`// $Condition holds for an event whose member has one of the values.
type $Condition struct {
	Member string
	Values []string // JSON texts
}`,
	`// $Cursor names the members of an event that say how far a reader has come.
type $Cursor struct {
	Scope string // the member within whose value Field grows; "" if it always grows
	Field string
}`,
	`// $Resume names the query parameters that carry a cursor back to the server.
type $Resume struct {
	Scope string // for the cursor's scope; "" if it has none
	Field string // for the cursor's field
}`,
	`// $Malformed is a policy for events that do not have the shape of their kind.
type $Malformed string`,
	`// The policies for malformed events.
const (
	// $MalformedFails means that the reader ends the stream with an error.
	$MalformedFails $Malformed = "fail"
	// $MalformedSkips means that the reader reports the event and goes on.
	$MalformedSkips $Malformed = "skip"
)`,
}

// capability returns the Go expression of the flag that o needs; "" if none.
func (g *generator) capability(o *ir.Operation) string {
	for i, flag := range g.doc.Flags {
		if flag.Name == o.Capability {
			return g.flagNames[i]
		}
	}
	if o.Capability == "" {
		return ""
	}
	return quote(o.Capability)
}

func (g *generator) retry(r ir.Retry) string {
	switch r {
	case ir.RetryNever:
		return g.shared["RetryNever"]
	case ir.RetryIdempotent:
		return g.shared["RetryIdempotent"]
	case ir.RetryRead:
		return g.shared["RetryRead"]
	default:
		panic(fmt.Sprintf("golang: unhandled retry policy %d", r))
	}
}

func (g *generator) malformed(m ir.Malformed) string {
	switch m {
	case ir.MalformedFails:
		return g.shared["MalformedFails"]
	case ir.MalformedSkips:
		return g.shared["MalformedSkips"]
	default:
		panic(fmt.Sprintf("golang: unhandled policy for malformed events %d", m))
	}
}
