package tree

import (
	"sort"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// locator finds the bytes of the library's nodes, which know only the line and
// column of their start. It is fast when asked in document order.
type locator struct {
	src   string
	lines []int // offset of each line start, with the line ends of YAML 1.1
	// The last position that was asked for.
	line, column, offset int
	// floor is the end of the nodes so far.
	floor int
}

func newLocator(src string) *locator {
	l := &locator{src: src, lines: []int{len(src) - len(strings.TrimPrefix(src, bom))}, line: 1, column: 1}
	l.offset = l.lines[0]
	l.floor = l.offset
	for at := l.offset; at < len(src); {
		n := breakLen(src[at:])
		at += max(n, 1)
		if n > 0 {
			l.lines = append(l.lines, at)
		}
	}
	return l
}

// breakLen returns the length of the line end that s starts with, 0 if there is
// none: LF, CRLF, CR, NEL, and the line and paragraph separators.
func breakLen(s string) int {
	switch s[0] {
	case '\n':
		return 1
	case '\r':
		if strings.HasPrefix(s, "\r\n") {
			return 2
		}
		return 1
	case 0xc2:
		if strings.HasPrefix(s, "\u0085") {
			return 2
		}
	case 0xe2:
		if strings.HasPrefix(s, "\u2028") || strings.HasPrefix(s, "\u2029") {
			return 3
		}
	}
	return 0
}

// find returns the offset of a line and a column in code points, both from 1.
func (l *locator) find(line, column int) int {
	if line > len(l.lines) {
		return len(l.src)
	}
	if line != l.line || column < l.column {
		l.line, l.column, l.offset = line, 1, l.lines[line-1]
	}
	for ; l.column < column && l.offset < len(l.src); l.column++ {
		_, size := utf8.DecodeRuneInString(l.src[l.offset:])
		l.offset += size
	}
	return l.offset
}

// reach says that the nodes up to offset end have been located.
func (l *locator) reach(end int) { l.floor = max(l.floor, end) }

// property is the bytes of a tag.
type property struct{ start, end int }

func (p property) found() bool { return p.end > p.start }

func (p property) text(src string) string { return src[p.start:p.end] }

// start returns where the text of n starts, behind its anchor and tag, and the
// place of the tag.
func (l *locator) start(n *yaml.Node) (int, property) {
	at := l.find(n.Line, n.Column)
	var tag property
	anchor := n.Anchor != ""
	tagged := n.Style&yaml.TaggedStyle != 0 || n.Kind == yaml.ScalarNode || n.Style&yaml.FlowStyle != 0
	for {
		text := l.skipBlank(at)
		switch {
		case anchor && strings.HasPrefix(l.src[text:], "&"):
			at = text + 1 + len(n.Anchor)
			anchor = false
		case tagged && strings.HasPrefix(l.src[text:], "!"):
			tag = property{text, l.tagEnd(text)}
			at = tag.end
			tagged = false
		case isEmpty(n):
			if tag.found() || n.Anchor != "" {
				l.reach(at)
			}
			return at, tag
		default:
			return text, tag
		}
	}
}

// isEmpty reports whether n has no text of its own.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&^yaml.TaggedStyle == 0
}

// tagEnd returns the end of the tag at offset at.
func (l *locator) tagEnd(at int) int {
	stop := " \t\r\n,]}"
	if strings.HasPrefix(l.src[at:], "!<") {
		stop = ">"
	}
	n := strings.IndexAny(l.src[at:], stop)
	switch {
	case n < 0:
		return len(l.src)
	case stop == ">":
		return at + n + 1
	default:
		return at + n
	}
}

// skipBlank returns the offset after white space, line ends and comments.
func (l *locator) skipBlank(at int) int { return l.skip(at, " \t") }

// skip returns the offset after the characters of set, line ends and comments.
func (l *locator) skip(at int, set string) int {
	for at < len(l.src) {
		n := breakLen(l.src[at:])
		switch {
		case n > 0:
			at += n
		case l.src[at] == '#':
			at = l.lineEnd(at)
		case strings.IndexByte(set, l.src[at]) >= 0:
			at++
		default:
			return at
		}
	}
	return at
}

// lineEnd returns the offset of the line end at or after at.
func (l *locator) lineEnd(at int) int {
	for at < len(l.src) && breakLen(l.src[at:]) == 0 {
		at++
	}
	return at
}

// lineStart returns the offset of the start of the line that at is in.
func (l *locator) lineStart(at int) int {
	return l.lines[max(0, sort.SearchInts(l.lines, at+1)-1)]
}

// indentOf returns the column, from 0, that block scalars inside the container
// n are indented from; outer is that of the container around it.
func (l *locator) indentOf(n *yaml.Node, start, outer int) int {
	if n.Style&yaml.FlowStyle != 0 {
		return outer
	}
	return start - l.lineStart(start)
}

// empty returns where to show a value without text, for which the library may
// name the next token: after its colon, dash, anchor or tag, or else where the
// text before it ends.
func (l *locator) empty(at int) int {
	if at > 0 && strings.IndexByte(":-", l.src[at-1]) >= 0 {
		return at
	}
	if colon := l.skipBlank(l.floor); colon < at && l.src[colon] == ':' {
		return colon + 1
	}
	return min(at, l.floor)
}

// closing returns where the container n ends: after its bracket, or where its
// last child ends.
func (l *locator) closing(n *yaml.Node, start, last int) int {
	if n.Style&yaml.FlowStyle == 0 || start == len(l.src) || strings.IndexByte("{[", l.src[start]) < 0 {
		return last
	}
	at := l.skip(max(last, start+1), " \t,:?")
	if at < len(l.src) && strings.IndexByte("}]", l.src[at]) >= 0 {
		return at + 1
	}
	return last
}

// end returns where the scalar or alias n ends that starts at start. indent is
// as for yamlBuilder.value.
func (l *locator) end(n *yaml.Node, start, indent int) int {
	switch {
	case n.Kind == yaml.AliasNode:
		return start + 1 + len(n.Value)
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return l.quotedEnd(start)
	case n.Style&yaml.SingleQuotedStyle != 0:
		return l.quotedEnd(start)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return l.blockEnd(start, indent)
	default:
		return l.plainEnd(n.Value, start)
	}
}

// quotedEnd returns the end of the quoted scalar at start. In single quotes, a
// doubled quote reads as the end of one scalar and the start of the next.
func (l *locator) quotedEnd(start int) int {
	quote := l.src[start]
	for at := start + 1; at < len(l.src); at++ {
		switch c := l.src[at]; {
		case c == '\\' && quote == '"':
			at++
		case c != quote:
		case quote == '\'' && strings.HasPrefix(l.src[at+1:], "'"):
			at++
		default:
			return at + 1
		}
	}
	return len(l.src)
}

// plainEnd returns the end of the plain scalar at start. Its text is that of
// the source but for white space and line ends.
func (l *locator) plainEnd(text string, start int) int {
	if strings.HasPrefix(l.src[start:], text) {
		return start + len(text)
	}
	at := start
	for _, word := range strings.FieldsFunc(text, isWhite) {
		from := len(l.src) - len(strings.TrimLeftFunc(l.src[at:], isWhite))
		if !strings.HasPrefix(l.src[from:], word) {
			return at
		}
		at = from + len(word)
	}
	return at
}

func isWhite(r rune) bool {
	return r == ' ' || r == '\t' || r == '\r' || r == '\n' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

// blockEnd returns the end of the last line with text of the literal or folded
// scalar at start, or of its header when it has no text.
func (l *locator) blockEnd(start, indent int) int {
	head := start + 1
	deep := 0
	for ; head < len(l.src) && strings.IndexByte("+-123456789", l.src[head]) >= 0; head++ {
		if isDigit(l.src[head]) {
			deep = max(indent, 0) + int(l.src[head]-'0')
		}
	}
	end := head
	for at := l.lineEnd(head); at < len(l.src); {
		at += breakLen(l.src[at:])
		stop := l.lineEnd(at)
		line := l.src[at:stop]
		spaces := len(line) - len(strings.TrimLeft(line, " "))
		if spaces < len(line) {
			if deep == 0 {
				deep = max(spaces, indent+1, 1)
			}
			if spaces < deep {
				break
			}
			end = stop
		}
		at = stop
	}
	return end
}
