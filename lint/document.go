package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// document is one file of the run.
type document struct {
	tree *tree.Doc
	form string // as Resolver.Form says

	openAPI       bool   // it is one, or is read as part of one
	version       string // "3.0", "3.1" or "3.2" of an OpenAPI document, else ""
	hidesSiblings bool   // nothing beside $ref counts
	pydantic      bool   // it looks as if FastAPI or Pydantic had exported it
	repeats       bool   // an object repeats a key
	framework     bool   // it has FastAPI's own error schemas

	// units says by the index of a node which unit it was visited for: 0 is
	// not visited, n is pass.units[n-1].
	units []int32
}

func newDocument(t *tree.Doc, in Input) *document {
	d := &document{tree: t, form: in.Refs.Form(t), units: make([]int32, t.Len())}
	dialect := in.Refs.Dialect(t)
	if version, ok := strings.CutPrefix(dialect, "openapi-"); ok {
		d.openAPI, d.version = true, version
	}
	switch dialect {
	case "openapi-3.0", "draft-04", "draft-06", "draft-07":
		d.hidesSiblings = true
	}
	d.repeats = hasRepeats(t, in.Read)
	schemas := d.schemas()
	d.framework = isFastAPI(schemas)
	d.pydantic = d.framework || hasPydanticTitles(schemas)
	return d
}

// schemas returns the map of the named schemas of d.
func (d *document) schemas() tree.Node {
	root := d.tree.Root()
	switch {
	case d.form == "schemas":
		return root
	case root.Get("components").OK():
		return root.Get("components").Get("schemas")
	case root.Get("$defs").OK():
		return root.Get("$defs")
	default:
		return root.Get("definitions")
	}
}

func hasRepeats(t *tree.Doc, read []diag.Diagnostic) bool {
	for _, f := range read {
		if f.Rule == "json/duplicate-key" && f.Loc.Span.File == t.File() {
			return true
		}
	}
	return false
}

// frameworkSchemas are the schemas that FastAPI adds to every document with a
// validated request.
var frameworkSchemas = []string{"HTTPValidationError", "ValidationError"}

// isFastAPI reports whether schemas holds them, in their shape.
func isFastAPI(schemas tree.Node) bool {
	detail := schemas.Get("HTTPValidationError").Get("properties").Get("detail")
	fields := schemas.Get("ValidationError").Get("properties")
	return strings.HasSuffix(detail.Get("items").Get("$ref").Str(), "/ValidationError") && fields.Get("loc").OK() && fields.Get("msg").OK()
}

// hasPydanticTitles reports whether most fields have the title that Pydantic
// makes from a name: "created_at" becomes "Created At".
func hasPydanticTitles(schemas tree.Node) bool {
	const enough = 30
	fields, titled := 0, 0
	for _, schema := range schemas.Members() {
		for key, field := range schema.Get("properties").Members() {
			if field.Get("$ref").OK() {
				continue
			}
			fields++
			if field.Get("title").Str() == pydanticTitle(key.Str()) {
				titled++
			}
		}
		if fields > enough {
			break
		}
	}
	return titled > 0 && 2*titled > fields
}

func pydanticTitle(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// members calls f with the members of n that count: of a repeated key the last.
func (d *document) members(n tree.Node, f func(key, value tree.Node)) {
	for key, v := range n.Members() {
		if d.repeats && n.Get(key.Str()) != v {
			continue
		}
		f(key, v)
	}
}

// is30 reports whether the document is OpenAPI 3.0.
func (d *document) is30() bool { return d.version == "3.0" }
