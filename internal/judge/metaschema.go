package judge

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// latest is the dialect of OpenAPI schemas that name no other.
const latest = "https://json-schema.org/draft/2020-12/schema"

// dialects has the meta-schema for each $schema, written without "http(s)://"
// and an empty fragment. The OpenAPI dialects only add keywords.
var dialects = map[string]string{
	"json-schema.org/draft-04/schema":              "http://json-schema.org/draft-04/schema",
	"json-schema.org/draft-06/schema":              "http://json-schema.org/draft-06/schema",
	"json-schema.org/draft-07/schema":              "http://json-schema.org/draft-07/schema",
	"json-schema.org/draft/2019-09/schema":         "https://json-schema.org/draft/2019-09/schema",
	"json-schema.org/draft/2020-12/schema":         latest,
	"spec.openapis.org/oas/3.1/dialect/base":       latest,
	"spec.openapis.org/oas/3.1/dialect/2024-11-10": latest,
	"spec.openapis.org/oas/3.2/dialect/2025-09-17": latest,
}

// dialect returns the meta-schema that a $schema or jsonSchemaDialect names,
// otherwise for a node that is absent, and "" for one that is unknown.
func dialect(n tree.Node, otherwise string) string {
	if !n.OK() {
		return otherwise
	}
	id := strings.TrimSuffix(n.Str(), "#")
	id = strings.TrimPrefix(strings.TrimPrefix(id, "https://"), "http://")
	return dialects[id]
}

// metaSchemas has the compiled meta-schemas that were needed so far.
type metaSchemas map[string]*jsonschema.Schema

func (m metaSchemas) compiled(id string) *jsonschema.Schema {
	if m[id] == nil {
		c := jsonschema.NewCompiler()
		m[id] = c.MustCompile(id) // built in: nothing is read
	}
	return m[id]
}

// components judges each component schema by itself: a whole document at once
// takes time that grows with its square.
func (j *judge) components(root tree.Node) {
	usual := dialect(root.Get("jsonSchemaDialect"), latest)
	for _, schema := range root.Get("components").Get("schemas").Members() {
		j.schema(schema, dialect(schema.Get("$schema"), usual))
	}
}

// schemaDocument judges a JSON Schema document: its definitions one by one, and
// the rest of it.
func (j *judge) schemaDocument(root tree.Node) {
	id := dialect(root.Get("$schema"), latest)
	j.schema(root, id)
	for _, key := range definitionKeys {
		for _, schema := range root.Get(key).Members() {
			j.schema(schema, dialect(schema.Get("$schema"), id))
		}
	}
}

var definitionKeys = []string{"$defs", "definitions"}

// schema judges one schema by the meta-schema id, without the definitions of a
// document's root; nothing when id is "".
func (j *judge) schema(schema tree.Node, id string) {
	if id == "" {
		return
	}
	j.guard("schema/unjudged", schema, func() {
		value := schema.Any()
		if object, ok := value.(map[string]any); ok && schema == schema.Doc().Root() {
			for _, key := range definitionKeys {
				if _, ok := object[key].(map[string]any); ok {
					delete(object, key)
				}
			}
		}
		var fault *jsonschema.ValidationError
		if errors.As(j.metas.compiled(id).Validate(value), &fault) {
			j.schemaFaults(schema, fault)
		}
	})
}

// schemaFaults reports the innermost places at fault, each once.
func (j *judge) schemaFaults(schema tree.Node, fault *jsonschema.ValidationError) {
	var places []string
	messages := map[string][]string{}
	for _, leaf := range leaves(fault, nil) {
		place := leaf.InstanceLocation
		if messages[place] == nil {
			places = append(places, place)
		}
		if !slices.Contains(messages[place], leaf.Message) {
			messages[place] = append(messages[place], leaf.Message)
		}
	}
	for _, place := range places {
		if !slices.ContainsFunc(places, func(p string) bool { return strings.HasPrefix(p, place+"/") }) {
			j.schemaFault(schema, place, strings.Join(messages[place], ", or "))
		}
	}
}

// schemaFault reports one place, a JSON pointer below schema, percent-encoded.
func (j *judge) schemaFault(schema tree.Node, place, message string) {
	pointer, err := url.PathUnescape(place)
	if err != nil {
		pointer = place
	}
	n, ok := schema.At(pointer)
	if !ok {
		n = schema
	}
	if key := n.Key().Str(); key != "" {
		message = fmt.Sprintf("value of %q is not allowed: %s", key, message)
	}
	j.report("schema/metaschema", diag.Error, n, message)
}

// leaves appends the causes of fault that have no cause themselves. A format is
// no fault: the library reads regular expressions and references more strictly
// than the specification.
func leaves(fault *jsonschema.ValidationError, found []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(fault.Causes) == 0 && !strings.HasSuffix(fault.KeywordLocation, "/format") {
		return append(found, fault)
	}
	for _, cause := range fault.Causes {
		found = leaves(cause, found)
	}
	return found
}
