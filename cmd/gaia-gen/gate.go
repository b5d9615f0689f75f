package main

import (
	"fmt"
	"io"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/gate"
	"github.com/amd-gaia/gaia-gen/internal/report"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// gate compares, as driftcheck does, and with --export writes what differs.
func (o *options) gate(w *workspace.Workspace, inputs []string, diags *diag.List, stdout, stderr io.Writer) error {
	ctx, stop := cli.Interruptible()
	defer stop()
	g := gate.Options{Program: "gaia-gen", Version: cli.Version(), Arguments: o.arguments(inputs), Store: cli.Store()}
	if o.export {
		g.Hops = gate.FromSources
		if refuseVersion(w, diags); diags.HasErrors() {
			return cli.Report(diags, o.verbosity(), stderr)
		}
	}
	if workspace.CI() {
		g.Place = gate.CI
	}
	v, err := gate.Check(ctx, w, g, diags)
	if err != nil {
		return err
	}
	if err := cli.ReportGate(diags, o.verbosity(), stderr); err != nil {
		return err
	}
	if !o.export {
		if err := cli.WriteVerdict(v, []report.Target{{Format: report.Text}}, report.DriftOptions{Tool: cli.Tool("gaia-gen")}, "auto", stdout); err != nil {
			return err
		}
		return cli.GateVerdict(v, diags)
	}
	if diags.HasErrors() {
		return cli.Unable()
	}
	return cli.WriteFindings(w, v, stdout)
}

// refuseVersion reports that another version must generate here.
func refuseVersion(w *workspace.Workspace, diags *diag.List) {
	cfg := w.Config
	if cfg == nil || cfg.Permits(cli.Version()) {
		return
	}
	diags.Add(diag.Diagnostic{Rule: "config", Severity: diag.Fatal, Loc: cfg.RequiredLoc,
		Message: fmt.Sprintf("%s requires version %s, this is %s", config.FileName, cfg.RequiredVersion, cli.Version()),
		Help:    "run the version that is required, or require this one"})
}
