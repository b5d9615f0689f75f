package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// streamTypes are the media types of streams of events.
var streamTypes = []string{
	"text/event-stream", "application/jsonl", "application/x-jsonl", "application/x-ndjson", "application/ndjson",
	"application/x-jsonlines", "application/json-seq", "application/stream+json",
}

// aboutStream finds sentences that say that what they describe is a stream of
// events: its subject is one, or it sends, opens or returns one.
var aboutStream = expression(`(?i)^(?:an?\s+|the\s+)?(?:[\w-]+\s+)?(?:SSE|server[- ]sent events?|event)[- ](?:stream|endpoint|feed)\b` +
	`|\b(?:streams?|streaming|subscribes?|attach|replays?|returns?|opens?|sends?|pushes|push|emits?)\b.*(?:\b(?:as|via|over|using|an?|of|the)\s+|\()` +
	`(?:SSE|server[- ]sent[- ]events?|text/event-stream|event[- ]stream)\b`)

// untypedMedia reports content without a schema.
func untypedMedia(p *pass, m *media) {
	stream := contains(streamTypes, m.typ)
	if !stream && !isStructured(m.typ) {
		return
	}
	says := p.saysOf(m)
	switch {
	case says == saysType:
	case stream || m.reply && says != saysType && isStreamInProse(m):
		p.reportStream(m, says, stream)
	case says != saysText:
		p.reportBody(m, says)
	}
}

// said is what the schema of content tells about it.
type said uint8

const (
	saysNothing said = iota // there is no schema
	saysAny                 // it accepts any value
	saysText                // it is a string of which no more is known
	saysType
)

func (p *pass) saysOf(m *media) said {
	schema := m.node.Get("schema")
	if m.op != nil && m.op.node.Get("x-gaia-stream").Get("events").OK() {
		return saysType
	}
	if item := m.node.Get("itemSchema"); item.OK() {
		schema = item
	}
	if !schema.OK() {
		return saysNothing
	}
	if p.readAt(schema).anyReason.OK() {
		return saysType
	}
	schema = p.follow(schema)
	k := p.readAt(schema)
	switch f := freedomOf(schema, &k); {
	case !schema.OK(): // a reference to nothing, which is reported
		return saysType
	case f.isAny() && schema.Parent() != m.node:
		return saysType // the schema that it refers to is reported
	case f.isAny():
		return saysAny
	case k.types()&^typeNull == typeString && !k.enum.OK() && !k.konst.OK() && !schema.Get("contentSchema").OK():
		return saysText
	}
	return saysType
}

// isStructured reports whether content of the media type typ is decoded into
// values, so that a schema is needed.
func isStructured(typ string) bool {
	switch typ {
	case "application/json", "text/json", "application/xml", "text/xml", "application/x-www-form-urlencoded", "multipart/form-data":
		return true
	}
	return strings.HasSuffix(typ, "+json") || strings.HasSuffix(typ, "+xml")
}

// isStreamInProse reports whether only the text of a successful response, or of
// its operation, says that it is a stream.
func isStreamInProse(m *media) bool {
	if strings.HasPrefix(m.status, "4") || strings.HasPrefix(m.status, "5") || m.status == "default" {
		return false
	}
	for key := range m.node.Parent().Members() {
		if contains(streamTypes, mediaType(key.Str())) {
			return false // the stream has content of its own
		}
	}
	texts := []string{m.comment}
	if m.op != nil {
		texts = append(texts, m.op.node.Get("summary").Str(), m.op.node.Get("description").Str())
	}
	for _, text := range texts {
		if aboutStream().MatchString(firstSentence(text)) {
			return true
		}
	}
	return false
}

// firstSentence returns the beginning of a text on one line.
func firstSentence(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n\n")
	s = strings.Join(strings.Fields(s), " ")
	s, _, _ = strings.Cut(s, ". ")
	return s
}

// at returns where a finding about the schema of m points.
func (m *media) at(says said) tree.Node {
	if says == saysNothing {
		return m.node
	}
	if item := m.node.Get("itemSchema"); item.OK() {
		return item
	}
	return m.node.Get("schema")
}

func (p *pass) reportStream(m *media, says said, declared bool) {
	help := "describe one event: \"itemSchema\" of the content, or \"x-gaia-stream\": {\"events\": …} on the operation"
	if !declared {
		help = "document the response as text/event-stream and " + help
	}
	message := "event stream of " + m.place + " does not say what its events are"
	if !declared {
		message = m.place + " is an event stream, documented as " + m.typ + " of " + says.String()
	}
	p.report(fault{rule: "untyped/stream", loc: keyLoc(m.at(says)), message: message, key: m.key + "." + m.typ, unit: m.unit, help: help})
}

func (s said) String() string {
	switch s {
	case saysNothing:
		return "nothing"
	case saysText:
		return "strings"
	default:
		return "anything"
	}
}

func (p *pass) reportBody(m *media, says said) {
	kind := "JSON"
	switch {
	case strings.HasSuffix(m.typ, "xml"):
		kind = "XML"
	case !strings.HasSuffix(m.typ, "json"):
		kind = "form"
	}
	message := kind + " " + m.place + " has an empty schema"
	if says == saysNothing {
		message = kind + " " + m.place + " has no schema"
	}
	help := "add a \"schema\""
	if m.doc.pydantic && m.reply {
		help = "give the route a return type or response_model=…"
	} else if m.doc.pydantic {
		help = "type the route's body parameter with a model"
	}
	p.report(fault{rule: "untyped/body", loc: keyLoc(m.at(says)), message: message, key: m.key + "." + m.typ, unit: m.unit, help: help})
}
