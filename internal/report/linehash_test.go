package report

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// slowLineHashes computes the same from the definition: the polynomial of the
// first hundred units from each line start, modulo 2^64.
func slowLineHashes(data []byte) []string {
	units, starts := hashedUnits(data)
	modulus := new(big.Int).Lsh(big.NewInt(1), 64)
	seen := map[string]int{}
	var out []string
	for _, start := range starts {
		sum := new(big.Int)
		for i := start; i < start+hashWindow; i++ {
			sum.Mul(sum, big.NewInt(hashBase)).Add(sum, new(big.Int).SetUint64(unitAt(units, i)))
		}
		hash := sum.Mod(sum, modulus).Text(16)
		seen[hash]++
		out = append(out, fmt.Sprintf("%s:%d", hash, seen[hash]))
	}
	return out
}

func TestLineHashes(t *testing.T) {
	for _, text := range []string{
		"", "\n", "{\n  \"a\": 1\n}\n", " a\r\nb\rc\n\n\td", strings.Repeat("the same line\n", 20), "\ufeffé🎉\n\xff\n", strings.Repeat("x", 500) + "\ny",
	} {
		if diff := cmp.Diff(slowLineHashes([]byte(text)), lineHashes([]byte(text))); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// TestLineHashIsGitHubs has a value that GitHub's action computes for an empty
// file, and compares kinds of line ends and indentation, which must not count.
func TestLineHashIsGitHubs(t *testing.T) {
	if diff := cmp.Diff([]string{"c129715d7a2bc9a3:1"}, lineHashes(nil)); diff != "" {
		t.Error(diff)
	}
	want := lineHashes([]byte("{\n\"a\": [\n1 ]\n}\n"))
	for _, same := range []string{"{\r\n\"a\": [\r\n1 ]\r\n}\r\n", "{\r\"a\": [\r1 ]\r}\r", "  {\n\t\"a\":[\n    1]\n\t}\n"} {
		if diff := cmp.Diff(want, lineHashes([]byte(same))); diff != "" {
			t.Errorf("%q: %s", same, diff)
		}
	}
}

// TestLineHashStaysWhenLinesMove puts text before: hashes look ahead only.
func TestLineHashStaysWhenLinesMove(t *testing.T) {
	text := "one\ntwo\nthree\n"
	want := lineHashes([]byte(text))
	got := lineHashes([]byte("zero\nand more\n" + text))
	if diff := cmp.Diff(want, got[2:]); diff != "" {
		t.Error(diff)
	}
}
