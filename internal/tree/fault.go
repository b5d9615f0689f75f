package tree

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// fatal returns the diagnostic that ends a parse.
func fatal(loc source.Loc, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Severity: diag.Fatal, Loc: loc, Message: fmt.Sprintf(format, args...)}
}

// quoteShort quotes the user's text for a message, cut to a length that leaves
// the message readable.
func quoteShort(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return strconv.Quote(s)
}
