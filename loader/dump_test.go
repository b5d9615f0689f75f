package loader

import (
	"fmt"
	"sort"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// dump writes doc as text for people: a line per fact, inline types where they
// are used.
func dump(doc *ir.Document) string {
	d := &dumper{seen: map[*ir.Type]bool{}}
	if doc.Title != "" || doc.Version != "" || doc.Description != "" {
		d.line(0, "document %q %q%s", doc.Title, doc.Version, text(doc.Description))
	}
	for _, t := range doc.Types {
		d.declaration(t)
	}
	for _, o := range doc.Operations {
		d.operation(o)
	}
	for _, f := range doc.Flags {
		d.line(0, "flag %q since %q deprecated %q%s", f.Name, f.Since, f.Deprecated, docText(f.Doc))
	}
	return d.b.String()
}

type dumper struct {
	b    strings.Builder
	seen map[*ir.Type]bool // inline types written once
}

func (d *dumper) line(depth int, format string, args ...any) {
	d.b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&d.b, format+"\n", args...)
}

func text(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf(" -- %q", s)
}

func docText(x ir.Doc) string {
	s := ""
	if x.Title != "" {
		s += fmt.Sprintf(" title=%q", x.Title)
	}
	if x.Deprecated {
		s += " deprecated"
	}
	for _, v := range x.Examples {
		s += " example=" + v.JSON
	}
	return s + text(x.Description)
}

func (d *dumper) declaration(t *ir.Type) {
	null := ""
	if t.Nullable {
		null = " or null"
	}
	if t.Alias != nil {
		d.line(0, "type %s = %s%s%s", t.Name, name(t.Alias), null, docText(t.Doc))
		return
	}
	d.b.WriteString("type " + t.Name + null + docText(t.Doc) + ": " + because(t))
	d.shape(t, 0)
}

func name(t *ir.Type) string {
	if t.Name != "" {
		return t.Name
	}
	return "<" + strings.Join(t.Place, " ") + ">"
}

// use writes a position, ending the line.
func (d *dumper) use(u ir.Use, depth int) {
	null := ""
	if u.Nullable {
		null = " or null"
	}
	if u.Doc != nil {
		null += " doc{" + strings.TrimSpace(docText(*u.Doc)) + "}"
	}
	if u.Type.Name != "" {
		d.b.WriteString(u.Type.Name + null + "\n")
		return
	}
	switch u.Type.Shape.(type) {
	case *ir.Object, *ir.Array, *ir.Tuple, *ir.Map, *ir.Union:
		if d.seen[u.Type] {
			d.b.WriteString("again " + name(u.Type) + null + "\n")
			return
		}
		d.seen[u.Type] = true
	}
	switch u.Type.Shape.(type) {
	case *ir.Scalar, *ir.Any, *ir.Never: // never declared: the place matters to nobody
		d.b.WriteString(strings.TrimPrefix(null+" ", " "))
	default:
		d.b.WriteString(name(u.Type) + null + docText(u.Type.Doc) + " ")
	}
	d.b.WriteString(because(u.Type))
	d.shape(u.Type, depth)
}

// because returns why values of t are untyped.
func because(t *ir.Type) string {
	if t.AnyReason == "" {
		return ""
	}
	return fmt.Sprintf("because %q ", t.AnyReason)
}

func values(vs []ir.Value) string {
	var out []string
	for _, v := range vs {
		out = append(out, v.JSON)
	}
	return strings.Join(out, "|")
}

func (d *dumper) shape(t *ir.Type, depth int) {
	limits := ""
	if c := ir.Constraints(t.Shape); len(c) > 0 {
		limits = " (" + strings.Join(c, ", ") + ")"
	}
	indent := strings.Repeat("  ", depth+1)
	item := func(format string, args ...any) { fmt.Fprintf(&d.b, indent+format, args...) }
	switch s := t.Shape.(type) {
	case *ir.Any:
		d.b.WriteString("any\n")
	case *ir.Never:
		d.b.WriteString("never\n")
	case *ir.Scalar:
		d.b.WriteString([...]string{"string", "integer", "number", "boolean", "null"}[s.Kind] + limits + "\n")
	case *ir.Enum:
		d.b.WriteString("enum")
		if s.Free {
			d.b.WriteString(" free")
		} else if s.Open {
			d.b.WriteString(" open")
		}
		for _, m := range s.Members {
			d.b.WriteString(" " + m.Value.JSON)
			if m.Name != "" || docText(m.Doc) != "" {
				fmt.Fprintf(&d.b, "{%s%s}", m.Name, docText(m.Doc))
			}
		}
		d.b.WriteString("\n")
	case *ir.Object:
		d.b.WriteString("object" + limits)
		if s.Closed {
			d.b.WriteString(" closed")
		}
		d.b.WriteString("\n")
		for _, f := range s.Fields {
			mark := "?"
			if f.Required {
				mark = "!"
			}
			mark += [...]string{"", " readOnly", " writeOnly"}[f.Access]
			if f.Default != nil {
				mark += " default=" + f.Default.JSON
			}
			item("%q%s%s: ", f.Name, mark, docText(f.Doc))
			d.use(f.Use, depth+1)
		}
		d.patterns(s.Patterns, depth+1)
		if s.Extra != nil {
			item("extra: ")
			d.use(*s.Extra, depth+1)
		}
	case *ir.Array:
		d.b.WriteString("array" + limits + "\n")
		item("of ")
		d.use(s.Elem, depth+1)
	case *ir.Tuple:
		fmt.Fprintf(&d.b, "tuple, at least %d\n", s.Min)
		for i, e := range s.Elems {
			item("%d: ", i)
			d.use(e, depth+1)
		}
		if s.Rest != nil {
			item("rest: ")
			d.use(*s.Rest, depth+1)
		}
	case *ir.Map:
		d.b.WriteString("map" + limits + "\n")
		if s.Key != nil {
			item("key ")
			d.use(ir.Use{Type: s.Key}, depth+1)
		}
		d.patterns(s.Patterns, depth+1)
		item("of ")
		d.use(s.Elem, depth+1)
	case *ir.Union:
		d.b.WriteString("union")
		if s.Exclusive {
			d.b.WriteString(" exclusive")
		}
		if s.Open {
			d.b.WriteString(" open")
		}
		if s.Discriminator != "" {
			fmt.Fprintf(&d.b, " by %q", s.Discriminator)
		}
		d.b.WriteString("\n")
		for _, v := range s.Variants {
			item("| ")
			if v.Tags != nil {
				d.b.WriteString(values(v.Tags) + " => ")
			}
			d.use(v.Use, depth+1)
		}
	default:
		panic(fmt.Sprintf("dump: unhandled shape %T", s))
	}
}

func (d *dumper) patterns(ps []ir.Pattern, depth int) {
	for _, p := range ps {
		fmt.Fprintf(&d.b, "%spattern %q: ", strings.Repeat("  ", depth), p.Expr)
		d.use(p.Use, depth)
	}
}

func (d *dumper) param(depth int, what string, p *ir.Param) {
	mark := "?"
	if p.Required {
		mark = "!"
	}
	fmt.Fprintf(&d.b, "%s%s %s %q%s %s", strings.Repeat("  ", depth), what, p.In, p.Name, mark, p.Style)
	if p.Explode {
		d.b.WriteString(" explode")
	}
	if p.Media != "" {
		d.b.WriteString(" as " + p.Media)
	}
	d.b.WriteString(docText(p.Doc) + ": ")
	d.use(p.Use, depth)
}

func (d *dumper) operation(o *ir.Operation) {
	kind := [...]string{"call", "webhook", "callback"}[o.Kind]
	tags := ""
	if len(o.Tags) > 0 {
		sorted := append([]string(nil), o.Tags...)
		sort.Strings(sorted)
		tags = " tags=" + strings.Join(sorted, ",")
	}
	if o.Capability != "" {
		tags += " needs " + o.Capability
	}
	tags += " retry=" + [...]string{"never", "idempotent", "read"}[o.Retry]
	if o.IdempotencyKey != "" {
		tags += fmt.Sprintf(" key=%q", o.IdempotencyKey)
	}
	d.line(0, "%s %s %s %s%s%s", kind, o.ID, o.Method, o.Path, tags, docText(o.Doc))
	for _, p := range o.Params {
		d.param(1, "param", p)
	}
	if o.Body != nil {
		need := "optional"
		if o.Body.Required {
			need = "required"
		}
		d.line(1, "body %s%s", need, docText(o.Body.Doc))
		d.payloads(o.Body.Payloads)
	}
	for _, r := range o.Responses {
		d.line(1, "response %s%s", r.Status, docText(r.Doc))
		for _, h := range r.Headers {
			d.param(2, "header", h)
		}
		d.payloads(r.Payloads)
	}
	if s := o.Stream; s != nil {
		fmt.Fprintf(&d.b, "  stream %s%s: ", s.Media, streamText(s))
		d.use(s.Event, 1)
	}
}

// streamText returns what is known about a stream beside its events.
func streamText(s *ir.Stream) string {
	out := ""
	add := func(name, value string) {
		if value != "" {
			out += " " + name + "=" + value
		}
	}
	add("tag", s.Tag)
	for _, t := range s.Terminal {
		when := ""
		for _, c := range t.When {
			when += "{" + c.Member + "=" + values(c.Values) + "}"
		}
		add("terminal", t.Tag+when)
	}
	if s.Cursor != nil {
		add("cursor", s.Cursor.Scope+"/"+s.Cursor.Field)
	}
	if s.Resume != nil {
		add("resume", s.Resume.Scope+"/"+s.Resume.Field)
	}
	add("gap", s.Gap)
	if s.Malformed == ir.MalformedSkips {
		add("malformed", "skip")
	}
	return out
}

func (d *dumper) payloads(ps []ir.Payload) {
	for _, p := range ps {
		d.b.WriteString("    " + p.Media + ": ")
		d.use(p.Use, 2)
	}
}
