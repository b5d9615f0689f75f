package golang

import (
	godoc "go/doc/comment"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// comment is a doc comment in the making: paragraphs of text that the input or
// we wrote, each once.
type comment struct {
	paras      []string
	directive  string // the last line, "//sumtype:decl"; "" if none
	deprecated bool
}

// add appends a paragraph.
func (c *comment) add(text string) {
	text = cleanText(text)
	if text != "" && !slices.Contains(c.paras, text) {
		c.paras = append(c.paras, text)
	}
}

// say appends label and text as one line, nothing without a text.
func (c *comment) say(label, text string) {
	if text != "" {
		c.add(label + text)
	}
}

// doc appends what d says of something called name: its title only where there
// is nothing better.
func (c *comment) doc(d ir.Doc, name string) {
	if d.Description == "" && d.Title != "" && pascal(d.Title) != pascal(name) {
		c.add(d.Title)
	}
	c.add(d.Description)
	c.deprecated = c.deprecated || d.Deprecated
}

// facts appends the bounds of s and the examples of d.
func (c *comment) facts(s ir.Shape, d ir.Doc) {
	c.say("Constraints: ", strings.Join(ir.Constraints(s), ", "))
	for _, e := range d.Examples {
		c.say("Example: ", e.JSON)
	}
}

// inline appends what u says where no declaration of its own says it: the text
// beside a reference, and everything about types without a name. The label tells
// which part of the value it is about.
func (g *generator) inline(c *comment, u ir.Use, label string) {
	if u.Doc != nil {
		c.say(label, u.Doc.Description)
		for _, e := range u.Doc.Examples {
			c.say(label+"Example: ", e.JSON)
		}
	}
	t := u.Type
	if _, declared := g.names[t]; declared || t.Name != "" {
		return
	}
	c.say(label, t.Doc.Description)
	c.say(label+"Constraints: ", strings.Join(ir.Constraints(g.shape(t)), ", "))
	for _, e := range t.Doc.Examples {
		c.say(label+"Example: ", e.JSON)
	}
	g.inlineParts(c, t, label)
}

// inlineParts is inline for what t consists of.
func (g *generator) inlineParts(c *comment, t *ir.Type, label string) {
	switch s := g.shape(t).(type) {
	case *ir.Array:
		g.inline(c, s.Elem, label+"Items: ")
	case *ir.Map:
		if s.Key != nil {
			g.inline(c, ir.Use{Type: s.Key}, label+"Keys: ")
		}
		for _, p := range s.Patterns {
			g.inline(c, p.Use, label+"Values: ")
		}
		g.inline(c, s.Elem, label+"Values: ")
	case *ir.Enum:
		for _, m := range s.Members {
			c.say(label, m.Doc.Description)
		}
	}
}

// print writes the comment in the shape that gofmt keeps.
func (c *comment) print(p *emit.Printer) {
	paras := c.paras
	if c.deprecated && !slices.ContainsFunc(paras, func(s string) bool { return strings.Contains("\n"+s, "\nDeprecated: ") }) {
		paras = append(slices.Clone(paras), "Deprecated: the schema marks it as deprecated.")
	}
	for _, line := range docLines(paras) {
		switch {
		case line == "":
			p.P("//")
		case line[0] == '\t':
			p.P("//", line)
		default:
			p.P("// ", line)
		}
	}
	if c.directive == "" {
		return
	}
	if len(paras) > 0 {
		p.P("//")
	}
	p.P(c.directive)
}

// empty reports whether print writes nothing.
func (c *comment) empty() bool { return len(c.paras) == 0 && !c.deprecated && c.directive == "" }

// docLines lays out paragraphs so that gofmt, which reads doc comments as a
// language of its own, neither changes a word nor moves a line again. What it
// would rewrite becomes a preformatted block.
func docLines(paras []string) []string {
	if len(paras) == 0 {
		return nil
	}
	text := strings.Join(paras, "\n\n")
	if isPlain(text) {
		return strings.Split(text, "\n")
	}
	for _, layout := range []func([]string) string{joinParas, blockUnstable, blockParas, blockAll} {
		want := layout(paras)
		got := formatDoc(want)
		if sameWords(got, want) && (got == want || formatDoc(got) == got) && keepsBuildTags(got) {
			return strings.Split(got, "\n")
		}
	}
	return strings.Split(formatDoc(blockAll(paras)), "\n")
}

func joinParas(paras []string) string { return strings.Join(paras, "\n\n") }

// blockUnstable indents each blank-line separated part that gofmt would not keep
// word for word when it stands among others.
func blockUnstable(paras []string) string {
	parts := strings.Split(strings.Join(paras, "\n\n"), "\n\n")
	for i, part := range parts {
		if !keepsWords(part) {
			parts[i] = block(part)
		}
	}
	return lead(strings.Join(parts, "\n\n"))
}

func blockAll(paras []string) string { return lead(block(strings.Join(paras, "\n\n"))) }

// lead puts a line before a comment that begins with a block: gofmt would take a
// common indentation away.
func lead(text string) string {
	if strings.HasPrefix(text, "\t") {
		return "Description:\n\n" + text
	}
	return text
}

// blockParas is blockUnstable for whole paragraphs of ours, each a description.
// An indented list is a list still, unless another line comes before it.
func blockParas(paras []string) string {
	out := slices.Clone(paras)
	for i, para := range out {
		if keepsWords(para) {
			continue
		}
		if strings.ContainsAny(strings.TrimSpace(para)[:1], "-+*0123456789") || strings.HasPrefix(para, "•") {
			para = "Text:\n" + para
		}
		out[i] = block(para)
	}
	return lead(strings.Join(out, "\n\n"))
}

// keepsWords reports whether gofmt leaves the words of text alone when it stands
// between others.
func keepsWords(text string) bool {
	if isPlain(text) && (strings.Contains(text, "\n") || !mayBeHeading(text)) {
		return true
	}
	return sameWords(formatDoc("Text.\n\n"+text+"\n\nText."), "Text. "+text+" Text.")
}

func block(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "\t" + line
		}
	}
	return strings.Join(lines, "\n")
}

// formatDoc is what gofmt does to the text of a doc comment.
func formatDoc(text string) string {
	var parser godoc.Parser
	var printer godoc.Printer
	return strings.TrimRight(string(printer.Comment(parser.Parse(text))), "\n")
}

// sameWords reports whether a and b differ in white space only.
func sameWords(a, b string) bool {
	for a != "" || b != "" {
		var x, y string
		x, a = nextWord(a)
		y, b = nextWord(b)
		if x != y {
			return false
		}
	}
	return true
}

func nextWord(s string) (word, rest string) {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// isPlain reports, without parsing, that gofmt sees nothing but paragraphs.
func isPlain(text string) bool {
	if strings.Contains(text, "``") || strings.Contains(text, "''") {
		return false
	}
	before, first := "", true
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if line != "" && (mayBeMarkup(line) || !first && before == "" && strings.HasPrefix(text, "\n") && mayBeHeading(line)) {
			return false
		}
		before, first = line, false
	}
	return true
}

// mayBeMarkup reports whether line could begin a block, a heading, an item of a
// list or the target of a link.
func mayBeMarkup(line string) bool {
	switch c := line[0]; {
	case c == ' ' || c == '\t' || c == '#' || c == '[' || c >= utf8.RuneSelf:
		return true
	case c == '-' || c == '*' || c == '+':
		return len(line) == 1 || line[1] == ' ' || line[1] == '\t'
	case '0' <= c && c <= '9':
		rest := strings.TrimLeft(line, "0123456789")
		return rest != "" && (rest[0] == '.' || rest[0] == ')')
	}
	return false
}

// mayBeHeading reports whether a line alone between blank lines could be read as
// a heading of the old style.
func mayBeHeading(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	return unicode.IsUpper(first) && (unicode.IsLetter(last) || unicode.IsDigit(last) || last == ')')
}

// cleanText splits lines at every line end there is, drops what Go source cannot
// hold, and squeezes blank lines. A line that begins with +build, which gofmt
// takes for a build constraint wherever it stands, is joined to the text before.
func cleanText(text string) string {
	if isClean(text) {
		return text
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = lineEnds.Replace(text)
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7F || r == '\uFEFF' {
			return -1
		}
		return r
	}, text)
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		last := len(lines) - 1
		switch {
		case strings.HasPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "+build"):
			line = strings.TrimSpace(line)
			if last >= 0 && lines[last] != "" {
				lines[last] += " " + line
			} else {
				lines = append(lines, "Text: "+line)
			}
		case line != "" || last >= 0 && lines[last] != "":
			lines = append(lines, line)
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// isClean reports, cheaply, that cleanText has nothing to do.
func isClean(text string) bool {
	last := '\n' // a line end at either end of the text is not clean
	for _, r := range text {
		switch {
		case r == '\n':
			if last == ' ' || last == '\n' {
				return false
			}
		case r == '+':
			if last == ' ' || last == '\n' {
				return false
			}
		case r < ' ' || r == 0x7F || r >= utf8.RuneSelf && (r == utf8.RuneError || r == '\uFEFF' || unicode.IsSpace(r)):
			return false
		}
		last = r
	}
	return last != '\n' && last != ' '
}

// keepsBuildTags reports whether no line of text begins with +build.
func keepsBuildTags(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "+build") {
			return false
		}
	}
	return true
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// oneLine makes text fit into one line of a comment.
func oneLine(text string) string { return strings.Join(strings.Fields(cleanText(text)), " ") }

// packageDoc returns the package comment.
func packageDoc(doc *ir.Document, pkg string) string {
	var c comment
	title := oneLine(doc.Title)
	if title == "" {
		title = "its contract"
	}
	c.add("Package " + pkg + " holds the types of " + title + ".")
	c.add(doc.Description)
	var p emit.Printer
	c.print(&p)
	return strings.TrimSuffix(p.String(), "\n")
}
