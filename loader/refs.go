package loader

import (
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// refNode returns the reference in the schema at s.
func refNode(s site) (tree.Node, string) {
	for _, name := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if n := s.node.Get(name); n.Kind() == tree.String {
			return n, name
		}
	}
	return tree.Node{}, ""
}

// follow returns what the reference in s names, through further references that
// say nothing else; false after a diagnostic if there is nothing.
func (l *loader) follow(s site) (site, bool) {
	n, name := refNode(s)
	if !n.OK() {
		return site{}, false
	}
	key := refKey{s.sc, n.Str()}
	if to, ok := l.refs[key]; ok && name == "$ref" {
		return to, true
	}
	loc := source.Loc{Span: n.Span(), Pointer: s.ptr() + "/" + name}
	if name != "$ref" {
		return l.dynamic(s, n.Str(), loc)
	}
	to, ok := l.resolve(s, n.Str(), loc)
	if ok {
		l.refs[key] = to
	}
	return to, ok
}

// refKey is a reference as written, and where it counts from.
type refKey struct {
	sc  *scope
	ref string
}

// dynamic resolves a $dynamicRef as if it were static: to the anchor in its own
// resource, else to the only one of the document.
func (l *loader) dynamic(s site, ref string, loc source.Loc) (site, bool) {
	uri, fragment, _ := strings.Cut(ref, "#")
	if uri != "" || strings.HasPrefix(fragment, "/") {
		return l.resolve(s, ref, loc)
	}
	if to, ok := fragmentOf(s.sc, fragment); ok {
		return to, true
	}
	var found []site
	for _, sc := range append([]*scope{s.doc().root}, s.doc().inner...) {
		if to, ok := sc.anchors[fragment]; ok {
			found = append(found, to)
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	l.out.Warnf("schema/not-expressed", loc, "$dynamicRef: %q has %d targets in this document; any value is accepted here", ref, len(found))
	return site{}, false
}

// lookup is follow without diagnostics for what is missing.
func (l *loader) lookup(s site) (site, bool) {
	n, _ := refNode(s)
	if !n.OK() {
		return site{}, false
	}
	return l.lookupRef(s, n.Str())
}

// lookupRef returns what ref, written inside s, names among the documents read
// so far.
func (l *loader) lookupRef(s site, ref string) (site, bool) {
	uri, fragment, _ := strings.Cut(ref, "#")
	sc := s.sc
	if uri != "" {
		to, ok := l.ids[resolveURI(sc.uri, uri)]
		if !ok {
			d := l.byPath[path.Join(path.Dir(s.doc().path), unescape(uri))]
			if d == nil {
				return site{}, false
			}
			to = rootOf(d)
		}
		sc = to.sc
		if fragment == "" {
			return to, true
		}
	}
	return fragmentOf(sc, fragment)
}

// resolve returns what ref, written at loc inside s, names.
func (l *loader) resolve(s site, ref string, loc source.Loc) (site, bool) {
	uri, fragment, _ := strings.Cut(ref, "#")
	sc := s.sc
	if uri != "" {
		to, ok := l.resourceAt(s, uri, loc)
		if !ok {
			return site{}, false
		}
		sc = to.sc
		if fragment == "" {
			return to, true
		}
	}
	to, ok := fragmentOf(sc, fragment)
	if !ok && sc != sc.doc.root && uri == "" {
		to, ok = fragmentOf(sc.doc.root, fragment)
	}
	if !ok {
		l.dangling(sc, ref, fragment, loc)
	}
	return to, ok
}

// resourceAt finds the document or resource that uri names, seen from s: by
// identifier first, else as a file beside the one of s.
func (l *loader) resourceAt(s site, uri string, loc source.Loc) (site, bool) {
	absolute := resolveURI(s.sc.uri, uri)
	for _, id := range []string{absolute, uri} {
		if to, ok := l.ids[id]; ok {
			return to, true
		}
	}
	if isMetaSchema(absolute) {
		l.out.Warnf("ref/meta-schema", loc, "%q is a published meta-schema, which is not read; any value is accepted here", uri)
		return site{}, false
	}
	if u, err := url.Parse(uri); err == nil && u.Scheme != "" && len(u.Scheme) > 1 {
		l.fatalAt(loc, quote(uri)+" is a URL; gaia-gen reads no network", "download it and add the file as an input; it is found by its $id")
		return site{}, false
	}
	name := path.Join(path.Dir(s.doc().path), unescape(uri))
	if strings.HasPrefix(uri, "/") || !fs.ValidPath(name) {
		l.fatalAt(loc, quote(uri)+" leaves the workspace", "keep every document below the directory that is loaded")
		return site{}, false
	}
	d := l.open(name, s.doc().dialect, loc)
	if d == nil {
		return site{}, false
	}
	return rootOf(d), true
}

// fragmentOf finds a fragment in a resource: a JSON pointer or a plain name.
func fragmentOf(sc *scope, fragment string) (site, bool) {
	root := startOf(sc)
	if fragment == "" {
		return root, true
	}
	fragment = unescape(fragment)
	if !strings.HasPrefix(fragment, "/") {
		to, ok := sc.anchors[fragment]
		return to, ok
	}
	if sc.doc.kind == schemaMap && sc == sc.doc.root {
		if rest, ok := strings.CutPrefix(fragment, "/components/schemas/"); ok {
			fragment = "/" + rest
		}
	}
	n, ok := sc.node.At(fragment)
	if !ok {
		return site{}, false
	}
	to := site{node: n, sc: sc, id: sc.doc.path + "#" + sc.ptr + fragment}
	if sc.doc.scopes != nil {
		to.sc = scopeOf(sc, n)
	}
	return to, true
}

// scopeOf returns the innermost resource of the document that n is in.
func scopeOf(sc *scope, n tree.Node) *scope {
	ptr, best := n.Pointer(), sc
	for _, inner := range sc.doc.inner {
		if (ptr == inner.ptr || strings.HasPrefix(ptr, inner.ptr+"/")) && len(inner.ptr) > len(best.ptr) {
			best = inner
		}
	}
	return best
}

// unescape undoes percent encoding; text that is not encoded rightly stays.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// dangling reports a reference to nothing, with the closest name that exists.
func (l *loader) dangling(sc *scope, ref, fragment string, loc source.Loc) {
	d := diag.Diagnostic{
		Rule: "ref/dangling", Severity: diag.Error, Loc: loc,
		Message: quote(ref) + " names nothing in " + sc.doc.tree.File().Name,
	}
	fragment = unescape(fragment)
	if i := strings.LastIndex(fragment, "/"); i >= 0 {
		if in, ok := fragmentOf(sc, fragment[:i]); ok {
			var names []string
			for key := range in.members() {
				names = append(names, key.Str())
			}
			d.Help = didYouMean(fragment[i+1:], names)
		}
	} else {
		var names []string
		for name := range sc.anchors {
			names = append(names, name)
		}
		d.Help = didYouMean(fragment, sorted(names))
	}
	l.out.Add(d)
}
