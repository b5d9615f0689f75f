package loader

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// readInputs reads every input, in order.
func (l *loader) readInputs() []*document {
	var inputs []*document
	for _, name := range l.opts.Inputs {
		d := l.open(name, 0, source.Loc{})
		if d == nil {
			continue
		}
		if !l.classify(d) {
			l.fatal = true
			continue
		}
		if !containsDoc(inputs, d) {
			inputs = append(inputs, d)
		}
	}
	return inputs
}

func containsDoc(list []*document, d *document) bool {
	for _, x := range list {
		if x == d {
			return true
		}
	}
	return false
}

// open reads the file name once; nil if it cannot be read, which is reported at
// from. inherited is the dialect of a document that does not name one.
func (l *loader) open(name string, inherited dialect, from source.Loc) *document {
	clean := path.Clean(name)
	if d, ok := l.byPath[clean]; ok {
		return d
	}
	l.byPath[clean] = nil
	if !fs.ValidPath(clean) {
		l.fatalAt(from, quote(name)+" leaves the workspace", "keep every document below the directory that is loaded")
		return nil
	}
	data, err := fs.ReadFile(l.fsys, clean)
	if err != nil {
		l.unreadable(clean, err, from)
		return nil
	}
	f := source.New(path.Join(l.opts.Prefix, clean), data)
	t := tree.Parse(f, l.opts.Limits, l.out)
	if t == nil {
		l.fatal = true
		return nil
	}
	d := &document{tree: t, path: clean, faulty: l.out.HasErrors()}
	d.root = &scope{doc: d, node: t.Root()}
	l.byPath[clean] = d
	l.docs = append(l.docs, d)
	l.setDialect(d, inherited)
	l.index(d)
	return d
}

// unreadable reports a file that cannot be read. Which files there are, and
// where symbolic links lead, is the user's.
func (l *loader) unreadable(name string, err error, from source.Loc) {
	shown := quote(path.Join(l.opts.Prefix, name))
	if info, statErr := fs.Stat(l.fsys, name); statErr == nil && info.IsDir() {
		l.fatalAt(from, shown+" is a directory", "name a file")
		return
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		l.fatalAt(from, "no such file "+shown, "")
		return
	}
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err // its operation and path say nothing to the user
	}
	l.fatalAt(from, "cannot read "+shown+": "+err.Error(), "")
}

// fatalAt adds a Fatal finding.
func (l *loader) fatalAt(loc source.Loc, message, help string) {
	l.fatal = true
	l.out.Add(diag.Diagnostic{Severity: diag.Fatal, Loc: loc, Message: message, Help: help})
}

// setDialect finds the dialect of d, which its own words name or the reader supposes.
func (l *loader) setDialect(d *document, inherited dialect) {
	root := rootOf(d)
	d.dialect = inherited
	if d.dialect == 0 {
		d.dialect = draft2020
		if named, ok := dialectOf(l.opts.Dialect); ok {
			d.dialect = named
		}
	}
	if v := root.node.Get("openapi"); v.OK() {
		d.kind = openAPI
		d.dialect = openAPIDialect(v)
		return
	}
	if inherited == 0 && isComponentsOnly(root.node) {
		d.kind, d.dialect = openAPI, oas31
		return
	}
	if s := root.node.Get("$schema"); s.Kind() == tree.String {
		if named, ok := dialectOf(s.Str()); ok {
			d.dialect = named
		}
	}
}

// isComponentsOnly reports whether a root without version holds OpenAPI components.
func isComponentsOnly(root tree.Node) bool {
	c := root.Get("components")
	return c.Kind() == tree.Object && !root.Get("$schema").OK() && !root.Get("type").OK()
}

// openAPIDialect returns the dialect of a version, 0 if it is unknown. YAML
// writers forget the quotes: 3.1 is a number.
func openAPIDialect(v tree.Node) dialect {
	text := v.Str()
	if v.Kind() == tree.Number {
		text = v.Raw()
	}
	switch {
	case text == "3.0" || strings.HasPrefix(text, "3.0."):
		return oas30
	case text == "3.1" || strings.HasPrefix(text, "3.1."):
		return oas31
	case text == "3.2" || strings.HasPrefix(text, "3.2."):
		return oas32
	}
	return 0
}

// classify settles what kind of document an input is; false after a Fatal
// finding if it is none that can be loaded.
func (l *loader) classify(d *document) bool {
	root := d.tree.Root()
	loc := source.Loc{Span: root.Span()}
	switch {
	case root.Get("swagger").OK():
		l.fatalAt(root.Get("swagger").Loc(), "this is a Swagger 2.0 document; OpenAPI 3.0 to 3.2 can be loaded", "convert it to OpenAPI 3 first, for example with swagger2openapi")
		return false
	case d.kind == openAPI && d.dialect == 0:
		v := root.Get("openapi")
		l.fatalAt(v.Loc(), "OpenAPI version "+v.JSON()+" is not known; 3.0 to 3.2 are", "check the member \"openapi\"")
		return false
	case d.kind == openAPI, root.Kind() == tree.Bool, root.Kind() == tree.Object && root.Len() == 0:
		return true
	case root.Kind() == tree.Object && looksLikeSchema(root):
		l.checkSchemaAddress(root)
		return true
	case isSchemaMap(root):
		d.kind = schemaMap
		if d.dialect == draft2020 && refersToComponents(d) {
			d.dialect = oas31
		}
		return true
	}
	l.fatalAt(headOf(loc), d.tree.File().Name+" is neither an OpenAPI document nor a JSON Schema", "name a document with \"openapi\" or \"$schema\" at its root, or a map of schemas")
	return false
}

// headOf cuts a span to its first byte, so that a frame does not mark a whole file.
func headOf(loc source.Loc) source.Loc {
	loc.Span.End = min(loc.Span.End, loc.Span.Start+1)
	return loc
}

// checkSchemaAddress reports a $schema that names no known dialect.
func (l *loader) checkSchemaAddress(root tree.Node) {
	s := root.Get("$schema")
	if s.Kind() != tree.String {
		return
	}
	if _, ok := dialectOf(s.Str()); !ok {
		l.out.Warnf("schema/dialect", s.Loc(), "%q is not a known dialect; the document is read as %s", s.Str(), l.byPathOf(root).dialect)
	}
}

func (l *loader) byPathOf(root tree.Node) *document {
	for _, d := range l.docs {
		if d.tree.Root() == root {
			return d
		}
	}
	panic("loader: a root without a document")
}

// looksLikeSchema reports whether a member of n is a schema keyword.
func looksLikeSchema(n tree.Node) bool {
	for key := range n.Members() {
		if i, ok := keywordIndex[key.Str()]; ok && !strings.HasPrefix(keywords[i].name, "x-") && keywords[i].accepts(n.Get(key.Str())) {
			return true
		}
	}
	return false
}

// accepts reports whether v could be the keyword's value.
func (k *keyword) accepts(v tree.Node) bool {
	return k.value == isAnything || k.value.has(v.Kind())
}

// isSchemaMap reports whether every member of n is a schema.
func isSchemaMap(n tree.Node) bool {
	if n.Kind() != tree.Object {
		return false
	}
	schemas := 0
	for key, v := range n.Members() {
		switch {
		case strings.HasPrefix(key.Str(), "x-"):
		case v.Kind() == tree.Bool, v.Kind() == tree.Object && v.Len() == 0:
		case v.Kind() == tree.Object && looksLikeSchema(v):
			schemas++
		default:
			return false
		}
	}
	return schemas > 0
}

// refersToComponents reports whether a map of schemas was cut out of an OpenAPI
// document.
func refersToComponents(d *document) bool {
	return strings.Contains(string(d.tree.File().Data), "#/components/schemas/")
}
