package ts

import (
	"slices"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// module is decode.ts while it is printed.
type module struct {
	scope    *naming.Scope
	used     map[string]bool // runtime functions in use
	todo     []func(*emit.Printer)
	patterns map[string]string      // constants by their expressions
	renames  map[*ir.Object]renames // constants
	facts    facts
}

// renames are the constants that hold the names of an object's members: those
// on the wire to those in TypeScript, and back.
type renames struct{ toSDK, toWire string }

// direction says which way the values go that a function checks.
type direction uint8

const (
	reading direction = iota // from the wire
	writing                  // to the wire
	bothWays
)

// verb begins the names of the functions.
func (d direction) verb() string {
	switch d {
	case reading:
		return "read"
	case writing:
		return "write"
	case bothWays:
		return "check"
	default:
		panic("ts: unhandled direction")
	}
}

// decoders prints decode.ts: the exported functions, one function for each type
// that those reach, and the part of the runtime that these use. Nil when nothing
// is decoded.
func (g *generator) decoders() []byte {
	if g.decode == DecodeNone {
		return nil
	}
	m := &module{scope: naming.NewScope(runtimeNames()...), used: map[string]bool{}, patterns: map[string]string{}, renames: map[*ir.Object]renames{}}
	read := &readers{g: g, module: m, of: map[*ir.Type]string{}}
	write := read
	if g.encodes() {
		m.facts = g.codecFacts()
		same := &readers{g: g, module: m, dir: bothWays, of: map[*ir.Type]string{}}
		read.same = same
		write = &readers{g: g, module: m, dir: writing, of: map[*ir.Type]string{}, same: same}
	}
	body := &emit.Printer{Unit: "  "}
	for _, d := range g.decls {
		if d.decode != "" {
			read.printDecoder(body, d)
		}
		if d.encode != "" {
			write.printEncoder(body, d)
		}
	}
	if body.Len() == 0 {
		return nil
	}
	for len(m.todo) > 0 {
		next := m.todo[0]
		m.todo = m.todo[1:]
		body.P()
		next(body)
	}
	p := newPrinter()
	p.P()
	p.P("import type * as types from ", g.imports.module("types"), ";")
	g.printRuntime(p, m.used, body.String())
	return append(p.Bytes(), body.Bytes()...)
}

func (r *readers) printEncoder(p *emit.Printer, d *decl) {
	p.P()
	p.P("/**")
	p.P(" * Returns ", article(d.name), d.name, " as it is sent, without changing the value given.")
	p.P(" *")
	p.P(" * @throws {", r.g.names.encodeError, "} if it is not one.")
	p.P(" */")
	call(p, "export function "+d.encode, []string{"value: " + valueType(d)}, ": unknown {")
	p.In(func() { r.printRoot(p, d, "sending", ";") })
	p.P("}")
}

// valueType returns the type of the values of d, null included.
func valueType(d *decl) string {
	if d.t.Nullable {
		return "types." + d.name + " | null"
	}
	return "types." + d.name
}

// printRoot prints the return of an exported function.
func (r *readers) printRoot(p *emit.Printer, d *decl, up, after string) {
	if d.t.Nullable && d.encode != "" {
		p.P("if (value === null) return value;")
	}
	t := ir.Resolve(d.t)
	if isAny(ir.Use{Type: t}) {
		p.P("return value;")
		return
	}
	call(p, "return "+r.reader(t, d.name), []string{"value", up, `"$"`}, after)
}

// facts are what functions for both directions need to know of the types.
type facts struct {
	differs map[*ir.Type]bool // read otherwise than written
	weighed map[*ir.Type]bool // part of a union whose variants are compared
	choice  string            // the runtime function that reads untagged unions
}

// codecFacts looks once at each type that is decoded.
func (g *generator) codecFacts() facts {
	var roots []*ir.Type
	for _, d := range g.decls {
		if d.decode != "" {
			roots = append(roots, d.t)
		}
	}
	decoded := map[*ir.Type]bool{}
	reach(decoded, roots, parts)
	f := facts{differs: map[*ir.Type]bool{}, weighed: map[*ir.Type]bool{}, choice: "either"}
	users := map[*ir.Type][]*ir.Type{}
	var changed, compared []*ir.Type
	ir.Walk(g.doc, func(t *ir.Type) {
		if !decoded[t] {
			return
		}
		if t.Alias != nil {
			users[t.Alias] = append(users[t.Alias], t)
			return
		}
		for _, u := range ir.Uses(t.Shape) {
			users[u.Type] = append(users[u.Type], t)
		}
		switch s := t.Shape.(type) {
		case *ir.Object:
			if g.renames(s) {
				changed = append(changed, t)
			}
		case *ir.Union:
			if s.Discriminator != "" && s.Open {
				changed = append(changed, t)
			}
			if s.Discriminator == "" && (g.casing == Camel || g.exclusive(s)) {
				compared = append(compared, t)
			}
		}
	})
	reach(f.differs, changed, func(t *ir.Type) []*ir.Type { return users[t] })
	if len(compared) > 0 {
		f.choice = "best"
		reach(f.weighed, compared, parts)
	}
	return f
}

// exclusive reports whether a value of s must not match two variants.
func (g *generator) exclusive(s *ir.Union) bool { return g.decode == DecodeStrict && s.Exclusive }

// parts returns what t is directly made of.
func parts(t *ir.Type) []*ir.Type {
	if t.Alias != nil {
		return []*ir.Type{t.Alias}
	}
	var out []*ir.Type
	for _, u := range ir.Uses(t.Shape) {
		out = append(out, u.Type)
	}
	return out
}

// reach adds to seen what is reached from the types by next, and those.
func reach(seen map[*ir.Type]bool, from []*ir.Type, next func(*ir.Type) []*ir.Type) {
	todo := slices.Clone(from)
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !seen[t] {
			seen[t] = true
			todo = append(todo, next(t)...)
		}
	}
}
