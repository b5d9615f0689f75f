package golang

import (
	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// encodeObject prints the encode method. Text whose place is certain is merged
// into one piece.
func (g *generator) encodeObject(f *file, p *emit.Printer, t *ir.Type, o *ir.Object, fields []*field) {
	w := objectWriter{g: g, f: f, p: p, text: "{"}
	p.P("func (v *", g.names[t], ") encode(e *encoder) {")
	p.In(func() {
		for _, fd := range fields {
			w.field(fd)
		}
		if u, ok := g.extraUse(o); ok {
			w.flush()
			p.P(g.sup("writeMembers"), "(v.", g.extras[t], ", e, ", g.slot(u, true).writer(f, p.Indent()), ")")
		}
		w.text += "}"
		w.flush()
	})
	p.P("}")
}

// objectWriter prints the statements that write an object's members.
type objectWriter struct {
	g    *generator
	f    *file
	p    *emit.Printer
	text string // JSON not yet printed
	// started: a member has been written for certain. maybe: one may have been.
	started, maybe bool
}

func (w *objectWriter) flush() {
	if w.text != "" {
		w.p.P("e.raw(", goString(w.text), ")")
		w.g.sup("raw")
		w.text = ""
	}
}

// key adds the name of a member that is written for certain.
func (w *objectWriter) key(name string) {
	switch {
	case w.started:
		w.text += "," + quoteJSON(name) + ":"
	case !w.maybe:
		w.text += quoteJSON(name) + ":"
	default:
		w.flush()
		w.p.P("e.", w.g.sup("name"), "(", goString(quoteJSON(name)+":"), ")")
	}
	w.started = true
}

func (w *objectWriter) field(fd *field) {
	g, p := w.g, w.p
	target := "v." + fd.name
	switch {
	case fd.kind == constant:
		w.key(fd.ir.Name)
		w.text += fd.literal
	case fd.kind == null:
		w.key(fd.ir.Name)
		w.text += "null"
	case fd.kind == never:
		if fd.ir.Required {
			w.flush()
			p.P("e.", g.sup("reject"), "(", quote("member "+quote(fd.ir.Name)+" has no possible value"), ")")
		}
	case fd.ir.Required:
		w.key(fd.ir.Name)
		w.flush()
		p.P(fd.slot.write(w.f, "&"+target, p.Indent()))
	default:
		w.flush()
		test := target + " != nil"
		if fd.slot.mode == optional {
			test = target + "." + g.sup("present") + "()"
		}
		p.P("if ", test, " {")
		p.In(func() {
			name := goString(quoteJSON(fd.ir.Name) + ":")
			if w.started {
				p.P("e.raw(", goString(","+quoteJSON(fd.ir.Name)+":"), ")")
			} else {
				p.P("e.", g.sup("name"), "(", name, ")")
			}
			p.P(fd.slot.write(w.f, "&"+target, p.Indent()))
		})
		p.P("}")
		w.maybe = true
	}
}
