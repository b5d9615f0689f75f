package ts

import (
	"strconv"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// What strict functions check beside types. Formats are annotations.

// limited reports whether values of s have limits to check.
func (r *readers) limited(s *ir.Scalar) bool {
	if r.g.decode != DecodeStrict {
		return false
	}
	l := s.Limits
	switch s.Kind {
	case ir.String:
		return r.atLeastOne(l.MinLength) || l.MaxLength != "" || l.Pattern != ""
	case ir.Integer, ir.Number:
		return l.Min != "" || l.Max != "" || l.MultipleOf != ""
	}
	return false
}

// atLeastOne reports whether a smallest count refuses anything.
func (r *readers) atLeastOne(count string) bool { return count != "" && bound(count) != "0" }

// bound prints a bound as the nearest double, which is how values are read too.
func bound(s string) string {
	if text, _ := number(s); text != "" {
		return text
	}
	if f, _ := strconv.ParseFloat(s, 64); f < 0 {
		return "-Infinity"
	}
	return "Infinity"
}

// printLimited prints the function for a scalar with limits.
func (r *readers) printLimited(p *emit.Printer, t *ir.Type, s *ir.Scalar, name, where, result string) {
	kind, variable := "string", "text"
	switch s.Kind {
	case ir.Integer:
		kind, variable = "integer", "n"
	case ir.Number:
		kind, variable = "number", "n"
	}
	pattern := ""
	if s.Kind == ir.String {
		pattern = r.pattern(t, s.Limits.Pattern, where)
	}
	r.function(p, name, result, func() {
		p.P("const ", variable, " = ", r.runtime(kind), "(value, up, key);")
		check := func(function, limit string) {
			call(p, r.runtime(function), []string{variable, "up", "key", limit}, ";")
		}
		if s.Kind == ir.String {
			r.printLength(p, s.Limits)
			if pattern != "" {
				check("match", pattern)
			}
		} else {
			printBounds(s.Limits, check)
		}
		p.P("return ", variable, ";")
	})
}

func printBounds(l ir.Limits, check func(function, limit string)) {
	if l.Min != "" {
		function := "atLeast"
		if l.ExclusiveMin {
			function = "moreThan"
		}
		check(function, bound(l.Min))
	}
	if l.Max != "" {
		function := "atMost"
		if l.ExclusiveMax {
			function = "lessThan"
		}
		check(function, bound(l.Max))
	}
	if step := bound(l.MultipleOf); l.MultipleOf != "" && step != "0" && step != "Infinity" {
		check("multipleOf", step)
	}
}

func (r *readers) printLength(p *emit.Printer, l ir.Limits) {
	if r.atLeastOne(l.MinLength) || l.MaxLength != "" {
		r.printCount(p, r.runtime("characters")+"(text)", l.MinLength, l.MaxLength, "characters")
	}
}

// printCount prints the check of a number of things, which strict functions make.
func (r *readers) printCount(p *emit.Printer, count, low, high, noun string) {
	least, most := "0", "Infinity"
	if low != "" {
		least = bound(low)
	}
	if high != "" {
		most = bound(high)
	}
	call(p, r.runtime("between"), []string{count, "up", "key", least, most, quote(noun)}, ";")
}

// pattern returns the constant of an expression, and queues it to be printed
// when it is the first to ask; "" if there is no expression that engines can read.
func (r *readers) pattern(t *ir.Type, expr, where string) string {
	if expr == "" {
		return ""
	}
	if !validPattern(expr) {
		r.g.out.Warnf("ts/pattern", t.Loc, "%q is no regular expression of ECMAScript: values are not checked against it", expr)
		return ""
	}
	name, ok := r.patterns[expr]
	if !ok {
		name = r.scope.Claim(lowerFirst(where)+"Pattern", "")
		r.patterns[expr] = name
		r.todo = append(r.todo, func(p *emit.Printer) {
			assigned(p, "const "+name, "/* @__PURE__ */ "+r.runtime("expression"), quote(expr))
		})
	}
	return name
}

// limitsItems reports whether lists of type s have limits to check.
func (r *readers) limitsItems(s *ir.Array) bool {
	return r.g.decode == DecodeStrict && (r.atLeastOne(s.MinItems) || s.MaxItems != "" || s.Unique)
}

func (r *readers) printItemLimits(p *emit.Printer, s *ir.Array) {
	if r.atLeastOne(s.MinItems) || s.MaxItems != "" {
		r.printCount(p, "list.length", s.MinItems, s.MaxItems, "items")
	}
	if s.Unique {
		p.P(r.runtime("unique"), "(list, up, key);")
	}
}

// limitsMembers reports whether the number of an object's members has limits to
// check.
func (r *readers) limitsMembers(low, high string) bool {
	return r.g.decode == DecodeStrict && (r.atLeastOne(low) || high != "")
}

func (r *readers) printMemberLimits(p *emit.Printer, low, high string) {
	if r.limitsMembers(low, high) {
		r.printCount(p, r.runtime("size")+"(value, up, key)", low, high, "members")
	}
}

// limitsKeys reports whether the keys of s, as texts, have limits to check.
func (r *readers) limitsKeys(s *ir.Map) bool {
	if s.Key == nil {
		return false
	}
	k, ok := ir.Resolve(s.Key).Shape.(*ir.Scalar)
	return ok && k.Kind == ir.String && r.limited(k)
}
