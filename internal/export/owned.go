package export

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/config"
)

// record is the file in which gaia-export lists what it wrote to a directory.
const record = ".gaia-export"

// Recorded reports whether a record in the file's directory or one above it lists the
// file: whoever edits it loses the change.
func Recorded(fsys fs.FS, name string) bool {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		data, err := fs.ReadFile(fsys, path.Join(dir, record))
		if err == nil {
			rel := strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
			lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
			return slices.Contains(lines, rel)
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// Owned returns the files in fsys that the exporters wrote before, and those that
// stand where they write and are nobody's: what a directory holds belongs to the
// exporter if the exporter's record lists it, a file if writes: names it.
func Owned(fsys fs.FS, exports []config.Export) (owned, unclaimed []string, err error) {
	for _, e := range exports {
		for _, w := range e.Writes {
			err := fs.WalkDir(fsys, w, func(name string, d fs.DirEntry, err error) error {
				switch {
				case errors.Is(err, fs.ErrNotExist):
					return nil
				case err != nil:
					return err
				case d.IsDir():
				case name == w, path.Base(name) == record, Recorded(fsys, name):
					owned = append(owned, name)
				default:
					unclaimed = append(unclaimed, name)
				}
				return nil
			})
			if err != nil {
				return nil, nil, err
			}
		}
	}
	return owned, unclaimed, nil
}
