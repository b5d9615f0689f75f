package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/report"
	"github.com/amd-gaia/gaia-gen/internal/store"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// Store returns where verdicts are remembered: as GAIA_GEN_CACHE says, a directory or
// "off", else in the user's cache directory.
func Store() *store.Store {
	dir := os.Getenv("GAIA_GEN_CACHE")
	if dir == "off" {
		return nil
	}
	return store.Open(dir)
}

// GateVerdict returns what a check means for the exit code. A fault of a document is
// no verdict: it cannot be told whether what was made from it is right.
func GateVerdict(v *drift.Verdict, diags *diag.List) error {
	switch top, any := diags.Max(); {
	case any && top >= diag.Error:
		return errUnable
	case v.Drifted():
		return errFindings
	default:
		return nil
	}
}

// ReportGate prints the findings of a check that are not about drift.
func ReportGate(diags *diag.List, v Verbosity, stderr io.Writer) error {
	if err := Report(diags, v, stderr); err != nil && err != errFindings && err != errUnable {
		return err
	}
	return nil
}

// WriteFindings makes the disk hold what a check says should be there, all of it or
// nothing, and prints what was written.
func WriteFindings(w *workspace.Workspace, v *drift.Verdict, stdout io.Writer) error {
	all := append(slices.Clone(v.Findings), v.Following...)
	if err := RefuseForeign(all); err != nil {
		return err
	}
	top, _ := w.Top()
	if err := w.Write(top, all); err != nil {
		return err
	}
	for _, f := range all {
		word := "written"
		switch f.Status {
		case drift.Stale:
			word = "removed"
		case drift.Renamed:
			word = "renamed from " + f.From
		case drift.Untracked:
			word = "is right, git add it"
		}
		fmt.Fprintf(stdout, "%s: %s\n", f.Path, word)
	}
	if len(all) == 0 {
		fmt.Fprintf(stdout, "%s: nothing to write\n", v.Program)
	}
	return nil
}

// Unable is the verdict of a run that has reported why it has none.
func Unable() error { return errUnable }

// WriteVerdict writes v to every target.
func WriteVerdict(v *drift.Verdict, targets []report.Target, o report.DriftOptions, colour string, stdout io.Writer) error {
	files := map[string][]byte{}
	for _, t := range targets {
		if t.File == "" {
			o.Style = Style(colour, stdout, true)
			if err := report.WriteDrift(stdout, t.Format, v, o); err != nil {
				return err
			}
			continue
		}
		var b bytes.Buffer
		o.Style = diag.Style{}
		if err := report.WriteDrift(&b, t.Format, v, o); err != nil {
			return err
		}
		files[t.File] = b.Bytes()
	}
	if err := workspace.WriteReports(files); err != nil {
		return fmt.Errorf("reports: %w", err)
	}
	return nil
}
