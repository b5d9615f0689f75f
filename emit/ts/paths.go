package ts

import (
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// paths returns the operations by path and method, in the shape that openapi-fetch and
// other clients without generated code take as a type argument; nil when nobody asks for
// it or nothing is called by path. It is about the wire: names are never cased.
func (g *generator) paths() []byte {
	if g.pathsWanted != PathsOfCalls || !slices.ContainsFunc(g.doc.Operations, called) {
		return nil
	}
	g.prefix, g.prefixed = "types.", false
	defer func() { g.prefix = "" }()
	p := &emit.Printer{Unit: "  "}
	p.P()
	p.P("/** What is called by path and method, in the shape that openapi-fetch takes. */")
	p.P("export interface ", g.names.paths, " {")
	p.In(func() {
		calls := slices.Clone(g.doc.Operations)
		calls = slices.DeleteFunc(calls, func(o *ir.Operation) bool { return !called(o) })
		for len(calls) > 0 {
			n := slices.IndexFunc(calls, func(o *ir.Operation) bool { return o.Path != calls[0].Path })
			if n < 0 {
				n = len(calls)
			}
			g.printPath(p, calls[:n])
			calls = calls[n:]
		}
	})
	p.P("}")
	head := newPrinter()
	if g.prefixed {
		head.P()
		head.P("import type * as types from ", g.imports.module("types"), ";")
	}
	return append(head.Bytes(), p.Bytes()...)
}

func called(o *ir.Operation) bool { return o.Kind == ir.Call }

// printPath prints the operations of one path.
func (g *generator) printPath(p *emit.Printer, calls []*ir.Operation) {
	p.P(quote(calls[0].Path), ": {")
	p.In(func() {
		for _, o := range calls {
			var c comment
			c.text(o.Doc, o.ID)
			c.tag(o.Doc)
			g.printDoc(p, c)
			p.P(key(strings.ToLower(o.Method)), ": {")
			p.In(func() {
				g.printPathParams(p, o.Params)
				g.printPathBody(p, o.Body)
				g.printPathResponses(p, o.Responses)
			})
			p.P("};")
		}
	})
	p.P("};")
}

// printPathParams prints all four places: one without parameters takes none.
func (g *generator) printPathParams(p *emit.Printer, params []*ir.Param) {
	p.P("parameters: {")
	p.In(func() {
		for _, in := range []string{"query", "header", "path", "cookie"} {
			var ms []member
			optional := "?"
			for _, q := range params {
				if q.In == in {
					ms = append(ms, g.param(q))
					if q.Required {
						optional = ""
					}
				}
			}
			if len(ms) == 0 {
				p.P(in, "?: never;")
				continue
			}
			p.P(in, optional, ": {")
			p.In(func() { g.printMembers(p, ms) })
			p.P("};")
		}
	})
	p.P("};")
}

func (g *generator) printPathBody(p *emit.Printer, b *ir.Body) {
	if b == nil {
		p.P("requestBody?: never;")
		return
	}
	g.printDoc(p, g.contentDoc(b.Doc, b.Payloads))
	optional := "?"
	if b.Required {
		optional = ""
	}
	p.P("requestBody", optional, ": {")
	p.In(func() { g.printPathContent(p, b.Payloads) })
	p.P("};")
}

func (g *generator) printPathContent(p *emit.Printer, ps []ir.Payload) {
	if len(ps) == 0 {
		p.P("content?: never;")
		return
	}
	p.P("content: {")
	p.In(func() {
		for _, pl := range ps {
			typed(p, key(pl.Media)+": ", g.use(pl.Use), ";")
		}
	})
	p.P("};")
}

func (g *generator) printPathResponses(p *emit.Printer, rs []*ir.Response) {
	if len(rs) == 0 {
		p.P("responses: { [key: string]: never };")
		return
	}
	p.P("responses: {")
	p.In(func() {
		for _, r := range rs {
			g.printDoc(p, g.contentDoc(r.Doc, r.Payloads))
			p.P(status(r.Status), ": {")
			p.In(func() {
				g.printPathHeaders(p, r.Headers)
				g.printPathContent(p, r.Payloads)
			})
			p.P("};")
		}
	})
	p.P("};")
}

// printPathHeaders prints the headers of a response. There may always be others.
func (g *generator) printPathHeaders(p *emit.Printer, headers []*ir.Param) {
	var ms []member
	for _, h := range headers {
		ms = append(ms, g.param(h))
	}
	p.P("headers: {")
	p.In(func() {
		if len(ms) > 0 {
			g.printMembers(p, ms)
		}
		p.P("[name: string]: unknown;")
	})
	p.P("};")
}
