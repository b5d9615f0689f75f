package loader

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// isStream reports whether a media type is a sequence of values.
func isStream(media string) bool {
	base, _, _ := strings.Cut(media, ";")
	switch strings.ToLower(strings.TrimSpace(base)) {
	case "text/event-stream", "application/jsonl", "application/x-jsonl", "application/x-ndjson", "application/ndjson",
		"application/json-seq", "application/stream+json", "multipart/mixed":
		return true
	}
	return false
}

// streamMembers are the members of x-gaia-stream that are read, then those that
// are known and concern clients only.
var streamMembers = []string{"events", "tag", "terminal", "cursor", "resume", "gap"}

// stream finds the type of the events of o; nil if no response is a stream or
// nothing types it.
func (r *operationReader) stream(s site, o *ir.Operation, pl *place) *ir.Stream {
	ext := s.get("x-gaia-stream")
	media, ok := r.streamMedia(s)
	if ext.ok() {
		return r.declaredStream(ext, media, pl)
	}
	if !ok {
		return nil
	}
	at := pl.sub("Event")
	if item := media.get("itemSchema"); item.ok() {
		return r.newStream(media, r.l.eventOf(item, at))
	}
	if schema := media.get("schema"); schema.node.Kind() == tree.Object {
		if c := schema.get("contentSchema"); c.ok() {
			return r.newStream(media, r.l.position(c, at))
		}
		if c := schema.get("itemSchema"); c.ok() {
			return r.newStream(media, r.l.eventOf(c, at))
		}
	}
	return nil
}

// streamMedia returns the first streamed content of a successful response.
func (r *operationReader) streamMedia(s site) (site, bool) {
	list := s.get("responses")
	for key, n := range list.members() {
		if !strings.HasPrefix(key.Str(), "2") && key.Str() != "default" {
			continue
		}
		resp := list.member(key.Str(), n)
		if n.Get("$ref").Kind() == tree.String {
			to, ok := r.l.lookup(resp)
			if !ok {
				continue
			}
			resp = to
		}
		content := resp.get("content")
		for media, v := range content.members() {
			if isStream(media.Str()) {
				return content.member(media.Str(), v), true
			}
		}
	}
	return site{}, false
}

func (r *operationReader) newStream(media site, p position) *ir.Stream {
	return &ir.Stream{Media: mediaName(media), Event: p.docUse(), Loc: media.loc()}
}

// mediaName returns the key of a media type.
func mediaName(media site) string { return media.node.Key().Str() }

// eventOf reads itemSchema. A server-sent event whose data is JSON text of a
// schema is typed by that schema; what frames it is the client's affair.
func (l *loader) eventOf(item site, pl *place) position {
	at, ok := l.deref(item)
	if ok && at.node.Get("type").Str() == "object" {
		data := at.get("properties").get("data")
		if c := data.get("contentSchema"); data.node.Kind() == tree.Object && c.ok() {
			return l.position(c, pl)
		}
	}
	return l.position(item, pl)
}

// declaredStream reads the extension on an operation.
func (r *operationReader) declaredStream(ext, media site, pl *place) *ir.Stream {
	l := r.l
	if ext.node.Kind() != tree.Object {
		l.out.Errorf("ext/stream", ext.loc(), "\"x-gaia-stream\" is %s; it must be an object", kindPhrase(ext.node.Kind()))
		return nil
	}
	for key := range ext.members() {
		if !contains(streamMembers, key.Str()) {
			l.out.Add(errorAt("ext/stream", keyLoc(ext, key), quote(key.Str())+" is not a member of \"x-gaia-stream\"", didYouMean(key.Str(), streamMembers)))
		}
	}
	events := ext.get("events")
	st := &ir.Stream{Media: "text/event-stream", Loc: ext.loc(), Tag: ext.node.Get("tag").Str()}
	if media.ok() {
		st.Media = mediaName(media)
	}
	for _, t := range ext.node.Get("terminal").Items() {
		st.Terminal = append(st.Terminal, ir.Terminal{Tag: t.Str()})
	}
	switch events.node.Kind() {
	case tree.String:
		to, ok := l.resolve(ext, events.node.Str(), events.loc())
		if !ok {
			return nil
		}
		st.Event = ir.Use{Type: l.typeAt(to).typ}
	case tree.Object:
		st.Event = l.position(events, pl.sub("Event")).docUse()
	default:
		l.out.Errorf("ext/stream", ext.loc(), "\"x-gaia-stream\" needs \"events\", a reference to a schema")
		return nil
	}
	return st
}

// capability reads x-gaia-capability.
func (r *operationReader) capability(s site) string {
	n := s.node.Get("x-gaia-capability")
	if !n.OK() {
		return ""
	}
	if n.Kind() != tree.String {
		r.l.out.Errorf("ext/capability", n.Loc(), "\"x-gaia-capability\" is %s; it must be a string", kindPhrase(n.Kind()))
		return ""
	}
	r.l.mention(n)
	return n.Str()
}

// capabilityUse is an operation's mention of a flag, checked when all are known.
type capabilityUse struct {
	name string
	loc  source.Loc
}

func (l *loader) mention(n tree.Node) {
	l.capabilityUses = append(l.capabilityUses, capabilityUse{n.Str(), n.Loc()})
}
