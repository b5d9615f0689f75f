package ts

import (
	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// printOperationTypes prints what each operation takes and gives.
func (g *generator) printOperationTypes(p *emit.Printer) {
	p.P()
	p.P("/**")
	p.P(" * What each operation takes and gives. Content of one media type stands as it")
	p.P(" * is; content of several is keyed by media type; no content is undefined.")
	p.P(" */")
	p.P("export interface ", g.names.operationsType, " {")
	p.In(func() {
		for _, o := range g.doc.Operations {
			g.printOperationType(p, o)
		}
	})
	p.P("}")
}

func (g *generator) printOperationType(p *emit.Printer, o *ir.Operation) {
	var c comment
	c.text(o.Doc, o.ID)
	c.tag(o.Doc)
	g.printDoc(p, c)
	p.P(key(o.ID), ": {")
	p.In(func() {
		g.printParams(p, o.Params)
		g.printBody(p, o.Body)
		g.printResponses(p, o.Responses)
		g.printResponseHeaders(p, o.Responses)
		if o.Stream != nil {
			var c comment
			g.inner(&c, "Each event", o.Stream.Event)
			g.printDoc(p, c)
			typed(p, "stream: ", g.use(o.Stream.Event), ";")
		}
	})
	p.P("};")
}

func (g *generator) printParams(p *emit.Printer, params []*ir.Param) {
	if len(params) == 0 {
		p.P("params: { [key: string]: never };")
		return
	}
	p.P("params: {")
	p.In(func() {
		for _, in := range []string{"path", "query", "header", "cookie"} {
			g.printParamGroup(p, in, params)
		}
	})
	p.P("};")
}

func (g *generator) printParamGroup(p *emit.Printer, in string, params []*ir.Param) {
	var ms []member
	for _, q := range params {
		if q.In == in {
			ms = append(ms, g.param(q))
		}
	}
	if len(ms) == 0 {
		return
	}
	p.P(in, ": {")
	p.In(func() { g.printMembers(p, ms) })
	p.P("};")
}

func (g *generator) param(q *ir.Param) member {
	f := &ir.Field{Name: q.Name, Use: q.Use, Required: q.Required, Doc: q.Doc}
	return g.fieldAs(f, f.Name, g.docOf(f))
}

func (g *generator) printBody(p *emit.Printer, b *ir.Body) {
	if b == nil {
		p.P("body?: never;")
		return
	}
	c := g.contentDoc(b.Doc, b.Payloads)
	g.printDoc(p, c)
	name := "body: "
	if !b.Required {
		name = "body?: "
	}
	typed(p, name, g.content(b.Payloads), ";")
}

// content returns the type of payloads: the only one, or an object with one
// member per media type.
func (g *generator) content(ps []ir.Payload) expr {
	switch len(ps) {
	case 0:
		return undefinedExpr
	case 1:
		return g.use(ps[0].Use)
	}
	e := expr{kind: membersExpr}
	for _, pl := range ps {
		e.keys = append(e.keys, key(pl.Media))
		e.kids = append(e.kids, g.use(pl.Use))
	}
	return e
}

func (g *generator) contentDoc(d ir.Doc, ps []ir.Payload) comment {
	var c comment
	c.text(d, "")
	for _, pl := range ps {
		g.inner(&c, "Content", pl.Use)
	}
	c.tag(d)
	return c
}

func (g *generator) printResponses(p *emit.Printer, rs []*ir.Response) {
	if len(rs) == 0 {
		p.P("responses: { [key: string]: never };")
		return
	}
	p.P("responses: {")
	p.In(func() {
		for _, r := range rs {
			g.printDoc(p, g.contentDoc(r.Doc, r.Payloads))
			typed(p, status(r.Status)+": ", g.content(r.Payloads), ";")
		}
	})
	p.P("};")
}

// printResponseHeaders prints the headers of the responses that have any.
func (g *generator) printResponseHeaders(p *emit.Printer, rs []*ir.Response) {
	some := false
	for _, r := range rs {
		some = some || len(r.Headers) > 0
	}
	if !some {
		return
	}
	p.P("headers: {")
	p.In(func() {
		for _, r := range rs {
			if len(r.Headers) == 0 {
				continue
			}
			var ms []member
			for _, h := range r.Headers {
				ms = append(ms, g.param(h))
			}
			p.P(status(r.Status), ": {")
			p.In(func() { g.printMembers(p, ms) })
			p.P("};")
		}
	})
	p.P("};")
}
