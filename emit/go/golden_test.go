package golang

import (
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/goldentest"
	"golang.org/x/tools/txtar"
)

// TestGolden emits the schema of each archive. json.go is not among the expected
// files: it is the support package, which has tests of its own.
func TestGolden(t *testing.T) {
	goldentest.Run(t, "testdata/*.txtar", func(t *testing.T, input []txtar.File) []txtar.File {
		texts := generate(t, load(t, input[0].Name, input[0].Data), Options{})
		var out []txtar.File
		for _, name := range []string{"types.go", "codec.go", "operations.go", "capabilities.go"} {
			if text, ok := texts[name]; ok {
				out = append(out, txtar.File{Name: name, Data: []byte(text)})
			}
		}
		return out
	})
}
