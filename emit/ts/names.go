package ts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// newGenerator runs the name pass: named types first, then inline types that
// get a declaration, then what is derived from both.
func newGenerator(doc *ir.Document, o Options, out *diag.List) *generator {
	g := &generator{doc: doc, out: out, casing: o.Casing, decode: o.Decode, imports: o.Imports, pathsWanted: o.Paths, scope: naming.NewScope(), of: map[*ir.Type]*decl{}, ends: map[*ir.Operation]string{}}
	g.checkMembers()
	var named, rest []*ir.Type
	ir.Walk(doc, func(t *ir.Type) {
		if t.Name != "" {
			named = append(named, t)
		} else if _, leaf := t.Shape.(*ir.Scalar); !leaf {
			rest = append(rest, t)
		}
	})
	loops := inlineLoops(rest)
	inline := slices.DeleteFunc(rest, func(t *ir.Type) bool { return !hoisted(t) && !loops[t] })
	g.nameTypes(named)
	g.nameInline(inline)
	slices.SortFunc(g.decls, func(a, b *decl) int { return cmp.Compare(a.name, b.name) })
	g.marker = unknownMarker(g.decls)
	g.nameHelpers()
	for _, d := range g.decls {
		g.nameDerived(d)
	}
	g.nameCodecs()
	if slices.ContainsFunc(g.decls, tagged) {
		g.names.match, g.names.handlers = g.scope.Claim("match", ""), g.scope.Claim("Handlers", "")
	}
	if g.encodes() {
		g.names.standard, g.names.standardSchema = g.scope.Claim("standard", ""), g.scope.Claim("StandardSchema", "")
		g.names.standardIssue = g.scope.Claim("StandardIssue", "")
	}
	if o.Paths == PathsOfCalls {
		g.names.paths = g.scope.Claim("paths", "")
	}
	for _, op := range doc.Operations {
		if op.Stream != nil && len(op.Stream.Terminal) > 0 {
			g.ends[op] = g.scope.Claim("ends"+pascal(op.ID), op.ID)
		}
	}
	return g
}

func (g *generator) declare(t *ir.Type, name string) {
	d := &decl{t: t, name: name}
	g.decls = append(g.decls, d)
	g.of[t] = d
}

// nameTypes gives named types their names: first those that keep their
// spelling, so that a respelled one never takes a name that another has as is.
func (g *generator) nameTypes(named []*ir.Type) {
	slices.SortStableFunc(named, func(a, b *ir.Type) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	owner := map[string]*ir.Type{}
	claim := func(t *ir.Type, name string) {
		if first := owner[name]; first != nil {
			g.collision(first, t, name)
			name = g.scope.Claim(name, t.ID)
		} else {
			g.scope.Take(name, t.ID)
		}
		owner[name] = t
		g.declare(t, name)
	}
	for _, t := range named {
		if typeName(t.Name) == t.Name {
			claim(t, t.Name)
		}
	}
	for _, t := range named {
		if name := typeName(t.Name); name != t.Name {
			claim(t, name)
		}
	}
}

func (g *generator) collision(first, second *ir.Type, name string) {
	a, b := first.Loc.Span, second.Loc.Span
	if a.File == b.File && a.Start > b.Start {
		first, second = second, first
	}
	g.out.Add(diag.Diagnostic{
		Rule:     "naming/collision",
		Severity: diag.Error,
		Message:  strconv.Quote(second.Name) + " becomes the TypeScript name " + strconv.Quote(name) + ", as " + strconv.Quote(first.Name) + " does",
		Loc:      second.Loc,
		Related:  []diag.Related{{Message: strconv.Quote(first.Name) + " is defined here", Loc: first.Loc}},
		Help:     "Give one of them another name with x-gaia-name.",
	})
}

// nameInline names inline types from their places, in the order of those names,
// so that the number behind a name depends on types of the same name only.
func (g *generator) nameInline(inline []*ir.Type) {
	type candidate struct {
		t    *ir.Type
		name string
	}
	var cs []candidate
	for _, t := range inline {
		name := "Inline"
		if len(t.Place) > 0 {
			name = pascal(t.Place...)
		}
		cs = append(cs, candidate{t, name})
	}
	slices.SortStableFunc(cs, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.t.ID, b.t.ID))
	})
	for _, c := range cs {
		g.declare(c.t, g.scope.Claim(c.name, c.t.ID))
	}
}

// nameHelpers claims the fixed names, all of them whatever the document needs.
func (g *generator) nameHelpers() {
	claim := func(name string) string { return g.scope.Claim(name, "") }
	g.names = helperNames{
		unknownTag: claim("UnknownTag"), unknownString: claim("UnknownString"), unknownNumber: claim("UnknownNumber"), brand: claim("unknownBrand"),
		decodeError: claim("DecodeError"),
		operations:  claim("operations"), operationsType: claim("Operations"), operationID: claim("OperationId"),
		operationMeta: claim("OperationMeta"), operationCapabilities: claim("operationCapabilities"),
		capabilityNames: claim("capabilityNames"), capability: claim("Capability"), capabilitySet: claim("Capabilities"),
		capabilityTable: claim("capabilities"), capabilityMeta: claim("CapabilityMeta"),
		encodeError: claim("EncodeError"), codecError: claim("CodecError"),
	}
}

// nameDerived claims the names that come with a type of d's shape.
func (g *generator) nameDerived(d *decl) {
	if d.t.Alias != nil {
		return
	}
	claim := func(name string) string { return g.scope.Claim(name, d.t.ID) }
	switch s := d.t.Shape.(type) {
	case *ir.Enum:
		if listed(s) {
			d.values = claim(lowerFirst(d.name) + "Values")
		}
		if s.Open {
			d.known = claim("Known" + upperFirst(d.name))
		}
	case *ir.Union:
		if s.Discriminator == "" {
			return
		}
		d.decode = claim("decode" + upperFirst(d.name))
		if s.Open {
			d.known = claim("Known" + upperFirst(d.name))
			d.other = claim("Unknown" + upperFirst(d.name))
		}
	}
}

// nameCodecs claims the names of the decoders and encoders that only some options
// ask for, behind all others.
func (g *generator) nameCodecs() {
	if !g.encodes() {
		return
	}
	for _, d := range g.decls {
		if d.decode == "" && d.t.Name != "" {
			d.decode = g.scope.Claim("decode"+upperFirst(d.name), d.t.ID)
		}
	}
	for _, d := range g.decls {
		if d.decode != "" {
			d.encode = g.scope.Claim("encode"+upperFirst(d.name), d.t.ID)
		}
	}
}

// encodes reports whether there are encoders, and decoders of all named types.
func (g *generator) encodes() bool { return g.decode == DecodeAll || g.decode == DecodeStrict }

// hoisted reports whether an inline type gets a declaration of its own for what
// it is; others print in place.
func hoisted(t *ir.Type) bool {
	switch s := t.Shape.(type) {
	case *ir.Object:
		return len(s.Fields) > 0
	case *ir.Enum:
		return len(s.Members) > 1 || s.Open
	case *ir.Union:
		return s.Discriminator != ""
	}
	return false
}

// inlineLoops returns those of the inline types that would print inside themselves.
func inlineLoops(inline []*ir.Type) map[*ir.Type]bool {
	loops := map[*ir.Type]bool{}
	const onPath, done = 1, 2
	state := map[*ir.Type]uint8{}
	var visit func(t *ir.Type)
	visit = func(t *ir.Type) {
		if t.Name != "" || hoisted(t) || loops[t] {
			return
		}
		switch state[t] {
		case onPath:
			loops[t] = true
			return
		case done:
			return
		}
		state[t] = onPath
		for _, u := range ir.Uses(t.Shape) {
			visit(u.Type)
		}
		state[t] = done
	}
	for _, t := range inline {
		visit(t)
	}
	return loops
}

// unknownMarker returns a run-time tag that no variant of any union has.
func unknownMarker(decls []*decl) string {
	var tags strings.Builder
	for _, d := range decls {
		if u, ok := d.t.Shape.(*ir.Union); ok && u.Discriminator != "" {
			for _, v := range u.Variants {
				for _, tag := range v.Tags {
					tags.WriteString(tag.JSON)
				}
			}
		}
	}
	marker := "$unknown"
	for strings.Contains(tags.String(), `"`+marker+`"`) {
		marker = "$" + marker
	}
	return marker
}
