package tree

import (
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

func TestPlace(t *testing.T) {
	var out diag.List
	d := Parse(source.New("a.json", []byte(`{"a": [1, {"b": 2}], "c": 3}`)), Limits{}, &out)
	seen := map[int]string{}
	var visit func(n, parent Node)
	visit = func(n, parent Node) {
		if n.Parent() != parent {
			t.Errorf("parent of %q: %q", n.Pointer(), n.Parent().Pointer())
		}
		if other, taken := seen[n.Index()]; taken || n.Index() < 0 || n.Index() >= d.Len() {
			t.Errorf("index %d of %q: also of %q, of %d", n.Index(), n.Pointer(), other, d.Len())
		}
		seen[n.Index()] = n.Pointer()
		for k, v := range n.Members() {
			if k.Parent() != n {
				t.Errorf("parent of key %q: %q", k.Str(), k.Parent().Pointer())
			}
			seen[k.Index()] = "key " + k.Str()
			visit(v, n)
		}
		for _, v := range n.Items() {
			visit(v, n)
		}
	}
	visit(d.Root(), Node{})
	if len(seen) != d.Len() {
		t.Errorf("%d nodes seen, Len is %d", len(seen), d.Len())
	}
	if (Node{}).Parent().OK() || (*Doc)(nil).Len() != 0 {
		t.Error("nothing has a parent or a length")
	}
}
