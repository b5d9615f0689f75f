package config

import (
	"go/token"
	"strings"
)

// PackageName returns base as a Go package name: lower case, without the
// characters that a package name may not hold. "" when nothing is left or the
// word is a keyword.
func PackageName(base string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(base) {
		if r >= 'a' && r <= 'z' || r == '_' || b.Len() > 0 && r >= '0' && r <= '9' {
			b.WriteRune(r)
		}
	}
	name := b.String()
	if token.IsKeyword(name) || strings.Trim(name, "_") == "" {
		return ""
	}
	return name
}
