package lint

import (
	"path"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// parameter is a parameter or a header as the walk comes to it.
type parameter struct {
	node tree.Node
	name string
	in   string // "query", "path", …; "header" for headers of responses too
	key  string // names that lead to it: "listUsers.query.limit"
	unit *unit
	doc  *document
}

// response is one response of an operation or of the components.
type response struct {
	node   tree.Node
	status string // "200", "4XX", "default"; "" in components
	key    string
	op     *operation // nil in components
	unit   *unit
	doc    *document
}

// media is the content of a body, a response, a parameter or a header in one
// media type.
type media struct {
	node    tree.Node
	typ     string // lower case, without parameters: "application/json"
	place   string // for messages: "response 200", "request body"
	key     string
	op      *operation
	status  string // of the response it belongs to, "" for none
	reply   bool   // it belongs to a response
	unit    *unit
	doc     *document
	comment string // the description of what holds it
}

// walk visits everything in an input.
func (p *pass) walk(d *document) {
	root := d.tree.Root()
	switch d.form {
	case "openapi":
		before := len(p.operations)
		p.paths(root.Get("paths"), d, false)
		p.paths(root.Get("webhooks"), d, true)
		p.paths(root.Get("x-webhooks"), d, true)
		p.components(root.Get("components"), d)
		p.library[d] = len(p.operations) == before
	case "schemas":
		p.library[d] = true
		d.members(root, func(key, n tree.Node) {
			if !strings.HasPrefix(key.Str(), "x-") {
				p.schemaOf(n, p.newUnit(unitSchema, key.Str(), n, d), nil, placeRoot, "")
			}
		})
	case "schema":
		p.jsonSchema(d)
	}
}

// jsonSchema visits a JSON Schema document. Its definitions are types that are
// generated, whether or not its root leads to them. A root that says nothing but
// definitions is no schema.
func (p *pass) jsonSchema(d *document) {
	root := d.tree.Root()
	p.library[d] = true
	if root.Kind() == tree.Object && !saysSomething(root) {
		p.definitions(root.Get("$defs"), d)
		p.definitions(root.Get("definitions"), d)
		return
	}
	u := p.newUnit(unitSchema, rootName(d), root, d)
	u.root = true
	p.schemaOf(root, u, nil, placeRoot, "")
}

// saysSomething reports whether the root of a JSON Schema holds more than
// definitions and text.
func saysSomething(root tree.Node) bool {
	defs := false
	for key := range root.Members() {
		switch name := key.Str(); name {
		case "$defs", "definitions":
			defs = true
		case "$schema", "$id", "id", "$comment", "title", "description", "$vocabulary", "examples", "default":
		default:
			if !strings.HasPrefix(name, "x-") {
				return true
			}
		}
	}
	return !defs
}

// rootName names a JSON Schema document by its title, if that is a word, else
// by its file.
func rootName(d *document) string {
	if t := d.tree.Root().Get("title").Str(); t != "" && !strings.ContainsAny(t, " \t\n./") {
		return t
	}
	stem := path.Base(d.tree.File().Name)
	for _, ext := range []string{".json", ".yaml", ".yml", ".schema"} {
		stem = strings.TrimSuffix(stem, ext)
	}
	return stem
}

func (p *pass) components(n tree.Node, d *document) {
	d.members(n, func(key, group tree.Node) {
		d.members(group, func(name, v tree.Node) { p.component(key.Str(), name.Str(), v, d) })
	})
}

// component visits one component of a group such as "schemas".
func (p *pass) component(group, name string, n tree.Node, d *document) {
	switch group {
	case "schemas":
		p.schemaOf(n, p.newUnit(unitSchema, name, n, d), nil, placeRoot, "")
	case "parameters":
		p.parameterOf(n, p.newUnit(unitParameter, name, n, d))
	case "headers":
		p.headerOf(n, p.newUnit(unitHeader, name, n, d), name, name)
	case "responses":
		p.responseOf(n, &response{unit: p.newUnit(unitResponse, name, n, d), key: name, doc: d})
	case "requestBodies":
		p.bodyOf(n, p.newUnit(unitBody, name, n, d), nil, name)
	case "callbacks":
		u := p.newUnit(unitCallback, name, n, d)
		p.callback(n, u)
	case "pathItems":
		u := p.newUnit(unitPathItem, name, n, d)
		p.pathItem(n, "", u, true)
	case "mediaTypes":
		u := p.newUnit(unitMedia, name, n, d)
		p.mediaOf(n, &media{unit: u, doc: d, place: "media type " + name, key: name})
	}
}

// paths visits the members of "paths" or, with hooks, of "webhooks".
func (p *pass) paths(n tree.Node, d *document, hooks bool) {
	d.members(n, func(key, item tree.Node) {
		if strings.HasPrefix(key.Str(), "x-") || item.Kind() != tree.Object {
			return
		}
		u := p.newUnit(unitPathItem, key.Str(), item, d)
		u.root = true
		if !hooks {
			p.addPath(d, key, item)
		}
		p.pathItem(item, key.Str(), u, hooks)
	})
}

var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

// pathItem visits a path item. u is its unit; its operations have their own
// below a path, and share u below components and callbacks.
func (p *pass) pathItem(item tree.Node, pathText string, u *unit, hook bool) {
	if item.Kind() != tree.Object || !p.claim(item, u) {
		return
	}
	if ref := item.Get("$ref"); ref.OK() {
		p.refer(u, ref, unitPathItem)
	}
	p.parameters(item.Get("parameters"), u)
	u.doc.members(item, func(key, n tree.Node) {
		if contains(methods, key.Str()) && n.Kind() == tree.Object {
			p.operation(n, key.Str(), pathText, item, u, hook)
		}
	})
	u.doc.members(item.Get("additionalOperations"), func(key, n tree.Node) {
		p.operation(n, key.Str(), pathText, item, u, hook)
	})
}

func (p *pass) operation(n tree.Node, method, pathText string, item tree.Node, around *unit, hook bool) {
	name := n.Get("operationId").Str()
	method = strings.ToUpper(method)
	if name == "" {
		name = method + " " + pathText
	}
	u := around
	if around.root {
		u = p.newUnit(unitOperation, name, n, around.doc)
		u.root = true
	}
	if !p.claim(n, u) {
		return
	}
	op := &operation{node: n, method: method, path: pathText, item: item, name: name, hook: hook, unit: u, doc: u.doc}
	p.operations = append(p.operations, op)
	for _, check := range p.onOperation {
		check(p, op)
	}
	p.parameters(n.Get("parameters"), u)
	p.bodyOf(n.Get("requestBody"), u, op, name+".body")
	u.doc.members(n.Get("responses"), func(key, r tree.Node) {
		if !strings.HasPrefix(key.Str(), "x-") {
			p.responseOf(r, &response{unit: u, status: key.Str(), key: name + "." + key.Str(), op: op, doc: u.doc})
		}
	})
	u.doc.members(n.Get("callbacks"), func(_, c tree.Node) { p.callback(c, u) })
	p.streamOf(n, u)
}

func (p *pass) callback(n tree.Node, u *unit) {
	if n.Kind() != tree.Object || !p.claim(n, u) {
		return
	}
	if ref := n.Get("$ref"); ref.OK() {
		p.refer(u, ref, unitCallback)
		return
	}
	u.doc.members(n, func(key, item tree.Node) {
		if item.Kind() == tree.Object && !strings.HasPrefix(key.Str(), "x-") {
			p.inner(func() { p.pathItem(item, key.Str(), u, true) }, u)
		}
	})
}

// inner runs f with u as a unit that has no root of its own, so that what f
// visits belongs to u.
func (p *pass) inner(f func(), u *unit) {
	root := u.root
	u.root = false
	f()
	u.root = root
}

// streamOf visits the events of x-gaia-stream: a reference or a schema.
func (p *pass) streamOf(op tree.Node, u *unit) {
	events := op.Get("x-gaia-stream").Get("events")
	if events.Kind() == tree.String {
		p.refer(u, events, unitSchema)
		return
	}
	p.schemaOf(events, u, nil, placeRoot, ".events")
}

func (p *pass) parameters(list tree.Node, u *unit) {
	for _, n := range list.Items() {
		p.parameterOf(n, u)
	}
}

func (p *pass) parameterOf(n tree.Node, u *unit) {
	if n.Kind() != tree.Object || !p.claim(n, u) {
		return
	}
	if ref := n.Get("$ref"); ref.OK() {
		p.refer(u, ref, unitParameter)
		return
	}
	x := &parameter{node: n, name: n.Get("name").Str(), in: n.Get("in").Str(), unit: u, doc: u.doc}
	label := "." + x.in + "." + x.name
	x.key = u.name + label
	for _, check := range p.onParameter {
		check(p, x)
	}
	p.carried(n, u, label, "parameter "+x.name)
}

func (p *pass) headerOf(n tree.Node, u *unit, name, key string) {
	if n.Kind() != tree.Object || !p.claim(n, u) {
		return
	}
	if ref := n.Get("$ref"); ref.OK() {
		p.refer(u, ref, unitHeader)
		return
	}
	x := &parameter{node: n, name: name, in: "header", key: key, unit: u, doc: u.doc}
	for _, check := range p.onHeader {
		check(p, x)
	}
	p.carried(n, u, strings.TrimPrefix(key, u.name), "header "+name)
}

// carried visits the schema or the content of a parameter or header.
func (p *pass) carried(n tree.Node, u *unit, label, place string) {
	p.schemaOf(n.Get("schema"), u, nil, placeRoot, label)
	u.doc.members(n.Get("content"), func(key, m tree.Node) {
		p.mediaOf(m, &media{typ: mediaType(key.Str()), unit: u, doc: u.doc, place: place, key: u.name + label})
	})
}

func (p *pass) bodyOf(n tree.Node, u *unit, op *operation, key string) {
	if n.Kind() != tree.Object || !p.claim(n, u) {
		return
	}
	if ref := n.Get("$ref"); ref.OK() {
		p.refer(u, ref, unitBody)
		return
	}
	p.content(n, media{unit: u, doc: u.doc, op: op, place: "request body", key: key, comment: n.Get("description").Str()})
}

func (p *pass) responseOf(n tree.Node, r *response) {
	if n.Kind() != tree.Object || !p.claim(n, r.unit) {
		return
	}
	if ref := n.Get("$ref"); ref.OK() {
		p.refer(r.unit, ref, unitResponse)
		return
	}
	r.node = n
	for _, check := range p.onResponse {
		check(p, r)
	}
	r.doc.members(n.Get("headers"), func(key, h tree.Node) {
		p.headerOf(h, r.unit, key.Str(), r.key+".header."+key.Str())
	})
	place := "response"
	if r.status != "" {
		place += " " + r.status
	}
	p.content(n, media{
		unit: r.unit, doc: r.doc, op: r.op, status: r.status, reply: true, place: place, key: r.key, comment: n.Get("description").Str(),
	})
}

// content visits the members of "content" of n. like says what they share.
func (p *pass) content(n tree.Node, like media) {
	like.doc.members(n.Get("content"), func(key, v tree.Node) {
		m := like
		m.typ = mediaType(key.Str())
		p.mediaOf(v, &m)
	})
}

func (p *pass) mediaOf(n tree.Node, m *media) {
	if n.Kind() != tree.Object || !p.claim(n, m.unit) {
		return
	}
	if ref := n.Get("$ref"); ref.OK() {
		p.refer(m.unit, ref, unitMedia)
		return
	}
	m.node = n
	for _, check := range p.onMedia {
		check(p, m)
	}
	label := strings.TrimPrefix(m.key, m.unit.name)
	p.schemaOf(n.Get("schema"), m.unit, nil, placeBody, label)
	p.schemaOf(n.Get("itemSchema"), m.unit, nil, placeBody, label+"[]")
	m.doc.members(n.Get("encoding"), func(key, e tree.Node) {
		m.doc.members(e.Get("headers"), func(name, h tree.Node) {
			p.headerOf(h, m.unit, name.Str(), m.key+"."+key.Str()+".header."+name.Str())
		})
	})
}

// mediaType returns the name of a media type without parameters.
func mediaType(s string) string {
	s, _, _ = strings.Cut(s, ";")
	return strings.ToLower(strings.TrimSpace(s))
}
