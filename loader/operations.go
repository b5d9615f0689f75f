package loader

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// methods are the members of a path item that are operations.
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

// describe takes the title, version and description of the first document that has them.
func (l *loader) describe(doc *ir.Document, d *document) {
	root := d.tree.Root()
	if d.kind == openAPI {
		info := root.Get("info")
		doc.Title = orText(doc.Title, info.Get("title").Str())
		doc.Version = orText(doc.Version, scalarText(info.Get("version")))
		doc.Description = orText(doc.Description, newlines(info.Get("description").Str()))
		return
	}
	if d.kind == jsonSchema {
		doc.Title = orText(doc.Title, root.Get("title").Str())
		if l.types[root] == nil { // only definitions: the text is about the document
			doc.Description = joinText(doc.Description, newlines(root.Get("description").Str()))
		}
	}
}

// scalarText returns a string, or a number as written: YAML versions lack quotes.
func scalarText(n tree.Node) string {
	if n.Kind() == tree.Number {
		return n.Raw()
	}
	return n.Str()
}

// operationReader reads the operations of one document.
type operationReader struct {
	l   *loader
	doc *ir.Document
	ids map[string]source.Loc // where each operation ID is declared
	// prefix names the operations of a callback that have no ID of their own.
	prefix string
}

// operations adds the operations of d: paths, then webhooks, each with its callbacks.
func (l *loader) operations(doc *ir.Document, d *document) {
	if d.kind != openAPI {
		return
	}
	r := &operationReader{l: l, doc: doc, ids: map[string]source.Loc{}}
	for _, o := range doc.Operations {
		r.ids[o.ID] = o.Loc
	}
	root := rootOf(d)
	paths := root.get("paths")
	for key, n := range paths.members() {
		if strings.HasPrefix(key.Str(), "/") {
			r.pathItem(paths.member(key.Str(), n), ir.Call, key.Str())
		}
	}
	for _, name := range []string{"webhooks", "x-webhooks"} {
		hooks := root.get(name)
		for key, n := range hooks.members() {
			r.pathItem(hooks.member(key.Str(), n), ir.Webhook, key.Str())
		}
	}
}

// deref follows reference objects from s; false after a diagnostic if one names
// nothing or they form a ring.
func (l *loader) deref(s site) (site, bool) {
	start := s
	for range 64 {
		if s.node.Get("$ref").Kind() != tree.String {
			return s, true
		}
		to, ok := l.follow(s)
		if !ok {
			return site{}, false
		}
		s = to
	}
	l.out.Errorf("ref/cycle", start.get("$ref").loc(), "this reference leads to itself")
	return site{}, false
}

// pathItem reads the operations of one path.
func (r *operationReader) pathItem(s site, kind ir.OperationKind, path string) {
	if s.node.Kind() != tree.Object {
		return
	}
	text := itemText(s)
	item, ok := r.l.deref(s)
	if !ok {
		return
	}
	if text.Description == "" {
		text = itemText(item)
	}
	common := item.get("parameters")
	for key, n := range item.members() {
		switch name := key.Str(); {
		case contains(methods, name):
			r.operation(item.member(name, n), key, kind, strings.ToUpper(name), path, common, text)
		case name == "additionalOperations":
			for method, op := range item.membersOf(n) {
				r.operation(item.under(name, method.Str(), op), method, kind, strings.ToUpper(method.Str()), path, common, text)
			}
		}
	}
}

func itemText(s site) ir.Doc {
	return ir.Doc{Title: s.node.Get("summary").Str(), Description: newlines(s.node.Get("description").Str())}
}

// operation reads one operation.
func (r *operationReader) operation(s site, key tree.Node, kind ir.OperationKind, method, path string, common site, item ir.Doc) {
	if s.node.Kind() != tree.Object {
		r.l.out.Errorf("op/shape", s.loc(), "the operation is %s; it must be an object", kindPhrase(s.node.Kind()))
		return
	}
	o := &ir.Operation{
		Kind: kind, Method: method, Path: path,
		Loc: source.Loc{Span: key.Span(), Pointer: s.ptr()},
		Doc: operationText(s, item),
	}
	o.ID = r.id(s, o)
	for _, t := range s.node.Get("tags").Items() {
		o.Tags = append(o.Tags, t.Str())
	}
	pl := &place{root: []string{o.ID}}
	o.Params = r.l.params(s, common, pl, o)
	o.Body = r.l.body(s.get("requestBody"), pl)
	o.Responses = r.l.responses(s.get("responses"), pl)
	o.Stream = r.stream(s, o, pl)
	o.Capability = r.capability(s)
	r.policy(s, o)
	r.doc.Operations = append(r.doc.Operations, o)
	r.callbacks(s, o)
}

func operationText(s site, item ir.Doc) ir.Doc {
	d := ir.Doc{
		Title:       s.node.Get("summary").Str(),
		Description: newlines(s.node.Get("description").Str()),
		Deprecated:  s.node.Get("deprecated").Bool(),
	}
	if d.Title == "" {
		d.Title = item.Title
	}
	d.Description = orText(d.Description, item.Description)
	return d
}

// id returns the operation's ID, unique in the document.
func (r *operationReader) id(s site, o *ir.Operation) string {
	n := s.node.Get("operationId")
	id := n.Str()
	if id == "" {
		return r.freeID(o)
	}
	if first, taken := r.ids[id]; taken {
		r.l.out.Add(diag.Diagnostic{
			Rule: "op/duplicate-id", Severity: diag.Error, Loc: s.get("operationId").loc(),
			Message: "two operations have the operationId " + quote(id),
			Related: []diag.Related{{Message: "the first one is here", Loc: first}},
			Help:    "give each operation an operationId of its own",
		})
	} else {
		r.ids[id] = s.get("operationId").loc()
	}
	return id
}

// freeID makes an ID for an operation that has none.
func (r *operationReader) freeID(o *ir.Operation) string {
	words := strings.ToLower(o.Method)
	candidates := []string{derivedID(o.Method, o.Path)}
	if r.prefix != "" {
		candidates = []string{r.prefix, r.prefix + pascal([]string{words})}
	}
	for _, id := range candidates {
		if _, taken := r.ids[id]; !taken {
			r.ids[id] = o.Loc
			return id
		}
	}
	last := candidates[len(candidates)-1]
	for i := 2; ; i++ {
		id := last + itoa(i)
		if _, taken := r.ids[id]; !taken {
			r.ids[id] = o.Loc
			return id
		}
	}
}

// derivedID puts a method and a path in words: "getPetsById".
func derivedID(method, path string) string {
	var words []string
	for _, segment := range strings.Split(path, "/") {
		if strings.HasPrefix(segment, "{") {
			words = append(words, "By")
		}
		words = append(words, splitWords(segment)...)
	}
	return strings.ToLower(method) + pascal(words)
}

// callbacks reads the operations that o lets the server call.
func (r *operationReader) callbacks(s site, o *ir.Operation) {
	list := s.get("callbacks")
	for key, n := range list.members() {
		cb, ok := r.l.deref(list.member(key.Str(), n))
		if !ok {
			continue
		}
		for expr, item := range cb.members() {
			if strings.HasPrefix(expr.Str(), "x-") {
				continue
			}
			inner := *r
			inner.prefix = o.ID + pascal(splitWords(key.Str()))
			inner.pathItem(cb.member(expr.Str(), item), ir.Callback, expr.Str())
		}
	}
}
