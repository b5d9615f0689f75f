package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Fingerprints returns for each finding a name that it keeps when lines move:
// 32 hexadecimal digits made of rule, file and key. Findings that agree in these
// are numbered in the order of their positions, so no two names are equal.
func Fingerprints(fs []Finding) []string {
	order := make([]int, len(fs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(fs[a].Loc.Span.Start, fs[b].Loc.Span.Start),
			cmp.Compare(fs[a].Message, fs[b].Message),
		)
	})
	out := make([]string, len(fs))
	seen := map[string]int{}
	for _, i := range order {
		id := identity(fs[i])
		seen[id]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", id, seen[id]))
		out[i] = hex.EncodeToString(sum[:16])
	}
	return out
}

func identity(f Finding) string {
	key := f.Key
	if key == "" {
		key = byName(f.Loc.Pointer)
	}
	return strings.Join([]string{f.Rule, fileName(f.Loc), key}, "\x00")
}

// lists are the keywords whose value is a list, so that a number below them is
// an index and not a name.
var lists = []string{
	"allOf", "anyOf", "oneOf", "prefixItems", "items", "enum", "required", "type", "examples",
	"parameters", "tags", "servers", "security",
}

// byName returns pointer with "*" for each index into a list: an entry that is
// put before another must not rename it.
func byName(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i := 1; i < len(tokens); i++ {
		if slices.Contains(lists, tokens[i-1]) && isIndex(tokens[i]) {
			tokens[i] = "*"
		}
	}
	return strings.Join(tokens, "/")
}

func isIndex(token string) bool {
	return token != "" && strings.Trim(token, "0123456789") == ""
}
