package pipeline

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/naming"
	"github.com/amd-gaia/gaia-gen/lint"
)

// Lint returns what the linter finds in the documents of c, in files named from
// the root of fsys. What keeps a document from being read, and a rule of the
// configuration that does not exist, are Fatal in out; what could be read is
// linted all the same.
func Lint(fsys fs.FS, c config.Contract, out *diag.List) lint.Result {
	options := lintOptions(c.Lint, out)
	own := &diag.List{}
	loaded := load(fsys, c, Options{}, own)
	read := own.Sorted()
	result := lint.Run(lint.Input{Docs: loaded.Docs, Refs: loaded, Read: read}, options)
	for _, d := range read {
		if d.Severity == diag.Fatal {
			at := func(f lint.Finding) bool { return f.Loc.Span == d.Loc.Span && f.Loc.Span.File != nil }
			result.Findings = slices.DeleteFunc(result.Findings, at)
		}
		if d.Severity >= diag.Error && !lintSays(result, d) {
			out.Add(d)
		}
	}
	return result
}

// lintSays reports whether the linter has a finding for what the loader found:
// one of the same rule, or at the same place.
func lintSays(r lint.Result, d diag.Diagnostic) bool {
	if _, _, ok := lint.Lookup(d.Rule); ok {
		return true
	}
	same := func(f lint.Finding) bool { return f.Loc.Span == d.Loc.Span && f.Severity >= diag.Error }
	return d.Severity < diag.Fatal && (slices.ContainsFunc(r.Findings, same) || slices.ContainsFunc(r.Waived, same))
}

// lintOptions turns the configuration into the linter's options.
func lintOptions(c *config.Lint, out *diag.List) lint.Options {
	var o lint.Options
	if c == nil {
		return o
	}
	o.KeepFramework, o.CountTags = c.Framework, c.CountTags
	o.Rules = map[string]lint.Level{}
	for _, r := range c.Rules {
		checkRule(config.RuleName{Name: r.Rule, Loc: r.Loc}, out)
		level, _, _ := lint.ParseLevel(r.Level)
		o.Rules[r.Rule] = level
	}
	for _, s := range c.Skip {
		skip := lint.Skip{Files: s.Files, Pointers: s.Pointers}
		for _, r := range s.Rules {
			checkRule(r, out)
			skip.Rules = append(skip.Rules, r.Name)
		}
		o.Skip = append(o.Skip, skip)
	}
	for _, w := range c.Waive {
		checkRule(config.RuleName{Name: w.Rule, Loc: w.Loc}, out)
		o.Waive = append(o.Waive, lint.Waiver{Rule: w.Rule, At: w.At, Why: w.Why, Loc: w.Loc})
	}
	return o
}

// checkRule reports a name that is neither a rule nor a family of rules.
func checkRule(r config.RuleName, out *diag.List) {
	names := map[string]bool{}
	var all []string
	for _, rule := range lint.All() {
		family := path.Dir(rule.ID)
		for _, name := range []string{rule.ID, family} {
			if !names[name] {
				names[name] = true
				all = append(all, name)
			}
		}
	}
	if names[strings.TrimSuffix(r.Name, "/*")] {
		return
	}
	help := "docs/rules.md lists the rules"
	if near := naming.Nearest(r.Name, all); near != "" {
		help = "did you mean \"" + near + "\"?"
	}
	out.Add(diag.Diagnostic{Rule: "config", Severity: diag.Fatal, Loc: r.Loc, Message: "there is no rule \"" + r.Name + "\"", Help: help})
}
