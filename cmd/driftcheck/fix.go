package main

import (
	"context"
	"fmt"
	"io"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/gate"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// fix writes what should be there, all of it or nothing.
func fix(w *workspace.Workspace, v *drift.Verdict, diags *diag.List, stdout io.Writer) error {
	if v.Toolchain != "" {
		return fmt.Errorf("%s: nothing is written by another version", v.Toolchain)
	}
	if diags.HasErrors() {
		return cli.Unable()
	}
	return cli.WriteFindings(w, v, stdout)
}

// explain prints the way from the sources to a file.
func explain(ctx context.Context, w *workspace.Workspace, o *options, diags *diag.List, stdout, stderr io.Writer) error {
	links, err := gate.Explain(ctx, w, o.explain, diags)
	if reportErr := cli.ReportGate(diags, o.verbosity(), stderr); reportErr != nil {
		return reportErr
	}
	if err != nil {
		return err
	}
	for _, l := range links {
		line := fmt.Sprintf("%-7s %s", l.Step, l.Name)
		if l.Sum != "" {
			line += "  " + l.Sum
		}
		if l.Note != "" {
			line += "  (" + l.Note + ")"
		}
		fmt.Fprintln(stdout, line)
	}
	return nil
}
