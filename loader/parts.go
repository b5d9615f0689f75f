package loader

import (
	"cmp"
	"slices"
	"strconv"
)

// part is one of the schemas that a type made by merging stands for, with null
// allowed beside it or not. The same parts make the same type, however the
// merging got there: that is what ends the merging of recursive schemas.
type part struct {
	e    *entry
	null bool
}

// partsOf returns what e stands for, in order.
func partsOf(e *entry, null bool) []part {
	for e.state == done && e.typ.Name == "" && e.from != nil && !e.null {
		e = e.from
	}
	if e.parts != nil && !null {
		return e.parts
	}
	return []part{{e, null}}
}

// joinParts returns the parts of a and b, in order, each once.
func joinParts(a, b []part) []part {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(p, q part) int {
		if c := cmp.Compare(p.e.serial, q.e.serial); c != 0 || p.null == q.null {
			return c
		}
		if p.null {
			return 1
		}
		return -1
	})
	return slices.Compact(all)
}

// keyOf returns a text that is equal for equal parts.
func keyOf(ps []part) string {
	var b []byte
	for _, p := range ps {
		b = strconv.AppendInt(b, int64(p.e.serial), 36)
		if p.null {
			b = append(b, '?')
		}
		b = append(b, ' ')
	}
	return string(b)
}

// The caps on merging: schemas for one type, and types made in all. Documents
// that people write stay far below.
const (
	maxParts = 12
	maxMeets = 4000
)

// tooMany reports, with a warning, that merging has gone as far as it may.
func (m *merger) tooMany(ps []part) bool {
	if len(ps) <= maxParts && len(m.l.meets) < maxMeets {
		return false
	}
	m.l.out.Warnf("allof/too-deep", m.at.loc(), "the combination goes on without end; what lies deeper is taken from one of its parts")
	return true
}
