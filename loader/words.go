package loader

import (
	"slices"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

func quote(s string) string { return strconv.Quote(s) }

func contains(list []string, s string) bool { return slices.Contains(list, s) }

// keyLoc returns where the key stands, and what it names.
func keyLoc(s site, key tree.Node) source.Loc {
	return source.Loc{Span: key.Span(), Pointer: s.ptr() + "/" + tree.EscapeToken(key.Str())}
}

// kindPhrase names a JSON type with its article.
func kindPhrase(k tree.Kind) string {
	switch k {
	case tree.Null:
		return "null"
	case tree.Bool:
		return "a boolean"
	case tree.Number:
		return "a number"
	case tree.String:
		return "a string"
	case tree.Array:
		return "an array"
	case tree.Object:
		return "an object"
	}
	return "nothing"
}

// String lists the JSON types of k: "a string or an array".
func (k kinds) String() string {
	var names []string
	for _, kind := range []tree.Kind{tree.Bool, tree.Number, tree.String, tree.Array, tree.Object} {
		if k.has(kind) {
			names = append(names, kindPhrase(kind))
		}
	}
	return strings.Join(names, " or ")
}

// didYouMean returns a help sentence with the candidate closest to name, "" if
// none is close.
func didYouMean(name string, candidates []string) string {
	best, ok := closest(name, candidates)
	if !ok {
		return ""
	}
	return "check the spelling; did you mean " + quote(best) + "?"
}

// closest returns the candidate closest to name; false if none is close.
func closest(name string, candidates []string) (string, bool) {
	best, bestDistance := "", len(name)/3+2
	for _, c := range candidates {
		if diff := len(c) - len(name); diff >= bestDistance || -diff >= bestDistance {
			continue
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < bestDistance && d < max(len(name), len(c)) {
			best, bestDistance = c, d
		}
	}
	return best, best != ""
}

// editDistance returns the number of insertions, deletions, replacements and
// swaps of neighbours between a and b.
func editDistance(a, b string) int {
	prev2, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		prev2, prev, row = prev, row, prev2
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(prev[j]+cost, prev[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], prev2[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// splitWords cuts s at everything that is neither an ASCII letter, a digit nor
// beyond ASCII.
func splitWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r < 0x80 && !isAlnum(byte(r))
	})
}

func isAlnum(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// pascal joins words, each with its first letter in upper case.
func pascal(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(strings.ToUpper(w[:1]))
		b.WriteString(w[1:])
	}
	return b.String()
}

// isIdentifier reports whether s is a letter, underscore or dollar sign followed
// by such characters and digits.
func isIdentifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c >= 0x80 || c == '_' || c == '$' || isAlnum(c) && !(i == 0 && '0' <= c && c <= '9') {
			continue
		}
		return false
	}
	return s != ""
}
