package tree

import (
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// yamlFault turns an error of the library, which has a line at best, into a
// finding with the bytes at fault.
func yamlFault(d *Doc, err error) *diag.Diagnostic {
	f := &yamlFinder{l: newLocator(d.src), line: 1}
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if m := errorLine.FindStringSubmatch(text); m != nil {
		f.line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	}
	f.read = readUntilFault(d.src)
	if strings.HasPrefix(text, "found character that cannot start") && f.isIndentedByTab() {
		text = "found a tab character"
	}
	row := yamlFaults[len(yamlFaults)-1]
	for _, r := range yamlFaults {
		if strings.HasPrefix(text, r.text) {
			row = r
			break
		}
	}
	f.text = text
	if row.message != "" {
		text = row.message
	}
	start, end := row.find(f)
	fault := fatal(source.Loc{Span: d.span(start, end)}, "%s", text)
	fault.Help = row.help
	return fault
}

var errorLine = regexp.MustCompile(`^line ([0-9]+): `)

// yamlFaults has a row for each error of the library whose place can be told
// better than by its line. The last row is for all others.
var yamlFaults = []struct {
	text    string // how the library's message starts
	message string // ours; "" keeps the library's
	help    string
	find    func(*yamlFinder) (start, end int)
}{
	{"mapping values are not allowed", "value of a key is not allowed here",
		"indent the key as its neighbours are, or quote text that contains a colon and a space", func(f *yamlFinder) (int, int) { return f.last(":") }},
	{"block sequence entries are not allowed", "list item is not allowed here",
		"start the list on its own line", func(f *yamlFinder) (int, int) { return f.last("-") }},
	{"found a tab character", "tab in the indentation", "indent with spaces", (*yamlFinder).tab},
	{"found character that cannot start any token", "character that no value starts with", "quote the text", (*yamlFinder).character},
	{"found unexpected end of stream", "quoted text is not closed", "close it with the quote it starts with", (*yamlFinder).quote},
	{"could not find expected ':'", "key without a colon", "write a colon and a space after the key", (*yamlFinder).words},
	{"found unknown escape character", "escape that YAML does not have",
		`write \\ for a backslash, or use single quotes`, (*yamlFinder).escape},
	{"unknown anchor", "", "define the anchor before the alias, or quote the text", (*yamlFinder).unknownAlias},
	{"did not find expected ',' or ']'", "list in brackets is not closed or lacks a comma, expected ',' or ']'", "", (*yamlFinder).opening},
	{"did not find expected ',' or '}'", "map in braces is not closed or lacks a comma, expected ',' or '}'", "", (*yamlFinder).opening},
	{"did not find expected key", "text that is no part of the map before it, expected a key",
		"indent the line as its neighbours are, or quote the whole value", (*yamlFinder).token},
	{"did not find expected '-' indicator", "text that is no part of the list before it, expected '-'",
		"indent the line as its neighbours are", (*yamlFinder).token},
	{"did not find expected node content", "no value where one is expected", "", (*yamlFinder).token},
	{"did not find expected <document start>", "text after the end of the document", "keep one document in each file", (*yamlFinder).wordsBelow},
	{"", "", "", (*yamlFinder).words},
}

// yamlFinder looks for the text that the library stopped at.
type yamlFinder struct {
	l    *locator
	text string // the library's message
	line int    // the line it names, from 1; one too low in some messages
	read int    // how many bytes it had read
}

// lineSpan returns the bytes of a line without its end.
func (f *yamlFinder) lineSpan(line int) (start, end int) {
	line = max(1, min(line, len(f.l.lines)))
	start = f.l.lines[line-1]
	return start, f.l.lineEnd(start)
}

// words returns the text of the named line without white space around it.
func (f *yamlFinder) words() (int, int) {
	start, end := f.lineSpan(f.line)
	text := f.l.src[start:end]
	start += len(text) - len(strings.TrimLeft(text, " \t"))
	return start, max(start, start+len(strings.TrimSpace(text)))
}

// wordsBelow is words for the messages whose lines are counted from 0.
func (f *yamlFinder) wordsBelow() (int, int) {
	f.line++
	return f.words()
}

// last returns the last mark in the named line that the library had read, with
// white space after it.
func (f *yamlFinder) last(mark string) (int, int) {
	start, end := f.lineSpan(f.line)
	for at := min(end, f.read) - 1; at >= start; at-- {
		if strings.HasPrefix(f.l.src[at:], mark) && (at+1 == len(f.l.src) || strings.IndexByte(" \t\r\n", f.l.src[at+1]) >= 0) {
			return at, at + 1
		}
	}
	return f.words()
}

// tab returns the first tab that indents a line, from the named one on.
func (f *yamlFinder) tab() (int, int) {
	for line := f.line; line <= len(f.l.lines); line++ {
		start, end := f.lineSpan(line)
		text := f.l.src[start:end]
		indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
		if i := strings.IndexByte(indent, '\t'); i >= 0 && len(indent) < len(text) {
			return start + i, start + i + 1
		}
	}
	return f.words()
}

// isIndentedByTab reports whether white space up to the text of the named line
// has a tab.
func (f *yamlFinder) isIndentedByTab() bool {
	start, _ := f.lineSpan(f.line)
	text, _ := f.words()
	return strings.Contains(f.l.src[start:text], "\t")
}

// character returns the character that no token starts with.
func (f *yamlFinder) character() (int, int) {
	start, end := f.lineSpan(f.line)
	if at := strings.LastIndexAny(f.l.src[start:min(end, f.read)], "@`%\t"); at >= 0 {
		return start + at, start + at + 1
	}
	return f.words()
}

// quote returns the first quote of the named line that is not closed in it.
func (f *yamlFinder) quote() (int, int) {
	start, end := f.lineSpan(f.line)
	for at := start; at < end; at++ {
		if c := f.l.src[at]; c != '"' && c != '\'' {
			continue
		}
		stop := f.l.quotedEnd(at)
		if stop > end || stop == len(f.l.src) {
			return at, at + 1
		}
		at = stop - 1
	}
	return f.words()
}

// escape returns the last backslash that the library had read, and what follows.
func (f *yamlFinder) escape() (int, int) {
	if at := strings.LastIndexByte(f.l.src[:f.read], '\\'); at >= 0 {
		return at, min(at+2, len(f.l.src))
	}
	return f.words()
}

// unknownAlias returns the first alias of the name in the message. The first
// one is the one at fault: an anchor counts from where it stands.
func (f *yamlFinder) unknownAlias() (int, int) {
	_, rest, _ := strings.Cut(f.text, "'")
	name, _, _ := strings.Cut(rest, "'")
	alias := regexp.MustCompile(`(?:^|[\s,:\[{])(\*` + regexp.QuoteMeta(name) + `)(?:$|[\s,\]}:])`)
	if m := alias.FindStringSubmatchIndex(f.l.src); m != nil {
		return m[2], m[3]
	}
	return f.words()
}

// opening returns the last bracket of the line that the container starts in.
func (f *yamlFinder) opening() (int, int) {
	mark := "["
	if strings.Contains(f.text, "'}'") {
		mark = "{"
	}
	for _, line := range []int{f.line + 1, f.line} {
		start, end := f.lineSpan(line)
		if at := strings.LastIndex(f.l.src[start:end], mark); at >= 0 && line <= len(f.l.lines) {
			return start + at, start + at + 1
		}
	}
	return f.words()
}

// token returns the word that the library could not use: the last one before
// which the document is still good. It reads the document again for each
// candidate, so a large document gets only its line.
func (f *yamlFinder) token() (int, int) {
	const large, candidates = 1 << 20, 32
	if len(f.l.src) > large {
		return f.wordsBelow()
	}
	end := f.read
	for range candidates {
		start, stop := f.wordBefore(end)
		if start == stop {
			break
		}
		if _, err := decodeYAML(yaml.NewDecoder(strings.NewReader(f.l.src[:start]))); err == nil {
			return start, stop
		}
		end = start
	}
	return f.wordsBelow()
}

// wordBefore returns the last word or flow indicator before offset end.
func (f *yamlFinder) wordBefore(end int) (int, int) {
	const indicators = ",[]{}"
	text := strings.TrimRight(f.l.src[:end], " \t\r\n")
	if n := len(text); n > 0 && strings.IndexByte(indicators, text[n-1]) >= 0 {
		return n - 1, n
	}
	return strings.LastIndexAny(text, " \t\r\n"+indicators) + 1, len(text)
}

// readUntilFault returns how many bytes of src the library reads, one at a
// time, before it stops.
func readUntilFault(src string) int {
	r := &slowReader{rest: src}
	_, _ = decodeYAML(yaml.NewDecoder(r))
	return len(src) - len(r.rest)
}

// slowReader returns one byte at a time, so that nothing is read ahead.
type slowReader struct{ rest string }

func (r *slowReader) Read(p []byte) (int, error) {
	if r.rest == "" {
		return 0, io.EOF
	}
	n := copy(p, r.rest[:1])
	r.rest = r.rest[n:]
	return n, nil
}
