package ts

import (
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// comment is a doc comment to be: paragraphs of verbatim text, then tags.
type comment struct {
	paras []string
	tags  []string // "@deprecated", or a tag with its text
}

// para adds a paragraph unless it is empty or there already: the text of an
// inline schema is often both its own and its position's.
func (c *comment) para(s string) {
	if s == "" {
		return
	}
	for _, have := range c.paras {
		if have == s {
			return
		}
	}
	c.paras = append(c.paras, s)
}

// text adds the texts of d. The name is what the title must say more than.
func (c *comment) text(d ir.Doc, name string) {
	if saysMore(d.Title, name) && !strings.HasPrefix(d.Description, d.Title) {
		c.para(d.Title)
	}
	c.para(d.Description)
}

// tag adds the examples and the deprecation of d.
func (c *comment) tag(d ir.Doc) {
	for _, e := range d.Examples {
		c.tags = append(c.tags, "@example "+e.JSON)
	}
	if d.Deprecated {
		c.tags = append(c.tags, "@deprecated")
	}
}

// labelled adds the text of d as a paragraph that says what it is about.
func (c *comment) labelled(label string, d ir.Doc) {
	if d.Description == "" {
		return
	}
	for _, have := range c.paras {
		if have == d.Description {
			return
		}
	}
	c.para(label + ": " + d.Description)
}

// limits adds the constraints of t in one line.
func (c *comment) limits(label string, t *ir.Type) {
	cs := ir.Constraints(t.Shape)
	if len(cs) == 0 {
		return
	}
	line := strings.Join(cs, "; ")
	if label != "" {
		line = label + ": " + line
	}
	c.para(line)
}

// saysMore reports whether a title tells what the name does not.
func saysMore(title, name string) bool {
	return title != "" && !sameASCII(title, name) && fold(title) != fold(name)
}

// sameASCII reports whether two texts have the same ASCII letters and digits, in
// either case, and beside them nothing but spaces and underscores: what fold
// finds too, but for most titles without its cost.
func sameASCII(a, b string) bool {
	i, j := 0, 0
	for {
		for i < len(a) && (a[i] == ' ' || a[i] == '_') {
			i++
		}
		for j < len(b) && (b[j] == ' ' || b[j] == '_') {
			j++
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b) && i > 0 && j > 0
		}
		c, d := lowerASCII(a[i]), lowerASCII(b[j])
		if c != d || (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
		i++
		j++
	}
}

func lowerASCII(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func fold(s string) string { return strings.ToLower(strings.Join(naming.Words(s), "")) }

// typeDoc returns the comment of a declaration.
func (g *generator) typeDoc(d *decl) comment {
	var c comment
	name := d.t.Name
	if name == "" && len(d.t.Place) > 0 {
		name = d.t.Place[len(d.t.Place)-1]
	}
	c.text(d.t.Doc, name)
	if d.t.Alias == nil {
		c.limits("", d.t)
		g.parts(&c, "", d.t)
	}
	c.tag(d.t.Doc)
	return c
}

// fieldDoc returns the comment of a declared member.
func (g *generator) fieldDoc(f *ir.Field) comment {
	c := g.docOf(f)
	g.wireName(&c, f.Name)
	return c
}

// docOf returns what is said about a member, or a parameter as one.
func (g *generator) docOf(f *ir.Field) comment {
	var c comment
	c.text(f.Doc, f.Name)
	d := f.Doc
	if t := f.Use.Type; g.of[t] == nil {
		c.text(t.Doc, f.Name)
		c.limits("", t)
		g.parts(&c, "", t)
		d.Deprecated = d.Deprecated || t.Doc.Deprecated
		if len(d.Examples) == 0 {
			d.Examples = t.Doc.Examples
		}
	}
	if f.Use.Doc != nil {
		c.text(*f.Use.Doc, f.Name)
	}
	if f.Default != nil {
		c.tags = append(c.tags, "@defaultValue "+f.Default.JSON)
	}
	c.tag(d)
	return c
}

// inner adds what is said about a position that has no line of its own: beside
// the reference there, and in the type itself when that prints in place.
func (g *generator) inner(c *comment, label string, u ir.Use) {
	if u.Doc != nil {
		c.labelled(label, *u.Doc)
	}
	if g.of[u.Type] != nil {
		return
	}
	c.labelled(label, u.Type.Doc)
	c.limits(label, u.Type)
	g.parts(c, label, u.Type)
}

// parts adds what is said about the positions inside t.
func (g *generator) parts(c *comment, label string, t *ir.Type) {
	switch s := t.Shape.(type) {
	case *ir.Array:
		g.inner(c, within("Items", label), s.Elem)
	case *ir.Tuple:
		for i, u := range s.Elems {
			g.inner(c, within("Item "+strconv.Itoa(i+1), label), u)
		}
		if s.Rest != nil {
			g.inner(c, within("Further items", label), *s.Rest)
		}
	case *ir.Map:
		if s.Key != nil {
			g.inner(c, within("Keys", label), ir.Use{Type: s.Key})
		}
		for _, p := range s.Patterns {
			g.inner(c, within("Values", label), p.Use)
		}
		g.inner(c, within("Values", label), s.Elem)
	case *ir.Object:
		if len(s.Fields) == 0 {
			for _, u := range openUses(s) {
				g.inner(c, within("Members", label), u)
			}
		}
	case *ir.Union:
		for _, v := range s.Variants {
			g.inner(c, within("As "+g.short(v.Use.Type), label), v.Use)
		}
	case *ir.Enum:
		for _, m := range s.Members {
			g.memberDoc(c, m)
		}
	case *ir.Scalar, *ir.Any, *ir.Never:
	}
}

// memberDoc adds what is said about one value of an enum.
func (g *generator) memberDoc(c *comment, m ir.Member) {
	d := m.Doc
	if d.Description == "" && saysMore(d.Title, m.Value.JSON) {
		d.Description = d.Title
	}
	if d.Deprecated {
		d.Description = strings.TrimSpace("deprecated. " + d.Description)
	}
	c.labelled("`"+strings.Trim(m.Value.JSON, `"`)+"`", d)
}

// short names a type in a label.
func (g *generator) short(t *ir.Type) string {
	if d := g.of[t]; d != nil {
		return d.name
	}
	switch s := t.Shape.(type) {
	case *ir.Scalar:
		return scalar(s.Kind).text
	case *ir.Array, *ir.Tuple:
		return "array"
	case *ir.Object, *ir.Map:
		return "object"
	case *ir.Enum:
		return strings.Trim(s.Members[0].Value.JSON, `"`)
	}
	return "any"
}

func within(part, label string) string {
	if label == "" {
		return part
	}
	return part + " of " + strings.ToLower(label[:1]) + label[1:]
}

// printDoc prints c as a JSDoc comment; nothing if c is empty.
func (g *generator) printDoc(p *emit.Printer, c comment) {
	lines := c.lines()
	switch {
	case len(lines) == 0:
		return
	case len(lines) == 1 && !strings.HasPrefix(lines[0], "@") && fits(p, "/** ", lines[0], " */"):
		p.P("/** ", lines[0], " */")
		return
	case len(lines) == 1 && lines[0] == "@deprecated":
		p.P("/** @deprecated */")
		return
	}
	p.P("/**")
	for _, line := range lines {
		if line == "" {
			p.P(" *")
			continue
		}
		p.P(" * ", line)
	}
	p.P(" */")
}

// lines returns the lines of the comment, escaped.
func (c comment) lines() []string {
	var out []string
	for _, para := range c.paras {
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, textLines(para)...)
	}
	if len(out) > 0 && len(c.tags) > 0 {
		out = append(out, "")
	}
	for _, tag := range c.tags {
		name, rest, _ := strings.Cut(tag, " ")
		if rest == "" {
			out = append(out, name)
			continue
		}
		ls := textLines(rest)
		ls[0] = strings.TrimSuffix(name+" "+ls[0], " ")
		out = append(out, ls...)
	}
	return out
}

// printIntro prints what the document says about itself. It is no doc comment,
// so that it does not become the first declaration's.
func printIntro(p *emit.Printer, doc *ir.Document) {
	var c comment
	c.para(doc.Title)
	c.para(doc.Description)
	lines := c.lines()
	if len(lines) == 0 {
		return
	}
	p.P()
	p.P("/*")
	for _, line := range lines {
		if line == "" {
			p.P(" *")
			continue
		}
		p.P(" * ", line)
	}
	p.P(" */")
}
