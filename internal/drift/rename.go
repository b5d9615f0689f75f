package drift

import (
	"bytes"
	"cmp"
	"path"
	"slices"
)

// A missing file and a stale one that share half of their lines are one renamed
// file. Beyond mostPairs only equal content is looked for.
const (
	leastAlike = 50
	mostPairs  = 400
)

// renames pairs missing files with stale ones, the most alike first.
func renames(found []Finding) []Finding {
	var missing, stale []int
	for i, f := range found {
		switch f.Status {
		case Missing:
			missing = append(missing, i)
		case Stale:
			stale = append(stale, i)
		}
	}
	if len(missing) == 0 || len(stale) == 0 {
		return found
	}
	type pair struct{ missing, stale, alike int }
	var pairs []pair
	for _, m := range missing {
		for _, s := range stale {
			if path.Ext(found[m].Path) != path.Ext(found[s].Path) {
				continue
			}
			if alike := similarity(found[s].Got, found[m].Want, len(missing)*len(stale) > mostPairs); alike >= leastAlike {
				pairs = append(pairs, pair{m, s, alike})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.alike, a.alike) })
	gone := map[int]bool{}
	for _, p := range pairs {
		m, s := &found[p.missing], &found[p.stale]
		if m.Status != Missing || gone[p.stale] {
			continue
		}
		gone[p.stale] = true
		m.Status, m.From, m.Similarity, m.Got = Renamed, s.Path, p.alike, s.Got
	}
	var out []Finding
	for i, f := range found {
		if !gone[i] {
			out = append(out, f)
		}
	}
	return out
}

// similarity returns how many of the lines of two texts are the same, in percent of
// the longer one.
func similarity(a, b []byte, exact bool) int {
	if bytes.Equal(a, b) {
		return 100
	}
	if exact {
		return 0
	}
	count := map[string]int{}
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for _, line := range x {
		count[string(line)]++
	}
	same := 0
	for _, line := range y {
		if count[string(line)] > 0 {
			count[string(line)]--
			same++
		}
	}
	return min(99, same*100/max(len(x), len(y)))
}
