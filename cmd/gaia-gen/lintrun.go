package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/report"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
	"github.com/amd-gaia/gaia-gen/lint"
)

// lintRun is the state of one run of lint.
type lintRun struct {
	o              *lintOptions
	w              *workspace.Workspace
	stdout, stderr io.Writer
	diags          *diag.List // of documents that cannot be read, and of the configuration

	contracts []workspace.Linted
	found     []lint.Finding // what the baselines do not know
	worst     cli.Worst
}

// lint fills in what was found, against baselines and the base revision.
func (r *lintRun) lint() error {
	r.contracts = r.w.Lint(r.diags)
	touched, err := r.touched()
	if err != nil {
		return err
	}
	rewritten := map[string]lint.Baseline{}
	for i, c := range r.contracts {
		found, err := r.new(c, rewritten)
		if err != nil {
			return err
		}
		r.found = append(r.found, found...)
		r.found = append(r.found, missing(touched[i], found)...)
	}
	files := map[string][]byte{}
	for name, b := range rewritten {
		files[name] = b.Encode()
	}
	return r.w.Replace(files)
}

// missing returns the findings that are not among known.
func missing(findings, known []lint.Finding) []lint.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f lint.Finding) bool {
		return slices.ContainsFunc(known, func(k lint.Finding) bool { return k.Rule == f.Rule && k.Loc == f.Loc })
	})
}

// touched returns, by contract, the undescribed fields of models that changed.
func (r *lintRun) touched() ([][]lint.Finding, error) {
	out := make([][]lint.Finding, len(r.contracts))
	if r.o.base == "" {
		return out, nil
	}
	before, err := r.w.LintBase(r.o.base)
	if err != nil {
		return nil, err
	}
	for i := range before {
		for _, f := range lint.Touched(before[i].Result, r.contracts[i].Result) {
			f.Message += "; its model changed since " + r.o.base
			out[i] = append(out[i], f)
		}
	}
	return out, nil
}

// new returns the findings of c that its baseline does not know, and notes how
// the baseline changes. Contracts may share one file.
func (r *lintRun) new(c workspace.Linted, rewritten map[string]lint.Baseline) ([]lint.Finding, error) {
	name := c.Contract.Lint.Baseline
	if name == "" {
		if r.o.update {
			return nil, fmt.Errorf("contract %q has no baseline to update; add lint: {baseline: FILE} or --baseline FILE", c.Contract.Name)
		}
		return c.Result.Findings, nil
	}
	b, ok := rewritten[name]
	if !ok {
		if b, ok = r.readBaseline(name); !ok {
			return nil, nil
		}
	}
	own, others := r.split(b, c)
	diff := lint.Compare(c.Result, own)
	switch {
	case r.o.update:
		how := lint.Shrink
		if r.o.regress {
			how = lint.Regress
		}
		next, refused := own.Update(c.Result, diff, how)
		rewritten[name] = join(next, others)
		if refused == 0 {
			diff.New = nil
		}
	case len(diff.Vanished) > 0 && workspace.CI():
		r.stale(name, diff)
	case len(diff.Vanished) > 0:
		next, _ := own.Update(c.Result, diff, lint.Shrink)
		rewritten[name] = join(next, others)
		fmt.Fprintf(r.stderr, "%s: %s taken out: found no more\n", name, cli.Count(len(diff.Vanished), "key"))
	}
	for _, rename := range diff.Renames {
		fmt.Fprintf(r.stderr, "%s: %s looks like %s under a new name; --update-baseline --allow-regress renames its keys\n", name, rename.New, rename.Old)
	}
	return diff.New, nil
}

// readBaseline reads a baseline. One that is to be updated may be missing.
func (r *lintRun) readBaseline(name string) (lint.Baseline, bool) {
	f, err := r.w.ReadFile(name)
	switch {
	case err == nil:
		return lint.ReadBaseline(f, r.diags)
	case errors.Is(err, fs.ErrNotExist) && r.o.update:
		return lint.Baseline{}, true
	case errors.Is(err, fs.ErrNotExist):
		r.diags.Add(diag.Diagnostic{Severity: diag.Fatal, Message: "there is no baseline " + name,
			Help: "write it with gaia-gen lint --update-baseline --allow-regress"})
	default:
		r.diags.Fatalf(source.Loc{}, "cannot read the baseline: %v", err)
	}
	return lint.Baseline{}, false
}

// split returns the part of a baseline that is about the documents of c, and the
// part that is about those of other contracts.
func (r *lintRun) split(b lint.Baseline, c workspace.Linted) (own, others lint.Baseline) {
	about := func(k lint.Key) bool {
		for _, o := range r.contracts {
			if o.Contract.Name != c.Contract.Name && slices.Contains(o.Contract.Inputs, k.File) && !slices.Contains(c.Contract.Inputs, k.File) {
				return false
			}
		}
		return true
	}
	for _, k := range b.Keys {
		if about(k) {
			own.Keys = append(own.Keys, k)
		} else {
			others.Keys = append(others.Keys, k)
		}
	}
	own.Described, own.Total = b.Described, b.Total
	return own, others
}

func join(own, others lint.Baseline) lint.Baseline {
	own.Keys = slices.Concat(own.Keys, others.Keys)
	return own
}

// stale reports keys of a baseline that nothing finds any more, where it must not
// be rewritten.
func (r *lintRun) stale(name string, diff lint.Comparison) {
	for _, k := range diff.Vanished {
		r.diags.Add(diag.Diagnostic{Rule: "baseline/stale", Severity: diag.Error,
			Message: fmt.Sprintf("%s: %s at %q of %s is found no more", name, k.Rule, k.Name, k.File),
			Help:    "run gaia-gen lint --update-baseline and commit " + name})
	}
}

// failOn returns the least severity that fails the run: the strictest of the contracts.
func (r *lintRun) failOn() diag.Severity {
	least := diag.Error
	for _, c := range r.contracts {
		switch c.Contract.Lint.FailOn {
		case "warn":
			least = min(least, diag.Warning)
		case "info":
			least = min(least, diag.Info)
		}
	}
	return least
}

// report writes the findings to the targets, and the coverage where it is asked for.
func (r *lintRun) report(targets []report.Target) error {
	rep := r.make()
	files := map[string][]byte{}
	for _, t := range targets {
		out := &buffer{}
		rep.Style = cli.Style(r.o.colour, r.stdout, t.File == "")
		if err := report.Write(out, t.Format, rep); err != nil {
			return err
		}
		if t.File != "" {
			files[t.File] = out.data
			continue
		}
		if _, err := r.stdout.Write(out.data); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
	}
	if r.o.badge != "" {
		files[r.o.badge] = r.badge()
	}
	if r.o.coverage && !slices.ContainsFunc(targets, func(t report.Target) bool { return t.File == "" && t.Format != report.Text }) {
		printCoverage(r.stdout, r.contracts)
	}
	return workspace.WriteReports(files)
}

type buffer struct{ data []byte }

func (b *buffer) Write(p []byte) (int, error) {
	b.data = append(b.data, p...)
	return len(p), nil
}

// make gathers what the formats need.
func (r *lintRun) make() report.Report {
	rep := report.Report{Tool: report.Tool{Name: "gaia-gen", Version: cli.Version(), URL: "https://github.com/amd-gaia/gaia-gen"}, FailOn: r.failOn()}
	for _, rule := range lint.All() {
		rep.Rules = append(rep.Rules, report.Rule{ID: rule.ID, Title: rule.Title, Help: rule.Page, Severity: rule.Severity, URL: ruleURL(rule.ID)})
	}
	show := r.w.Displayer()
	seen := map[[2]any]bool{}
	for _, d := range r.diags.Sorted() {
		rep.Findings = append(rep.Findings, report.Finding{Diagnostic: show.Diagnostic(d)})
	}
	for _, f := range r.found {
		if id := [2]any{f.Rule, f.Loc}; !seen[id] { // contracts may share a document
			seen[id] = true
			rep.Findings = append(rep.Findings, finding(f, show))
		}
	}
	slices.SortStableFunc(rep.Findings, func(a, b report.Finding) int { return diag.Compare(a.Diagnostic, b.Diagnostic) })
	for _, f := range rep.Findings {
		r.worst.Add(f.Severity)
	}
	rep.Coverage = &report.Coverage{}
	for _, c := range r.contracts {
		cov := c.Result.Coverage
		rep.Coverage.Total += cov.Total
		rep.Coverage.Described += cov.Described
		for _, k := range cov.Undescribed {
			rep.Coverage.Undescribed = append(rep.Coverage.Undescribed, k.Name)
		}
	}
	return rep
}

func ruleURL(id string) string {
	return "https://github.com/amd-gaia/gaia-gen/blob/main/docs/rules.md#" + lint.Anchor(id)
}

func finding(f lint.Finding, show *workspace.Displayer) report.Finding {
	out := report.Finding{Diagnostic: show.Diagnostic(f.Diagnostic), Key: f.Key}
	for _, x := range f.Fixes {
		fix := report.Fix{Description: x.Description}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, report.Edit{Span: show.Span(e.Span), Text: e.Text})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return out
}
