package ts

import (
	"strings"
	"unicode"

	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// reservedTypes cannot name a type in a module: the reserved words of strict
// mode, the predefined types, and the contextual words that confuse readers
// where a type name stands.
var reservedTypes = words(`
	any as asserts async await bigint boolean break case catch class const continue debugger declare default
	delete do else enum export extends false finally for from function get if implements import in infer
	instanceof interface is keyof let module namespace never new null number object of out override package
	private protected public readonly require return satisfies set static string super switch symbol this
	throw true try type typeof undefined unique unknown using var void while with yield
	arguments eval abstract accessor constructor global intrinsic globalThis`)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// identifier reports whether s is an ES5 identifier, reserved words included:
// what may stand unquoted as a key.
func identifier(s string) bool {
	if s == "" {
		return false
	}
	for i, r := range s {
		if !identRune(r, i > 0) {
			return false
		}
	}
	return true
}

func identRune(r rune, inside bool) bool {
	switch {
	case r < 0x80:
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '$' || inside && r >= '0' && r <= '9'
	case r > 0xFFFF || r == unicode.ReplacementChar:
		return false
	case unicode.In(r, unicode.L, unicode.Nl):
		return true
	}
	return inside && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc)
}

// typeName returns the spelling of a named type: its own when that is legal,
// else its words in PascalCase.
func typeName(name string) string {
	if identifier(name) && !reservedTypes[name] {
		return name
	}
	return pascal(name)
}

// pascal joins the words of the parts, without initialisms; the result is an
// identifier that is not reserved.
func pascal(parts ...string) string {
	var all []string
	for _, part := range parts {
		all = append(all, naming.Words(part)...)
	}
	name := naming.Pascal(all, nil)
	if !identifier(name) {
		name = "_" + onlyIdent(name)
	}
	if reservedTypes[name] {
		name += "_"
	}
	return name
}

// onlyIdent leaves out of s what cannot stand inside an identifier.
func onlyIdent(s string) string {
	return strings.Map(func(r rune) rune {
		if identRune(r, true) {
			return r
		}
		return -1
	}, s)
}

// lowerFirst returns the type name as a value's: "HTTPCode" → "httpCode".
func lowerFirst(name string) string {
	n := naming.Camel(naming.Words(name), nil)
	if !identifier(n) {
		return "_" + onlyIdent(n)
	}
	return n
}

// upperFirst capitalises the first letter only.
func upperFirst(name string) string {
	for i, r := range name {
		return string(unicode.ToUpper(r)) + name[i+len(string(r)):]
	}
	return name
}

// key prints a member name where an object type declares it.
func key(name string) string {
	if identifier(name) {
		return name
	}
	return quote(name)
}

// valueKey prints a member name in an object literal, where a plain __proto__
// would set the prototype instead.
func valueKey(name string) string {
	if name == "__proto__" {
		return `["__proto__"]`
	}
	return key(name)
}
