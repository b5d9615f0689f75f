package report

import (
	"bytes"
	"fmt"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// renderText writes the findings as diag does, then a line that counts them and
// one for the coverage.
func renderText(r Report) ([]byte, error) {
	ds := make([]diag.Diagnostic, len(r.Findings))
	for i, f := range r.Findings {
		ds[i] = f.Diagnostic
	}
	var b bytes.Buffer
	if err := r.Style.Write(&b, ds); err != nil {
		return nil, err
	}
	fmt.Fprintln(&b, countTotals(r.Findings))
	if r.Coverage != nil {
		fmt.Fprintln(&b, r.Coverage)
	}
	return b.Bytes(), nil
}
