package golang

import (
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
