// Package store remembers verdicts under keys made from content, so that a check of
// what was checked before is fast. It may forget at any time, and a store that
// cannot be read or written remembers nothing: nothing depends on it but speed.
package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Key names an entry: the SHA-256 of all that decides its content.
type Key [sha256.Size]byte

// MarshalText implements encoding.TextMarshaler, in hexadecimal.
func (k Key) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(k[:])), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(k)) {
		return hex.ErrLength
	}
	_, err := hex.Decode(k[:], text)
	return err
}

// String returns the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Sum returns the key of one content.
func Sum(data []byte) Key { return sha256.Sum256(data) }

// buffers are for SumReader: contents need not be in memory to be summed.
var buffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// SumReader returns the key of what r holds. The error is r's.
func SumReader(r io.Reader) (k Key, err error) {
	buf := buffers.Get().(*[64 << 10]byte)
	defer buffers.Put(buf)
	h := sha256.New()
	if _, err := io.CopyBuffer(h, struct{ io.Reader }{r}, buf[:]); err != nil {
		return k, err
	}
	h.Sum(k[:0])
	return k, nil
}

// Hash makes a key from parts. Each is preceded by its length, so that other parts
// never give the same bytes.
type Hash struct{ h hash.Hash }

// NewHash returns one for a kind of entry.
func NewHash(kind string) Hash {
	h := Hash{sha256.New()}
	h.Add([]byte(kind))
	return h
}

// Add takes in a part.
func (h Hash) Add(part []byte) {
	var n [8]byte
	binary.LittleEndian.PutUint64(n[:], uint64(len(part)))
	h.h.Write(n[:])
	h.h.Write(part)
}

// Key returns the key of the parts so far.
func (h Hash) Key() (k Key) {
	h.h.Sum(k[:0])
	return k
}

// Store is a directory of entries. It is safe for concurrent use, also by several
// processes.
type Store struct {
	dir     string // "" when there is nowhere to remember
	program func() (Key, error)
}

// Open returns the store in dir, or for "" the one of the user.
func Open(dir string) *Store {
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return &Store{program: sync.OnceValues(program)}
		}
		dir = filepath.Join(base, "gaia-gen", "v1")
	}
	return &Store{dir: dir, program: sync.OnceValues(program)}
}

// Program returns the identity of the running program: a sum over its content. A
// version would not do, because a program under work changes without one.
func (s *Store) Program() (Key, error) { return s.program() }

func (s *Store) file(key Key) string {
	name := key.String()
	return filepath.Join(s.dir, name[:2], name[2:])
}

// Load returns what was saved under key. An entry that is torn, or was tampered
// with, is none.
func (s *Store) Load(key Key) ([]byte, bool) {
	if s.dir == "" {
		return nil, false
	}
	name := s.file(key)
	data, err := os.ReadFile(name)
	if err != nil || len(data) < len(Key{}) {
		return nil, false
	}
	sum, body := Key(data[:len(Key{})]), data[len(Key{}):]
	if sum != seal(key, body) {
		return nil, false
	}
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > day {
		now := time.Now()
		os.Chtimes(name, now, now) // it is of use: pruning takes others first
	}
	return body, true
}

const day = 24 * time.Hour

// seal ties an entry to its key, so that one cannot pass for another.
func seal(key Key, body []byte) Key {
	h := NewHash("entry")
	h.Add(key[:])
	h.Add(body)
	return h.Key()
}

// Save remembers data under key, if it can.
func (s *Store) Save(key Key, data []byte) {
	if s.dir == "" {
		return
	}
	name := s.file(key)
	if os.MkdirAll(filepath.Dir(name), 0o755) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return
	}
	sum := seal(key, data)
	_, err = f.Write(append(sum[:], data...))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return
	}
	if key[len(key)-1]%pruneEach == 0 {
		s.prune()
	}
}

// Entries are dropped, the longest unused first, when they exceed mostBytes. One save
// in pruneEach looks.
const (
	pruneEach = 64
	mostBytes = 64 << 20
)

func (s *Store) prune() {
	type entry struct {
		name string
		size int64
		used time.Time
	}
	var all []entry
	var total int64
	filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			all = append(all, entry{name, info.Size(), info.ModTime()})
			total += info.Size()
		}
		return nil
	})
	slices.SortFunc(all, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range all {
		if total <= mostBytes {
			return
		}
		if os.Remove(e.name) == nil {
			total -= e.size
		}
	}
}
