package judge

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// canFollow reports whether the library can follow the $ref with this value:
// anchors, identifiers and URLs it cannot, nor a pointer to nothing, which is
// reported by reportDangling.
func (j *openapiJudge) canFollow(ref tree.Node) bool {
	if ref.Kind() != tree.String {
		return true
	}
	text := ref.Str()
	j.refsAlike[text] = append(j.refsAlike[text], ref)
	if _, err := url.Parse(text); err != nil {
		return false
	}
	file, fragment, _ := strings.Cut(text, "#")
	if file != "" {
		can := !j.alone && !strings.Contains(file, ":") && (fragment == "" || strings.HasPrefix(fragment, "/"))
		j.followed = j.followed || can
		return can
	}
	target, ok := resolve(ref.Doc().Root(), fragment)
	return ok && fragment != "" && target.OK()
}

// resolve returns what a URI fragment names: a JSON pointer, percent-encoded or,
// as many writers have it, not.
func resolve(root tree.Node, fragment string) (tree.Node, bool) {
	if pointer, err := url.PathUnescape(fragment); err == nil {
		if n, ok := root.At(pointer); ok {
			return n, true
		}
	}
	return root.At(fragment)
}

// reportDangling reports the $refs below n that point at nothing in their own
// document. One into the definitions of a schema around it is left to the
// reader: model exporters write it relative to that schema.
func (j *openapiJudge) reportDangling(n tree.Node) {
	for key, value := range n.Members() {
		if key.Str() == "$ref" && value.Kind() == tree.String {
			j.reportIfDangling(value)
			continue
		}
		if !isData(key.Str(), n) {
			j.reportDangling(value)
		}
	}
	for _, item := range n.Items() {
		j.reportDangling(item)
	}
}

func (j *openapiJudge) reportIfDangling(ref tree.Node) {
	text := ref.Str()
	if !strings.HasPrefix(text, "#/") || strings.HasPrefix(text, "#/$defs/") || strings.HasPrefix(text, "#/definitions/") {
		return
	}
	if _, ok := resolve(j.root, text[1:]); !ok {
		j.report("openapi/unresolved-ref", diag.Error, ref, fmt.Sprintf("reference %q points at nothing", text))
	}
}

// isData reports whether the member key of n holds values in which a $ref is
// just a key. A property of that name is a schema.
func isData(key string, n tree.Node) bool {
	if strings.HasPrefix(key, "x-") {
		return n.Key().Str() != "properties"
	}
	switch key {
	case "default", "example", "const", "enum":
		return n.Key().Str() != "properties"
	case "examples": // a schema's are values, others are Example Objects
		return n.Get(key).Kind() == tree.Array
	case "value":
		return parent(n).Key().Str() == "examples"
	default:
		return false
	}
}
