package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/amd-gaia/gaia-gen/internal/workspace"
	"github.com/amd-gaia/gaia-gen/lint"
)

// printCoverage prints a table per contract: models that lack a description
// first, then how many have all, then the sum.
func printCoverage(w io.Writer, contracts []workspace.Linted) {
	for _, c := range contracts {
		cov := c.Result.Coverage
		fmt.Fprintf(w, "\n%s: %d of %d fields described (%g%%)\n", c.Contract.Name, cov.Described, cov.Total, cov.Percent())
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		whole := 0
		for _, m := range cov.Models {
			if m.Described == m.Total {
				whole++
				continue
			}
			fmt.Fprintf(t, "  %d/%d\t%g%%\t  %s (%s)\n", m.Described, m.Total, lint.Coverage{Described: m.Described, Total: m.Total}.Percent(), m.Name, m.File)
		}
		_ = t.Flush() // w keeps its own errors
		fmt.Fprintf(w, "  %d of %d models are described in full\n", whole, len(cov.Models))
		fmt.Fprintf(w, "  %d of %d properties, %d of %d parameters; of all properties as they stand, exempt and unused ones too, %d of %d\n",
			cov.Properties.Described, cov.Properties.Total, cov.Described-cov.Properties.Described, cov.Total-cov.Properties.Total,
			cov.Raw.Described, cov.Raw.Total)
	}
}

// badge returns the coverage of all contracts as shields.io reads it.
func (r *lintRun) badge() []byte {
	var sum lint.Coverage
	for _, c := range r.contracts {
		sum.Described += c.Result.Coverage.Described
		sum.Total += c.Result.Coverage.Total
	}
	data, err := json.MarshalIndent(sum.Badge(), "", "  ")
	if err != nil {
		panic("gaia-gen: encode a badge: " + err.Error()) // texts and a number always encode
	}
	return append(data, '\n')
}
