package ts

import (
	"slices"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// checksMembers reports whether a reader has anything to look at in an object
// of type s.
func checksMembers(s *ir.Object) bool {
	return slices.ContainsFunc(s.Fields, checksField) || checksPatterns(s.Patterns) || s.Extra != nil && !isAny(*s.Extra)
}

func checksField(f *ir.Field) bool { return f.Required || !isAny(f.Use) }

func checksPatterns(ps []ir.Pattern) bool {
	return slices.ContainsFunc(ps, func(p ir.Pattern) bool { return !isAny(p.Use) })
}

func (r *readers) printObject(p *emit.Printer, s *ir.Object, name, where, result string) {
	if len(s.Fields) == 0 {
		r.function(p, name, result, func() { r.printEntries(p, s.Patterns, s.Extra, where, result) })
		return
	}
	call(p, "function "+name, []string{"value: unknown", "up: Up", "key: Key", "variant?: string"}, ": "+result+" {")
	p.In(func() {
		p.P("let o = ", r.runtime("object"), "(value, up, key);")
		p.P("const at = { up, key, variant };")
		r.printOthers(p, s, where)
		for _, f := range s.Fields {
			r.printField(p, f, where)
		}
		p.P("return o as never;")
	})
	p.P("}")
}

func (r *readers) printMap(p *emit.Printer, s *ir.Map, name, where, result string) {
	r.function(p, name, result, func() {
		if values, limited := keyValues(s); limited {
			array(p, "names", "string", values)
			call(p, r.runtime("keys"), []string{"value", "up", "key", "names"}, ";")
		}
		r.printEntries(p, s.Patterns, &s.Elem, where, result)
	})
}

// keyValues returns the keys that a map may have, as expressions; false if it
// lists none.
func keyValues(s *ir.Map) ([]string, bool) {
	if s.Key == nil {
		return nil, false
	}
	switch k := ir.Resolve(s.Key).Shape.(type) {
	case *ir.Enum:
		if k.Open {
			return nil, false
		}
		var values []string
		for _, m := range k.Members {
			values = append(values, valueText(m.Value))
		}
		return values, true
	case *ir.Never:
		return nil, true
	}
	return nil, false
}

// printEntries prints the return of a reader of an object without named members.
func (r *readers) printEntries(p *emit.Printer, ps []ir.Pattern, rest *ir.Use, where, result string) {
	if !checksPatterns(ps) {
		r.give(p, result, r.runtime("entries"), "value", "up", "key", r.rest(rest, where))
		return
	}
	p.P("const o = ", r.runtime("object"), "(value, up, key);")
	p.P("const at = { up, key, variant: undefined };")
	args := r.matching(p, ps, rest, where, "[]")
	r.give(p, result, r.runtime("matching"), args...)
}

// printOthers reads the members that s does not name, where they have a type.
// It goes before the named ones, which the patterns then see as they were sent.
func (r *readers) printOthers(p *emit.Printer, s *ir.Object, where string) {
	extra := s.Extra != nil && !isAny(*s.Extra)
	if !extra && !checksPatterns(s.Patterns) {
		return
	}
	var names []string
	for _, f := range s.Fields {
		names = append(names, quote(f.Name))
	}
	array(p, "named", "string", names)
	if len(s.Patterns) > 0 {
		args := r.matching(p, s.Patterns, s.Extra, where, "named")
		call(p, "o = "+r.runtime("matching"), args, ";")
		return
	}
	check := r.check(*s.Extra, where+"Value")
	call(p, "o = "+r.runtime("others"), []string{"o", "at", "named", check}, ";")
}

// matching prints the lists of patterns and of their checks, and returns the
// arguments of the call that applies them.
func (r *readers) matching(p *emit.Printer, ps []ir.Pattern, rest *ir.Use, where, named string) []string {
	var exprs, checks []string
	for _, q := range ps {
		exprs = append(exprs, quote(q.Expr))
		checks = append(checks, r.check(q.Use, where+"Match"))
	}
	array(p, "patterns", "string", exprs)
	array(p, "checks", "Check", checks)
	return []string{"o", "at", named, "patterns", "checks", r.rest(rest, where)}
}

// rest returns the reader of members without a name; nil is for any.
func (r *readers) rest(u *ir.Use, where string) string {
	if u == nil {
		return r.runtime("anything")
	}
	return r.check(*u, where+"Value")
}
