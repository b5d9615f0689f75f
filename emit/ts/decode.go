package ts

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// readers prints the functions that check one type each, on its way in one
// direction. All have the signature of Check in the runtime.
type readers struct {
	*module
	g    *generator
	dir  direction
	of   map[*ir.Type]string
	same *readers // prints the types that are read as they are written; nil: there is no difference
}

// runtime notes that a runtime function is used, and returns its name.
func (r *readers) runtime(name string) string {
	r.used[name] = true
	return name
}

func (r *readers) printDecoder(p *emit.Printer, d *decl) {
	p.P()
	p.P("/**")
	p.P(" * Reads ", article(d.name), d.name, ", without changing the value given.")
	if d.other != "" {
		p.P(" * A variant that the schema does not list is ", article(d.other), d.other, ".")
	}
	p.P(" *")
	p.P(" * @throws {", r.g.names.decodeError, "} if it is not one.")
	p.P(" */")
	result, after := "types."+d.name, ";"
	if d.encode != "" {
		result = valueType(d)
	}
	if !r.returns(d) {
		after = " as never;"
	}
	call(p, "export function "+d.decode, []string{"value: unknown"}, ": "+result+" {")
	p.In(func() { r.printRoot(p, d, "undefined", after) })
	p.P("}")
}

// returns reports whether the reader of d has the type of d as its result.
func (r *readers) returns(d *decl) bool {
	t := ir.Resolve(d.t)
	switch t.Shape.(type) {
	case *ir.Scalar, *ir.Any, *ir.Never:
		return true
	}
	_, builtin := r.builtin(t)
	return !builtin && r.g.of[t] != nil
}

func article(name string) string {
	switch name[0] {
	case 'A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u':
		return "an "
	}
	return "a "
}

// check returns the name of the function that reads a position; where is what
// to call it when it needs a function of its own.
func (r *readers) check(u ir.Use, where string) string {
	t := ir.Resolve(u.Type)
	if !u.Nullable || isAny(u) {
		return r.reader(t, where)
	}
	if r.same != nil && !r.facts.differs[t] {
		return r.same.check(u, where)
	}
	inner := r.reader(t, where)
	name := r.scope.Claim(r.dir.verb()+upperFirst(where)+"OrNull", "")
	r.todo = append(r.todo, func(p *emit.Printer) {
		r.function(p, name, "unknown", func() {
			printOrNull(p, inner)
		})
	})
	return name
}

func printOrNull(p *emit.Printer, inner string) {
	if otherwise := inner + "(value, up, key);"; !fits(p, "return value === null ? value : ", otherwise) {
		p.P("return value === null")
		p.In(func() {
			p.P("? value")
			p.P(": ", otherwise)
		})
		return
	}
	p.P("return value === null ? value : ", inner, "(value, up, key);")
}

// reader returns the name of the function that reads t, and queues it to be
// printed when it is the first to ask.
func (r *readers) reader(t *ir.Type, where string) string {
	if r.same != nil && !r.facts.differs[t] {
		return r.same.reader(t, where)
	}
	if name, ok := r.of[t]; ok {
		return name
	}
	if name, ok := r.builtin(t); ok {
		return r.runtime(name)
	}
	result := "unknown"
	if d := r.g.of[t]; d != nil {
		where = d.name
		if r.dir != writing {
			result = "types." + d.name
		}
	}
	name := r.scope.Claim(r.dir.verb()+upperFirst(where), "")
	r.of[t] = name
	r.todo = append(r.todo, func(p *emit.Printer) { r.printReader(p, t, name, where, result) })
	return name
}

// builtin returns the runtime function that reads t as it is.
func (r *readers) builtin(t *ir.Type) (string, bool) {
	switch s := t.Shape.(type) {
	case *ir.Scalar:
		if r.limited(s) {
			return "", false
		}
		switch s.Kind {
		case ir.String:
			return "string", true
		case ir.Integer:
			return "integer", true
		case ir.Number:
			return "number", true
		case ir.Boolean:
			return "boolean", true
		case ir.Null:
			return "nothing", true
		}
	case *ir.Any:
		return "anything", true
	case *ir.Never:
		return "never", true
	case *ir.Object:
		if !r.checksMembers(t, s) {
			return "object", true
		}
	case *ir.Map:
		if !r.checksEntries(t, s) {
			return "object", true
		}
	}
	return "", false
}

// function prints a reader with the usual parameters.
func (r *readers) function(p *emit.Printer, name, result string, body func()) {
	call(p, "function "+name, []string{"value: unknown", "up: Up", "key: Key"}, ": "+result+" {")
	p.In(body)
	p.P("}")
}

func (r *readers) printReader(p *emit.Printer, t *ir.Type, name, where, result string) {
	switch s := t.Shape.(type) {
	case *ir.Scalar:
		r.printLimited(p, t, s, name, where, result)
	case *ir.Object:
		r.printObject(p, t, s, name, where, result)
	case *ir.Enum:
		r.printEnum(p, t, s, name, result)
	case *ir.Array:
		r.printArray(p, s, name, where, result)
	case *ir.Map:
		r.printMap(p, t, s, name, where, result)
	case *ir.Tuple:
		r.printTuple(p, s, name, where, result)
	case *ir.Union:
		if s.Discriminator != "" {
			r.printTagged(p, s, r.g.of[t], name, result)
			return
		}
		r.printEither(p, s, r.g.of[t], name, where, result)
	default:
		panic(fmt.Sprintf("ts: unhandled shape %T", s))
	}
}

// give prints the return of a call, whose result has been checked to be of the
// reader's type.
func (r *readers) give(p *emit.Printer, result, function string, args ...string) {
	after := ";"
	if result != "unknown" {
		after = " as never;"
	}
	call(p, "return "+function, args, after)
}

func (r *readers) printArray(p *emit.Printer, s *ir.Array, name, where, result string) {
	item := r.check(s.Elem, where+"Item")
	r.function(p, name, result, func() {
		if !r.limitsItems(s) {
			r.give(p, result, r.runtime("each"), "value", "up", "key", item)
			return
		}
		call(p, "const list = "+r.runtime("each"), []string{"value", "up", "key", item}, ";")
		r.printItemLimits(p, s)
		r.giveName(p, result, "list")
	})
}

func (r *readers) printField(p *emit.Printer, f *ir.Field, where string) {
	k := quote(r.name(f.Name))
	if lit, ok := constant(f.Use); ok && f.Required {
		call(p, r.runtime("constant"), []string{"o", k, "at", lit}, ";")
		return
	}
	if isAny(f.Use) && !f.Required {
		return
	}
	check := r.reader(ir.Resolve(f.Use.Type), where+fieldName(f.Name))
	call(p, r.keep()+r.runtime(presence(f)), []string{"o", k, "at", check}, ";")
}

func isAny(u ir.Use) bool {
	_, ok := u.Type.Shape.(*ir.Any)
	return ok
}

// presence returns the runtime function that reads a field such as f.
func presence(f *ir.Field) string {
	switch {
	case f.Required && f.Use.Nullable:
		return "requiredOrNull"
	case f.Required:
		return "required"
	case f.Use.Nullable:
		return "optionalOrNull"
	}
	return "optional"
}

// fieldName returns the part of a reader's name that a field gives.
func fieldName(name string) string {
	return onlyIdent(naming.Pascal(naming.Words(name), nil))
}

// name returns the name of a declared member in the values that r checks.
func (r *readers) name(wire string) string {
	if r.dir == reading {
		return wire
	}
	return r.g.member(wire)
}

// keep begins a statement that may replace the object: none does that is read as
// it is written.
func (r *readers) keep() string {
	if r.dir == bothWays {
		return ""
	}
	return "o = "
}

// giveName prints the return of a variable, as give does of a call.
func (r *readers) giveName(p *emit.Printer, result, name string) {
	if result != "unknown" {
		name += " as never"
	}
	p.P("return ", name, ";")
}

// constant returns the literal of a position that has one scalar value only.
func constant(u ir.Use) (string, bool) {
	e, ok := ir.Resolve(u.Type).Shape.(*ir.Enum)
	if !ok || u.Nullable || e.Open || len(e.Members) != 1 || !scalars(e) {
		return "", false
	}
	lit, exact := literal(e.Members[0].Value)
	return lit.flat(), exact
}

func (r *readers) printEnum(p *emit.Printer, t *ir.Type, s *ir.Enum, name, result string) {
	open := openCheck(s)
	weighed := open != "" && r.facts.weighed[t] && !s.Free
	if check := open; check != "" && !weighed {
		r.function(p, name, result, func() { r.give(p, result, r.runtime(check), "value", "up", "key") })
		return
	}
	var values []string
	for _, m := range s.Members {
		values = append(values, valueText(m.Value))
	}
	check := "oneOf"
	if !scalars(s) {
		check = "equalToOneOf"
	}
	r.function(p, name, result, func() {
		array(p, "values", "unknown", values)
		if weighed {
			r.give(p, result, r.runtime("mayGrow"), "value", "up", "key", "values", r.runtime(open))
			return
		}
		r.give(p, result, r.runtime(check), "value", "up", "key", "values")
	})
}

// openCheck returns the runtime function that reads an enum whose values may
// grow: any of their kinds will do. "" if the listed values are all there are.
func openCheck(s *ir.Enum) string {
	if !s.Open || !scalars(s) {
		return ""
	}
	var kinds []ir.ScalarKind
	for _, m := range s.Members {
		kinds = append(kinds, tagKind(m.Value))
	}
	return kindCheck(kinds)
}

// kindCheck returns the runtime function that accepts values of the kinds, which
// are String, Number and Boolean.
func kindCheck(kinds []ir.ScalarKind) string {
	has := func(k ir.ScalarKind) bool { return slices.Contains(kinds, k) }
	switch str, num, truth := has(ir.String), has(ir.Number), has(ir.Boolean); {
	case str && num && truth:
		return "scalar"
	case str && num:
		return "stringOrNumber"
	case str && truth:
		return "stringOrBoolean"
	case num && truth:
		return "numberOrBoolean"
	case num:
		return "number"
	case truth:
		return "boolean"
	}
	return "string"
}

// valueText prints a JSON value as an expression. What is no scalar goes
// through JSON.parse, which no text can leave.
func valueText(v ir.Value) string {
	if c := v.JSON[0]; c == '{' || c == '[' {
		return "JSON.parse(" + quote(v.JSON) + ")"
	}
	if lit, exact := literal(v); exact {
		return lit.flat()
	}
	return v.JSON
}

func scalars(s *ir.Enum) bool {
	return !slices.ContainsFunc(s.Members, func(m ir.Member) bool {
		return m.Value.JSON[0] == '{' || m.Value.JSON[0] == '['
	})
}

func (r *readers) printTuple(p *emit.Printer, s *ir.Tuple, name, where, result string) {
	var checks []string
	for i, u := range s.Elems {
		checks = append(checks, r.check(u, where+strconv.Itoa(i+1)))
	}
	rest := "undefined"
	if s.Rest != nil {
		rest = r.check(*s.Rest, where+"Rest")
	}
	r.function(p, name, result, func() {
		array(p, "items", "Check", checks)
		r.give(p, result, r.runtime("tuple"), "value", "up", "key", strconv.Itoa(s.Min), "items", rest)
	})
}

func (r *readers) printEither(p *emit.Printer, s *ir.Union, self *decl, name, where, result string) {
	var checks []string
	for i, u := range arms(s, self) {
		check := r.check(u, where+strconv.Itoa(i+1))
		if r.g.exclusive(s) || !slices.Contains(checks, check) {
			checks = append(checks, check)
		}
	}
	r.function(p, name, result, func() {
		array(p, "variants", "Check", checks)
		args := []string{"value", "up", "key", "variants"}
		if r.g.exclusive(s) {
			args = append(args, "1")
		}
		r.give(p, result, r.runtime(cmp.Or(r.facts.choice, "either")), args...)
	})
}
