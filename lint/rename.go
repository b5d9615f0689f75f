package lint

import (
	"slices"
	"strings"
)

// owner is a schema of a file.
type owner struct{ file, name string }

// renames pairs schemas of which every key vanished with those of which the same
// keys appeared, where there is only one candidate for each.
func renames(appeared []Finding, vanished []Key) []Rename {
	before, after := map[owner][]string{}, map[owner][]string{}
	for _, k := range vanished {
		collect(before, k)
	}
	for i := range appeared {
		collect(after, appeared[i].key())
	}
	byRest := map[owner][]owner{} // by the file and all rests
	for o, rests := range after {
		id := owner{o.file, signature(rests)}
		byRest[id] = append(byRest[id], o)
	}
	var out []Rename
	taken := map[owner]int{}
	for o, rests := range before {
		if next := byRest[owner{o.file, signature(rests)}]; len(next) == 1 {
			out = append(out, Rename{File: o.file, Old: o.name, New: next[0].name})
			taken[next[0]]++
		}
	}
	out = slices.DeleteFunc(out, func(r Rename) bool { return taken[owner{r.File, r.New}] > 1 })
	slices.SortFunc(out, func(a, b Rename) int {
		return strings.Compare(a.File+"\x00"+a.Old, b.File+"\x00"+b.Old)
	})
	return out
}

// collect files a key under its schema: the name before the first sign that
// leads below it.
func collect(by map[owner][]string, k Key) {
	name, rest := k.Name, ""
	if i := strings.IndexAny(name, ".[{|="); i >= 0 {
		name, rest = name[:i], name[i:]
	}
	o := owner{k.File, name}
	by[o] = append(by[o], k.Rule+" "+rest)
}

// signature is the same for the same keys below two schemas. A schema of one key
// about itself says too little to be known again.
func signature(rests []string) string {
	rests = slices.Clone(rests)
	slices.Sort(rests)
	return strings.Join(rests, "\n")
}
