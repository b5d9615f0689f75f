package tree

import (
	"hash/maphash"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// reportRepeats marks each object with duplicate keys and adds an Error at each
// second key.
func reportRepeats(d *Doc, out *diag.List) {
	var t keyTable
	for i := range d.nodes {
		if d.nodes[i].kind != Object || d.nodes[i].text < 2 {
			continue
		}
		t.reset(d, int(d.nodes[i].text))
		for k, v := range (Node{d, uint32(i)}).Members() {
			first, ok := t.claim(k)
			if ok {
				continue
			}
			d.nodes[i].flags |= hasRepeats
			out.Add(diag.Diagnostic{
				Rule: "json/duplicate-key", Severity: diag.Error, Loc: k.Loc(),
				Message: "duplicate key " + quoteShort(k.Str()),
				Related: []diag.Related{{Message: "first defined here", Loc: first.Loc()}},
				Help:    "remove one of the two; readers disagree on which of them counts",
			})
			_ = v
		}
	}
}

// keyTable finds equal keys of one object: by comparing all pairs of a few, by
// hash of many. It is reused from object to object.
type keyTable struct {
	d     *Doc
	few   []uint32
	slots []uint32 // open addressing; node number of a key + 1, 0 is free
	seed  maphash.Seed
}

// fewKeys is up to how many keys pairs are compared: the hash pays off above.
const fewKeys = 12

// reset prepares t for an object of n members.
func (t *keyTable) reset(d *Doc, n int) {
	t.d, t.few = d, t.few[:0]
	if n <= fewKeys {
		t.slots = t.slots[:0]
		return
	}
	if t.seed == (maphash.Seed{}) {
		t.seed = maphash.MakeSeed()
	}
	size := 32
	for size < 2*n {
		size *= 2
	}
	if cap(t.slots) < size {
		t.slots = make([]uint32, size)
	}
	t.slots = t.slots[:size]
	clear(t.slots)
}

// claim records k, or returns the equal key that was recorded before, and false.
func (t *keyTable) claim(k Node) (Node, bool) {
	text := k.Str()
	if len(t.slots) == 0 {
		for _, i := range t.few {
			if t.d.keyIs(i, text) {
				return Node{t.d, i}, false
			}
		}
		t.few = append(t.few, k.i)
		return Node{}, true
	}
	mask := uint64(len(t.slots) - 1)
	for at := maphash.String(t.seed, text) & mask; ; at = (at + 1) & mask {
		i := t.slots[at]
		if i == 0 {
			t.slots[at] = k.i + 1
			return Node{}, true
		}
		if t.d.keyIs(i-1, text) {
			return Node{t.d, i - 1}, false
		}
	}
}
