package loader

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// extension is one x-gaia-* member: docs/extensions.md specifies them.
type extension struct {
	name string
	on   role // the kind of object that it stands on
}

// extensions lists the members of ours, in the order of docs/extensions.md.
var extensions = []extension{
	{"x-gaia-name", onSchema},
	{"x-gaia-any", onSchema},
	{"x-gaia-open-union", onSchema},
	{"x-gaia-stream", onOperation},
	{"x-gaia-op", onOperation},
	{"x-gaia-capability", onOperation},
}

// ours is what the names of all of them begin with.
const ours = "x-gaia"

func extensionNames() []string {
	names := make([]string, len(extensions))
	for i, x := range extensions {
		names[i] = x.name
	}
	return names
}

// claimsOurs reports whether a member's name is in our part of the extensions,
// however its author cased and joined it.
func claimsOurs(name string) bool {
	if len(name) < len(ours) || !strings.EqualFold(name[:len(ours)], ours) {
		return false
	}
	return len(name) == len(ours) || !isAlnum(name[len(ours)])
}

// checkExtension reports a member of ours that does not exist, or that does not
// stand where it is read.
func (l *loader) checkExtension(s site, key tree.Node, on role) {
	name := key.Str()
	if !claimsOurs(name) {
		return
	}
	for _, x := range extensions {
		if x.name != name {
			continue
		}
		if x.on != on {
			l.out.Add(errorAt("ext/place", keyLoc(s, key), quote(name)+" has no meaning on "+anatomy[on].phrase, "move it to "+anatomy[x.on].phrase))
		}
		return
	}
	l.out.Add(errorAt("ext/unknown", keyLoc(s, key), quote(name)+" is not an extension of gaia-gen", nearestExtension(name)))
}

// nearestExtension returns a help sentence for a name that is none of ours. What
// all of them begin with says nothing about which was meant.
func nearestExtension(name string) string {
	var rests []string
	for _, x := range extensions {
		rests = append(rests, strings.TrimPrefix(x.name, ours+"-"))
	}
	rest := strings.TrimLeft(name[len(ours):], "-_.")
	if best, ok := closest(rest, rests); ok && len(rest) > 1 {
		return "check the spelling; did you mean " + quote(ours+"-"+best) + "?"
	}
	return "use one of " + strings.Join(extensionNames(), ", ")
}

// record is an object inside an extension, whose members are known.
type record struct {
	at   site
	rule string // of the findings about it
	what string // what holds it, for messages: "x-gaia-stream"
	bad  bool   // a finding was reported
}

// member is one member that a record may have.
type member struct {
	name     string
	value    kinds
	required bool
}

// record reads the object at s and reports members that it may not have, cannot
// have so, or lacks.
func (l *loader) record(s site, rule, what string, members []member) record {
	r := record{at: s, rule: rule, what: what}
	if s.node.Kind() != tree.Object {
		l.wrongKind(&r, s, what, isObject)
		return r
	}
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	for key, n := range s.members() {
		i := indexOf(names, key.Str())
		if i < 0 {
			r.bad = true
			l.out.Add(errorAt(rule, keyLoc(s, key), quote(key.Str())+" is not a member of "+quote(what), didYouMean(key.Str(), names)))
			continue
		}
		l.checkMember(&r, s.member(key.Str(), n), members[i])
	}
	for _, m := range members {
		if m.required && !s.node.Get(m.name).OK() {
			r.bad = true
			l.out.Errorf(rule, s.loc(), "%q lacks the member %q", what, m.name)
		}
	}
	return r
}

func indexOf(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}

// checkMember reports a value of the wrong kind, and an empty one.
func (l *loader) checkMember(r *record, s site, m member) {
	if !m.value.has(s.node.Kind()) {
		l.wrongKind(r, s, m.name, m.value)
		return
	}
	if empty(s.node) {
		r.bad = true
		l.out.Errorf(r.rule, s.loc(), "%q is empty", m.name)
	}
}

func (l *loader) wrongKind(r *record, s site, what string, want kinds) {
	r.bad = true
	l.out.Errorf(r.rule, s.loc(), "%q is %s; it must be %s", what, kindPhrase(s.node.Kind()), want)
}

// empty reports whether a text, list or object holds nothing.
func empty(n tree.Node) bool {
	switch n.Kind() {
	case tree.String:
		return isBlank(n.Str())
	case tree.Array, tree.Object:
		return n.Len() == 0
	}
	return false
}

// isBlank reports whether s holds nothing but white space.
func isBlank(s string) bool { return strings.Trim(s, " \t\n\f\r") == "" }

// text returns the member named name, "" if it is missing or no text.
func (r record) text(name string) string { return r.at.node.Get(name).Str() }

// get returns the member named name; not ok if it is missing or not one of want.
func (r record) get(name string, want kinds) site {
	s := r.at.get(name)
	if !s.ok() || !want.has(s.node.Kind()) {
		return site{}
	}
	return s
}

// oneOf reports a word at s that is not in words. One that is missing or empty is
// none.
func (l *loader) oneOf(s site, rule string, words []string) {
	if s.ok() && !empty(s.node) && !contains(words, s.node.Str()) {
		l.out.Add(errorAt(rule, s.loc(), quote(s.node.Str())+" is not one of "+strings.Join(words, ", "), didYouMean(s.node.Str(), words)))
	}
}
