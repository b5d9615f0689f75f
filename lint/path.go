package lint

import (
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var pathCheck = &Check{operation: pathOperation, document: pathDocument}

var pathRules = []Rule{
	{ID: "path/identical", Title: "two paths are the same but for parameter names", Severity: diag.Error, Check: pathCheck},
	{ID: "path/ambiguous", Title: "two paths match the same address", Severity: diag.Warning, Check: pathCheck},
	{ID: "path/param-missing", Title: "a parameter of the path is not declared", Severity: diag.Error, Check: pathCheck},
	{ID: "path/param-extra", Title: "a path parameter is not in the path", Severity: diag.Error, Check: pathCheck},
	{ID: "path/param-optional", Title: "a path parameter is not required", Severity: diag.Error, Check: pathCheck},
}

// pathEntry is one member of "paths".
type pathEntry struct {
	key      tree.Node
	item     tree.Node
	segments []string // parameters are "{}" in them
	methods  []string
}

func (p *pass) addPath(d *document, key, item tree.Node) {
	e := pathEntry{key: key, item: item}
	plain, _, _ := strings.Cut(key.Str(), "?")
	for _, s := range strings.Split(strings.TrimPrefix(plain, "/"), "/") {
		e.segments = append(e.segments, withoutNames(s))
	}
	for key := range item.Members() {
		if contains(methods, key.Str()) {
			e.methods = append(e.methods, strings.ToUpper(key.Str()))
		}
	}
	p.pathList[d] = append(p.pathList[d], e)
}

// withoutNames replaces "{name}" by "{}".
func withoutNames(s string) string {
	var b strings.Builder
	for {
		from := strings.IndexByte(s, '{')
		to := strings.IndexByte(s, '}')
		if from < 0 || to < from {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:from] + "{}")
		s = s[to+1:]
	}
}

// pathDocument compares the paths of d with each other.
func pathDocument(p *pass, d *document) {
	first := map[string]*pathEntry{}
	byLength := map[int][]*pathEntry{}
	list := p.pathList[d]
	for i := range list {
		e := &list[i]
		text := strings.Join(e.segments, "/")
		if other, taken := first[text]; taken {
			p.report(fault{
				rule: "path/identical", loc: e.key.Loc(), message: "same path as " + other.key.Str() + " up to parameter names", key: e.key.Str(), unit: p.unitOf(e.item),
				related: []diag.Related{{Message: "the other one is here", Loc: other.key.Loc()}}, help: "put the operations below one path",
			})
			continue
		}
		first[text] = e
		for _, other := range byLength[len(e.segments)] {
			if both, ok := ambiguous(other, e); ok {
				p.report(fault{
					rule: "path/ambiguous", loc: e.key.Loc(), message: both + " matches both " + other.key.Str() + " and " + e.key.Str(), key: e.key.Str(),
					unit: p.unitOf(e.item), related: []diag.Related{{Message: "the other one is here", Loc: other.key.Loc()}},
					help: "change one of the paths, so that no address fits both",
				})
				break
			}
		}
		byLength[len(e.segments)] = append(byLength[len(e.segments)], e)
	}
}

// ambiguous returns a request that two paths match, of which neither is the
// more specific one: concrete segments go before parameters.
func ambiguous(a, b *pathEntry) (string, bool) {
	left, right := false, false
	address := ""
	for i, x := range a.segments {
		y := b.segments[i]
		px, py := strings.Contains(x, "{}"), strings.Contains(y, "{}")
		switch {
		case x == y:
			address += "/" + strings.ReplaceAll(x, "{}", "1")
		case px && !py && fits(x, y):
			left = true
			address += "/" + y
		case py && !px && fits(y, x):
			right = true
			address += "/" + x
		default:
			return "", false
		}
	}
	if !left || !right {
		return "", false
	}
	for _, m := range a.methods {
		if slices.Contains(b.methods, m) {
			return m + " " + address, true
		}
	}
	return "", false
}

// fits reports whether the segment s could be what the template stands for.
func fits(template, s string) bool {
	parts := strings.Split(template, "{}")
	first, last := parts[0], parts[len(parts)-1]
	return strings.HasPrefix(s, first) && strings.HasSuffix(s, last) && len(s) > len(first)+len(last) && len(parts) == 2 || template == "{}"
}

// pathOperation compares the parameters of an operation with its path.
func pathOperation(p *pass, op *operation) {
	if op.hook || op.path == "" {
		return
	}
	names := templateNames(op.path)
	declared := map[string]bool{}
	for _, list := range []tree.Node{op.item.Get("parameters"), op.node.Get("parameters")} {
		for _, n := range list.Items() {
			if !p.pathParameter(op, n, names, declared) {
				return
			}
		}
	}
	for _, name := range names {
		if !declared[name] {
			p.report(fault{
				rule: "path/param-missing", loc: keyLoc(op.node), message: "path parameter " + quote(name) + " is not declared", key: op.name + ".path." + name, unit: op.unit,
				help: "add it to \"parameters\" with \"in\": \"path\"",
			})
		}
	}
}

// pathParameter judges one declared parameter; false if it cannot be read.
func (p *pass) pathParameter(op *operation, n tree.Node, names []string, declared map[string]bool) bool {
	if ref := n.Get("$ref"); ref.OK() {
		to, ok := p.target(ref)
		if !ok {
			return false
		}
		n = to
	}
	name := n.Get("name")
	if n.Get("in").Str() != "path" || name.Kind() != tree.String {
		return true
	}
	declared[name.Str()] = true
	if !contains(names, name.Str()) {
		p.report(fault{
			rule: "path/param-extra", loc: valueLoc(name), message: quote(name.Str()) + " is not in the path", key: op.name + ".path." + name.Str(), unit: op.unit,
			help: "name a parameter of " + op.path + ", or remove it",
		})
		return true
	}
	if required := n.Get("required"); !required.Bool() {
		f := fault{
			rule: "path/param-optional", loc: keyLoc(n), message: "path parameter " + quote(name.Str()) + " is not required", key: op.name + ".path." + name.Str(),
			unit: op.unit, help: "say \"required\": true; a path has all of its parts",
		}
		if required.OK() {
			f.loc = valueLoc(required)
			f.fixes = replace(required, "true", "make it required")
		}
		p.report(f)
	}
	return true
}

// templateNames returns the names in braces.
func templateNames(s string) []string {
	var names []string
	for {
		from := strings.IndexByte(s, '{')
		if from < 0 {
			return names
		}
		to := strings.IndexByte(s[from:], '}')
		if to < 0 {
			return names
		}
		names = append(names, s[from+1:from+to])
		s = s[from+to+1:]
	}
}
