package loader

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
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

// stream finds what the events of o are; nil if no response is a stream or
// nothing types it.
func (r *operationReader) stream(s site, o *ir.Operation, pl *place) *ir.Stream {
	media, streamed := r.streamMedia(s)
	if ext := s.get("x-gaia-stream"); ext.ok() {
		return r.declared(ext, media, o, pl.sub("Event"))
	}
	if !streamed {
		return nil
	}
	p, ok := r.l.mediaEvent(media, pl.sub("Event"))
	if !ok {
		return nil
	}
	return &ir.Stream{Media: mediaName(media), Event: p.docUse(), Loc: media.loc()}
}

// mediaEvent reads the schema of an event from a media type: itemSchema beside
// the schema or in it, or contentSchema.
func (l *loader) mediaEvent(media site, pl *place) (position, bool) {
	if item := media.get("itemSchema"); item.ok() {
		return l.eventOf(item, pl), true
	}
	schema := media.get("schema")
	if schema.node.Kind() != tree.Object {
		return position{}, false
	}
	if c := schema.get("contentSchema"); c.ok() {
		return l.position(c, pl), true
	}
	if c := schema.get("itemSchema"); c.ok() {
		return l.eventOf(c, pl), true
	}
	return position{}, false
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
