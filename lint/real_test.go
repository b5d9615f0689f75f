package lint_test

import (
	"testing"

	"github.com/amd-gaia/gaia-gen/lint"
	"github.com/google/go-cmp/cmp"
)

// TestReal holds the coverage to what was counted by hand in two documents of
// the project that gaia-gen is for: 322 of 330 properties have a text in the
// one, 13 of 365 in the other. The metric leaves out FastAPI's own schemas, the
// constant tags of unions and what no operation leads to, and adds parameters.
func TestReal(t *testing.T) {
	dir := sharedDir(t, "contracts/gaia/data")
	for _, x := range []struct {
		file            string
		raw, properties lint.Ratio
		exempt          int
	}{
		{"openapi.email.json", lint.Ratio{Described: 322, Total: 330}, lint.Ratio{Described: 322, Total: 322}, 8},
		{"derived/openapi.ui.derived.json", lint.Ratio{Described: 13, Total: 365}, lint.Ratio{Described: 10, Total: 357}, 8},
	} {
		r := run(t, dir, x.file, lint.Options{})
		c := r.Coverage
		if diff := cmp.Diff(x.raw, c.Raw); diff != "" {
			t.Errorf("%s: raw (-want +got):\n%s", x.file, diff)
		}
		if diff := cmp.Diff(x.properties, c.Properties); diff != "" {
			t.Errorf("%s: properties (-want +got):\n%s", x.file, diff)
		}
		if c.Exempt != x.exempt {
			t.Errorf("%s: %d exempt, want %d", x.file, c.Exempt, x.exempt)
		}
	}
	var optional []string
	for _, f := range run(t, dir, "openapi.email.json", lint.Options{}).Findings {
		if f.Rule == "union/tag-optional" {
			optional = append(optional, f.Key)
		}
	}
	if diff := cmp.Diff([]string{"SingleEmailInput.kind", "ThreadInput.kind"}, optional); diff != "" {
		t.Errorf("optional tags (-want +got):\n%s", diff)
	}
	all := run(t, dir, "openapi.email.json", lint.Options{KeepFramework: true, CountTags: true}).Coverage
	if all.Properties != all.Raw || all.Exempt != 0 {
		t.Errorf("without exemptions %v of %v, %d exempt", all.Properties, all.Raw, all.Exempt)
	}
}
