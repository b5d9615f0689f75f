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
		g.rejectNil(p, t)
		for _, fd := range fields {
			w.field(fd)
		}
		if u, ok := g.otherUse(g.othersOf(o)); ok {
			w.flush()
			call := g.sup("writeMembers") + "(v." + g.extras[t] + ", e, " + g.slot(u, true).writer(f, p.Indent())
			if len(fields) > 0 {
				call += ", " + quoteAll(fieldNames(fields))
			}
			p.P(call, ")")
		}
		w.text += "}"
		w.flush()
	})
	p.P("}")
}

// rejectNil prints the test of a variant that a union may hold as a nil pointer.
func (g *generator) rejectNil(p *emit.Printer, t *ir.Type) {
	if !g.isArm[t] {
		return
	}
	p.P("if v == nil {")
	p.P("\te.", g.sup("reject"), "(", quote("a union holds a nil *"+g.names[t]), ")")
	p.P("\treturn")
	p.P("}")
}

func fieldNames(fields []*field) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.ir.Name
	}
	return out
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
