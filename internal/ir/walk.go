package ir

import "fmt"

// Uses returns the direct children of s in declaration order.
func Uses(s Shape) []Use {
	var out []Use
	opt := func(u *Use) {
		if u != nil {
			out = append(out, *u)
		}
	}
	patterns := func(ps []Pattern) {
		for _, p := range ps {
			out = append(out, p.Use)
		}
	}
	switch s := s.(type) {
	case *Object:
		for _, f := range s.Fields {
			out = append(out, f.Use)
		}
		patterns(s.Patterns)
		opt(s.Extra)
	case *Array:
		out = append(out, s.Elem)
	case *Tuple:
		out = append(out, s.Elems...)
		opt(s.Rest)
	case *Map:
		if s.Key != nil {
			out = append(out, Use{Type: s.Key})
		}
		patterns(s.Patterns)
		out = append(out, s.Elem)
	case *Union:
		for _, v := range s.Variants {
			out = append(out, v.Use)
		}
	case *Scalar, *Enum, *Any, *Never:
	default:
		panic(fmt.Sprintf("ir: unhandled shape %T", s))
	}
	return out
}

// OperationUses returns the uses of o in declaration order: parameters, body,
// responses with their headers, stream.
func OperationUses(o *Operation) []Use {
	out := RequestUses(o)
	return append(out, ResponseUses(o)...)
}

// RequestUses returns what the caller of o sends.
func RequestUses(o *Operation) []Use {
	var out []Use
	for _, p := range o.Params {
		out = append(out, p.Use)
	}
	if o.Body != nil {
		for _, p := range o.Body.Payloads {
			out = append(out, p.Use)
		}
	}
	return out
}

// ResponseUses returns what the caller of o receives.
func ResponseUses(o *Operation) []Use {
	var out []Use
	for _, r := range o.Responses {
		for _, h := range r.Headers {
			out = append(out, h.Use)
		}
		for _, p := range r.Payloads {
			out = append(out, p.Use)
		}
	}
	if o.Stream != nil {
		out = append(out, o.Stream.Event)
	}
	return out
}

// Walk calls f for every type reachable from doc, each once: the named types in
// their order, each followed by what it uses, then what operations use.
func Walk(doc *Document, f func(*Type)) {
	seen := map[*Type]bool{}
	for _, t := range doc.Types {
		walk(t, seen, f)
	}
	for _, o := range doc.Operations {
		for _, u := range OperationUses(o) {
			walk(u.Type, seen, f)
		}
	}
}

func walk(t *Type, seen map[*Type]bool, f func(*Type)) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	f(t)
	if t.Alias != nil {
		walk(t.Alias, seen, f)
		return
	}
	for _, u := range Uses(t.Shape) {
		walk(u.Type, seen, f)
	}
}

// Resolve follows aliases to the type that has a shape of its own.
func Resolve(t *Type) *Type {
	for t.Alias != nil {
		t = t.Alias
	}
	return t
}
