package golang

import (
	"strings"
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

func TestStrictRefusesWhatIsClosed(t *testing.T) {
	lenient, strict := generate(t, shapes(), Options{}), generate(t, shapes(), Options{Strict: true})
	if !strings.Contains(lenient["codec.go"], "d.forbidden()") || strings.Contains(strict["codec.go"], "d.forbidden()") {
		t.Error("Strict does not decide whether closed objects refuse members")
	}
}

func TestExactNumbers(t *testing.T) {
	for _, exact := range []bool{false, true} {
		text := generate(t, shapes(), Options{ExactNumbers: exact})["types.go"]
		if strings.Contains(text, "float64") == exact {
			t.Errorf("ExactNumbers %v: wrong type for numbers", exact)
		}
	}
}
