package ts

import (
	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// capabilities prints capabilities.ts: the names of the flags, the record that
// a server answers with, and what is known of each. Nil when there are none.
func (g *generator) capabilities() []byte {
	if len(g.doc.Flags) == 0 {
		return nil
	}
	p := newPrinter()
	names := make([]string, len(g.doc.Flags))
	for i, f := range g.doc.Flags {
		names[i] = quote(f.Name)
	}
	p.P()
	p.P("/** The names of the capabilities. */")
	list(p, "export const "+g.names.capabilityNames+" = ", names, " as const;")
	p.P()
	p.P("/** The name of a capability. */")
	typed(p, "export type "+g.names.capability+" = ", text("(typeof "+g.names.capabilityNames+")[number]"), ";")
	p.P()
	g.printCapabilityRecord(p)
	p.P()
	g.printCapabilityMeta(p)
	return p.Bytes()
}

func (g *generator) printCapabilityRecord(p *emit.Printer) {
	p.P("/** The capabilities of a server. One that an older server does not know is absent. */")
	p.P("export interface ", g.names.capabilitySet, " {")
	p.In(func() {
		for _, f := range g.doc.Flags {
			g.printDoc(p, flagDoc(f))
			p.P("readonly ", key(f.Name), "?: boolean;")
		}
	})
	p.P("}")
}

func flagDoc(f *ir.Flag) comment {
	var c comment
	c.text(f.Doc, f.Name)
	d := f.Doc
	if f.Since != "" {
		c.tags = append(c.tags, "@since "+f.Since)
	}
	if f.Deprecated != "" {
		c.tags = append(c.tags, "@deprecated since "+f.Deprecated)
		d.Deprecated = false
	}
	c.tag(d)
	return c
}

func (g *generator) printCapabilityMeta(p *emit.Printer) {
	p.P("/** What is known of a capability. */")
	p.P("export interface ", g.names.capabilityMeta, " {")
	p.P("  /** The contract version that introduced it. */")
	p.P("  readonly since?: string;")
	p.P("  /** The contract version that deprecates it. */")
	p.P("  readonly deprecated?: string;")
	p.P("}")
	p.P()
	p.P("/** What is known of each capability. */")
	p.P("export const ", g.names.capabilityTable, ": {")
	p.In(func() { p.P("readonly [name in ", g.names.capability, "]: ", g.names.capabilityMeta, ";") })
	p.P("} = {")
	p.In(func() {
		for _, f := range g.doc.Flags {
			if f.Since == "" && f.Deprecated == "" {
				p.P(valueKey(f.Name), ": {},")
				continue
			}
			record(p, valueKey(f.Name), func() {
				if f.Since != "" {
					breakable(p, "since: ", quote(f.Since))
				}
				if f.Deprecated != "" {
					breakable(p, "deprecated: ", quote(f.Deprecated))
				}
			})
		}
	})
	p.P("};")
}
