package golang

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// BenchmarkEmit prints the largest public document beside the repository.
func BenchmarkEmit(b *testing.B) {
	var largest string
	var size int64
	root := filepath.Join(shared(b), "corpus")
	filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err == nil && filepath.Ext(p) == ".json" {
			if info, err := d.Info(); err == nil && info.Size() > size {
				largest, size = filepath.Base(p), info.Size()
				root = filepath.Dir(p)
			}
		}
		return nil
	})
	doc := loadFrom(b, root, largest)
	b.Logf("%s, %d bytes", largest, size)
	n := 0
	for b.Loop() {
		var out diag.List
		files, err := Emit(doc, Options{}, &out)
		if err != nil {
			b.Fatal(err)
		}
		n = 0
		for _, f := range files {
			n += len(f.Data)
		}
	}
	b.ReportMetric(float64(n), "bytes/doc")
}
