package loader

import (
	"bytes"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// role is a kind of object in a document.
type role uint8

// The kinds of object, as OpenAPI 3.2 names them.
const (
	onRoot role = iota
	onInfo
	onContact
	onLicense
	onServer
	onVariable
	onTag
	onDocs
	onPaths
	onItem
	onOperation
	onParameter
	onHeader
	onBody
	onMedia
	onEncoding
	onResponses
	onResponse
	onCallback
	onLink
	onExample
	onComponents
	onScheme
	onFlows
	onFlow
	onSchema
	onDiscriminator
	onXML
	lastRole
)

// holding says how a member holds objects.
type holding uint8

const (
	holdsOne  holding = iota
	holdsList         // a list of them
	holdsMap          // an object whose members are they, under names of any kind
)

// limb is a member that holds objects of one kind. The name "" stands for every
// member that is no extension.
type limb struct {
	name string
	how  holding
	of   role
}

// anatomy says for every kind of object what messages call it and where others
// are inside. Schemas have the keyword table for the latter.
var anatomy = [lastRole]struct {
	phrase string
	limbs  []limb
}{
	onRoot: {"the root of a document", []limb{
		{"info", holdsOne, onInfo}, {"servers", holdsList, onServer}, {"paths", holdsOne, onPaths}, {"webhooks", holdsMap, onItem},
		{"x-webhooks", holdsMap, onItem}, {"components", holdsOne, onComponents}, {"tags", holdsList, onTag}, {"externalDocs", holdsOne, onDocs},
	}},
	onInfo:     {"\"info\"", []limb{{"contact", holdsOne, onContact}, {"license", holdsOne, onLicense}}},
	onContact:  {"\"contact\"", nil},
	onLicense:  {"\"license\"", nil},
	onServer:   {"a server", []limb{{"variables", holdsMap, onVariable}}},
	onVariable: {"a server variable", nil},
	onTag:      {"a tag", []limb{{"externalDocs", holdsOne, onDocs}}},
	onDocs:     {"\"externalDocs\"", nil},
	onPaths:    {"\"paths\"", []limb{{"", holdsOne, onItem}}},
	onItem: {"a path item", []limb{
		{"get", holdsOne, onOperation}, {"put", holdsOne, onOperation}, {"post", holdsOne, onOperation}, {"delete", holdsOne, onOperation},
		{"options", holdsOne, onOperation}, {"head", holdsOne, onOperation}, {"patch", holdsOne, onOperation}, {"trace", holdsOne, onOperation},
		{"query", holdsOne, onOperation}, {"additionalOperations", holdsMap, onOperation},
		{"parameters", holdsList, onParameter}, {"servers", holdsList, onServer},
	}},
	onOperation: {"an operation", []limb{
		{"parameters", holdsList, onParameter}, {"requestBody", holdsOne, onBody}, {"responses", holdsOne, onResponses},
		{"callbacks", holdsMap, onCallback}, {"servers", holdsList, onServer}, {"externalDocs", holdsOne, onDocs},
	}},
	onParameter: {"a parameter", []limb{{"schema", holdsOne, onSchema}, {"content", holdsMap, onMedia}, {"examples", holdsMap, onExample}}},
	onHeader:    {"a header", []limb{{"schema", holdsOne, onSchema}, {"content", holdsMap, onMedia}, {"examples", holdsMap, onExample}}},
	onBody:      {"a request body", []limb{{"content", holdsMap, onMedia}}},
	onMedia: {"a media type", []limb{
		{"schema", holdsOne, onSchema}, {"itemSchema", holdsOne, onSchema}, {"examples", holdsMap, onExample},
		{"encoding", holdsMap, onEncoding}, {"itemEncoding", holdsOne, onEncoding}, {"prefixEncoding", holdsList, onEncoding},
	}},
	onEncoding:  {"an encoding", []limb{{"headers", holdsMap, onHeader}}},
	onResponses: {"\"responses\"", []limb{{"", holdsOne, onResponse}}},
	onResponse:  {"a response", []limb{{"headers", holdsMap, onHeader}, {"content", holdsMap, onMedia}, {"links", holdsMap, onLink}}},
	onCallback:  {"a callback", []limb{{"", holdsOne, onItem}}},
	onLink:      {"a link", []limb{{"server", holdsOne, onServer}}},
	onExample:   {"an example", nil},
	onComponents: {"\"components\"", []limb{
		{"schemas", holdsMap, onSchema}, {"responses", holdsMap, onResponse}, {"parameters", holdsMap, onParameter}, {"examples", holdsMap, onExample},
		{"requestBodies", holdsMap, onBody}, {"headers", holdsMap, onHeader}, {"securitySchemes", holdsMap, onScheme}, {"links", holdsMap, onLink},
		{"callbacks", holdsMap, onCallback}, {"pathItems", holdsMap, onItem}, {"mediaTypes", holdsMap, onMedia},
	}},
	onScheme:        {"a security scheme", []limb{{"flows", holdsOne, onFlows}}},
	onFlows:         {"\"flows\"", []limb{{"", holdsOne, onFlow}}},
	onFlow:          {"an OAuth flow", nil},
	onSchema:        {"a schema", nil},
	onDiscriminator: {"a discriminator", nil},
	onXML:           {"\"xml\"", nil},
}

// surveyor visits every object that the loader may read, and checks the
// extensions on it.
type surveyor struct {
	l    *loader
	seen map[tree.Node]bool
	todo []sighting // what references lead to
	docs map[*document]bool
}

// sighting is an object to be visited.
type sighting struct {
	at   site
	role role
}

// survey checks the names and places of all extensions of ours, in the inputs
// and in what they refer to.
func (l *loader) survey(inputs []*document) {
	if !l.mentionsOurs() {
		return
	}
	v := &surveyor{l: l, seen: map[tree.Node]bool{}, docs: map[*document]bool{}}
	for _, d := range inputs {
		v.document(d)
	}
	for len(v.todo) > 0 {
		next := v.todo[0]
		v.todo = v.todo[1:]
		if d := next.at.doc(); !v.docs[d] && knowsItself(d) {
			v.document(d)
		}
		v.visit(next.at, next.role)
	}
}

// mentionsOurs reports whether the text of any document could hold an extension
// of ours, so that most need no visit.
func (l *loader) mentionsOurs() bool {
	for _, d := range l.docs {
		data := d.tree.File().Data
		for _, word := range []string{"-gaia", "-Gaia", "-GAIA"} {
			if bytes.Contains(data, []byte(word)) {
				return true
			}
		}
	}
	return false
}

// knowsItself reports whether a document that is not an input says what its root
// is. Others hold fragments, which references into them explain.
func knowsItself(d *document) bool {
	root := d.tree.Root()
	return d.kind == openAPI || root.Get("$schema").OK() || root.Get("$defs").OK() || root.Get("definitions").OK()
}

// document visits d from its root.
func (v *surveyor) document(d *document) {
	v.docs[d] = true
	root := rootOf(d)
	switch d.kind {
	case openAPI:
		v.visit(root, onRoot)
	case schemaMap:
		for key, n := range root.members() {
			v.l.checkExtension(root, key, onRoot)
			if !strings.HasPrefix(key.Str(), "x-") {
				v.visit(root.member(key.Str(), n), onSchema)
			}
		}
	case jsonSchema:
		v.visit(root, onSchema)
	}
}

// visit checks the object at s and those inside it.
func (v *surveyor) visit(s site, r role) {
	if s.node.Kind() != tree.Object || v.seen[s.node] {
		return
	}
	v.seen[s.node] = true
	for key := range s.members() {
		v.l.checkExtension(s, key, r)
	}
	if to, ok := v.l.lookup(s); ok {
		v.todo = append(v.todo, sighting{to, r})
	}
	switch r {
	case onSchema:
		v.schema(s)
		return
	case onOperation:
		v.events(s.get("x-gaia-stream").get("events"))
	}
	for _, b := range anatomy[r].limbs {
		if b.name != "" {
			v.limb(s.get(b.name), b)
			continue
		}
		for key, n := range s.members() {
			if !strings.HasPrefix(key.Str(), "x-") && key.Str() != "$ref" {
				v.limb(s.member(key.Str(), n), b)
			}
		}
	}
}

// limb visits what a member holds.
func (v *surveyor) limb(s site, b limb) {
	if !s.ok() {
		return
	}
	switch b.how {
	case holdsOne:
		v.visit(s, b.of)
	case holdsList:
		for i, n := range s.node.Items() {
			v.visit(s.at(n, "/"+itoa(i)), b.of)
		}
	case holdsMap:
		for key, n := range s.members() {
			v.visit(s.member(key.Str(), n), b.of)
		}
	}
}

// schema visits what is below the schema at s.
func (v *surveyor) schema(s site) {
	for key, n := range s.members() {
		i, ok := keywordIndex[key.Str()]
		if !ok {
			continue
		}
		at := s.member(key.Str(), n)
		switch keywords[i].below {
		case belowSchema, belowEither, belowList:
			if n.Kind() == tree.Array {
				v.limb(at, limb{how: holdsList, of: onSchema})
				continue
			}
			v.visit(at, onSchema)
		case belowMap, belowMixed:
			v.limb(at, limb{how: holdsMap, of: onSchema})
		}
	}
	v.visit(s.get("externalDocs"), onDocs)
	v.visit(s.get("xml"), onXML)
	d := s.get("discriminator")
	v.visit(d, onDiscriminator)
	for key, n := range d.node.Get("mapping").Members() {
		if at := d.under("mapping", key.Str(), n); n.Kind() == tree.String {
			v.refer(at)
		}
	}
}

// events visits the schema of a stream's events.
func (v *surveyor) events(s site) {
	if s.node.Kind() == tree.String {
		v.refer(s)
		return
	}
	if s.ok() {
		v.visit(s, onSchema)
	}
}

// refer notes the schema that the text at s refers to.
func (v *surveyor) refer(s site) {
	if to, ok := v.l.lookupRef(s, s.node.Str()); ok {
		v.todo = append(v.todo, sighting{to, onSchema})
	}
}
