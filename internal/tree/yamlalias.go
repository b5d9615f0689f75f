package tree

import (
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// expandAliases replaces the arena of d by one without aliases and merge keys.
// The builder has checked that it is finite and within the limits.
func expandAliases(d *Doc, out *diag.List) {
	e := &expander{d: d, from: d.nodes, out: out}
	d.nodes = make([]node, 0, len(e.from))
	e.value(0, none)
}

// expander copies from the old arena to that of d.
type expander struct {
	d    *Doc
	from []node
	out  *diag.List
}

// target returns the number of the node that i is or stands for.
func (e *expander) target(i uint32) uint32 {
	for e.from[i].kind == alias {
		i = e.from[i].text
	}
	return i
}

// value copies node i into the container open. What an alias stands for keeps
// its own spans inside, but has the span of the alias itself.
func (e *expander) value(i, open uint32) {
	old := e.target(i)
	x := e.from[old]
	x.start, x.end = e.from[i].start, e.from[i].end
	x.flags &= isTrue
	isContainer := x.kind == Array || x.kind == Object
	if isContainer {
		x.text = 0
	}
	copied := e.d.append(x, open)
	if !isContainer {
		return
	}
	if x.kind == Array {
		for k := old + 1; k < e.from[old].next; k = e.from[k].next {
			e.value(k, copied)
		}
	} else {
		e.members(old, copied)
	}
	e.d.nodes[copied].next = uint32(len(e.d.nodes))
}

// members copies the members of the object i into open.
func (e *expander) members(i, open uint32) {
	var taken map[string]bool
	var first uint32
	for k := i + 1; k < e.from[i].next; k = e.from[k+1].next {
		switch {
		case e.from[k].flags&isMerge == 0:
			e.member(k, open)
		case taken == nil:
			taken, first = e.claim(i, map[string]bool{}), k
			e.merge(k+1, open, taken)
		default:
			e.repeatedMerge(first, k, open)
			e.merge(k+1, open, taken)
		}
	}
}

// member copies the key k and its value into open.
func (e *expander) member(k, open uint32) {
	e.d.append(e.from[k], open)
	e.value(k+1, open)
}

// claim adds the keys that the object i has itself, and that are not taken, to
// taken. It returns those it has added.
func (e *expander) claim(i uint32, taken map[string]bool) map[string]bool {
	own := map[string]bool{}
	for k := i + 1; k < e.from[i].next; k = e.from[k+1].next {
		if key := e.text(k); e.from[k].flags&isMerge == 0 && !taken[key] {
			own[key] = true
		}
	}
	for key := range own {
		taken[key] = true
	}
	return own
}

// text returns the text of a key of the old arena.
func (e *expander) text(k uint32) string { return e.d.texts[e.from[k].text-1] }

// merge copies what the value i of a merge key adds to open: a map's members
// whose keys are not taken, or those of a list's maps, the first ones first.
func (e *expander) merge(i, open uint32, taken map[string]bool) {
	switch old := e.target(i); e.from[old].kind {
	case Object:
		e.mergeObject(old, open, taken)
	case Array:
		for k := old + 1; k < e.from[old].next; k = e.from[k].next {
			if one := e.target(k); e.from[one].kind == Object {
				e.mergeObject(one, open, taken)
			} else {
				e.badMerge(k, open)
			}
		}
	default:
		e.badMerge(i, open)
	}
}

// mergeObject copies the members of the object i whose keys are not taken. Its
// own keys go before those that it merges itself.
func (e *expander) mergeObject(i, open uint32, taken map[string]bool) {
	own := e.claim(i, taken)
	for k := i + 1; k < e.from[i].next; k = e.from[k+1].next {
		switch {
		case e.from[k].flags&isMerge != 0:
			e.merge(k+1, open, taken)
		case own[e.text(k)]:
			e.member(k, open)
		}
	}
}

// loc returns the place of node i of the old arena, which is inside of open.
func (e *expander) loc(i, open uint32) source.Loc {
	x := e.from[i]
	return source.Loc{Span: e.d.span(int(x.start), int(x.end)), Pointer: Node{e.d, open}.Pointer()}
}

func (e *expander) badMerge(i, open uint32) {
	e.out.Errorf("yaml/merge", e.loc(i, open), "merge key << has something else than a map or a list of maps")
}

func (e *expander) repeatedMerge(first, second, open uint32) {
	e.out.Add(diag.Diagnostic{
		Rule: "json/duplicate-key", Severity: diag.Error, Loc: e.loc(second, open),
		Message: `duplicate key "<<"`,
		Related: []diag.Related{{Message: "first defined here", Loc: e.loc(first, open)}},
		Help:    "write one merge key with a list: <<: [*a, *b]",
	})
}
