package lint_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/lint"
	"go.yaml.in/yaml/v3"
)

// spellings returns a JSON document as a minified one, an indented one, one with
// CRLF, and as YAML in blocks.
func spellings(t *testing.T, text string) map[string]string {
	t.Helper()
	var small, wide bytes.Buffer
	if err := json.Compact(&small, []byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := json.Indent(&wide, []byte(text), "", "  "); err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"small.json": small.String(), "wide.json": wide.String(),
		"crlf.json": "\ufeff" + strings.ReplaceAll(wide.String(), "\n", "\r\n"), "block.yaml": asYAML(t, text),
	}
}

func asYAML(t *testing.T, text string) string {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(text), &n); err != nil {
		t.Fatal(err)
	}
	plain(&n)
	out, err := yaml.Marshal(&n)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func plain(n *yaml.Node) {
	n.Style = 0
	for _, c := range n.Content {
		plain(c)
	}
}

// TestFixes makes each fix of the pages' bad examples, in every spelling: the
// finding must be gone, and no other may come.
func TestFixes(t *testing.T) {
	made := map[string]int{}
	for _, r := range lint.All() {
		for _, m := range fence.FindAllStringSubmatch(r.Page, -1) {
			if m[1] != "Bad" || m[2] != "json" || r.ID == "json/duplicate-key" {
				continue
			}
			for name, text := range spellings(t, wrapExample(m[3])) {
				for _, f := range lintText(t, name, text, lint.Options{}).Findings {
					if f.Rule != r.ID {
						continue
					}
					for _, fix := range f.Fixes {
						made[r.ID+" "+name]++
						checkFix(t, name, text, f, fix)
					}
				}
			}
		}
	}
	for _, rule := range []string{
		"union/untagged", "union/tag-optional", "union/implicit-mapping", "union/variant-unmapped", "union/mapping-mismatch", "union/duplicate-variant",
		"union/non-object-variant", "enum/duplicate", "enum/nullable-no-null", "nullable/removed", "schema/type-array-30", "schema/const-30",
		"ref/siblings-ignored", "untyped/opt-in-stale",
	} {
		for _, name := range []string{"small.json", "wide.json", "crlf.json"} {
			if made[rule+" "+name] == 0 {
				t.Errorf("%s offers no fix in %s", rule, name)
			}
		}
	}
	for _, rule := range []string{"union/untagged", "union/tag-optional", "union/implicit-mapping", "union/variant-unmapped", "union/mapping-mismatch", "enum/nullable-no-null"} {
		if made[rule+" block.yaml"] == 0 {
			t.Errorf("%s offers no fix in YAML", rule)
		}
	}
}

func checkFix(t *testing.T, name, text string, f lint.Finding, fix lint.Fix) {
	t.Helper()
	fixed, skipped := lint.Apply([]byte(text), []lint.Fix{fix})
	if skipped > 0 {
		t.Errorf("%s in %s: the fix was skipped", f.Rule, name)
	}
	before := map[string]bool{}
	for _, x := range lintText(t, name, text, lint.Options{}).Findings {
		before[x.Rule+" "+x.Key] = true
	}
	for _, x := range lintText(t, name, string(fixed), lint.Options{}).Findings {
		if x.Rule == f.Rule && x.Key == f.Key {
			t.Errorf("%s in %s: still there after %q:\n%s", f.Rule, name, fix.Description, fixed)
		}
		if !before[x.Rule+" "+x.Key] && x.Severity > diag.Info {
			t.Errorf("%s in %s: the fix brings %s: %s\n%s", f.Rule, name, x.Rule, x.Message, fixed)
		}
	}
}
