package ts

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// member returns the name that a declared member has in TypeScript: "runId" for
// "run_id" in camel casing.
func (g *generator) member(name string) string {
	if g.casing == Wire {
		return name
	}
	return camel(name)
}

// camel returns name in camelCase. Signs at either end stay, and so does a name
// that is camelCase already, or is more than words: "memory.three_tier" is a key
// of somebody's, "größte Zahl" a text. Camel of what it returns is the same.
func camel(name string) string {
	core := strings.Trim(name, "_$")
	if !isWords(core) || isCamel(core) {
		return name
	}
	head, tail, _ := strings.Cut(name, core)
	out := head + naming.Camel(naming.Words(core), nil) + tail
	if !identifier(out) {
		return name
	}
	return out
}

// isWords reports whether s is letters and digits with dashes and underscores
// between them.
func isWords(s string) bool {
	for i, r := range s {
		inside := i > 0 && (r == '_' || r == '-' || unicode.IsMark(r))
		if !inside && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return s != "" && !strings.HasSuffix(s, "-")
}

func isCamel(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(first) && !strings.ContainsAny(s, "_-")
}

// renames reports whether a member of s has another name in TypeScript.
func (g *generator) renames(s *ir.Object) bool {
	for _, f := range s.Fields {
		if g.member(f.Name) != f.Name {
			return true
		}
	}
	return false
}

// checkMembers reports members that become one.
func (g *generator) checkMembers() {
	if g.casing == Wire {
		return
	}
	ir.Walk(g.doc, func(t *ir.Type) {
		if t.Alias != nil {
			return
		}
		switch s := t.Shape.(type) {
		case *ir.Object:
			g.eachClash([]*ir.Object{s}, g.sameMember)
		case *ir.Union:
			if s.Discriminator == "" {
				g.eachClash(variantObjects(s), g.sameInVariants)
			}
		}
	})
}

// eachClash calls found for members with two spellings that have one name in
// TypeScript: those of one object, or of two.
func (g *generator) eachClash(objects []*ir.Object, found func(first, second *ir.Field, name string)) {
	first, owner := map[string]*ir.Field{}, map[string]*ir.Object{}
	for _, s := range objects {
		for _, f := range s.Fields {
			name := g.member(f.Name)
			other := first[name]
			if other == nil {
				first[name], owner[name] = f, s
				continue
			}
			if other.Name != f.Name && (len(objects) == 1 || owner[name] != s) {
				found(other, f, name)
			}
		}
	}
}

// variantObjects returns the variants of s that are objects.
func variantObjects(s *ir.Union) []*ir.Object {
	var out []*ir.Object
	for _, v := range s.Variants {
		if o, ok := ir.Resolve(v.Use.Type).Shape.(*ir.Object); ok {
			out = append(out, o)
		}
	}
	return out
}

// sameInVariants reports members by which an encoder would tell variants apart.
func (g *generator) sameInVariants(first, second *ir.Field, name string) {
	g.out.Add(diag.Diagnostic{
		Rule:     "ts/ambiguous-casing",
		Severity: diag.Warning,
		Message:  strconv.Quote(second.Name) + " and " + strconv.Quote(first.Name) + " of two variants without a tag are both " + strconv.Quote(name) + " in camelCase: an encoder may take one variant for the other",
		Loc:      second.Loc,
		Related:  []diag.Related{{Message: strconv.Quote(first.Name) + " is declared here", Loc: first.Loc}},
		Help:     "Give the variants a discriminator, or set casing: wire for the target.",
	})
}

func (g *generator) sameMember(first, second *ir.Field, name string) {
	g.out.Add(diag.Diagnostic{
		Rule:     "naming/collision",
		Severity: diag.Error,
		Message:  strconv.Quote(second.Name) + " and " + strconv.Quote(first.Name) + " are both " + strconv.Quote(name) + " in camelCase",
		Loc:      second.Loc,
		Related:  []diag.Related{{Message: strconv.Quote(first.Name) + " is declared here", Loc: first.Loc}},
		Help:     "Rename one of the two members, or set casing: wire for the target.",
	})
}

// wireName adds the spelling on the wire to the comment of a member that has
// another one in TypeScript.
func (g *generator) wireName(c *comment, name string) {
	if g.member(name) != name {
		c.para("On the wire: `" + name + "`.")
	}
}
