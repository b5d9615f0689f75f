package ts

import (
	"slices"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// checksMembers reports whether a reader has anything to look at in an object
// of type t, whose shape is s.
func (r *readers) checksMembers(t *ir.Type, s *ir.Object) bool {
	extra := r.extra(s)
	return slices.ContainsFunc(s.Fields, checksField) || checksPatterns(s.Patterns) || extra != nil && !isAny(*extra) ||
		r.limitsMembers(s.MinProps, s.MaxProps) || r.weighs(t) || r.dir != bothWays && r.g.renames(s)
}

// checksEntries is checksMembers for a map.
func (r *readers) checksEntries(t *ir.Type, s *ir.Map) bool {
	_, listed := keyValues(s)
	return !isAny(s.Elem) || listed || checksPatterns(s.Patterns) ||
		r.limitsMembers(s.MinProps, s.MaxProps) || r.limitsKeys(s) || r.weighs(t)
}

// weighs reports whether the undeclared members of an object of type t count,
// which tell the variants of a union apart.
func (r *readers) weighs(t *ir.Type) bool { return r.g.casing == Camel && r.facts.weighed[t] }

// extra returns the use of the members that s does not name; nil if any will do.
func (r *readers) extra(s *ir.Object) *ir.Use {
	if s.Extra == nil && s.Closed && r.g.decode == DecodeStrict {
		return &ir.Use{Type: notAllowed}
	}
	return s.Extra
}

// notAllowed is the type of members that a strict reader refuses.
var notAllowed = &ir.Type{Shape: &ir.Never{}}

func checksField(f *ir.Field) bool { return f.Required || !isAny(f.Use) }

func checksPatterns(ps []ir.Pattern) bool {
	return slices.ContainsFunc(ps, func(p ir.Pattern) bool { return !isAny(p.Use) })
}

func (r *readers) printObject(p *emit.Printer, t *ir.Type, s *ir.Object, name, where, result string) {
	if len(s.Fields) == 0 {
		r.function(p, name, result, func() {
			r.printMemberLimits(p, s.MinProps, s.MaxProps)
			r.printEntries(p, t, s.Patterns, r.extra(s), where, result)
		})
		return
	}
	call(p, "function "+name, []string{"value: unknown", "up: Up", "key: Key", "variant?: string"}, ": "+result+" {")
	p.In(func() {
		r.printMemberLimits(p, s.MinProps, s.MaxProps)
		r.printStart(p)
		r.printOthers(p, t, s, where)
		for _, f := range s.Fields {
			r.printField(p, f, where)
		}
		if r.dir != bothWays && r.g.renames(s) {
			names := r.renamesOf(s, where)
			to, from := names.toSDK, names.toWire
			if r.dir == writing {
				to, from = from, to
			}
			r.give(p, result, r.runtime("renamed"), "o", "at", to, from)
			return
		}
		p.P("return o as never;")
	})
	p.P("}")
}

// printStart prints the variables of a reader of an object. The position knows
// the object as it was given when the reader may return another.
func (r *readers) printStart(p *emit.Printer) {
	switch {
	case r.dir == bothWays:
		p.P("const o = ", r.runtime("object"), "(value, up, key);")
		p.P("const at = { up, key, variant };")
	case r.g.encodes():
		p.P("let o = ", r.runtime("object"), "(value, up, key);")
		p.P("const at = { up, key, variant, whole: o };")
	default:
		p.P("let o = ", r.runtime("object"), "(value, up, key);")
		p.P("const at = { up, key, variant };")
	}
}

// renamesOf returns the constants of s, and queues them to be printed when it is
// the first to ask.
func (r *readers) renamesOf(s *ir.Object, where string) renames {
	if names, ok := r.renames[s]; ok {
		return names
	}
	names := renames{toSDK: r.scope.Claim(lowerFirst(where)+"ToSdk", ""), toWire: r.scope.Claim(lowerFirst(where)+"ToWire", "")}
	r.renames[s] = names
	r.todo = append(r.todo, func(p *emit.Printer) {
		r.printNames(p, names.toSDK, s, func(f *ir.Field) (string, string) { return f.Name, r.g.member(f.Name) })
		p.P()
		r.printNames(p, names.toWire, s, func(f *ir.Field) (string, string) { return r.g.member(f.Name), f.Name })
	})
	return names
}

func (r *readers) printNames(p *emit.Printer, name string, s *ir.Object, pair func(*ir.Field) (from, to string)) {
	print := func(start string) {
		p.P(start, "{")
		p.In(func() {
			for _, f := range s.Fields {
				if from, to := pair(f); from != to {
					breakable(p, valueKey(from)+": ", quote(to))
				}
			}
		})
		p.P("};")
	}
	if start := "const " + name + " = "; fits(p, start, "{") {
		print(start)
		return
	}
	p.P("const ", name, " =")
	p.In(func() { print("") })
}

func (r *readers) printMap(p *emit.Printer, t *ir.Type, s *ir.Map, name, where, result string) {
	r.function(p, name, result, func() {
		if values, limited := keyValues(s); limited {
			array(p, "names", "string", values)
			call(p, r.runtime("keys"), []string{"value", "up", "key", "names"}, ";")
		}
		r.printMemberLimits(p, s.MinProps, s.MaxProps)
		if r.limitsKeys(s) {
			check := r.reader(ir.Resolve(s.Key), where+"Key")
			call(p, r.runtime("eachKey"), []string{"value", "up", "key", check}, ";")
		}
		r.printEntries(p, t, s.Patterns, &s.Elem, where, result)
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
func (r *readers) printEntries(p *emit.Printer, t *ir.Type, ps []ir.Pattern, rest *ir.Use, where, result string) {
	if r.weighs(t) {
		call(p, r.runtime("weigh"), []string{r.runtime("object") + "(value, up, key)", "[]"}, ";")
	}
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
func (r *readers) printOthers(p *emit.Printer, t *ir.Type, s *ir.Object, where string) {
	rest := r.extra(s)
	extra := rest != nil && !isAny(*rest)
	typed := extra || checksPatterns(s.Patterns)
	if !typed && !r.weighs(t) {
		return
	}
	var names []string
	for _, f := range s.Fields {
		names = append(names, quote(r.name(f.Name)))
	}
	array(p, "named", "string", names)
	if r.weighs(t) {
		p.P(r.runtime("weigh"), "(o, named);")
	}
	switch {
	case !typed:
	case len(s.Patterns) > 0:
		args := r.matching(p, s.Patterns, rest, where, "named")
		if r.dir == writing && r.g.renames(s) {
			args = append(args, r.renamesOf(s, where).toWire)
		}
		call(p, r.keep()+r.runtime("matching"), args, ";")
	default:
		check := r.check(*rest, where+"Value")
		call(p, r.keep()+r.runtime("others"), []string{"o", "at", "named", check}, ";")
	}
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
