package export

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/config"
)

func TestOwned(t *testing.T) {
	fsys := files("schemas/.gaia-export", "# text\na.json\r\nsub/b.json\n", "schemas/a.json", "", "schemas/sub/b.json", "", "schemas/mine.json", "", "caps.json", "", "plain/x.json", "")
	owned, unclaimed, err := Owned(fsys, []config.Export{{Writes: []string{"schemas", "absent"}}, {Writes: []string{"caps.json", "plain"}}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"schemas/.gaia-export", "schemas/a.json", "schemas/sub/b.json", "caps.json"}, owned); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"schemas/mine.json", "plain/x.json"}, unclaimed); diff != "" {
		t.Error(diff)
	}
}

// TestRecorded: the record nearest to a file speaks of it, and no other.
func TestRecorded(t *testing.T) {
	fsys := files(".gaia-export", "a.json\nsub/b.json\nsub/own/c.json\n", "sub/own/.gaia-export", "d.json\n", "sub/x.json/.gaia-export", "")
	for name, want := range map[string]bool{
		"a.json": true, "sub/b.json": true, "sub/own/d.json": true, // listed, whether there or not
		"sub/own/c.json": false, "sub/a.json": false, "b.json": false, "none.json": false, "sub": false, "/a.json": false,
	} {
		if got := Recorded(fsys, name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
