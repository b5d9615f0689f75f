package store

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func TestLoadReturnsWhatWasSaved(t *testing.T) {
	s := Open(t.TempDir())
	if _, ok := s.Load(Sum([]byte("a"))); ok {
		t.Error("an empty store knows something")
	}
	s.Save(Sum([]byte("a")), []byte("one"))
	s.Save(Sum([]byte("b")), nil)
	for name, want := range map[string]string{"a": "one", "b": ""} {
		if got, ok := s.Load(Sum([]byte(name))); !ok || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
	s.Save(Sum([]byte("a")), []byte("two"))
	if got, _ := s.Load(Sum([]byte("a"))); string(got) != "two" {
		t.Errorf("saved again: %q", got)
	}
}

// TestDamagedEntriesAreNone changes every byte of an entry in turn, cuts it, and
// puts it under another key.
func TestDamagedEntriesAreNone(t *testing.T) {
	s := Open(t.TempDir())
	key := Sum([]byte("k"))
	s.Save(key, []byte("in sync"))
	good, err := os.ReadFile(s.file(key))
	if err != nil {
		t.Fatal(err)
	}
	write := func(key Key, data []byte) {
		os.MkdirAll(filepath.Dir(s.file(key)), 0o755)
		if err := os.WriteFile(s.file(key), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 1
		write(key, bad)
		if _, ok := s.Load(key); ok {
			t.Errorf("byte %d changed and nobody noticed", i)
		}
		write(key, good[:i])
		if _, ok := s.Load(key); ok {
			t.Errorf("cut to %d bytes and nobody noticed", i)
		}
	}
	other := Sum([]byte("other"))
	write(other, good)
	if _, ok := s.Load(other); ok {
		t.Error("an entry passed for another")
	}
}

func TestAStoreThatCannotBeUsedRemembersNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s := Open(filepath.Join(file, "below"))
	s.Save(Key{1}, []byte("x"))
	if _, ok := s.Load(Key{1}); ok {
		t.Error("remembered below a file")
	}
}

func TestHashKeepsPartsApart(t *testing.T) {
	key := func(parts ...string) Key {
		h := NewHash("test")
		for _, p := range parts {
			h.Add([]byte(p))
		}
		return h.Key()
	}
	if key("ab", "c") == key("a", "bc") || key("a") == key("a", "") {
		t.Error("other parts, the same key")
	}
	if again := key("a"); again != key("a") || NewHash("x").Key() == NewHash("y").Key() {
		t.Error("a key is not what its parts make it")
	}
}

func TestSumReader(t *testing.T) {
	for _, n := range []int{0, 1, 64 << 10, 200_000} {
		data := bytes.Repeat([]byte("x"), n)
		if got, err := SumReader(bytes.NewReader(data)); err != nil || got != Sum(data) {
			t.Errorf("%d bytes: %v, %v", n, got, err)
		}
	}
}

func TestConcurrentSaves(t *testing.T) {
	dir := t.TempDir()
	key := Sum([]byte("k"))
	body := bytes.Repeat([]byte("x"), 100_000)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s := Open(dir)
			for range 20 {
				s.Save(key, body)
				if got, ok := s.Load(key); ok && !bytes.Equal(got, body) {
					t.Error("read a torn entry")
				}
			}
		})
	}
	wg.Wait()
	left, _ := filepath.Glob(filepath.Join(dir, "*", ".new-*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestPruneTakesTheLongestUnused(t *testing.T) {
	s := Open(t.TempDir())
	big := make([]byte, mostBytes/3)
	entry := func(i byte) Key { return Key{0: i, len(Key{}) - 1: 1} } // the last byte keeps Save from pruning
	for i := range byte(4) {
		key := entry(i)
		s.Save(key, big)
		used := time.Now().Add(time.Duration(i) * time.Hour)
		os.Chtimes(s.file(key), used, used)
	}
	s.prune()
	for i := range byte(4) {
		_, ok := s.Load(entry(i))
		if want := i >= 2; ok != want {
			t.Errorf("entry %d: %v", i, ok)
		}
	}
}

func TestProgram(t *testing.T) {
	a, err := Open("").Program()
	if err != nil {
		t.Fatal(err)
	}
	if b, err := Open(t.TempDir()).Program(); err != nil || a != b || a == (Key{}) {
		t.Errorf("%v and %v, %v", a, b, err)
	}
}
