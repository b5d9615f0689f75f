package judge

import (
	"reflect"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// finding reports the last error of chain, whose others are around it.
func (j *openapiJudge) finding(chain []error) {
	err := chain[len(chain)-1]
	rule, severity := "openapi/invalid", diag.Warning
	var coded openapi3.CodedError
	for _, e := range chain {
		if c, ok := e.(openapi3.CodedError); ok {
			coded = c
		}
	}
	if coded != nil {
		rule = "openapi/" + coded.Code()
		err = coded
	}
	if rule == "openapi/unresolved-ref" {
		severity = diag.Error
	}
	n := j.place(chain)
	if !n.OK() || j.isAllowed(chain, n) || j.isPartial(n) || j.isJudgedItself(n.Doc()) {
		return
	}
	j.report(rule, severity, n, firstLine(err.Error()))
}

// isPartial reports whether something was left out of n, which may then lack
// what the document has.
func (j *openapiJudge) isPartial(n tree.Node) bool {
	r := j.renderBy[n.Doc().File().Name]
	return r != nil && r.partial[n]
}

// isJudgedItself reports whether d is another OpenAPI document of this run.
func (j *openapiJudge) isJudgedItself(d *tree.Doc) bool {
	return d != j.root.Doc() && d == j.docs[d.File().Name] && d.Root().Get("openapi").OK()
}

// isAllowed reports whether an error is the library's, and not the document's.
func (j *openapiJudge) isAllowed(chain []error, n tree.Node) bool {
	for _, err := range chain {
		switch e := err.(type) {
		case *openapi3.ItemSchemaFieldFor32Plus:
			// FastAPI writes it in 3.1 documents, and the reader takes it there.
			return true
		case *openapi3.ExtraSiblingFieldsError:
			// JSON Schema allows any keyword; OpenAPI uses it since 3.1.
			if j.version >= 1 && inSchema(n) {
				return true
			}
			if j.version >= 2 && len(e.Fields) == 1 && e.Fields[0] == "defaultMapping" {
				return true
			}
		}
	}
	return false
}

// inSchema reports whether n is a schema of an OpenAPI document or inside one.
func inSchema(n tree.Node) bool {
	tokens := strings.Split(n.Pointer(), "/")
	for i, token := range tokens {
		if token == "schema" || token == "itemSchema" || token == "schemas" && i > 0 && tokens[i-1] == "components" {
			return true
		}
	}
	return false
}

// place returns the node that an error is about: where the library says it
// comes from, or where the errors around it say they are, and there the field
// that the error names.
func (j *openapiJudge) place(chain []error) tree.Node {
	n := j.scope(chain)
	for _, err := range chain {
		if origin := originOf(err); origin != nil && origin.Key != nil {
			if r := j.renderBy[origin.Key.File]; r != nil {
				n = inner(n, r.node(origin.Key.Line))
			}
		}
	}
	for _, err := range chain {
		for _, field := range fieldsOf(err) {
			if member := n.Get(field); member.OK() {
				return member
			}
		}
	}
	if n == j.root {
		return n.Get("openapi")
	}
	return n
}

// inner returns origin, or scope when that is inside of it or there is no origin.
func inner(scope, origin tree.Node) tree.Node {
	inside := scope.Doc() == origin.Doc() && strings.HasPrefix(scope.Pointer(), origin.Pointer()+"/")
	if inside || !origin.OK() {
		return scope
	}
	return origin
}

// originOf returns the Origin field that many errors of the library have.
func originOf(err error) *openapi3.Origin {
	v := reflect.ValueOf(err)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil
	}
	f := v.Elem().FieldByName("Origin")
	if !f.IsValid() {
		return nil
	}
	origin, _ := f.Interface().(*openapi3.Origin)
	return origin
}

// fieldsOf returns the members that err says are at fault.
func fieldsOf(err error) []string {
	switch e := err.(type) {
	case *openapi3.ExtraSiblingFieldsError:
		return e.Fields
	case *openapi3.FieldVersionMismatchError:
		return []string{e.Field}
	case *openapi3.ForbiddenFieldError:
		return []string{e.Field}
	case *openapi3.SchemaTypeError, *openapi3.InvalidSecuritySchemeTypeError:
		return []string{"type"}
	case *openapi3.InvalidParameterInError:
		return []string{"in"}
	case *openapi3.InvalidHTTPSchemeError:
		return []string{"scheme"}
	case *openapi3.PathMustStartWithSlashError:
		return []string{e.Path}
	case *openapi3.ConflictingPathsError:
		return []string{e.Path1}
	case *openapi3.DuplicateOperationIDError:
		return []string{"operationId"}
	case *openapi3.UnresolvedRefError:
		return []string{"$ref"}
	default:
		return nil
	}
}

// componentSections has the key of each kind of component, by the library's
// name for one.
var componentSections = map[string]string{
	"schema": "schemas", "parameter": "parameters", "header": "headers", "request body": "requestBodies",
	"response": "responses", "security scheme": "securitySchemes", "example": "examples", "link": "links", "callback": "callbacks",
}

// scope returns the innermost node that the errors around a fault name.
func (j *openapiJudge) scope(chain []error) tree.Node {
	n := j.root
	enter := func(child tree.Node) {
		if child.OK() {
			n = child
		}
	}
	for _, err := range chain {
		switch e := err.(type) {
		case *openapi3.SectionValidationError:
			enter(j.root.Get(e.Section))
		case *openapi3.PathValidationError:
			enter(j.root.Get("paths").Get(e.Path))
		case *openapi3.WebhookValidationError:
			enter(j.root.Get("webhooks").Get(e.Name))
		case *openapi3.OperationValidationError:
			enter(n.Get(strings.ToLower(e.Method)))
		case *openapi3.ComponentValidationError:
			enter(j.root.Get("components").Get(componentSections[e.Section]).Get(e.Name))
		case *openapi3.PathParametersError:
			enter(j.root.Get("paths").Get(e.Path).Get(strings.ToLower(e.Method)))
		case *openapi3.TagValidationError:
			for _, tag := range j.root.Get("tags").Items() {
				if tag.Get("name").Str() == e.Name {
					enter(tag)
				}
			}
		}
	}
	return n
}
