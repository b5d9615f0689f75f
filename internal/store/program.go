package store

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
)

// program returns the identity of the executable: the linker's build ID, which is a sum
// over all that the program was made from, or without one the sum of the file.
func program() (Key, error) {
	name, err := os.Executable()
	if err != nil {
		return Key{}, err
	}
	f, err := os.Open(name)
	if err != nil {
		return Key{}, err
	}
	defer f.Close()
	head := make([]byte, headBytes)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return Key{}, err
	}
	if id := buildID(head[:n]); id != nil {
		h := NewHash("build ID")
		h.Add(id)
		return h.Key(), nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return Key{}, err
	}
	return Sum(data), nil
}

// headBytes is how far into an executable the build ID is looked for; the linker puts
// it first.
const headBytes = 64 << 10

// leastBuildID is the length of a build ID that is a sum, and not what somebody set:
// two sums of 20 characters with a slash between.
const leastBuildID = 41

// buildID returns the linker's build ID, nil if there is none: the "Go" note of type 4
// in ELF files, a marked string at the beginning of the code in others.
func buildID(head []byte) []byte {
	note := []byte("\x04\x00\x00\x00Go\x00\x00")
	if i := bytes.Index(head, note); i >= 8 && binary.LittleEndian.Uint32(head[i-8:]) == 4 {
		size, from := int(binary.LittleEndian.Uint32(head[i-4:])), i+len(note)
		if size >= leastBuildID && from+size <= len(head) {
			return head[from : from+size]
		}
	}
	_, after, ok := bytes.Cut(head, []byte("\xff Go build ID: \""))
	if id, _, closed := bytes.Cut(after, []byte("\"\n \xff")); ok && closed && len(id) >= leastBuildID {
		return id
	}
	return nil
}
