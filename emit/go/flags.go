package golang

import (
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
)

// printFlags prints the capability flags: a type, its constants and their list.
func (g *generator) printFlags(f *file) {
	flags := g.doc.Flags
	if len(flags) == 0 {
		return
	}
	name := g.shared["Capability"]
	f.decl(func(p *emit.Printer) {
		p.P("// ", name, " is a capability that a server may declare.")
		p.P("type ", name, " string")
	})
	f.decl(func(p *emit.Printer) {
		var rows []row
		for i, flag := range flags {
			c := &comment{}
			c.doc(flag.Doc, flag.Name)
			c.say("Since ", flag.Since)
			if flag.Deprecated != "" {
				c.add("Deprecated: since " + oneLine(flag.Deprecated) + ".")
			}
			rows = append(rows, row{c, g.flagNames[i], name + " = " + quote(flag.Name), ""})
		}
		p.P("// The capabilities of the contract.")
		p.P("const (")
		p.In(func() { printRows(p, rows) })
		p.P(")")
	})
	list := strings.Join(g.flagNames, ", ")
	f.decl(func(p *emit.Printer) {
		p.P("// ", g.shared["Capabilities"], " returns the capabilities in the order of the contract.")
		p.P("func ", g.shared["Capabilities"], "() []", name, " {")
		p.P("\treturn []", name, "{", list, "}")
		p.P("}")
	})
	g.printCapabilityOf(f)
	f.decl(func(p *emit.Printer) {
		p.P("// Known reports whether the contract lists c.")
		p.P("func (c ", name, ") Known() bool {")
		p.P("\tswitch c {")
		p.P("\tcase ", list, ":")
		p.P("\t\treturn true")
		p.P("\t}")
		p.P("\treturn false")
		p.P("}")
	})
}

// printCapabilityOf prints the table from operations to the flags that they need.
func (g *generator) printCapabilityOf(f *file) {
	var cases [][]string // quoted IDs of operations, by flag
	for _, flag := range g.doc.Flags {
		var ids []string
		for _, o := range g.doc.Operations {
			if o.Capability == flag.Name {
				ids = append(ids, quote(o.ID))
			}
		}
		cases = append(cases, ids)
	}
	if !slices.ContainsFunc(cases, func(ids []string) bool { return len(ids) > 0 }) {
		return
	}
	name := g.shared["CapabilityOf"]
	f.decl(func(p *emit.Printer) {
		p.P("// ", name, " returns the capability that a server must have to be asked for an")
		p.P("// operation; false if it needs none, or if the contract has no such operation.")
		p.P("func ", name, "(operationID string) (", g.shared["Capability"], ", bool) {")
		p.P("\tswitch operationID {")
		for i, ids := range cases {
			if len(ids) > 0 {
				p.P("\tcase ", join(ids), ":")
				p.P("\t\treturn ", g.flagNames[i], ", true")
			}
		}
		p.P("\t}")
		p.P("\treturn \"\", false")
		p.P("}")
	})
}
