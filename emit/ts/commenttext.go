package ts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// textLines splits text at every line terminator of ECMAScript and makes each
// line safe inside a block comment. Blank lines at either end are dropped.
func textLines(s string) []string {
	var out []string
	for s != "" {
		line, rest := cutLine(s)
		out = append(out, safeLine(line))
		s = rest
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	for len(out) > 1 && out[0] == "" {
		out = out[1:]
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

func cutLine(s string) (line, rest string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\n':
			return s[:i], s[i+1:]
		case '\r':
			return s[:i], strings.TrimPrefix(s[i+1:], "\n")
		case 0xE2:
			if strings.HasPrefix(s[i:], "\u2028") || strings.HasPrefix(s[i:], "\u2029") {
				return s[:i], s[i+len("\u2028"):]
			}
		}
	}
	return s, ""
}

// safeLine escapes the end of a comment, and an @ that would start a JSDoc tag:
// one at the start of the line or behind white space.
func safeLine(s string) string {
	s = strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' })
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "\uFFFD")
	}
	if strings.Contains(s, "*/") {
		s = strings.ReplaceAll(s, "*/", `*\/`)
	}
	if !strings.Contains(s, "@") {
		return s
	}
	var b strings.Builder
	tag := true
	for _, r := range s {
		if r == '@' && tag {
			b.WriteByte('\\')
		}
		tag = r == '*' || unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Z)
		b.WriteRune(r)
	}
	return b.String()
}
