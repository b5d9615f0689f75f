package golang

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShapes(t *testing.T) {
	generate(t, shapes(), Options{Package: "all"})
}

func TestOutputIsDeterministic(t *testing.T) {
	first := generate(t, shapes(), Options{})
	for range 5 {
		if diff := cmp.Diff(first, generate(t, shapes(), Options{})); diff != "" {
			t.Fatal(diff)
		}
	}
}
