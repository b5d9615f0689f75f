package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/report"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
	"github.com/amd-gaia/gaia-gen/lint"
)

// lintOptions are the flags of lint.
type lintOptions struct {
	cli.Selection
	formats         []string
	baseline        string
	update, regress bool
	base            string
	failOn          string
	coverage        bool
	badge           string
	fix             bool
	root            string
	capabilities    string
	colour          string
}

func lintCommand(stdout, stderr io.Writer) *cobra.Command {
	o := &lintOptions{}
	c := &cobra.Command{
		Use:   "lint [INPUT…]",
		Short: "Check descriptions, untyped values, unions and names of documents",
		Long: `lint reads the documents that gaia-gen.yaml names, or INPUT, and reports what
is undescribed, untyped or ambiguous, and which names and unions will hurt the
code that is generated from them. "gaia-gen explain RULE" explains a rule.`,
		Example: `  gaia-gen lint
  gaia-gen lint openapi.json --fail-on warn
  gaia-gen lint --format text --format sarif=lint.sarif
  gaia-gen lint --coverage
  gaia-gen lint --base origin/main`,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, inputs []string) error { return runLint(o, inputs, stdout, stderr) },
	}
	o.Selection.Register(c)
	f := c.Flags()
	f.StringArrayVar(&o.formats, "format", nil, "text, json, sarif, github, junit, gitlab or markdown; `FORMAT=FILE` writes to a file (repeatable)")
	f.StringVar(&o.baseline, "baseline", "", "`FILE` of findings that are known and do not fail the run")
	f.BoolVar(&o.update, "update-baseline", false, "take out of the baseline what is found no more")
	f.BoolVar(&o.regress, "allow-regress", false, "with --update-baseline: take in what is new as well")
	f.StringVar(&o.base, "base", "", "report undescribed fields of models that changed since `REV`, baseline or not")
	f.StringVar(&o.failOn, "fail-on", "", "the least severity that fails the run: error, warn or info (default: error)")
	f.BoolVar(&o.coverage, "coverage", false, "print how many fields are described, by model")
	f.StringVar(&o.badge, "badge", "", "write the coverage as a shields.io endpoint to `FILE`")
	f.BoolVar(&o.fix, "fix", false, "make the changes that are certain, in documents that no exporter writes")
	f.StringVar(&o.root, "root", "", "`DIR` that INPUT and its references must stay below")
	f.StringVar(&o.capabilities, "capabilities", "", "capabilities document `FILE` that goes with INPUT")
	f.StringVar(&o.colour, "color", "auto", "always, never or auto: on a terminal, unless NO_COLOR or CI is set")
	return c
}

func explainCommand(stdout io.Writer) *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE",
		Short: "Explain a rule of lint: what, why, how to fix",
		Args:  cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, r := range lint.All() {
				ids = append(ids, r.ID)
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			r, near, ok := lint.Lookup(args[0])
			if !ok && near != "" {
				return fmt.Errorf("there is no rule %q; did you mean %q?", args[0], near)
			}
			if !ok {
				return fmt.Errorf("there is no rule %q; docs/rules.md lists the rules", args[0])
			}
			_, err := io.WriteString(stdout, r.Page)
			return err
		},
	}
}

// runLint is one run of the command.
func runLint(o *lintOptions, inputs []string, stdout, stderr io.Writer) error {
	targets, err := o.check(inputs)
	if err != nil {
		return err
	}
	diags := &diag.List{}
	w, err := o.open(inputs, diags)
	if err != nil {
		return err
	}
	if w == nil {
		return cli.Report(diags, cli.AllWarnings, stderr)
	}
	defer w.Close()
	run := lintRun{o: o, w: w, stdout: stdout, stderr: stderr, diags: diags}
	if err := run.lint(); err != nil {
		return err
	}
	if o.fix {
		if err := run.fix(); err != nil {
			return err
		}
	}
	if err := run.report(targets); err != nil {
		return err
	}
	return cli.Verdict(run.worst, run.failOn())
}

// check refuses flags that are not known or do not go together.
func (o *lintOptions) check(inputs []string) ([]report.Target, error) {
	if len(inputs) > 0 && (o.Config != "" || len(o.Contracts) > 0) {
		return nil, errors.New("INPUT does not go with --config or --contract")
	}
	if len(inputs) == 0 && o.root+o.capabilities != "" {
		return nil, errors.New("--root and --capabilities need an INPUT; without one the configuration decides")
	}
	if o.regress && !o.update {
		return nil, errors.New("--allow-regress needs --update-baseline")
	}
	for _, f := range []struct {
		name, value string
		words       []string
	}{{"--fail-on", o.failOn, []string{"", "error", "warn", "info"}}, {"--color", o.colour, []string{"auto", "always", "never"}}} {
		if !slices.Contains(f.words, f.value) {
			return nil, fmt.Errorf("%s %q is not one of %s", f.name, f.value, strings.TrimPrefix(strings.Join(f.words, ", "), ", "))
		}
	}
	return report.ParseFormats(o.formats, report.Formats())
}

func (o *lintOptions) open(inputs []string, diags *diag.List) (*workspace.Workspace, error) {
	var w *workspace.Workspace
	var err error
	if len(inputs) == 0 {
		w, err = workspace.Open(workspace.View{}, o.Config, o.Contracts, diags)
	} else {
		c := config.Contract{Name: contractName(inputs), Inputs: inputs, Capabilities: o.capabilities}
		w, err = workspace.AdHoc(c, o.root, diags)
	}
	if w == nil || err != nil {
		return nil, err
	}
	w.Configure(func(l *config.Lint) {
		if o.baseline != "" {
			l.Baseline = o.baseline
		}
		if o.failOn != "" {
			l.FailOn = o.failOn
		}
	})
	return w, nil
}
