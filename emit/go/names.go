package golang

import (
	"cmp"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// claimNames gives every declared type, constant and helper its identifier. The
// order of claims is named types, inline types, constants, helpers, functions of
// operations, types of the tables, so that no name depends on anything of a later
// group.
func (g *generator) claimNames() {
	named := map[string]*ir.Type{}
	var inline []*ir.Type
	for _, t := range g.declared {
		if t.Name == "" {
			inline = append(inline, t)
			continue
		}
		name := exported(t.Name)
		if first, taken := named[name]; taken {
			g.reportCollision(first, t, name)
		} else {
			named[name] = t
		}
		g.names[t] = g.scope.Claim(name, t.ID)
	}
	g.claimInline(inline)
	slices.SortStableFunc(g.declared, func(a, b *ir.Type) int { return cmp.Compare(g.names[a], g.names[b]) })
	for _, t := range g.declared {
		g.claimConstants(t)
	}
	for _, f := range g.doc.Flags {
		g.flagNames = append(g.flagNames, g.scope.Claim("Capability"+pascal(f.Name), f.Name))
	}
	for _, t := range g.declared {
		g.claimHelpers(t)
	}
	for _, o := range g.doc.Operations {
		if o.Stream != nil && len(o.Stream.Terminal) > 0 {
			g.ends[o] = g.scope.Claim("Ends"+pascal(o.ID), o.ID)
		}
	}
	for _, name := range sharedNames {
		g.shared[name] = g.scope.Claim(name, "support")
	}
}

// sharedNames are the exported names that no schema asks for.
var sharedNames = []string{
	"DecodeError", "Optional", "DateTime",
	"Operation", "Operations", "Param", "Payload", "Response", "Stream",
	"Terminal", "Condition", "Cursor", "Resume",
	"Retry", "RetryNever", "RetryIdempotent", "RetryRead",
	"Malformed", "MalformedFails", "MalformedSkips",
	"Capability", "Capabilities", "CapabilityOf",
}

func (g *generator) reportCollision(first, second *ir.Type, name string) {
	g.out.Add(diag.Diagnostic{
		Rule: "naming/collision", Severity: diag.Error, Loc: second.Loc,
		Message: "schemas " + quote(first.Name) + " and " + quote(second.Name) + " both become the Go name " + quote(name),
		Related: []diag.Related{{Message: "first defined here", Loc: first.Loc}},
		Help:    "Set x-gaia-name on one of the two schemas.",
	})
}

// claimInline claims the names of inline types by their place alone.
func (g *generator) claimInline(types []*ir.Type) {
	want := make(map[*ir.Type]string, len(types))
	for _, t := range types {
		want[t] = placeName(t)
	}
	slices.SortStableFunc(types, func(a, b *ir.Type) int {
		return cmp.Or(cmp.Compare(want[a], want[b]), slices.Compare(a.Place, b.Place), cmp.Compare(a.ID, b.ID))
	})
	for _, t := range types {
		g.names[t] = g.scope.Claim(want[t], t.ID)
	}
}

func placeName(t *ir.Type) string {
	if len(t.Place) == 0 {
		return exported(t.ID)
	}
	var b strings.Builder
	for _, step := range t.Place {
		b.WriteString(pascal(step))
	}
	return identifier(b.String())
}

// claimConstants names the members of an enum, or the fields of an object that
// only have one value.
func (g *generator) claimConstants(t *ir.Type) {
	if t.Alias != nil {
		return
	}
	switch s := g.shape(t).(type) {
	case *ir.Enum:
		for i := range s.Members {
			name := g.names[t] + memberName(&s.Members[i])
			g.constants[t] = append(g.constants[t], g.scope.Claim(name, t.ID))
		}
	case *ir.Object:
		g.fields[t] = g.objectFields(t, s)
		for _, f := range g.fields[t] {
			if f.literal != "" {
				f.name = g.scope.Claim(g.names[t]+pascal(f.ir.Name), t.ID)
			}
		}
	}
}

// memberName returns the words that follow the enum's name in a constant.
func memberName(m *ir.Member) string {
	if m.Name != "" {
		return pascal(m.Name)
	}
	text := m.Value.JSON
	if s, ok := stringValue(m.Value); ok {
		return pascal(s)
	}
	return pascal(strings.NewReplacer(".", " dot ", "e-", " e minus ", "E-", " e minus ").Replace(text))
}

// helpers are the names that belong to one declared type besides its own.
type helpers struct {
	values   string // function that lists an enum
	decode   string // entry point of a union
	handlers string
	unknown  string
	overlap  string
}

func (g *generator) claimHelpers(t *ir.Type) {
	if t.Alias != nil {
		return
	}
	name := g.names[t]
	var h helpers
	switch s := g.shape(t).(type) {
	case *ir.Enum:
		h.values = g.scope.Claim(name+"Values", t.ID)
	case *ir.Union:
		h.decode = g.scope.Claim("Decode"+name, t.ID)
		h.handlers = g.scope.Claim(name+"Handlers", t.ID)
		if s.Discriminator != "" && s.Open {
			h.unknown = g.scope.Claim("Unknown"+name, t.ID)
		}
		if g.mayOverlap(s) {
			h.overlap = g.scope.Claim(name+"Overlap", t.ID)
		}
	default:
		return
	}
	g.helpers[t] = h
}

// exported returns the exported identifier for a spelling.
func exported(spelling string) string { return identifier(pascal(spelling)) }

// pascal joins the words of a spelling, without what Go does not allow in
// identifiers; the result may begin with a digit or a letter without case.
func pascal(spelling string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, naming.Pascal(naming.Words(spelling), naming.GoInitialisms))
}

// identifier makes joined words an exported identifier.
func identifier(name string) string {
	if !token.IsExported(name) {
		return "X" + name
	}
	return name
}
