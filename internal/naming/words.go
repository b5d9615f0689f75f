// Package naming turns the spellings of an input into identifiers. It knows no
// language: reserved words and initialisms are passed in or listed by convention.
package naming

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words splits a spelling into words: at everything that is neither a letter
// nor a digit, before an upper-case letter that follows a lower-case letter or a
// digit, and before the last capital of a run that goes on in lower case
// ("HTTPServer_v2" → "HTTP", "Server", "v2"). A sign before a digit is a word of
// its own ("-1" → "Minus", "1"). A spelling without letters or digits gives the
// names of its symbols ("*" → "Star"); the empty spelling gives "Empty".
func Words(s string) []string {
	var words []string
	rs := []rune(s)
	start := -1
	flush := func(end int) {
		if start >= 0 {
			words = append(words, string(rs[start:end]))
			start = -1
		}
	}
	for i, r := range rs {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !(start >= 0 && unicode.IsMark(r)):
			flush(i)
			if word, ok := sign(rs, i); ok {
				words = append(words, word)
			}
		case start < 0:
			start = i
		case startsWord(rs, i):
			flush(i)
			start = i
		}
	}
	flush(len(rs))
	if len(words) > 0 {
		return words
	}
	return symbols(s)
}

// sign names a + or - that begins the spelling or follows a space, and stands
// before a digit.
func sign(rs []rune, i int) (string, bool) {
	if i+1 >= len(rs) || !unicode.IsDigit(rs[i+1]) || i > 0 && !unicode.IsSpace(rs[i-1]) {
		return "", false
	}
	switch rs[i] {
	case '-':
		return "Minus", true
	case '+':
		return "Plus", true
	}
	return "", false
}

// startsWord reports whether rs[i], inside a run of letters and digits, begins
// a new word.
func startsWord(rs []rune, i int) bool {
	if !unicode.IsUpper(rs[i]) {
		return false
	}
	if !unicode.IsUpper(rs[i-1]) {
		return true
	}
	return i+1 < len(rs) && unicode.IsLower(rs[i+1]) && !isPluralS(rs, i+1)
}

// isPluralS reports whether rs[i] is the s of a plural initialism ("URLs", "IDs").
func isPluralS(rs []rune, i int) bool {
	return rs[i] == 's' && (i+1 == len(rs) || !unicode.IsLower(rs[i+1])) && i >= 2 && unicode.IsUpper(rs[i-2])
}

var symbolNames = map[rune]string{
	'*': "Star", '+': "Plus", '-': "Minus", '/': "Slash", '\\': "Backslash", '.': "Dot",
	',': "Comma", ':': "Colon", ';': "Semicolon", '=': "Equal", '<': "Less", '>': "Greater",
	'!': "Bang", '?': "Question", '@': "At", '#': "Hash", '$': "Dollar", '%': "Percent",
	'&': "And", '|': "Or", '^': "Caret", '~': "Tilde", '_': "Underscore", ' ': "Space",
	'(': "LeftParen", ')': "RightParen", '[': "LeftBracket", ']': "RightBracket",
	'{': "LeftBrace", '}': "RightBrace", '"': "Quote", '\'': "Apostrophe", '`': "Backquote",
}

// symbols names each rune of a spelling without letters and digits; a rune
// without a name is its code point in hexadecimal ("U1F600").
func symbols(s string) []string {
	if s == "" {
		return []string{"Empty"}
	}
	var words []string
	for _, r := range s {
		name, ok := symbolNames[r]
		if !ok {
			name = "U" + strings.ToUpper(strings.TrimLeft(hex(r), "0"))
		}
		words = append(words, name)
	}
	return words
}

func hex(r rune) string {
	const digits = "0123456789abcdef"
	b := [8]byte{}
	for i := range b {
		b[7-i] = digits[r>>(4*i)&15]
	}
	return string(b[:])
}

// Pascal joins words with each first letter in upper case. A word that is an
// initialism, in any case, takes the spelling listed ("id" → "ID", "urls" →
// "URLs"); a word in capitals that is not one keeps them only when it is the
// whole of a spelling such as "HTTP2". A word whose first letter has no case is
// kept as it is.
func Pascal(words []string, initialisms Initialisms) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(initialisms.capital(w))
	}
	return b.String()
}

// Camel is Pascal with the first word in lower case.
func Camel(words []string, initialisms Initialisms) string {
	if len(words) == 0 {
		return ""
	}
	return strings.ToLower(words[0]) + Pascal(words[1:], initialisms)
}

// Initialisms maps a lower-case word to the spelling an identifier uses for it.
type Initialisms map[string]string

func (in Initialisms) capital(w string) string {
	lower := strings.ToLower(w)
	if s, ok := in[lower]; ok {
		return s
	}
	if stem, ok := strings.CutSuffix(lower, "s"); ok {
		if s, ok := in[stem]; ok && len(stem) > 1 && s == strings.ToUpper(s) {
			return s + "s"
		}
	}
	r, n := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(r)) + rest(w[n:])
}

// rest lowers the tail of a word that is written in capitals throughout
// ("STATUS" → "tatus"), and keeps any other.
func rest(tail string) string {
	if len(tail) > 1 && strings.ToUpper(tail) == tail {
		return strings.ToLower(tail)
	}
	return tail
}

// GoInitialisms are the words that Go identifiers keep in capitals: the list of
// the Go code review comments with those that wire protocols add.
var GoInitialisms = initialisms("ACL", "API", "ASCII", "ASR", "CPU", "CSS", "CSV", "DB", "DNS", "EOF", "GPU", "GUID",
	"HTML", "HTTP", "HTTPS", "ID", "IP", "JSON", "JWT", "LLM", "MCP", "MIME", "NPU", "OK", "PDF", "PID", "QPS", "RAG",
	"RAM", "RPC", "SDK", "SHA", "SLA", "SMTP", "SQL", "SSE", "SSH", "TCP", "TLS", "TS", "TTL", "TTS", "TUI", "UDP",
	"UI", "UID", "URI", "URL", "USD", "UTC", "UTF8", "UUID", "VLM", "VM", "XML", "XSRF", "XSS", "YAML")

func initialisms(words ...string) Initialisms {
	in := Initialisms{}
	for _, w := range words {
		in[strings.ToLower(w)] = w
	}
	return in
}
