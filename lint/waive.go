package lint

import (
	"strconv"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// configRules are about what the configuration says to lint.
var configRules = []Rule{
	{ID: "waiver/stale", Title: "a waiver hides nothing", Severity: diag.Warning},
	{ID: "waiver/reason", Title: "a waiver gives no reason", Severity: diag.Error},
}

// hides reports whether w is about f.
func (w *Waiver) hides(f *Finding) bool {
	return w.Rule == f.Rule && (w.At == f.Loc.Pointer || w.At == f.Key)
}

// waive moves the findings that a waiver hides from found to the second result,
// and adds findings about the waivers themselves to the first.
func (p *pass) waive(found []Finding) (kept, waived []Finding) {
	if len(p.opts.Waive) == 0 {
		return found, nil
	}
	used := make([]bool, len(p.opts.Waive))
	for i := range found {
		hidden := false
		for k := range p.opts.Waive {
			if p.opts.Waive[k].hides(&found[i]) {
				used[k], hidden = true, true
			}
		}
		if hidden {
			waived = append(waived, found[i])
		} else {
			kept = append(kept, found[i])
		}
	}
	for k := range p.opts.Waive {
		kept = p.judgeWaiver(kept, &p.opts.Waive[k], used[k])
	}
	return kept, waived
}

func (p *pass) judgeWaiver(kept []Finding, w *Waiver, used bool) []Finding {
	f := Finding{Key: w.Rule + " at " + w.At}
	f.Loc = w.Loc
	switch {
	case !used:
		f.Rule = "waiver/stale"
		f.Message = "waiver of " + w.Rule + " at " + strconv.Quote(w.At) + " hides nothing"
		f.Help = "remove the waiver; what it was for is fixed or has another name"
	case isBlank(w.Why):
		f.Rule = "waiver/reason"
		f.Message = "waiver of " + w.Rule + " at " + strconv.Quote(w.At) + " has no reason"
		f.Help = "say in \"why\" what makes the finding acceptable"
	default:
		return kept
	}
	rule := p.rules[f.Rule]
	severity, on := p.opts.severity(rule, rule.Severity)
	if !on {
		return kept
	}
	f.Severity = severity
	return append(kept, f)
}
