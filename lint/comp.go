package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

var (
	compCheck  = &Check{end: compEnd}
	shapeCheck = &Check{end: shapeEnd}
)

var compRules = []Rule{
	{ID: "comp/name-collision", Title: "two schemas give the same type name", Severity: diag.Error, Check: compCheck},
	{ID: "comp/unused", Title: "a component is not used", Severity: diag.Warning, Check: compCheck},
	{ID: "comp/duplicate-shape", Title: "two named schemas are the same", Severity: diag.Info, Check: shapeCheck},
}

func compEnd(p *pass) {
	for _, u := range p.units {
		if !u.used && !u.skip && !u.root && u.doc.form != "" {
			p.reportUnused(u)
		}
	}
	p.judgeTypeNames()
}

func (p *pass) reportUnused(u *unit) {
	what := string(u.kind) + " " + quote(u.name)
	message := what + " is never referenced"
	var others []string
	for _, user := range u.users {
		if user != u && !contains(others, quote(user.name)) {
			others = append(others, quote(user.name))
		}
	}
	switch {
	case len(others) > 0:
		message = what + " is used only by unused " + strings.Join(others, ", ")
	case len(u.users) > 0:
		message = what + " is referenced only by itself"
	}
	p.report(fault{
		rule: "comp/unused", loc: keyLoc(u.node), message: message, key: u.name, unit: u, help: "remove it, or refer to it",
	})
}

// judgeTypeNames reports schemas whose names in generated code would be one.
func (p *pass) judgeTypeNames() {
	first := map[string]*unit{}
	for _, u := range p.units {
		if u.kind != unitSchema || u.skip {
			continue
		}
		name := u.name
		if own := u.node.Get("x-gaia-name").Str(); !isBlank(own) {
			name = own
		}
		id := identifier(name)
		other, taken := first[id]
		if !taken {
			first[id] = u
			continue
		}
		if other.name == u.name {
			continue // one schema in two documents, or the loader says that it is not
		}
		p.report(fault{
			rule: "comp/name-collision", loc: keyLoc(u.node), message: quote(other.name) + " and " + quote(u.name) + " both give the type name " + id, key: u.name,
			unit: u, related: []diag.Related{{Message: "the other one is here", Loc: keyLoc(other.node)}},
			help: "rename one of them with \"x-gaia-name\"",
		})
	}
}
