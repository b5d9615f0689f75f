package naming

import "strconv"

// Scope hands out identifiers that are unique within one scope: a module, or
// the members of one type. The zero Scope is not ready: use NewScope.
type Scope struct {
	owner map[string]string
}

// NewScope returns a Scope in which the reserved words are taken.
func NewScope(reserved ...string) *Scope {
	s := &Scope{owner: map[string]string{}}
	for _, r := range reserved {
		s.owner[r] = ""
	}
	return s
}

// Take claims name for owner, and reports false with the present owner when it
// is taken; a reserved word's owner is "".
func (s *Scope) Take(name, owner string) (present string, ok bool) {
	if present, taken := s.owner[name]; taken {
		return present, false
	}
	s.owner[name] = owner
	return owner, true
}

// Has reports whether name is taken.
func (s *Scope) Has(name string) bool {
	_, taken := s.owner[name]
	return taken
}

// Claim takes want for owner, or want with the lowest free number from 2 behind
// it, and returns the name taken. Claim in an order that does not depend on
// unrelated types, so that a name never moves because of one.
func (s *Scope) Claim(want, owner string) string {
	got := want
	for i := 2; ; i++ {
		if _, ok := s.Take(got, owner); ok {
			return got
		}
		got = want + strconv.Itoa(i)
	}
}
