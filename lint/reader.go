package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// readerRules are about the text of documents. Their findings come with the
// documents: see Input.Read.
var readerRules = []Rule{
	{ID: "json/duplicate-key", Title: "an object has a key twice", Severity: diag.Error},
	{ID: "yaml/tag", Title: "a YAML tag has no meaning in JSON", Severity: diag.Error},
	{ID: "yaml/merge", Title: "a YAML merge key cannot be merged", Severity: diag.Error},
	{ID: "yaml/number", Title: "a YAML number is none in JSON", Severity: diag.Error},
	{ID: "yaml/empty-key", Title: "a YAML key is empty", Severity: diag.Error},
}

// relay takes over the findings of the reader that have a rule here.
func (p *pass) relay() {
	for _, d := range p.in.Read {
		family, _, _ := strings.Cut(d.Rule, "/")
		if family != "json" && family != "yaml" || p.rules[d.Rule] == nil {
			continue
		}
		message := d.Message
		if d.Rule == "json/duplicate-key" {
			message += ": the first definition is lost"
		}
		p.report(fault{rule: d.Rule, loc: d.Loc, message: message, related: d.Related, help: d.Help, key: p.keyAt(d.Loc)})
	}
}

// keyAt names a place by its pointer, behind what every component shares.
func (p *pass) keyAt(loc source.Loc) string {
	pointer := strings.TrimPrefix(loc.Pointer, "/")
	for _, start := range []string{"components/schemas/", "$defs/", "definitions/"} {
		pointer = strings.TrimPrefix(pointer, start)
	}
	pointer = strings.ReplaceAll(pointer, "/properties/", ".")
	return pointer
}
