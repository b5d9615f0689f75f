package lint

import (
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// fields is what the walk records about everything that should be described.
type fields struct {
	recorded []field
	models   []model
	tags     map[tree.Node]bool // properties whose only value tells variants of a union apart
}

// field is a property or a parameter.
type field struct {
	node      tree.Node // its schema, or the parameter
	unit      *unit
	lack      *lack // nil when it is described
	inherited bool  // the text is that of another declaration
	param     bool  // it is a parameter
}

// lack is what to say about a field that is not described.
type lack struct {
	name string     // names that lead to the field
	note string     // why a text that stands near does not count
	told bool       // another rule says why
	loc  source.Loc // of the finding
}

// model is a named schema without a description.
type model struct {
	node tree.Node
	unit *unit
}

func (f *fields) init() { f.tags = map[tree.Node]bool{} }

// coverage counts what the walk recorded: see Coverage for the rules.
func (p *pass) coverage() Coverage {
	var c Coverage
	index := map[*unit]int{}
	for i := range p.recorded {
		f := &p.recorded[i]
		if !f.param {
			c.Raw.add(f.lack == nil && !f.inherited)
		}
		if !p.counts(f) {
			c.Exempt++
			continue
		}
		k, ok := index[f.unit]
		if !ok {
			k = len(c.Models)
			index[f.unit] = k
			c.Models = append(c.Models, ModelCoverage{Name: f.unit.name, File: f.unit.doc.tree.File().Name, node: f.unit.node})
		}
		m := &c.Models[k]
		m.Total++
		c.Total++
		if !f.param {
			c.Properties.add(f.lack == nil)
		}
		if f.lack == nil {
			m.Described++
			c.Described++
			continue
		}
		c.Undescribed = append(c.Undescribed, Key{Rule: f.rule(), File: m.File, Name: f.lack.name})
	}
	c.sort()
	return c
}

// counts reports whether f is part of the coverage.
func (p *pass) counts(f *field) bool {
	return f.unit.used && !f.unit.skip && (p.opts.CountTags || !p.tags[f.node])
}

func (f *field) rule() string {
	if f.param {
		return "desc/param"
	}
	return "desc/field"
}
