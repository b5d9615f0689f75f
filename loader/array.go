package loader

import (
	"strconv"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// array returns the arrays that f allows.
func (l *loader) array(s site, f *facts, e *entry) ir.Shape {
	a := arrayKeywords(f)
	if f.has(kwUnevaluatedItems) {
		l.unevaluatedItems(s, f, &a)
	}
	if f.number(kwMaxItems) == "0" {
		return l.emptyArray(s, e, "")
	}
	if a.prefix.Len() > 0 {
		return l.tuple(s, f, e, a)
	}
	elem := l.rest(s, e, a.restName, a.rest, "Item")
	if elem == nil {
		return l.emptyArray(s, e, f.number(kwMinItems))
	}
	return &ir.Array{Elem: *elem, MinItems: f.number(kwMinItems), MaxItems: f.number(kwMaxItems), Unique: f.is(kwUniqueItems)}
}

// listKeywords says which keywords hold the leading items and the others.
type listKeywords struct {
	prefixName string
	prefix     tree.Node
	restName   string
	rest       tree.Node
}

func arrayKeywords(f *facts) listKeywords {
	items := f.kw[kwItems]
	switch {
	case f.has(kwPrefixItems):
		return listKeywords{"prefixItems", f.kw[kwPrefixItems], "items", items}
	case items.Kind() == tree.Array:
		return listKeywords{"items", items, "additionalItems", f.kw[kwAdditionalItems]}
	}
	return listKeywords{"prefixItems", tree.Node{}, "items", items}
}

// unevaluatedItems takes unevaluatedItems for the rest where nothing else can
// evaluate items, and reports it elsewhere.
func (l *loader) unevaluatedItems(s site, f *facts, a *listKeywords) {
	if a.rest.OK() || f.evaluatedElsewhere() {
		l.notExpressedSlot(s, kwUnevaluatedItems)
		return
	}
	a.restName, a.rest = "unevaluatedItems", f.kw[kwUnevaluatedItems]
}

// emptyArray returns the shape of [] alone.
func (l *loader) emptyArray(s site, e *entry, minItems string) ir.Shape {
	t := l.literal(s.id+"?item", s.loc(), e.place.sub("Item"), neverForm())
	return &ir.Array{Elem: ir.Use{Type: t.typ}, MinItems: minItems, MaxItems: "0"}
}

// rest returns the use of the schema n under keyword: Any if it is missing, nil
// if it is false.
func (l *loader) rest(s site, e *entry, keyword string, n tree.Node, word string) *ir.Use {
	switch {
	case !n.OK():
		t := l.literal(s.id+"?item", s.loc(), e.place.sub(word), anyForm())
		return &ir.Use{Type: t.typ}
	case n.Kind() == tree.Bool && !n.Bool():
		return nil
	}
	u := l.position(s.member(keyword, n), e.place.sub(word)).docUse()
	return &u
}

// tuple returns the arrays with a type per position.
func (l *loader) tuple(s site, f *facts, e *entry, a listKeywords) ir.Shape {
	t := &ir.Tuple{}
	limit, limited := count(f.number(kwMaxItems))
	for i, n := range a.prefix.Items() {
		if limited && i >= limit {
			break
		}
		p := l.position(s.item(a.prefixName, i, n), e.place.sub("Item"+strconv.Itoa(i+1)))
		t.Elems = append(t.Elems, p.docUse())
	}
	if !limited || limit > len(t.Elems) {
		t.Rest = l.rest(s, e, a.restName, a.rest, "Rest")
	}
	least, _ := count(f.number(kwMinItems))
	t.Min = min(least, len(t.Elems))
	return t
}

// count returns a keyword's number as a count; false if it is none.
func count(s string) (int, bool) {
	if s == "" {
		return 0, false
	}
	if i, err := strconv.Atoi(s); err == nil && i >= 0 {
		return i, true
	}
	if r, ok := exact(s); ok && r.IsInt() && r.Num().IsInt64() && r.Sign() >= 0 {
		return int(min(r.Num().Int64(), 1<<30)), true
	}
	return 0, false
}
