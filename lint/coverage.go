package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// Coverage says how many fields are described.
//
// A field is a property of a schema that a request, a response, a parameter, a
// header or a webhook leads to, counted once where it is defined, or a
// parameter. In a JSON Schema, and in a document without operations, every schema
// counts. FastAPI's own schemas and the constant tags of
// unions are exempt unless the options say otherwise.
//
// A field is described by its own text, in OpenAPI 3.1 and JSON Schema also
// beside a reference, or by that of the property that it declares again in an
// allOf. The text of its items, of a branch of its union or of the model that it
// refers to is not its own; a blank one is none.
type Coverage struct {
	Models      []ModelCoverage // by file and name
	Undescribed []Key           // by file and name
	Described   int
	Total       int
	Exempt      int // fields that were seen and do not count

	Properties Ratio // the part of Described and Total that are properties; the rest are parameters
	Raw        Ratio // all properties with a text of their own, exempt and unused ones too
}

// Ratio is a number of described fields among all.
type Ratio struct{ Described, Total int }

func (r *Ratio) add(described bool) {
	r.Total++
	if described {
		r.Described++
	}
}

// ModelCoverage is the part of one schema, of one operation, or of another
// component. An operation has what is declared inside it.
type ModelCoverage struct {
	Name, File string
	Described  int
	Total      int

	node tree.Node
}

// Key names a finding without saying where in the file it is.
type Key struct {
	Rule string `json:"rule"`
	File string `json:"file"`
	Name string `json:"key"` // for example "Session.title"
}

func compareKeys(a, b Key) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Rule, b.Rule))
}

func (c *Coverage) sort() {
	slices.SortStableFunc(c.Undescribed, compareKeys)
	slices.SortStableFunc(c.Models, func(a, b ModelCoverage) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Name, b.Name))
	})
}

// Percent returns the share of described fields, rounded down to a tenth, so
// that 100 means all of them; 100 when there are no fields.
func (c Coverage) Percent() float64 {
	if c.Total == 0 {
		return 100
	}
	return float64(1000*c.Described/c.Total) / 10
}

// Badge returns what shields.io shows as an endpoint badge.
type Badge struct {
	SchemaVersion int    `json:"schemaVersion"`
	Label         string `json:"label"`
	Message       string `json:"message"`
	Color         string `json:"color"`
}

// Badge returns the badge of c: "described 97.5%".
func (c Coverage) Badge() Badge {
	percent := c.Percent()
	color := "red"
	switch {
	case percent >= 100:
		color = "brightgreen"
	case percent >= 90:
		color = "green"
	case percent >= 60:
		color = "yellow"
	}
	return Badge{SchemaVersion: 1, Label: "described", Message: fmt.Sprintf("%g%%", percent), Color: color}
}

// Touched returns the findings of head about missing descriptions in models
// that base does not have or has otherwise: who changes a model describes all of
// it, whatever a baseline forgives.
func Touched(base, head Result) []Finding {
	before := map[[2]string]string{}
	for _, m := range base.Coverage.Models {
		before[[2]string{m.File, m.Name}] = m.node.JSON()
	}
	changed := map[[2]string]bool{}
	for _, m := range head.Coverage.Models {
		was, ok := before[[2]string{m.File, m.Name}]
		changed[[2]string{m.File, m.Name}] = !ok || was != m.node.JSON()
	}
	var out []Finding
	for _, f := range head.Findings {
		if f.isDescription() && changed[[2]string{fileOf(f.Loc), f.model}] {
			out = append(out, f)
		}
	}
	return out
}

// isDescription reports whether f is about the text of a field.
func (f *Finding) isDescription() bool {
	switch f.Rule {
	case "desc/field", "desc/param", "desc/empty", "desc/placeholder":
		return true
	}
	return false
}
