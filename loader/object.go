package loader

import (
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// object returns the objects that f allows: an Object, or a Map when the names
// of its members are limited.
func (l *loader) object(s site, f *facts, e *entry) ir.Shape {
	o := &ir.Object{MinProps: f.number(kwMinProperties), MaxProps: f.number(kwMaxProperties)}
	required := l.required(s, f)
	o.Fields = make([]*ir.Field, 0, f.kw[kwProperties].Len())
	for key, n := range f.kw[kwProperties].Members() {
		if s.doc().faulty && f.kw[kwProperties].Get(key.Str()) != n {
			continue
		}
		fd := l.field(s.under("properties", key.Str(), n), key, e)
		if required.take(fd.Name) {
			fd.Required = true
		}
		o.Fields = append(o.Fields, fd)
	}
	for _, r := range required.rest() {
		o.Fields = append(o.Fields, l.ghost(s, r, e))
	}
	l.patterns(s, f, e, o)
	l.additional(s, f, e, o)
	if o.MaxProps == "0" && len(o.Fields) == 0 {
		return &ir.Object{Closed: true}
	}
	return l.keyed(s, f, e, o)
}

// field reads one member of properties.
func (l *loader) field(s site, key tree.Node, e *entry) *ir.Field {
	p := l.position(s, e.place.sub(key.Str()))
	fd := &ir.Field{
		Name:    key.Str(),
		Use:     p.use(),
		Access:  p.access,
		Default: p.def,
		Doc:     p.doc,
		Loc:     source.Loc{Span: key.Span(), Pointer: s.ptr()},
	}
	// required: true beside the member's own keywords is the form of draft-03.
	if s.node.Kind() == tree.Object && s.node.Get("required").Kind() == tree.Bool {
		fd.Required = s.node.Get("required").Bool()
	}
	return fd
}

// ghost makes the field of a required member that nothing declares.
func (l *loader) ghost(s site, n tree.Node, e *entry) *ir.Field {
	name := n.Str()
	t := l.literal(s.id+"?required="+tree.EscapeToken(name), n.Loc(), e.place.sub(name), anyForm())
	return &ir.Field{Name: name, Use: ir.Use{Type: t.typ}, Required: true, Loc: n.Loc()}
}

// requirements are the names in required, in order, with those taken marked.
type requirements struct {
	nodes []tree.Node
	index map[string]int // to nodes; built when the list is long
	taken []bool
}

func (l *loader) required(s site, f *facts) *requirements {
	r := &requirements{index: map[string]int{}}
	for i, n := range f.kw[kwRequired].Items() {
		if n.Kind() != tree.String {
			l.out.Errorf("schema/keyword-value", s.item("required", i, n).loc(), "a name in \"required\" is %s; it must be a string", kindPhrase(n.Kind()))
			continue
		}
		if _, dup := r.index[n.Str()]; dup {
			continue
		}
		r.index[n.Str()] = len(r.nodes)
		r.nodes = append(r.nodes, n)
	}
	r.taken = make([]bool, len(r.nodes))
	return r
}

// take reports whether name is required.
func (r *requirements) take(name string) bool {
	i, ok := r.index[name]
	if ok {
		r.taken[i] = true
	}
	return ok
}

// rest returns what nobody took.
func (r *requirements) rest() []tree.Node {
	var out []tree.Node
	for i, n := range r.nodes {
		if !r.taken[i] {
			out = append(out, n)
		}
	}
	return out
}

func (l *loader) patterns(s site, f *facts, e *entry, o *ir.Object) {
	for key, n := range s.membersOf(f.kw[kwPatternProperties]) {
		p := l.position(s.under("patternProperties", key.Str(), n), e.place.sub("Value"))
		o.Patterns = append(o.Patterns, ir.Pattern{Expr: key.Str(), Use: p.docUse()})
	}
}

// additional reads additionalProperties; unevaluatedProperties means the same
// where nothing else evaluates members.
func (l *loader) additional(s site, f *facts, e *entry, o *ir.Object) {
	name, n := "additionalProperties", f.kw[kwAdditionalProperties]
	if !n.OK() && f.has(kwUnevaluatedProperties) && !f.evaluatedElsewhere() {
		name, n = "unevaluatedProperties", f.kw[kwUnevaluatedProperties]
	}
	switch n.Kind() {
	case tree.Invalid:
	case tree.Bool:
		if !n.Bool() {
			o.Closed = true
			return
		}
		t := l.literal(s.member(name, n).id, s.member(name, n).loc(), e.place.sub("Value"), anyForm())
		o.Extra = &ir.Use{Type: t.typ}
	default:
		u := l.position(s.member(name, n), e.place.sub("Value")).docUse()
		o.Extra = &u
	}
}

// keyed turns o into a Map if propertyNames limits the keys of an object that
// declares none.
func (l *loader) keyed(s site, f *facts, e *entry, o *ir.Object) ir.Shape {
	n := f.kw[kwPropertyNames]
	if !n.OK() {
		return o
	}
	key := l.position(s.member("propertyNames", n), e.place.sub("Key")).entry
	k := l.form(key, viaRef)
	scalar, isScalar := k.shape.(*ir.Scalar)
	enum, isEnum := k.shape.(*ir.Enum)
	if k.loose != nil { // {"pattern": …} without type: keys are strings anyway
		text := *k.loose
		text.Limits.Min, text.Limits.Max, text.Limits.MultipleOf = "", "", ""
		scalar, isScalar = l.scalar(text), true
		key = l.literal(key.typ.ID+"?key", key.typ.Loc, key.place, form{shape: scalar})
	}
	switch {
	case k.isAny() && k.loose == nil, isScalar && *scalar == ir.Scalar{Kind: ir.String}:
		return o
	case len(o.Fields) == 0 && !o.Closed && (isScalar && scalar.Kind == ir.String || isEnum && allStrings(enum)):
		return l.keyedMap(s, e, o, key)
	}
	l.out.Add(diag.Diagnostic{
		Rule: "schema/not-expressed", Severity: diag.Warning, Loc: keyLoc(s, n.Key()),
		Message: "propertyNames: names it forbids are not refused by the generated types",
	})
	return o
}

func (l *loader) keyedMap(s site, e *entry, o *ir.Object, key *entry) ir.Shape {
	if o.Extra == nil {
		t := l.literal(s.id+"?value", s.loc(), e.place.sub("Value"), anyForm())
		o.Extra = &ir.Use{Type: t.typ}
	}
	return &ir.Map{Elem: *o.Extra, Key: key.typ, Patterns: o.Patterns, MinProps: o.MinProps, MaxProps: o.MaxProps}
}

func allStrings(e *ir.Enum) bool {
	for _, m := range e.Members {
		if m.Value.JSON[0] != '"' {
			return false
		}
	}
	return true
}
