package loader

import (
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var (
	streamMembers = []member{
		{"events", isString | isObject, false}, {"tag", isString, false}, {"terminal", isArray, false}, {"cursor", isObject, false},
		{"resume", isObject, false}, {"gap", isString, false}, {"malformed", isString, false},
	}
	terminalMembers = []member{{"tag", isString, true}, {"when", isObject, false}}
	cursorMembers   = []member{{"scope", isString, false}, {"field", isString, true}}
)

// malformedWords are the values of "malformed", in the order of ir.Malformed.
var malformedWords = []string{"fail", "skip"}

// declaredStream is a stream that an extension describes, checked against its
// events when their type is settled.
type declaredStream struct {
	ext    record
	stream *ir.Stream
	params []*ir.Param // of the operation
}

// declared reads x-gaia-stream; nil after a finding if nothing types the events.
func (r *operationReader) declared(ext, media site, o *ir.Operation, pl *place) *ir.Stream {
	rec := r.l.record(ext, "ext/stream", "x-gaia-stream", streamMembers)
	st := &ir.Stream{Media: "text/event-stream", Loc: ext.loc(), Tag: rec.text("tag"), Gap: rec.text("gap")}
	if media.ok() {
		st.Media = mediaName(media)
	}
	st.Terminal = r.l.terminals(rec.get("terminal", isArray))
	if c, ok := r.l.cursor(rec, "cursor"); ok {
		st.Cursor = &c
	}
	if c, ok := r.l.cursor(rec, "resume"); ok {
		st.Resume = &ir.Resume{Scope: c.Scope, Field: c.Field}
	}
	word := rec.get("malformed", isString)
	r.l.oneOf(word, "ext/stream", malformedWords)
	if indexOf(malformedWords, word.node.Str()) == int(ir.MalformedSkips) {
		st.Malformed = ir.MalformedSkips
	}
	r.resume(rec, st, o)
	if ext.node.Kind() != tree.Object || !r.events(rec, media, st, pl) {
		return nil
	}
	r.l.streams = append(r.l.streams, declaredStream{rec, st, o.Params})
	return st
}

// events finds the type of the events: what the extension names, else what types
// the items of the response; false after a finding if neither does.
func (r *operationReader) events(rec record, media site, st *ir.Stream, pl *place) bool {
	l := r.l
	events := rec.at.get("events")
	switch {
	case events.node.Kind() == tree.Object:
		st.Event = l.position(events, pl).docUse()
		return true
	case events.node.Kind() == tree.String && !empty(events.node):
		to, ok := l.resolve(rec.at, events.node.Str(), events.loc())
		if ok {
			st.Event = ir.Use{Type: l.typeAt(to).typ}
		}
		return ok
	case events.ok():
		return false // reported as a member
	}
	p, ok := l.mediaEvent(media, pl)
	if !ok {
		l.out.Add(errorAt("ext/stream", rec.at.loc(), "\"x-gaia-stream\" has no \"events\", and no \"itemSchema\" of a response types them", "refer to the schema of one event by \"events\""))
		return false
	}
	st.Event = p.docUse()
	return true
}

// terminals reads the list of events after which a stream ends.
func (l *loader) terminals(list site) []ir.Terminal {
	var out []ir.Terminal
	var seen []tree.Node
	for i, n := range list.node.Items() {
		s := list.at(n, "/"+itoa(i))
		if repeats(seen, n) {
			l.out.Errorf("ext/stream", s.loc(), "this event is listed twice in \"terminal\"")
			continue
		}
		seen = append(seen, n)
		switch {
		case n.Kind() == tree.String && empty(n):
			l.out.Errorf("ext/stream", s.loc(), "a tag in \"terminal\" is empty")
		case n.Kind() == tree.String:
			out = append(out, ir.Terminal{Tag: n.Str()})
		case n.Kind() == tree.Object:
			rec := l.record(s, "ext/stream", "terminal", terminalMembers)
			if tag := rec.text("tag"); !isBlank(tag) {
				out = append(out, ir.Terminal{Tag: tag, When: l.conditions(rec.get("when", isObject))})
			}
		default:
			l.out.Errorf("ext/stream", s.loc(), "an event in \"terminal\" is %s; it must be %s", kindPhrase(n.Kind()), isString|isObject)
		}
	}
	return out
}

// repeats reports whether n has the value of one of seen.
func repeats(seen []tree.Node, n tree.Node) bool {
	return slices.ContainsFunc(seen, func(x tree.Node) bool { return equalNodes(x, n) })
}

// conditions reads "when".
func (l *loader) conditions(s site) []ir.Condition {
	var out []ir.Condition
	for key, n := range s.members() {
		c := ir.Condition{Member: key.Str()}
		at := s.member(key.Str(), n)
		if n.Kind() != tree.Array {
			c.Values = l.conditionValue(nil, at)
		}
		if n.Kind() == tree.Array && n.Len() == 0 {
			l.out.Errorf("ext/stream", at.loc(), "%q is empty", c.Member)
		}
		var seen []tree.Node
		for i, v := range n.Items() {
			item := at.at(v, "/"+itoa(i))
			if repeats(seen, v) {
				l.out.Errorf("ext/stream", item.loc(), "%s is listed twice", v.JSON())
				continue
			}
			seen = append(seen, v)
			c.Values = l.conditionValue(c.Values, item)
		}
		if len(c.Values) > 0 {
			out = append(out, c)
		}
	}
	return out
}

func (l *loader) conditionValue(list []ir.Value, s site) []ir.Value {
	switch s.node.Kind() {
	case tree.String, tree.Number, tree.Bool:
		return append(list, value(s.node))
	}
	l.out.Errorf("ext/stream", s.loc(), "a value in \"when\" is %s; it must be a string, a number or a boolean", kindPhrase(s.node.Kind()))
	return list
}

// cursor reads "cursor" or "resume", which have the same members.
func (l *loader) cursor(rec record, name string) (ir.Cursor, bool) {
	s := rec.get(name, isObject)
	if !s.ok() || empty(s.node) {
		return ir.Cursor{}, false
	}
	c := l.record(s, rec.rule, name, cursorMembers)
	return ir.Cursor{Scope: c.text("scope"), Field: c.text("field")}, !c.bad
}

// resume checks the parameters that carry a cursor against the cursor and the
// operation.
func (r *operationReader) resume(rec record, st *ir.Stream, o *ir.Operation) {
	s := rec.get("resume", isObject)
	if st.Resume == nil {
		return
	}
	if !rec.at.get("cursor").ok() {
		r.l.out.Add(errorAt("ext/stream", s.loc(), "\"resume\" has no meaning without \"cursor\"", "say by \"cursor\" which members of an event the parameters carry"))
		return
	}
	if st.Cursor != nil && (st.Cursor.Scope == "") != (st.Resume.Scope == "") {
		who, other := "resume", "cursor"
		if st.Cursor.Scope == "" {
			who, other = other, who
		}
		r.l.out.Errorf("ext/stream", s.loc(), "%q has no \"scope\", but %q has one", who, other)
	}
	for _, name := range []string{"scope", "field"} {
		if v := s.get(name); v.ok() {
			r.resumeParam(v, o)
		}
	}
}

// resumeParam reports a name at s that is no query parameter of o.
func (r *operationReader) resumeParam(s site, o *ir.Operation) {
	var names []string
	elsewhere := ""
	for _, p := range o.Params {
		switch {
		case p.In == "query" && p.Name == s.node.Str():
			return
		case p.In == "query":
			names = append(names, p.Name)
		case p.Name == s.node.Str():
			elsewhere = p.In
		}
	}
	message, help := quote(s.node.Str())+" is not a query parameter of the operation", didYouMean(s.node.Str(), names)
	if elsewhere != "" {
		message, help = quote(s.node.Str())+" is a parameter in "+quote(elsewhere)+"; a cursor travels in the query", ""
	}
	r.l.out.Add(errorAt("ext/stream", s.loc(), message, help))
}
