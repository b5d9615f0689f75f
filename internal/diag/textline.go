package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OneLine returns s as text that stays on its line and does not steer what
// shows it: control characters, line separators and the marks that reorder text
// become escapes such as \n and \u202e, bytes that are not UTF-8 become U+FFFD.
func OneLine(s string) string {
	if strings.IndexFunc(s, disruptive) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if disruptive(r) {
			b.WriteString(escape(r))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func escape(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	default:
		return fmt.Sprintf(`\u%04x`, r)
	}
}

// disruptive reports whether r ends a line, steers a terminal or reorders the text
// around it.
func disruptive(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}
