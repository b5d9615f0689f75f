package ts

import (
	"fmt"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// operations prints operations.ts: each operation as data, what it takes and
// gives as types, and which capability it needs. Nil when there are none.
func (g *generator) operations() []byte {
	if len(g.doc.Operations) == 0 {
		return nil
	}
	g.prefix = "types."
	defer func() { g.prefix = "" }()
	p := &emit.Printer{Unit: "  "}
	g.printOperationTable(p)
	g.printOperationTypes(p)
	g.printEnds(p)
	g.printCapabilityTable(p)
	head := newPrinter()
	if g.prefixed {
		head.P()
		head.P("import type * as types from ", g.imports.module("types"), ";")
	}
	return append(head.Bytes(), p.Bytes()...)
}

const operationMeta = `  readonly id: string;
  readonly kind: "call" | "webhook" | "callback";
  readonly method: string;
  /** With {name} templates; the name of a webhook. */
  readonly path: string;
  readonly tags?: readonly string[];
  readonly params?: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header" | "cookie";
    readonly style: string;
    readonly explode: boolean;
    readonly required: boolean;
    /** Set when the value is serialised as this media type instead. */
    readonly media?: string;
  }[];
  readonly body?: {
    readonly required: boolean;
    readonly media: readonly string[];
  };
  /** The media types of each status; none when it carries no content. */
  readonly responses: { readonly [status: string]: readonly string[] };
  readonly stream?: {
    readonly media: string;
    /** The member that names an event's kind. */
    readonly tag?: string;
    /** The events after which the stream ends, by kind and values of members. */
    readonly terminal?: readonly {
      readonly tag: string;
      readonly when?: {
        readonly [member: string]: readonly (string | number | boolean)[];
      };
    }[];
    /** The members of an event that say how far a reader has come. */
    readonly cursor?: { readonly scope?: string; readonly field: string };
    /** The query parameters that carry a cursor back to the server. */
    readonly resume?: { readonly scope?: string; readonly field: string };
    /** The kind of the event that says that others were lost. */
    readonly gap?: string;
    /** What becomes of a stream with an event that its kind does not allow. */
    readonly malformed: "fail" | "skip";
  };
  /** Whether to send a request again that had no answer. */
  readonly retry: "read" | "idempotent" | "never";
  /** The header by which the server knows a request that is sent again. */
  readonly idempotencyKey?: string;
  /** The capability that a server must have. */
  readonly capability?: string;
  readonly deprecated?: true;
}`

func (g *generator) printOperationTable(p *emit.Printer) {
	p.P()
	p.P("/** What a program needs to know of an operation to call or serve it. */")
	p.P("export interface ", g.names.operationMeta, " {")
	p.P(operationMeta)
	p.P()
	p.P("/** The operations by their ids. */")
	p.P("export const ", g.names.operations, " = {")
	p.In(func() {
		for _, o := range g.doc.Operations {
			record(p, valueKey(o.ID), func() { g.printOperation(p, o) })
		}
	})
	p.P("} as const;")
	p.P()
	p.P("/** The id of an operation. */")
	p.P("export type ", g.names.operationID, " = keyof typeof ", g.names.operations, ";")
}

// printOperation prints the members of one entry of the table.
func (g *generator) printOperation(p *emit.Printer, o *ir.Operation) {
	p.P("id: ", quote(o.ID), ",") // prettier leaves a key of two letters with its value
	p.P("kind: ", quote(kindName(o.Kind)), ",")
	breakable(p, "method: ", quote(o.Method))
	breakable(p, "path: ", quote(o.Path))
	if len(o.Tags) > 0 {
		list(p, "tags: ", quoteAll(o.Tags), ",")
	}
	printParamTable(p, o.Params)
	if o.Body != nil {
		p.P("body: {")
		p.In(func() {
			p.P("required: ", fmt.Sprint(o.Body.Required), ",")
			list(p, "media: ", media(o.Body.Payloads), ",")
		})
		p.P("},")
	}
	printResponseTable(p, o.Responses)
	if o.Stream != nil {
		g.printStream(p, o.Stream)
	}
	p.P("retry: ", quote(retryName(o.Retry)), ",")
	if o.IdempotencyKey != "" {
		breakable(p, "idempotencyKey: ", quote(o.IdempotencyKey))
	}
	if o.Capability != "" {
		p.P("capability: ", quote(o.Capability), ",")
	}
	if o.Doc.Deprecated {
		p.P("deprecated: true,")
	}
}

// record prints "key: { body }," over lines, the brace on a line of its own
// behind a key that is too long.
func record(p *emit.Printer, key string, body func()) {
	if !fits(p, key, ": {") {
		p.P(key, ":")
		p.In(func() {
			p.P("{")
			p.In(body)
			p.P("},")
		})
		return
	}
	p.P(key, ": {")
	p.In(body)
	p.P("},")
}

// breakable prints "name: value,", the value on a line of its own if too long.
// Prettier never breaks behind a name that is hardly longer than the indentation.
func breakable(p *emit.Printer, name, value string) {
	if fits(p, name, value, ",") || columns(name) <= len("name: ") {
		p.P(name, value, ",")
		return
	}
	p.P(name[:len(name)-1])
	p.In(func() { p.P(value, ",") })
}

func kindName(k ir.OperationKind) string {
	switch k {
	case ir.Call:
		return "call"
	case ir.Webhook:
		return "webhook"
	case ir.Callback:
		return "callback"
	default:
		panic(fmt.Sprintf("ts: unhandled operation kind %d", k))
	}
}

func printParamTable(p *emit.Printer, params []*ir.Param) {
	if len(params) == 0 {
		return
	}
	p.P("params: [")
	p.In(func() {
		for _, q := range params {
			p.P("{")
			p.In(func() {
				breakable(p, "name: ", quote(q.Name))
				p.P("in: ", quote(q.In), ",")
				breakable(p, "style: ", quote(q.Style))
				p.P("explode: ", fmt.Sprint(q.Explode), ",")
				p.P("required: ", fmt.Sprint(q.Required), ",")
				if q.Media != "" {
					breakable(p, "media: ", quote(q.Media))
				}
			})
			p.P("},")
		}
	})
	p.P("],")
}

func printResponseTable(p *emit.Printer, rs []*ir.Response) {
	if len(rs) == 0 {
		p.P("responses: {},")
		return
	}
	p.P("responses: {")
	p.In(func() {
		for _, r := range rs {
			list(p, status(r.Status)+": ", media(r.Payloads), ",")
		}
	})
	p.P("},")
}

// status prints a status as a key: a number where it is one.
func status(s string) string {
	if len(s) == 3 && s[0] >= '1' && s[0] <= '9' && s[1] >= '0' && s[1] <= '9' && s[2] >= '0' && s[2] <= '9' {
		return s
	}
	return valueKey(s)
}

func quoteAll(ss []string) []string {
	out := make([]string, len(ss))
	for i, s := range ss {
		out[i] = quote(s)
	}
	return out
}

func media(ps []ir.Payload) []string {
	out := make([]string, len(ps))
	for i, p := range ps {
		out[i] = quote(p.Media)
	}
	return out
}

// printCapabilityTable prints which capability each operation needs; nothing
// when none needs any.
func (g *generator) printCapabilityTable(p *emit.Printer) {
	printed := false
	for _, o := range g.doc.Operations {
		if o.Capability == "" {
			continue
		}
		if !printed {
			printed = true
			p.P()
			p.P("/** The capability that a server must have for an operation. */")
			p.P("export const ", g.names.operationCapabilities, " = {")
		}
		p.In(func() { breakable(p, valueKey(o.ID)+": ", quote(o.Capability)) })
	}
	if printed {
		p.P("} as const;")
	}
}
