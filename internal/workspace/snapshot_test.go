package workspace

import (
	"errors"
	"io/fs"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestSnapshotIsOneState: whoever asks again gets the same, whatever happened meanwhile.
func TestSnapshotIsOneState(t *testing.T) {
	disk := fstest.MapFS{"schemas/pet.json": {Data: []byte("before")}}
	snap := NewSnapshot(disk)
	look := func(when string) {
		text, err := snap.ReadFile("schemas/pet.json")
		if err != nil || string(text) != "before" {
			t.Errorf("%s: read %q, %v", when, text, err)
		}
		entries, err := snap.ReadDir("schemas")
		if err != nil || len(entries) != 1 {
			t.Errorf("%s: listed %v, %v", when, entries, err)
		}
		if _, err := snap.ReadFile("schemas/late.json"); err == nil {
			t.Errorf("%s: a file that was not there is", when)
		}
	}
	look("at first")
	disk["schemas/pet.json"] = &fstest.MapFile{Data: []byte("after")}
	disk["schemas/late.json"] = &fstest.MapFile{Data: []byte("late")}
	look("after a change")
	delete(disk, "schemas/pet.json")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { look("side by side") })
	}
	wg.Wait()
}

// TestOverlay: files replaced, added and gone, also for who lists directories.
func TestOverlay(t *testing.T) {
	o := Overlay{Under: fstest.MapFS{"a/keep": {Data: []byte("k")}, "a/old": {Data: []byte("o")}, "a/gone": {Data: []byte("g")}},
		Files: map[string][]byte{"a/old": []byte("new"), "a/gone": nil, "b/c/made": []byte("m")}}
	for name, want := range map[string]string{"a/keep": "k", "a/old": "new", "b/c/made": "m"} {
		if got, err := fs.ReadFile(o, name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if _, err := fs.Stat(o, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := fs.ReadFile(o, "a/gone"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a/gone: %v", err)
	}
	for dir, want := range map[string][]string{".": {"a", "b"}, "a": {"keep", "old"}, "b": {"c"}, "b/c": {"made"}} {
		entries, err := fs.ReadDir(o, dir)
		var got []string
		for _, e := range entries {
			got = append(got, e.Name())
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", dir, err, diff)
		}
	}
}

// TestListing shows some files of a tree and what is above them.
func TestListing(t *testing.T) {
	l := NewListing(fstest.MapFS{"a/b/c": {}, "a/b/d": {}, "a/e": {}, "f": {}}, []string{"a/b/c", "f", "not/there"})
	var got []string
	err := fs.WalkDir(l, ".", func(name string, d fs.DirEntry, err error) error {
		got = append(got, name)
		return err
	})
	if diff := cmp.Diff([]string{".", "a", "a/b", "a/b/c", "f"}, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	if _, err := fs.ReadFile(l, "a/e"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a/e: %v", err)
	}
}
