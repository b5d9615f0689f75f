package loader

import (
	"regexp"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// objects returns the objects that both a and b allow: the fields of a, then
// those that b adds. b speaks last about text and defaults.
func (m *merger) objects(a, b ir.Shape) ir.Shape {
	if x, ok := a.(*ir.Map); ok {
		if y, ok := b.(*ir.Map); ok && x.Key != nil && y.Key != nil {
			return m.maps(x, y)
		}
	}
	x, y := m.asObject(a), m.asObject(b)
	if emptyObject(y) {
		return a
	}
	if emptyObject(x) {
		return b
	}
	r := &ir.Object{
		Fields:   m.fields(x, y),
		Closed:   x.Closed || y.Closed,
		MinProps: larger(x.MinProps, y.MinProps),
		MaxProps: smaller(x.MaxProps, y.MaxProps),
		Patterns: m.mergePatterns(x.Patterns, y.Patterns),
	}
	if r.Fields == nil && m.conflict != "" {
		return &ir.Never{}
	}
	r.Extra = m.extra(x, y)
	if r.Closed {
		r.Extra = nil
	}
	switch {
	case sameObject(r, x) && isObjectShape(a):
		return a
	case sameObject(r, y) && isObjectShape(b):
		return b
	}
	return m.keepKey(r, a, b)
}

func isObjectShape(s ir.Shape) bool { _, ok := s.(*ir.Object); return ok }

// maps merges two maps with limited keys.
func (m *merger) maps(a, b *ir.Map) ir.Shape {
	key := m.uses(ir.Use{Type: a.Key}, ir.Use{Type: b.Key}, "Key")
	return &ir.Map{
		Key:      key.Type,
		Elem:     m.uses(a.Elem, b.Elem, "Value"),
		Patterns: m.mergePatterns(a.Patterns, b.Patterns),
		MinProps: larger(a.MinProps, b.MinProps),
		MaxProps: smaller(a.MaxProps, b.MaxProps),
	}
}

// keepKey keeps the key type of a map that was merged without gaining fields.
func (m *merger) keepKey(r *ir.Object, shapes ...ir.Shape) ir.Shape {
	if len(r.Fields) > 0 || r.Extra == nil {
		return r
	}
	for _, s := range shapes {
		if x, ok := s.(*ir.Map); ok && x.Key != nil {
			return &ir.Map{Key: x.Key, Elem: *r.Extra, Patterns: r.Patterns, MinProps: r.MinProps, MaxProps: r.MaxProps}
		}
	}
	return r
}

// asObject returns a map as the object that it stands for.
func (m *merger) asObject(s ir.Shape) *ir.Object {
	if o, ok := s.(*ir.Object); ok {
		return o
	}
	x := s.(*ir.Map)
	if k, ok := keyPattern(x); ok {
		return &ir.Object{Patterns: []ir.Pattern{{Expr: k, Use: x.Elem}}, Closed: true, MinProps: x.MinProps, MaxProps: x.MaxProps}
	}
	return &ir.Object{Extra: &x.Elem, Patterns: x.Patterns, MinProps: x.MinProps, MaxProps: x.MaxProps}
}

// keyPattern returns the expression that limits the keys of x and nothing else does.
func keyPattern(x *ir.Map) (string, bool) {
	if x.Key == nil {
		return "", false
	}
	k, ok := x.Key.Shape.(*ir.Scalar)
	if !ok || k.Limits.Pattern == "" {
		return "", false
	}
	return k.Limits.Pattern, *k == ir.Scalar{Kind: ir.String, Limits: ir.Limits{Pattern: k.Limits.Pattern}}
}

// emptyObject reports whether o says only that the value is an object.
func emptyObject(o *ir.Object) bool {
	return len(o.Fields) == 0 && o.Extra == nil && len(o.Patterns) == 0 && !o.Closed && o.MinProps == "" && o.MaxProps == ""
}

func sameObject(a, b *ir.Object) bool {
	return slices.Equal(a.Fields, b.Fields) && sameUse(a.Extra, b.Extra) && slices.EqualFunc(a.Patterns, b.Patterns, samePattern) &&
		a.Closed == b.Closed && a.MinProps == b.MinProps && a.MaxProps == b.MaxProps
}

func samePattern(a, b ir.Pattern) bool {
	return a.Expr == b.Expr && sameUse(&a.Use, &b.Use)
}

func sameUse(a, b *ir.Use) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Type == b.Type && a.Nullable == b.Nullable
}

// fields merges the fields of x and y. Nil with a conflict: x forbids a member
// that y requires, or the other way round.
func (m *merger) fields(x, y *ir.Object) []*ir.Field {
	index := make(map[string]*ir.Field, len(y.Fields))
	for _, f := range y.Fields {
		index[f.Name] = f
	}
	out := make([]*ir.Field, 0, len(x.Fields)+len(y.Fields))
	seen := make(map[string]bool, len(x.Fields))
	for _, f := range x.Fields {
		seen[f.Name] = true
		if other, ok := index[f.Name]; ok {
			out = append(out, m.field(f, other))
		} else if g, ok := m.admit(f, y); ok {
			out = append(out, g)
		}
	}
	for _, f := range y.Fields {
		if seen[f.Name] {
			continue
		}
		if g, ok := m.admit(f, x); ok {
			out = append(out, g)
		}
	}
	if m.conflict != "" {
		return nil
	}
	return out
}

// field merges two declarations of one member.
func (m *merger) field(a, b *ir.Field) *ir.Field {
	r := *b
	r.Use = m.uses(a.Use, b.Use, a.Name)
	r.Required = a.Required || b.Required
	if r.Access == ir.ReadWrite {
		r.Access = a.Access
	}
	if r.Default == nil {
		r.Default = a.Default
	}
	if isEmptyDoc(r.Doc) {
		r.Doc = a.Doc
	} else if r.Doc.Description == "" {
		r.Doc.Description = a.Doc.Description
	}
	if sameField(&r, a) {
		return a
	}
	if sameField(&r, b) {
		return b
	}
	return &r
}

func sameField(a, b *ir.Field) bool {
	return sameUse(&a.Use, &b.Use) && a.Required == b.Required && a.Access == b.Access && a.Default == b.Default &&
		a.Doc.Title == b.Doc.Title && a.Doc.Description == b.Doc.Description && a.Doc.Deprecated == b.Doc.Deprecated
}

// admit returns f as o lets it pass, which does not declare it: o may type it by
// a pattern or as an extra member, or forbid it.
func (m *merger) admit(f *ir.Field, o *ir.Object) (*ir.Field, bool) {
	r := *f
	matched := false
	for _, p := range o.Patterns {
		if re, err := regexp.Compile(p.Expr); err == nil && re.MatchString(f.Name) {
			r.Use, matched = m.uses(r.Use, p.Use, f.Name), true
		}
	}
	switch {
	case matched:
	case o.Closed && f.Required:
		m.never("an object with %q and one without it", f.Name)
		return nil, false
	case o.Closed:
		m.l.out.Warnf("allof/closed", m.at.loc(), "%q can never be present: another part of the allOf forbids it with \"additionalProperties\": false", f.Name)
		return nil, false
	case o.Extra != nil:
		r.Use = m.uses(r.Use, *o.Extra, f.Name)
	}
	if sameField(&r, f) {
		return f, true
	}
	return &r, true
}

// extra merges what two objects say about members that neither names.
func (m *merger) extra(x, y *ir.Object) *ir.Use {
	switch {
	case x.Extra == nil:
		return y.Extra
	case y.Extra == nil:
		return x.Extra
	}
	u := m.uses(*x.Extra, *y.Extra, "Value")
	return &u
}

func (m *merger) mergePatterns(a, b []ir.Pattern) []ir.Pattern {
	out := slices.Clone(a)
	for _, p := range b {
		i := slices.IndexFunc(out, func(q ir.Pattern) bool { return q.Expr == p.Expr })
		if i < 0 {
			out = append(out, p)
			continue
		}
		out[i].Use = m.uses(out[i].Use, p.Use, "Value")
	}
	return out
}

// close applies unevaluatedProperties beside combinations to what they make.
func (m *merger) close(r *form, f *facts) {
	if !f.has(kwUnevaluatedProperties) || !f.evaluatedElsewhere() {
		return
	}
	o, ok := r.shape.(*ir.Object)
	v := f.kw[kwUnevaluatedProperties]
	if ok && !v.Bool() && v.Len() == 0 && !f.has(kwAnyOf) && !f.has(kwOneOf) && !f.hasGroup(groupBeside) && o.Extra == nil {
		c := *o
		c.Closed = true
		*r = form{shape: &c, null: r.null}
		return
	}
	m.l.notExpressedSlot(m.at, kwUnevaluatedProperties)
}
