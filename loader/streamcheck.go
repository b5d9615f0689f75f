package loader

import (
	"fmt"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// eventModel is what the type of a stream's events says about them.
type eventModel struct {
	// key is the member whose value is an event's tag; "" if there is none.
	key      string
	kinds    []eventKind
	closed   bool // kinds are all that the schema knows, each with its tags
	isObject bool // every event is an object that declares its members
	isAny    bool // nothing is known about them
}

// eventKind is a kind of event.
type eventKind struct {
	name   string   // for messages
	tags   []string // the texts of its tags; nil if they are not limited
	object *ir.Object
}

// checkStreams checks what extensions say about streams against their events.
func (l *loader) checkStreams() {
	for _, d := range l.streams {
		c := streamCheck{l: l, declaredStream: d, model: modelOf(d.stream)}
		c.tag()
		c.terminals()
		c.gap()
		c.cursor()
	}
}

// modelOf takes the type of a stream's events apart.
func modelOf(st *ir.Stream) eventModel {
	m := eventModel{key: st.Tag}
	t := ir.Resolve(st.Event.Type)
	switch s := t.Shape.(type) {
	case *ir.Union:
		if m.key == "" {
			m.key = s.Discriminator
		}
		m.kinds, m.isObject = kindsOf(s, m.key, 0)
	case *ir.Object:
		m.isObject = len(s.Fields) > 0
		m.isAny = !m.isObject && !s.Closed
		m.kinds = []eventKind{{name: typeName(t), object: s}}
	case *ir.Any, *ir.Map, *ir.Never:
		m.isAny = true
	}
	if m.key == "" || !m.isObject {
		return m
	}
	m.closed = true
	for i := range m.kinds {
		k := &m.kinds[i]
		if k.tags == nil {
			k.tags = tagTexts(ownTags(memberOf(k.object, m.key)))
		}
		m.closed = m.closed && k.tags != nil
	}
	return m
}

// kindsOf returns the variants of u, those of nested unions in their place; false
// if one of them is no object that declares its members.
func kindsOf(u *ir.Union, key string, depth int) ([]eventKind, bool) {
	const deepest = 16
	if depth > deepest {
		return nil, false
	}
	var out []eventKind
	objects := true
	for _, v := range u.Variants {
		t := ir.Resolve(v.Use.Type)
		switch s := t.Shape.(type) {
		case *ir.Object:
			k := eventKind{name: typeName(t), object: s}
			if u.Discriminator == key {
				k.tags = tagTexts(v.Tags)
			}
			out = append(out, k)
			objects = objects && len(s.Fields) > 0
		case *ir.Union:
			inner, ok := kindsOf(s, key, depth+1)
			out = append(out, inner...)
			objects = objects && ok
		default:
			objects = false
		}
	}
	return out, objects
}

func memberOf(o *ir.Object, name string) *ir.Field {
	i := slices.IndexFunc(o.Fields, func(f *ir.Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return o.Fields[i]
}

func memberNames(o *ir.Object) []string {
	var names []string
	for _, f := range o.Fields {
		names = append(names, f.Name)
	}
	return names
}

// tagTexts returns tags as extensions write them: text is itself, another
// literal as in JSON.
func tagTexts(tags []ir.Value) []string {
	var out []string
	for _, v := range tags {
		out = append(out, literalText(v))
	}
	return out
}

// typeName names a type in messages.
func typeName(t *ir.Type) string {
	if t.Name != "" {
		return quote(t.Name)
	}
	return "the event"
}

// streamCheck checks one stream.
type streamCheck struct {
	l *loader
	declaredStream
	model eventModel
}

func (c *streamCheck) fault(s site, help, format string, args ...any) {
	c.l.out.Add(errorAt("ext/stream", s.loc(), fmt.Sprintf(format, args...), help))
}

// describe names a kind of event in messages.
func (k eventKind) describe() string {
	if len(k.tags) > 0 {
		return "the event " + quote(strings.Join(k.tags, "|"))
	}
	return k.name
}

// tag checks that every event has the member that names its kind.
func (c *streamCheck) tag() {
	s := c.ext.get("tag", isString)
	if !s.ok() || empty(s.node) || c.model.isAny {
		return
	}
	if !c.model.isObject {
		c.fault(s, "", "not every event is an object that declares members, so none can be its tag")
		return
	}
	key := s.node.Str()
	own := ""
	if u, ok := ir.Resolve(c.stream.Event.Type).Shape.(*ir.Union); ok {
		own = u.Discriminator
	}
	for _, k := range c.model.kinds {
		if memberOf(k.object, key) != nil || k.tags != nil && key == own {
			continue
		}
		help := didYouMean(key, memberNames(k.object))
		if own != "" {
			help = "use " + quote(own) + ", the discriminator of the events"
		}
		c.fault(s, help, "%s does not declare the member %s", k.describe(), quote(key))
		return
	}
}

// terminals checks the events that end the stream.
func (c *streamCheck) terminals() {
	list := c.ext.get("terminal", isArray)
	for i, n := range list.node.Items() {
		s := list.at(n, "/"+itoa(i))
		when := site{}
		if n.Kind() == tree.Object {
			when, s = s.get("when"), s.get("tag")
		}
		kinds := c.kinds(s)
		if len(kinds) == 0 {
			continue
		}
		for key, v := range when.members() {
			c.condition(kinds, when, key, v)
		}
	}
}

// gap checks the tag of the event that reports a loss.
func (c *streamCheck) gap() { c.kinds(c.ext.get("gap", isString)) }

// kinds returns the kinds of event that have the tag at s: several if the tag is
// not the union's own. Nil after a finding if there is none, or if it cannot be known.
func (c *streamCheck) kinds(s site) []eventKind {
	if s.node.Kind() != tree.String || empty(s.node) {
		return nil
	}
	m := c.model
	if m.key == "" {
		c.fault(s, "name the member that holds the tag by \"tag\"", "the events have no tag, so %s names none", quote(s.node.Str()))
		return nil
	}
	var found []eventKind
	var all []string
	for _, k := range m.kinds {
		if slices.Contains(k.tags, s.node.Str()) || m.isObject && k.tags == nil {
			found = append(found, k)
		}
		all = append(all, k.tags...)
	}
	if found == nil && m.closed {
		c.fault(s, didYouMean(s.node.Str(), all), "%s is not a tag of the events", quote(s.node.Str()))
	}
	return found
}

// condition checks that one of the kinds declares a member and that it can have
// the values.
func (c *streamCheck) condition(kinds []eventKind, when site, key, n tree.Node) {
	at := when.member(key.Str(), n)
	var fields []*ir.Field
	var names []string
	for _, k := range kinds {
		names = append(names, memberNames(k.object)...)
		if fd := memberOf(k.object, key.Str()); fd != nil {
			fields = append(fields, fd)
		}
	}
	if fields == nil {
		c.l.out.Add(errorAt("ext/stream", keyLoc(when, key), kinds[0].describe()+" does not declare the member "+quote(key.Str()), didYouMean(key.Str(), names)))
		return
	}
	if n.Kind() != tree.Array {
		c.possible(fields, at)
		return
	}
	for i, v := range n.Items() {
		c.possible(fields, at.at(v, "/"+itoa(i)))
	}
}

// possible reports a value that none of the members has.
func (c *streamCheck) possible(fields []*ir.Field, s site) {
	switch s.node.Kind() {
	case tree.String, tree.Number, tree.Bool:
	default:
		return // reported on reading
	}
	var known []string
	for _, fd := range fields {
		if mayBe(fd.Use.Type, value(s.node), 0) {
			return
		}
		if e, ok := ir.Resolve(fd.Use.Type).Shape.(*ir.Enum); ok {
			for _, m := range e.Members {
				known = append(known, literalText(m.Value))
			}
		}
	}
	c.fault(s, didYouMean(s.node.Str(), known), "%s cannot be %s", quote(fields[0].Name), s.node.JSON())
}

// literalText returns a string as itself, another literal as in JSON.
func literalText(v ir.Value) string {
	if text, ok := stringOf(v); ok {
		return text
	}
	return v.JSON
}

// mayBe reports whether t knows the literal v as one of its values.
func mayBe(t *ir.Type, v ir.Value, depth int) bool {
	const deepest = 16
	switch s := ir.Resolve(t).Shape.(type) {
	case *ir.Enum:
		return s.Free && v.JSON[0] == '"' || slices.ContainsFunc(s.Members, func(m ir.Member) bool { return sameLiteral(m.Value, v) })
	case *ir.Union:
		return depth > deepest || slices.ContainsFunc(s.Variants, func(x ir.Variant) bool { return mayBe(x.Use.Type, v, depth+1) })
	default:
		return allowsLiteral(s, v)
	}
}

// cursor checks that every event says how far its reader has come.
func (c *streamCheck) cursor() {
	s := c.ext.get("cursor", isObject)
	if c.stream.Cursor == nil || c.model.isAny {
		return
	}
	if !c.model.isObject {
		c.fault(s, "", "not every event is an object that declares members, so none can be its cursor")
		return
	}
	for _, name := range []string{"scope", "field"} {
		if v := s.get(name); v.ok() && c.cursorMember(v) {
			c.carries(c.ext.at.get("resume").get(name), v.node.Str())
		}
	}
}

// carries checks that the query parameter named at s can hold the values of a
// member of the cursor.
func (c *streamCheck) carries(s site, member string) {
	for _, p := range c.params {
		if p.In != "query" || p.Name != s.node.Str() {
			continue
		}
		for _, k := range c.model.kinds {
			if !overlap(memberOf(k.object, member).Use.Type, p.Use.Type, 0) {
				c.fault(s, "", "the parameter %s cannot carry %s of %s", quote(p.Name), quote(member), k.describe())
				return
			}
		}
	}
}

// overlap reports whether a, of strings or integers, has values that the
// parameter type b takes.
func overlap(a, b *ir.Type, depth int) bool {
	const deepest = 16
	switch s := ir.Resolve(b).Shape.(type) {
	case *ir.Any:
		return true
	case *ir.Scalar:
		return s.Kind == ir.String || (s.Kind == ir.Integer || s.Kind == ir.Number) && !isText(a)
	case *ir.Enum:
		return allStrings(s) || !isText(a)
	case *ir.Union:
		return depth > deepest || slices.ContainsFunc(s.Variants, func(v ir.Variant) bool { return overlap(a, v.Use.Type, depth+1) })
	}
	return false
}

// isText reports whether every value of t is a string.
func isText(t *ir.Type) bool {
	switch s := ir.Resolve(t).Shape.(type) {
	case *ir.Scalar:
		return s.Kind == ir.String
	case *ir.Enum:
		return allStrings(s)
	}
	return false
}

// cursorMember checks one member of a cursor against every kind of event. It
// reports the first that does not fit, and then returns false.
func (c *streamCheck) cursorMember(s site) bool {
	name := s.node.Str()
	for _, k := range c.model.kinds {
		fd := memberOf(k.object, name)
		switch {
		case fd == nil:
			c.fault(s, didYouMean(name, memberNames(k.object)), "%s does not declare the member %s", k.describe(), quote(name))
		case !fd.Required && fd.Default == nil || fd.Access == ir.WriteOnly:
			c.fault(s, "", "%s may lack the member %s", k.describe(), quote(name))
		case fd.Use.Nullable:
			c.fault(s, "", "%s of %s may be null", quote(name), k.describe())
		case !isPlain(fd.Use.Type):
			c.fault(s, "", "%s of %s is neither a string nor an integer", quote(name), k.describe())
		default:
			continue
		}
		return false
	}
	return true
}

// isPlain reports whether values of t are strings, or integers.
func isPlain(t *ir.Type) bool {
	switch s := ir.Resolve(t).Shape.(type) {
	case *ir.Scalar:
		return s.Kind == ir.String || s.Kind == ir.Integer
	case *ir.Enum:
		return allStrings(s) || !slices.ContainsFunc(s.Members, func(m ir.Member) bool { return !isDigit(m.Value.JSON[0]) || !isInteger(m.Value.JSON) })
	}
	return false
}
