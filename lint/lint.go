// Package lint holds opinions about valid schemas: what is undescribed,
// untyped or ambiguous, and which names and unions will hurt the code that is
// generated from them.
//
// Run walks each document once. Rules are values: All lists them, each with the
// page that explains it.
package lint

import (
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/naming"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// Rule is one opinion.
type Rule struct {
	ID       string // family and name: "union/tag-optional"
	Title    string // one line without a full stop
	Severity diag.Severity
	Off      bool   // it runs only where the options give it a level
	Page     string // Markdown: what, why, bad, good, how to fix, how to switch off
	Check    *Check // nil for what the reader of documents finds
}

// Check is what finds the faults of one rule, or of several that look at the
// same thing in one order and must not report one cause twice. Its functions
// are called as the walk comes to what they look at; nil ones are not.
type Check struct {
	schema    func(*pass, *schema)
	operation func(*pass, *operation)
	parameter func(*pass, *parameter)
	header    func(*pass, *parameter)
	response  func(*pass, *response)
	media     func(*pass, *media)
	document  func(*pass, *document) // after the document was walked
	end       func(*pass)            // after all documents were walked
}

// All returns every rule with its page, by family and in the order of importance
// within it. The order never changes the findings.
func All() []Rule {
	all := rules()
	for i := range all {
		all[i].Page = pageOf(all[i])
	}
	return all
}

// rules returns every rule without its page.
func rules() []Rule {
	return slices.Concat(descRules, untypedRules, unionRules, enumRules, nullableRules, schemaRules, refRules, requiredRules,
		allofRules, valueRules, compRules, namingRules, opRules, pathRules, readerRules, configRules)
}

// Lookup returns the rule named id. When there is none, it returns the closest
// id that exists, or "".
func Lookup(id string) (rule Rule, nearest string, ok bool) {
	all := rules()
	ids := make([]string, len(all))
	for i, r := range all {
		if r.ID == id {
			r.Page = pageOf(r)
			return r, "", true
		}
		ids[i] = r.ID
	}
	return Rule{}, naming.Nearest(id, ids), false
}

// Input is what to look at.
type Input struct {
	Docs []*tree.Doc // every document read, in the order of reading
	Refs Resolver
	// Read holds the findings of the reader of Docs. Those about the text
	// itself, such as repeated keys, are findings of lint too.
	Read []diag.Diagnostic
}

// Resolver knows the documents of a run. The loader's Result is one.
type Resolver interface {
	// Form is "openapi", "schema" (a JSON Schema), "schemas" (a bare map of
	// them), or "" for a document that is no input but referred to by one.
	Form(*tree.Doc) string
	// Dialect is "openapi-3.0" to "openapi-3.2", "draft-04" to "draft-07",
	// "2019-09" or "2020-12".
	Dialect(*tree.Doc) string
	// Target returns what the text of a reference names, seen from its place.
	Target(ref tree.Node) (tree.Node, bool)
	// Mapped returns what an entry of a discriminator's mapping names.
	Mapped(value tree.Node) (tree.Node, bool)
}

// Finding is a diagnostic with what baselines and fixes need.
type Finding struct {
	diag.Diagnostic

	// Key says where by names alone, for example "Session.title", never by the
	// index in a list: it is the same when the document is reordered.
	Key   string
	Fixes []Fix // alternatives, each certain to remove the finding; mostly none

	model string // as in ModelCoverage.Name
}

// Fix is a change to the documents.
type Fix struct {
	Description string // one sentence that starts with a verb
	Edits       []Edit // of disjoint spans
}

// Edit replaces the bytes of Span, which may be none, by Text.
type Edit struct {
	Span source.Span
	Text string
}

// Result is the outcome of a run.
type Result struct {
	Findings []Finding // by file, position, severity (worst first), rule
	Waived   []Finding // what a waiver of the options hides, in the same order
	Coverage Coverage
}
