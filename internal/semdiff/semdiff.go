// Package semdiff says what differs between two states of a contract, in the
// words of the model: not which bytes, but which types, fields and operations. The
// loader has folded the ways to spell one thing, so that a reshuffle of a document is
// no difference here.
package semdiff

import (
	"cmp"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// Change is one difference.
type Change struct {
	Kind    Kind
	Path    string     // what changed: "ChatRequest.temperature", "POST /v1/chat", "capability memory.three_tier"
	Message string     // how, for example "new, optional"
	Old     source.Loc // zero for what is new
	New     source.Loc // zero for what is gone
}

// Compare returns what changed from old to new, sorted by Path, then Kind; nil if
// nothing did. A change of a named type is told once, at the type, and not at its
// uses. Two documents that share nothing differ in everything: Compare never fails.
func Compare(old, new *ir.Document) []Change {
	c := &comparer{old: byName(old.Types), new: byName(new.Types), renamed: map[string]string{}, open: map[[2]*ir.Type]bool{}}
	c.document(old, new)
	c.types(old, new)
	c.operations(old, new)
	c.flags(old.Flags, new.Flags)
	slices.SortStableFunc(c.out, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(c.out, func(a, b Change) bool { return a.Kind == b.Kind && a.Path == b.Path && a.Message == b.Message })
}

func byName(types []*ir.Type) map[string]*ir.Type {
	m := make(map[string]*ir.Type, len(types))
	for _, t := range types {
		m[t.Name] = t
	}
	return m
}

// comparer gathers changes.
type comparer struct {
	old, new map[string]*ir.Type
	renamed  map[string]string    // names that became others
	open     map[[2]*ir.Type]bool // inline types under comparison, for those that contain themselves
	out      []Change
}

// place is where two states of a thing are.
type place struct {
	path     string
	old, new source.Loc
}

// at returns a place below p.
func (p place) at(suffix string) place {
	p.path += suffix
	return p
}

func (c *comparer) add(k Kind, p place, message string) {
	c.out = append(c.out, Change{Kind: k, Path: p.path, Message: message, Old: p.old, New: p.new})
}

// value adds a change of something that has a text, "" when it is absent.
func (c *comparer) value(k Kind, p place, what, old, new string) {
	switch {
	case old == new:
	case old == "":
		c.add(k, p, what+" "+new+", was none")
	case new == "":
		c.add(k, p, what+" gone, was "+old)
	default:
		c.add(k, p, what+" "+new+", was "+old)
	}
}

// fact adds a change of something that holds or does not.
func (c *comparer) fact(k Kind, p place, old, new bool, gained, lost string) {
	switch {
	case old == new:
	case new:
		c.add(k, p, gained)
	default:
		c.add(k, p, lost)
	}
}

func (c *comparer) document(old, new *ir.Document) {
	c.value(TitleChanged, place{path: "document"}, "title", quoted(old.Title), quoted(new.Title))
	c.value(VersionChanged, place{path: "document"}, "version", quoted(old.Version), quoted(new.Version))
	c.fact(DocChanged, place{path: "document"}, false, old.Description != new.Description, "description changed", "")
}

func (c *comparer) doc(p place, old, new ir.Doc) {
	c.fact(Deprecation, p, old.Deprecated, new.Deprecated, "deprecated", "no longer deprecated")
	if old.Description != new.Description || old.Title != new.Title {
		c.add(DocChanged, p, "description changed")
	}
}

// types compares the named types. What is gone and what is new of equal structure is
// one type under another name.
func (c *comparer) types(old, new *ir.Document) {
	var gone []*ir.Type
	for _, t := range old.Types {
		if c.new[t.Name] == nil {
			gone = append(gone, t)
		}
	}
	fresh := map[string][]*ir.Type{}
	for _, t := range new.Types {
		if c.old[t.Name] == nil {
			text := structure(t)
			fresh[text] = append(fresh[text], t)
		}
	}
	taken := map[*ir.Type]bool{}
	for _, t := range gone {
		p := place{path: t.Name, old: t.Loc}
		text := structure(t)
		if same := fresh[text]; len(same) > 0 {
			fresh[text] = same[1:]
			c.renamed[t.Name], taken[same[0]] = same[0].Name, true
			p.new = same[0].Loc
			c.add(TypeRenamed, p, "renamed to "+same[0].Name)
			continue
		}
		c.add(TypeRemoved, p, "removed")
	}
	for _, t := range new.Types {
		was := c.old[t.Name]
		switch {
		case was != nil:
			c.declaration(place{t.Name, was.Loc, t.Loc}, was, t)
		case !taken[t]:
			c.add(TypeAdded, place{path: t.Name, new: t.Loc}, "new, "+shapeWord(t.Shape))
		}
	}
}

func (c *comparer) declaration(p place, old, new *ir.Type) {
	c.doc(p, old.Doc, new.Doc)
	c.fact(NullChanged, p, old.Nullable, new.Nullable, "null is allowed", "null is no longer allowed")
	if old.Alias != nil && new.Alias != nil {
		c.target(p, old.Alias, new.Alias)
		return
	}
	c.shape(p, old.Shape, new.Shape)
}

// use compares a type in position.
func (c *comparer) use(p place, old, new ir.Use) {
	c.fact(NullChanged, p, old.Nullable, new.Nullable, "null is allowed", "null is no longer allowed")
	c.target(p, old.Type, new.Type)
}

// target compares the types of two uses: named ones by their names, because they are
// compared where they are declared, others by what they are.
func (c *comparer) target(p place, old, new *ir.Type) {
	if old.Name != "" && new.Name != "" {
		if old.Name != new.Name && c.renamed[old.Name] != new.Name && structure(old) != structure(new) {
			c.add(TypeChanged, p, new.Name+", was "+old.Name)
		}
		return
	}
	pair := [2]*ir.Type{old, new}
	if c.open[pair] {
		return
	}
	c.open[pair] = true
	c.shape(p, old.Shape, new.Shape)
	delete(c.open, pair)
}
