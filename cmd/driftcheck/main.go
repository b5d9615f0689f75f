// Command driftcheck fails when committed generated files are not what the
// committed schemas produce. It writes nothing and does not ask git.
//
// Exit codes: 0 no drift; 1 drift, or findings in the documents; 2 no verdict.
package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

func main() {
	os.Exit(cli.Main("driftcheck", newCommand, os.Args[1:], os.Stdout, os.Stderr))
}

func newCommand(stdout, stderr io.Writer) *cobra.Command {
	var s cli.Selection
	c := &cobra.Command{
		Use:   "driftcheck",
		Short: "Fail when generated files are not what the schemas produce",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return check(s, stdout, stderr) },
	}
	s.Register(c)
	c.AddCommand(cli.VersionCommand("driftcheck", stdout))
	return c
}

func check(s cli.Selection, stdout, stderr io.Writer) error {
	diags := &diag.List{}
	w, err := workspace.Open(s.Config, s.Contracts, diags)
	if err != nil {
		return err
	}
	if w == nil {
		return cli.Report(diags, cli.FewWarnings, stderr)
	}
	defer w.Close()
	results, err := w.Generate(pipeline.SkipConformance, diags)
	if err != nil {
		return err
	}
	if err := cli.Report(diags, cli.FewWarnings, stderr); err != nil {
		return err
	}
	found, err := w.Compare(results)
	if err != nil {
		return err
	}
	return cli.Check(w, results, found, s.Command(), stdout)
}
