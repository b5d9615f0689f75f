package golang

import (
	"regexp"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// printOperations prints the operations as data, with the types that describe
// them. Types of bodies are named as text: a table cannot hold them.
func (g *generator) printOperations(f *file) {
	if len(g.doc.Operations) == 0 {
		return
	}
	for _, d := range g.operationTypes() {
		f.decl(func(p *emit.Printer) { p.P(g.expand(d)) })
	}
	f.decl(func(p *emit.Printer) {
		p.P("// ", g.shared["Operations"], " lists the operations by path, then method.")
		p.P("var ", g.shared["Operations"], " = []", g.shared["Operation"], "{")
		p.In(func() {
			for _, o := range g.doc.Operations {
				g.printOperation(p, o)
			}
		})
		p.P("}")
	})
	g.printEnds(f)
}

var placeholder = regexp.MustCompile(`\$\w+`)

// expand replaces $Name by the identifier that Name got.
func (g *generator) expand(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(name string) string { return g.shared[name[1:]] })
}

func (g *generator) printOperation(p *emit.Printer, o *ir.Operation) {
	c := &comment{}
	c.doc(o.Doc, o.ID)
	c.print(p)
	p.P("{")
	p.In(func() {
		w := literal{p: p}
		w.field("ID", quote(o.ID))
		w.field("Kind", quote(kindName(o.Kind)))
		w.field("Method", quote(o.Method))
		w.field("Path", quote(o.Path))
		w.texts("Tags", o.Tags)
		w.constant("Capability", g.capability(o))
		w.constant("Retry", g.retry(o.Retry))
		w.text("IdempotencyKey", o.IdempotencyKey)
		w.flag("Deprecated", o.Doc.Deprecated)
		w.flag("BodyRequired", o.Body != nil && o.Body.Required)
		w.flush()
		g.printParams(p, "Params", o.Params)
		if o.Body != nil {
			g.printBody(p, o.Body)
		}
		g.printResponses(p, o.Responses)
		if o.Stream != nil {
			g.printStream(p, o.Stream)
		}
	})
	p.P("},")
}

// typeText returns the Go type of u as text.
func (g *generator) typeText(u ir.Use) string {
	return g.slot(u, true).goType(g.scratch)
}

func kindName(k ir.OperationKind) string {
	switch k {
	case ir.Webhook:
		return "webhook"
	case ir.Callback:
		return "callback"
	}
	return "call"
}

// literal prints the "Key: value," lines of a composite literal, aligned.
type literal struct {
	p    *emit.Printer
	rows [][2]string
}

func (l *literal) field(key, value string) {
	l.rows = append(l.rows, [2]string{key + ":", value + ","})
}

func (l *literal) text(key, value string) {
	if value != "" {
		l.field(key, quote(value))
	}
}

// constant is field for a Go expression; "" if there is nothing to say.
func (l *literal) constant(key, expression string) {
	if expression != "" {
		l.field(key, expression)
	}
}

func (l *literal) texts(key string, values []string) {
	if len(values) > 0 {
		l.field(key, "[]string{"+quoteAll(values)+"}")
	}
}

func (l *literal) flag(key string, value bool) {
	if value {
		l.field(key, "true")
	}
}

func (l *literal) flush() {
	width := 0
	for _, r := range l.rows {
		width = max(width, len(r[0]))
	}
	for _, r := range l.rows {
		l.p.P(r[0], strings.Repeat(" ", width-len(r[0])+1), r[1])
	}
	l.rows = nil
}

func (g *generator) printParams(p *emit.Printer, key string, params []*ir.Param) {
	if len(params) == 0 {
		return
	}
	p.P(key, ": []", g.shared["Param"], "{")
	p.In(func() {
		for _, param := range params {
			c := &comment{}
			c.doc(param.Doc, param.Name)
			g.inline(c, param.Use, "")
			for _, e := range param.Doc.Examples {
				c.say("Example: ", e.JSON)
			}
			c.print(p)
			line := "Name: " + quote(param.Name) + ", In: " + quote(param.In) + ", Style: " + quote(param.Style)
			for _, flag := range []struct {
				name string
				set  bool
			}{{"Explode", param.Explode}, {"Required", param.Required}} {
				if flag.set {
					line += ", " + flag.name + ": true"
				}
			}
			if param.Media != "" {
				line += ", Media: " + quote(param.Media)
			}
			p.P("{", line, ", Type: ", quote(g.typeText(param.Use)), "},")
		}
	})
	p.P("},")
}

func (g *generator) printBody(p *emit.Printer, b *ir.Body) {
	c := &comment{}
	c.doc(b.Doc, b.Doc.Title)
	c.print(p)
	g.printPayloads(p, "Body", b.Payloads)
}

func (g *generator) printPayloads(p *emit.Printer, key string, payloads []ir.Payload) {
	if len(payloads) == 0 {
		return
	}
	p.P(key, ": []", g.shared["Payload"], "{")
	p.In(func() {
		for _, payload := range payloads {
			c := &comment{}
			g.inline(c, payload.Use, "")
			c.print(p)
			p.P("{Media: ", quote(payload.Media), ", Type: ", quote(g.typeText(payload.Use)), "},")
		}
	})
	p.P("},")
}

func (g *generator) printResponses(p *emit.Printer, responses []*ir.Response) {
	if len(responses) == 0 {
		return
	}
	p.P("Responses: []", g.shared["Response"], "{")
	p.In(func() {
		for _, r := range responses {
			c := &comment{}
			c.doc(r.Doc, r.Status)
			c.print(p)
			p.P("{")
			p.In(func() {
				p.P("Status: ", quote(r.Status), ",")
				g.printParams(p, "Headers", r.Headers)
				g.printPayloads(p, "Payloads", r.Payloads)
			})
			p.P("},")
		}
	})
	p.P("},")
}
