package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// totals counts findings by the severities that reports print.
type totals struct {
	Error int `json:"error"`
	Warn  int `json:"warn"`
	Info  int `json:"info"`
}

func countTotals(fs []Finding) totals {
	var t totals
	for _, f := range fs {
		switch f.Severity {
		case diag.Error, diag.Fatal:
			t.Error++
		case diag.Warning:
			t.Warn++
		case diag.Info:
			t.Info++
		}
	}
	return t
}

// String returns for example "2 errors, 1 warning", or "no findings".
func (t totals) String() string {
	var parts []string
	add := func(n int, one, many string) {
		switch n {
		case 0:
		case 1:
			parts = append(parts, "1 "+one)
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(t.Error, "error", "errors")
	add(t.Warn, "warning", "warnings")
	add(t.Info, "info", "info")
	if parts == nil {
		return "no findings"
	}
	return strings.Join(parts, ", ")
}

// percent returns how much is described, rounded to one decimal. It is 100 only
// when nothing is missing and 0 only when everything is, and 100 of nothing.
func (c *Coverage) percent() float64 {
	switch c.Described {
	case c.Total:
		return 100
	case 0:
		return 0
	}
	p := math.Round(1000*float64(c.Described)/float64(c.Total)) / 10
	return max(0.1, min(p, 99.9))
}

// String returns for example "322 of 330 described (97.6 %)".
func (c *Coverage) String() string {
	return fmt.Sprintf("%d of %d described (%g %%)", c.Described, c.Total, c.percent())
}

// worstFirst returns fs by severity, else in the order given.
func worstFirst(fs []Finding) []Finding {
	out := slices.Clone(fs)
	slices.SortStableFunc(out, func(a, b Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	return out
}
