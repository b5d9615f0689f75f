package loader

import (
	"path"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var (
	flagMembers = []string{"name", "description", "since", "deprecated"}
	rootMembers = []string{"capabilities", "$schema"}
)

// capabilities reads the flags, and checks those that operations mention.
func (l *loader) capabilities(doc *ir.Document) {
	if l.opts.Capabilities == "" {
		return
	}
	d := l.open(l.opts.Capabilities, 0, source.Loc{})
	if d == nil {
		return
	}
	root := rootOf(d)
	list := root.get("capabilities")
	if root.node.Kind() == tree.Object && !l.alsoInput(d) {
		for key := range root.members() {
			l.capabilityMember(root, key, rootMembers, "a capabilities document")
		}
		if s := root.get("$schema"); s.ok() && s.node.Kind() != tree.String {
			l.out.Errorf("capabilities/shape", s.loc(), "\"$schema\" is %s; it must be a string", kindPhrase(s.node.Kind()))
		}
	}
	if list.node.Kind() != tree.Array {
		l.out.Add(errorAt("capabilities/shape", headOf(root.loc()), "a capabilities document has a member \"capabilities\" that lists the flags", ""))
		return
	}
	first := map[string]source.Loc{}
	for i, n := range list.node.Items() {
		f := l.flag(list.at(n, "/"+itoa(i)))
		if f == nil {
			continue
		}
		if loc, dup := first[f.Name]; dup {
			l.out.Add(diag.Diagnostic{
				Rule: "capabilities/duplicate", Severity: diag.Error, Loc: f.Loc, Message: quote(f.Name) + " is declared twice",
				Related: []diag.Related{{Message: "the first one is here", Loc: loc}},
			})
			continue
		}
		first[f.Name] = f.Loc
		doc.Flags = append(doc.Flags, f)
	}
	l.checkMentions(doc)
}

// flag reads one flag; nil after a diagnostic if it is malformed.
func (l *loader) flag(s site) *ir.Flag {
	if s.node.Kind() != tree.Object {
		l.out.Errorf("capabilities/shape", s.loc(), "a flag is %s; it must be an object", kindPhrase(s.node.Kind()))
		return nil
	}
	ok := true
	for key, v := range s.members() {
		if !l.capabilityMember(s, key, flagMembers, "a flag") {
			continue
		}
		if v.Kind() != tree.String {
			l.out.Errorf("capabilities/shape", s.member(key.Str(), v).loc(), "%q is %s; it must be a string", key.Str(), kindPhrase(v.Kind()))
			ok = false
		}
	}
	name := s.get("name")
	if !ok {
		return nil
	}
	if isBlank(name.node.Str()) {
		l.out.Errorf("capabilities/shape", s.loc(), "a flag has no name")
		return nil
	}
	return &ir.Flag{
		Name:       name.node.Str(),
		Doc:        ir.Doc{Description: newlines(s.node.Get("description").Str()), Deprecated: s.node.Get("deprecated").OK()},
		Since:      s.node.Get("since").Str(),
		Deprecated: s.node.Get("deprecated").Str(),
		Loc:        name.loc(),
	}
}

// capabilityMember reports whether key is one of known, after a finding if it is
// neither that nor somebody's extension.
func (l *loader) capabilityMember(s site, key tree.Node, known []string, what string) bool {
	name := key.Str()
	if contains(known, name) {
		return true
	}
	if !strings.HasPrefix(name, "x-") || claimsOurs(name) {
		l.out.Add(errorAt("capabilities/shape", keyLoc(s, key), quote(name)+" is not a member of "+what, didYouMean(name, known)))
	}
	return false
}

// alsoInput reports whether d is an input too, whose other members have a meaning.
func (l *loader) alsoInput(d *document) bool {
	return slices.ContainsFunc(l.opts.Inputs, func(name string) bool { return path.Clean(name) == d.path })
}

// checkMentions reports operations that name a flag which nothing declares.
func (l *loader) checkMentions(doc *ir.Document) {
	var names []string
	for _, f := range doc.Flags {
		names = append(names, f.Name)
	}
	for _, u := range l.capabilityUses {
		if !contains(names, u.name) {
			l.out.Add(errorAt("ext/capability", u.loc, quote(u.name)+" is not a declared capability", didYouMean(u.name, names)))
		}
	}
}
