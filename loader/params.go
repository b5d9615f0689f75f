package loader

import (
	"regexp"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// locations are the values of "in", in the order of Operation.Params.
var locations = []string{"path", "query", "header", "cookie"}

// params reads the parameters of an operation: its own, and those of its path
// that it does not override.
func (l *loader) params(s, common site, pl *place, o *ir.Operation) []*ir.Param {
	list := l.paramList(common, pl)
	for _, p := range l.paramList(s.get("parameters"), pl) {
		i := slices.IndexFunc(list, func(q *ir.Param) bool { return q.Name == p.Name && q.In == p.In })
		if i >= 0 {
			list[i] = p
			continue
		}
		list = append(list, p)
	}
	var out []*ir.Param
	for _, in := range locations {
		for _, p := range list {
			if p.In == in {
				out = append(out, p)
			}
		}
	}
	if o.Kind == ir.Call {
		l.checkTemplate(o, out)
	}
	return out
}

func (l *loader) paramList(list site, pl *place) []*ir.Param {
	var out []*ir.Param
	for i, n := range list.node.Items() {
		s, ok := l.deref(list.at(n, "/"+itoa(i)))
		if !ok {
			continue
		}
		if p := l.param(s, pl); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// param reads one parameter; nil after a diagnostic if it is none.
func (l *loader) param(s site, pl *place) *ir.Param {
	name, in := s.node.Get("name").Str(), s.node.Get("in").Str()
	if in == "querystring" {
		l.out.Warnf("op/parameter", s.loc(), "parameters in \"querystring\" are not expressed")
		return nil
	}
	if name == "" || !contains(locations, in) {
		l.out.Add(diag.Diagnostic{
			Rule: "op/parameter", Severity: diag.Error, Loc: s.loc(),
			Message: "a parameter needs \"name\" and \"in\": path, query, header or cookie",
			Help:    didYouMean(in, locations),
		})
		return nil
	}
	p := &ir.Param{Name: name, In: in, Required: s.node.Get("required").Bool() || in == "path"}
	l.paramValue(p, s, pl.sub("Param").sub(name))
	return p
}

// paramValue reads what a parameter and a header have in common.
func (l *loader) paramValue(p *ir.Param, s site, pl *place) {
	p.Loc = s.loc()
	p.Doc = ir.Doc{Description: newlines(s.node.Get("description").Str()), Deprecated: s.node.Get("deprecated").Bool()}
	p.Doc.Examples = examples(s.node)
	p.Style = orText(s.node.Get("style").Str(), defaultStyle(p.In))
	p.Explode = p.Style == "form" || p.Style == "cookie"
	if e := s.node.Get("explode"); e.Kind() == tree.Bool {
		p.Explode = e.Bool()
	}
	schema := s.get("schema")
	if content := s.get("content"); content.node.Kind() == tree.Object {
		for media, n := range content.members() {
			p.Media = media.Str()
			schema = content.member(p.Media, n).get("schema")
			break
		}
	}
	pos := l.payload(schema, s, pl)
	p.Use = pos.use()
	p.Doc = joinDoc(p.Doc, pos.doc)
}

// defaultStyle returns the style of a parameter that does not name one.
func defaultStyle(in string) string {
	if in == "query" || in == "cookie" {
		return "form"
	}
	return "simple"
}

// examples reads example and examples of a parameter or media type.
func examples(n tree.Node) []ir.Value {
	var out []ir.Value
	if x := n.Get("example"); x.OK() {
		out = append(out, value(x))
	}
	for _, x := range n.Get("examples").Members() {
		if v := x.Get("value"); v.OK() {
			out = append(out, value(v))
		}
	}
	return out
}

// payload reads the schema of a parameter or content; without one any value goes.
func (l *loader) payload(schema, owner site, pl *place) position {
	if schema.ok() {
		return l.position(schema, pl)
	}
	e, ok := l.blanks[owner.node] // of a path's parameter, which each operation reads
	if !ok {
		e = l.literal(owner.id+"?schema", owner.loc(), pl, anyForm())
		l.blanks[owner.node] = e
	}
	return position{entry: e}
}

var templateName = regexp.MustCompile(`\{([^{}]+)\}`)

// checkTemplate warns of path parameters that the path does not name, and of
// names in the path that no parameter declares.
func (l *loader) checkTemplate(o *ir.Operation, params []*ir.Param) {
	var names []string
	for _, m := range templateName.FindAllStringSubmatch(o.Path, -1) {
		names = append(names, m[1])
	}
	declared := map[string]source.Loc{}
	for _, p := range params {
		if p.In != "path" {
			continue
		}
		declared[p.Name] = p.Loc
		if !contains(names, p.Name) {
			l.out.Add(diag.Diagnostic{
				Rule: "op/path-parameter", Severity: diag.Warning, Loc: p.Loc,
				Message: "the path " + quote(o.Path) + " does not name the parameter " + quote(p.Name),
				Help:    didYouMean(p.Name, names),
			})
		}
	}
	for _, n := range names {
		if _, ok := declared[n]; !ok {
			l.out.Warnf("op/path-parameter", o.Loc, "no parameter declares %q of the path %q", n, o.Path)
		}
	}
}
