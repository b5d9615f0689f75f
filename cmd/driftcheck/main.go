// Command driftcheck fails when what is committed is not what the sources produce:
// generated files against the documents, and with --export the documents against
// their exporters. It writes nothing unless it is told to, and does not ask git
// whether a tree is dirty.
//
// Exit codes: 0 no drift; 1 drift; 2 no verdict.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/gate"
	"github.com/amd-gaia/gaia-gen/internal/report"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

func main() {
	os.Exit(cli.Main("driftcheck", newCommand, os.Args[1:], os.Stdout, os.Stderr))
}

// options are the flags.
type options struct {
	cli.Selection
	staged         bool
	at, base       string
	export         bool
	fix, force     bool
	check          bool
	twice          bool
	explain        string
	eol            string
	formats        []string
	all            bool
	quiet, verbose bool
	colour         string
	noCache        bool
}

func newCommand(stdout, stderr io.Writer) *cobra.Command {
	o := &options{}
	c := &cobra.Command{
		Use:   "driftcheck",
		Short: "Fail when what is committed is not what the sources produce",
		Long: `driftcheck makes in memory what gaia-gen.yaml says and compares it, byte by
byte, with the files that are there. It says what drifted, why, and the command
that mends it.`,
		Example: `  driftcheck
  driftcheck --staged                  what the next commit would hold, for a hook
  driftcheck --export                  also run the exporters and compare schemas/
  driftcheck --base origin/main        tell new drift from old
  driftcheck --format github --format markdown=summary.md --format patch=drift.patch
  driftcheck --explain src/api/types.ts`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return run(o, stdout, stderr) },
	}
	o.Register(c)
	f := c.Flags()
	f.BoolVar(&o.staged, "staged", false, "read everything from the index: what a commit would hold")
	f.StringVar(&o.at, "at", "", "read everything from the commit `REV`")
	f.StringVar(&o.base, "base", "", "mark what had drifted already, and say what changed, since this branch and `REV` parted")
	f.BoolVar(&o.export, "export", false, "run the exporters in a copy of the tree and compare the documents that they write")
	f.BoolVar(&o.check, "check", false, "write nothing, as without any flag")
	f.BoolVar(&o.fix, "fix", false, "write what should be there; refused where CI is set")
	f.BoolVar(&o.force, "force", false, "let --fix write where CI is set")
	f.BoolVar(&o.twice, "twice", false, "make everything twice; no verdict when the results differ")
	f.StringVar(&o.explain, "explain", "", "print the way from the sources to `FILE`, with sums")
	f.StringVar(&o.eol, "eol", "auto", "auto: files that differ in CRLF alone are in sync; strict: they are not")
	f.StringArrayVar(&o.formats, "format", nil, "text, json, github, markdown, sarif, junit, gitlab or patch; `FORMAT=FILE` writes to a file (repeatable)")
	f.BoolVar(&o.all, "all", false, "print all findings and whole differences")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print nothing when all is in sync")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print every warning")
	f.StringVar(&o.colour, "color", "auto", "always, never or auto: on a terminal, unless NO_COLOR or CI is set")
	f.BoolVar(&o.noCache, "no-cache", false, "make everything anew, whatever is remembered of earlier checks")
	c.AddCommand(cli.VersionCommand("driftcheck", stdout))
	return c
}

// run is one run of the command.
func run(o *options, stdout, stderr io.Writer) error {
	targets, err := o.validate()
	if err != nil {
		return err
	}
	diags := &diag.List{}
	w, err := workspace.Open(o.view(), o.Config, o.Contracts, diags)
	if err != nil {
		return err
	}
	if w == nil {
		return cli.Report(diags, cli.AllWarnings, stderr)
	}
	defer w.Close()
	ctx, stop := cli.Interruptible()
	defer stop()
	if o.explain != "" {
		return explain(ctx, w, o, diags, stdout, stderr)
	}
	v, err := gate.Check(ctx, w, o.gate(), diags)
	if err != nil {
		return err
	}
	if err := cli.ReportGate(diags, o.verbosity(), stderr); err != nil {
		return err
	}
	if o.fix {
		return fix(w, v, diags, stdout)
	}
	if !o.quiet || v.Drifted() {
		if err := cli.WriteVerdict(v, targets, o.report(), o.colour, stdout); err != nil {
			return err
		}
	}
	return cli.GateVerdict(v, diags)
}

// validate refuses flags that are not known or do not go together.
func (o *options) validate() ([]report.Target, error) {
	switch {
	case o.staged && o.at != "":
		return nil, errors.New("--staged and --at read two different trees")
	case o.fix && o.check:
		return nil, errors.New("--fix writes and --check does not: choose one")
	case o.fix && (o.staged || o.at != ""):
		return nil, errors.New("--fix writes the working tree: run it without --staged and --at, then git add what it wrote")
	case o.fix && workspace.CI() && !o.force:
		return nil, errors.New("--fix is refused where CI is set, because a check that mends what it finds never fails; --force allows it")
	case o.force && !o.fix:
		return nil, errors.New("--force is about --fix")
	case o.explain != "" && (o.fix || o.twice || o.base != ""):
		return nil, errors.New("--explain does not check anything: leave out --fix, --twice and --base")
	}
	for _, f := range []struct {
		name, value string
		words       []string
	}{{"--eol", o.eol, []string{"auto", "strict"}}, {"--color", o.colour, []string{"auto", "always", "never"}}} {
		if !slices.Contains(f.words, f.value) {
			return nil, fmt.Errorf("%s %q is not one of %s", f.name, f.value, cli.Words(f.words))
		}
	}
	return report.ParseFormats(o.formats, report.DriftFormats())
}

func (o *options) view() workspace.View {
	switch {
	case o.staged:
		return workspace.View{Kind: workspace.Index}
	case o.at != "":
		return workspace.View{Kind: workspace.Commit, Rev: o.at}
	default:
		return workspace.View{}
	}
}

func (o *options) gate() gate.Options {
	g := gate.Options{Program: "driftcheck", Version: cli.Version(), Arguments: o.Arguments(), Base: o.base}
	if o.export {
		g.Hops = gate.FromSources
	}
	if o.twice {
		g.Runs = gate.Twice
	}
	if o.eol == "strict" {
		g.EOL = drift.ReportEOL
	}
	if !o.noCache && !o.twice {
		g.Store = cli.Store()
	}
	if workspace.CI() {
		g.Place = gate.CI
	}
	return g
}

func (o *options) report() report.DriftOptions {
	r := report.DriftOptions{Tool: cli.Tool("driftcheck")}
	if o.all {
		r.Extent = report.Whole
	}
	return r
}

func (o *options) verbosity() cli.Verbosity {
	if o.verbose {
		return cli.AllWarnings
	}
	return cli.FewWarnings
}
