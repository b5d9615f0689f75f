package golang

import (
	"fmt"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// typeOf returns the Go type of t without regard to null or absence, as spelled
// in f.
func (g *generator) typeOf(f *file, t *ir.Type) string {
	if name, ok := g.names[t]; ok {
		return name
	}
	return g.underlying(f, t)
}

// underlying returns the type expression for a shape that needs no struct.
func (g *generator) underlying(f *file, t *ir.Type) string {
	switch s := g.shape(t).(type) {
	case *ir.Scalar:
		if isDateTime(s) {
			return g.exp("DateTime")
		}
		goType := g.scalar(s).goType
		if goType == "json.Number" {
			return f.qual("encoding/json", "Number")
		}
		return goType
	case *ir.Array:
		return "[]" + g.slot(s.Elem, true).goType(f)
	case *ir.Map:
		return "map[" + g.keyType(s) + "]" + g.slot(g.mapElem(s), true).goType(f)
	case *ir.Any:
		return f.raw()
	default:
		panic(fmt.Sprintf("golang: %T of %s has no declaration", s, t.ID))
	}
}

func (g *generator) keyType(m *ir.Map) string {
	if m.Key == nil {
		return "string"
	}
	switch s := g.shape(m.Key).(type) {
	case *ir.Enum:
		if enumKind(s) == stringEnum {
			return g.names[m.Key]
		}
	case *ir.Scalar:
		if name, ok := g.names[m.Key]; ok && g.scalar(s).goType == "string" {
			return name
		}
	}
	return "string"
}

// mapElem returns the one type that all members of m have in Go.
func (g *generator) mapElem(m *ir.Map) ir.Use {
	if u, ok := g.otherUse(g.othersOf(m)); ok {
		return u
	}
	return m.Elem
}

// mode says how a Go variable stands for a value, null and absence.
type mode uint8

const (
	plain    mode = iota // T
	boxed                // *T that must not be nil
	nullable             // *T, nil is null
	nilNull              // T, nil is null
	pointer              // *T, nil is absent
	nilOmit              // T, nil is absent
	optional             // Optional[T]
)

// slot is a Use with the Go variable that holds it.
type slot struct {
	g    *generator
	use  ir.Use
	mode mode
}

// slot returns the variable for u: a field or element that must be present, or
// one that may be absent.
func (g *generator) slot(u ir.Use, required bool) slot {
	null := u.Nullable && !g.takesNull(u.Type)
	nilable := g.nilable(u.Type)
	m := plain
	switch {
	case required && null && nilable:
		m = nilNull
	case required && null:
		m = nullable
	case required:
		m = plain
	case null:
		m = optional
	case nilable:
		m = nilOmit
	default:
		m = pointer
	}
	return slot{g, u, m}
}

// goType returns the type of the variable.
func (s slot) goType(f *file) string {
	t := s.g.typeOf(f, s.use.Type)
	switch s.mode {
	case boxed, nullable, pointer:
		return "*" + t
	case optional:
		return s.g.exp("Optional") + "[" + t + "]"
	}
	return t
}

// read returns the statement that decodes into the variable at addr ("&v.Name",
// or a pointer "v"), whose lines after the first are indented by depth tabs.
func (s slot) read(f *file, addr string, depth int) string {
	g := s.g
	var wrap string
	switch s.mode {
	case plain, nilOmit:
		return g.read(f, s.use.Type, addr, depth)
	case boxed, pointer:
		wrap = "readPointer"
	case nullable:
		wrap = "readNullable"
	case nilNull:
		wrap = "readNilable"
	case optional:
		wrap = "readOptional"
	}
	return g.sup(wrap) + "(" + addr + ", d, " + g.reader(f, s.use.Type, depth) + ")"
}

// write returns the statement that encodes the variable at addr, which is known
// to be present.
func (s slot) write(f *file, addr string, depth int) string {
	g := s.g
	var wrap string
	switch s.mode {
	case plain, nilOmit:
		return g.write(f, s.use.Type, addr, depth)
	case pointer:
		return g.write(f, s.use.Type, deref(addr), depth)
	case nilNull:
		tabs := strings.Repeat("\t", depth)
		return "if " + deref(addr) + " == nil {\n" + tabs + "\te.raw(\"null\")\n" + tabs + "} else {\n" +
			tabs + "\t" + g.write(f, s.use.Type, addr, depth+1) + "\n" + tabs + "}"
	case boxed:
		wrap = "writePointer"
	case nullable:
		wrap = "writeNullable"
	case optional:
		wrap = "writeOptional"
	}
	return g.sup(wrap) + "(" + addr + ", e, " + g.writer(f, s.use.Type, depth) + ")"
}

// deref returns the variable that addr points to.
func deref(addr string) string {
	if v, ok := strings.CutPrefix(addr, "&"); ok {
		return v
	}
	return "*" + addr
}

// reader returns a function value that decodes an element in s: func(*T, *decoder).
func (s slot) reader(f *file, depth int) string {
	if s.mode == plain {
		return s.g.reader(f, s.use.Type, depth)
	}
	return "func(v *" + s.goType(f) + ", d *decoder) {\n" + strings.Repeat("\t", depth+1) +
		s.read(f, "v", depth+1) + "\n" + strings.Repeat("\t", depth) + "}"
}

func (s slot) writer(f *file, depth int) string {
	if s.mode == plain {
		return s.g.writer(f, s.use.Type, depth)
	}
	return "func(v *" + s.goType(f) + ", e *encoder) {\n" + strings.Repeat("\t", depth+1) +
		s.write(f, "v", depth+1) + "\n" + strings.Repeat("\t", depth) + "}"
}

// hasCodec reports whether the Go type of t has decode and encode methods.
func (g *generator) hasCodec(t *ir.Type) bool {
	switch s := g.shape(t).(type) {
	case *ir.Union, *ir.Any:
		return g.wrappers[t]
	case *ir.Scalar:
		return g.names[t] != "" || isDateTime(s)
	}
	return g.names[t] != ""
}

// read returns the statement that decodes a value of t into the T at addr.
func (g *generator) read(f *file, t *ir.Type, addr string, depth int) string {
	t = ir.Resolve(t)
	if g.hasCodec(t) {
		call := strings.TrimPrefix(addr, "&") + ".decode(d)"
		if g.names[t] == "" { // a DateTime
			return g.limitedRead(t, addr, call, depth)
		}
		return call
	}
	if _, ok := g.shape(t).(*ir.Union); ok {
		return "decode" + g.names[t] + "(" + addr + ", d)"
	}
	return g.readShape(f, t, addr, depth)
}

// readShape is read for the underlying type of t.
func (g *generator) readShape(f *file, t *ir.Type, addr string, depth int) string {
	switch s := g.shape(t).(type) {
	case *ir.Scalar:
		return g.limitedRead(t, addr, g.sup(g.scalar(s).read)+"("+addr+", d)", depth)
	case *ir.Array:
		return g.limitedRead(t, addr, g.sup("readList")+"("+addr+", d, "+g.slot(s.Elem, true).reader(f, depth)+")", depth)
	case *ir.Map:
		return g.limitedRead(t, addr, g.readMap(f, s, addr, depth), depth)
	case *ir.Any:
		return g.sup("readRaw") + "(" + addr + ", d)"
	default:
		panic(fmt.Sprintf("golang: unhandled shape %T", s))
	}
}

func (g *generator) readMap(f *file, m *ir.Map, addr string, depth int) string {
	elem := g.limitedNames(m, g.otherReader(f, g.othersOf(m), depth), depth)
	if known, ok := g.keyCheck(m); ok {
		return g.sup("readKeyed") + "(" + addr + ", d, " + known + ", " + elem + ")"
	}
	return g.sup("readMap") + "(" + addr + ", d, " + elem + ")"
}

// keyCheck returns the function that tells which keys a map takes.
func (g *generator) keyCheck(m *ir.Map) (string, bool) {
	if m.Key == nil {
		return "", false
	}
	e, ok := g.shape(m.Key).(*ir.Enum)
	if !ok || e.Open || enumKind(e) != stringEnum {
		return "", false
	}
	return g.names[m.Key] + ".Known", true
}

// reader returns a function value that decodes a T: func(*T, *decoder).
func (g *generator) reader(f *file, t *ir.Type, depth int) string {
	t = ir.Resolve(t)
	limited := g.hasLimits(t)
	if g.hasCodec(t) && (g.names[t] != "" || !limited) {
		return "(*" + g.typeOf(f, t) + ").decode"
	}
	switch s := g.shape(t).(type) {
	case *ir.Union:
		return "decode" + g.names[t]
	case *ir.Scalar:
		if !limited {
			return g.sup(g.scalar(s).read)
		}
	case *ir.Any:
		return g.sup("readRaw")
	}
	return "func(v *" + g.typeOf(f, t) + ", d *decoder) {\n" + strings.Repeat("\t", depth+1) +
		g.read(f, t, "v", depth+1) + "\n" + strings.Repeat("\t", depth) + "}"
}

// write returns the statement that encodes the T at addr.
func (g *generator) write(f *file, t *ir.Type, addr string, depth int) string {
	t = ir.Resolve(t)
	if g.hasCodec(t) {
		if v, ok := strings.CutPrefix(addr, "*"); ok {
			return "(*" + v + ").encode(e)"
		}
		return strings.TrimPrefix(addr, "&") + ".encode(e)"
	}
	if _, ok := g.shape(t).(*ir.Union); ok {
		return g.sup("writeUnion") + "(" + addr + ", e)"
	}
	return g.writeShape(f, t, addr, depth)
}

// writeShape is write for the underlying type of t.
func (g *generator) writeShape(f *file, t *ir.Type, addr string, depth int) string {
	switch s := g.shape(t).(type) {
	case *ir.Scalar:
		return g.sup(g.scalar(s).write) + "(" + addr + ", e)"
	case *ir.Array:
		return g.sup("writeList") + "(" + addr + ", e, " + g.slot(s.Elem, true).writer(f, depth) + ")"
	case *ir.Map:
		return g.sup("writeMap") + "(" + addr + ", e, " + g.slot(g.mapElem(s), true).writer(f, depth) + ")"
	case *ir.Any:
		return g.sup("writeRaw") + "(" + addr + ", e)"
	default:
		panic(fmt.Sprintf("golang: unhandled shape %T", s))
	}
}

// writer returns a function value that encodes a T: func(*T, *encoder).
func (g *generator) writer(f *file, t *ir.Type, depth int) string {
	t = ir.Resolve(t)
	if g.hasCodec(t) {
		return "(*" + g.typeOf(f, t) + ").encode"
	}
	switch s := g.shape(t).(type) {
	case *ir.Union:
		return g.sup("writeUnion") + "[" + g.names[t] + "]"
	case *ir.Scalar:
		return g.sup(g.scalar(s).write)
	case *ir.Any:
		return g.sup("writeRaw")
	}
	return "func(v *" + g.typeOf(f, t) + ", e *encoder) {\n" + strings.Repeat("\t", depth+1) +
		g.write(f, t, "v", depth+1) + "\n" + strings.Repeat("\t", depth) + "}"
}
