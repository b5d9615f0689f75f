package support

import "slices"

// hasJSON reports whether the JSON of v is one of the literals.
func hasJSON[T any](v *T, write func(*T, *encoder), literals ...string) bool {
	var e encoder
	write(v, &e)
	return e.err == nil && slices.ContainsFunc(literals, func(l string) bool { return sameJSON(e.b, l) })
}

// hasMember reports whether the JSON of v is an object whose member of that name
// is one of the literals.
func hasMember[T any](v *T, write func(*T, *encoder), name string, literals ...string) bool {
	var e encoder
	if write(v, &e); e.err != nil {
		return false
	}
	d := decoder{data: e.b}
	if d.kind() != '{' {
		return false
	}
	has := false
	for d.open('{'); d.key(); {
		if string(d.name) != name {
			d.skip()
			continue
		}
		at := d.start()
		d.skip()
		value := d.data[at:d.pos]
		has = slices.ContainsFunc(literals, func(l string) bool { return sameJSON(value, l) })
	}
	return has
}
