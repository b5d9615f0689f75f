package git

import (
	"bytes"
	"fmt"
	"strings"
)

// IsLFSPointer reports whether data stands for content that Git LFS keeps elsewhere.
func IsLFSPointer(data []byte) bool {
	return bytes.HasPrefix(data, []byte("version https://git-lfs.github.com/spec/v1\n"))
}

// smudge returns the content that a pointer stands for.
func (t *Tree) smudge(name, id string) ([]byte, error) {
	at := *t.repo
	at.dir = t.repo.root
	data, err := at.run(nil, "cat-file", "--filters", "--path="+name, id)
	if err != nil {
		return nil, fmt.Errorf("it is a Git LFS pointer, and its content cannot be had: %w", err)
	}
	if IsLFSPointer(data) {
		return nil, fmt.Errorf("it is a Git LFS pointer: install git-lfs and run git lfs pull")
	}
	return data, nil
}

// CleanID returns the object id that data would have as the file at a path from
// Root: after the filters, line ends and other attributes that git add applies.
func (r *Repo) CleanID(name string, data []byte) (string, error) {
	at := *r
	at.dir = r.root
	out, err := at.run(data, "hash-object", "--stdin", "--path="+name)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(out)), nil
}
