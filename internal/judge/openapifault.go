package judge

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var (
	constructFault = regexp.MustCompile(`line ([0-9]+): (cannot (?:construct|unmarshal) !!(\w+)(?: .([^` + "`" + `]*).)? into (\S+)(?: field "([^"]*)")?(?: in (/\S*))?)`)
	refInMessage   = regexp.MustCompile(`(?:URI: |reference |bad data in |\$ref )"([^"]*)"`)
)

// loadFault reports why the document does not load, leaves that out of the next
// attempt, and returns false when there is nothing to leave out.
func (j *openapiJudge) loadFault(err error) bool {
	text := err.Error()
	if m := refInMessage.FindStringSubmatch(text); m != nil && strings.HasPrefix(m[1], "#") {
		return j.refFault(m[1], text)
	}
	if j.followed && !j.alone {
		// The fault may be in another file, or in how the library finds it.
		// The reader reports those; this document can be judged without.
		j.alone = true
		return true
	}
	before := len(j.omit)
	for _, m := range constructFault.FindAllStringSubmatch(text, -1) {
		j.typeFault(m)
	}
	return len(j.omit) > before
}

// refFault handles a reference within the document that the library cannot
// follow: its target is of another kind.
func (j *openapiJudge) refFault(ref, text string) bool {
	before := len(j.omit)
	for _, n := range j.refsAlike[ref] {
		if _, want, ok := strings.Cut(text, "(expecting ref to "); ok && !j.omit[n] {
			j.report("openapi/load", diag.Error, n, fmt.Sprintf("reference %q leads to something else than %s", ref, strings.TrimSuffix(want, ")")))
		}
		j.omit[n] = true
	}
	return len(j.omit) > before
}

// typeFault reports a value of a kind that the library cannot hold.
func (j *openapiJudge) typeFault(m []string) {
	n := j.faultyNode(m)
	if !n.OK() || n == j.root {
		return
	}
	message := fmt.Sprintf("value is of the wrong type: %s", n.Kind())
	if key := n.Key().Str(); key != "" {
		message = fmt.Sprintf("%q is of the wrong type: %s", key, n.Kind())
	}
	if want := kindOf(m[5]); want != "" && want != n.Kind().String() {
		message += ", expected " + want
	}
	j.report("openapi/load", severityOf(n), n, message)
	j.omit[n] = true
}

// faultyNode returns the value that the library could not hold: what it names
// by pointer or by line, whichever has the YAML tag that it names too.
func (j *openapiJudge) faultyNode(m []string) tree.Node {
	line, _ := strconv.Atoi(m[1])
	byLine := j.renderBy[j.root.Doc().File().Name].node(line)
	pointer := strings.TrimRight(m[7], ";")
	if m[6] != "" {
		pointer += "/" + tree.EscapeToken(m[6])
	}
	byPointer, _ := j.root.At(pointer)
	if pointer != "" && hasTag(byPointer, m[3]) || !hasTag(byLine, m[3]) {
		return byPointer
	}
	return byLine
}

// hasTag reports whether n is of the kind of a YAML tag, written without "!!".
func hasTag(n tree.Node, tag string) bool {
	switch n.Kind() {
	case tree.Object:
		return tag == "map"
	case tree.Array:
		return tag == "seq"
	case tree.String:
		return tag == "str"
	case tree.Number:
		return tag == "int" || tag == "float"
	case tree.Bool:
		return tag == "bool"
	default:
		return tag == "null" && n.OK()
	}
}

// kindOf returns the JSON name for a Go type of the library, "" for its own.
func kindOf(goType string) string {
	switch {
	case goType == "string":
		return "string"
	case goType == "bool":
		return "boolean"
	case strings.HasPrefix(goType, "float"):
		return "number"
	case strings.HasPrefix(goType, "uint"), strings.HasPrefix(goType, "int"):
		return "non-negative integer"
	case strings.HasPrefix(goType, "[]"), arrayTypes[goType]:
		return "array"
	case strings.HasPrefix(goType, "map["), strings.HasPrefix(goType, "openapi3."):
		return "object"
	default:
		return ""
	}
}

// arrayTypes has the library's names for slices.
var arrayTypes = map[string]bool{
	"openapi3.Parameters": true, "openapi3.SchemaRefs": true, "openapi3.SecurityRequirements": true,
	"openapi3.Servers": true, "openapi3.Tags": true, "openapi3.Types": true,
}

// severityOf returns Warning for what no generated type depends on.
func severityOf(n tree.Node) diag.Severity {
	switch section, _, _ := strings.Cut(strings.TrimPrefix(n.Pointer(), "/"), "/"); section {
	case "info", "servers", "tags", "externalDocs", "security":
		return diag.Warning
	default:
		return diag.Error
	}
}
