package golang

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/amd-gaia/gaia-gen/emit"
)

//go:embed support/decoder.go support/text.go support/number.go support/read.go support/write.go support/values.go support/strict.go support/ends.go
var supportFS embed.FS

// supportFiles in the order they are emitted.
var supportFiles = []string{"values.go", "decoder.go", "text.go", "read.go", "number.go", "write.go", "strict.go", "ends.go"}

// supportDecl is one declaration of the support package.
type supportDecl struct {
	name     string   // of the function, method, type, constant or variable
	receiver string   // of a method; "" for others
	text     string   // with its comment, without a line end
	words    []string // package-level identifiers that it may mention, once each
	methods  []string // selectors that it mentions, once each
	imports  []string // import paths that it needs
}

// supportDecls parses the support package once.
var supportDecls = sync.OnceValue(func() []supportDecl {
	var out []supportDecl
	for _, name := range supportFiles {
		src, err := supportFS.ReadFile("support/" + name)
		if err != nil {
			panic(fmt.Sprintf("golang: support: %v", err))
		}
		out = append(out, parseSupport(name, string(src))...)
	}
	return out
})

func parseSupport(name, src string) []supportDecl {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		panic(fmt.Sprintf("golang: support: %v", err))
	}
	paths := map[string]string{}
	for _, imp := range f.Imports {
		p, _ := strconv.Unquote(imp.Path.Value)
		paths[path.Base(p)] = p
	}
	var out []supportDecl
	for _, d := range f.Decls {
		decl, ok := newSupportDecl(d)
		if !ok {
			continue
		}
		start := d.Pos()
		if doc := docOf(d); doc != nil {
			start = doc.Pos()
		}
		decl.text = src[fset.Position(start).Offset:fset.Position(d.End()).Offset]
		decl.mentions(d, paths)
		out = append(out, decl)
	}
	return out
}

func newSupportDecl(d ast.Decl) (supportDecl, bool) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		decl := supportDecl{name: d.Name.Name}
		if d.Recv != nil {
			decl.receiver = receiverName(d.Recv.List[0].Type)
		}
		return decl, true
	case *ast.GenDecl:
		switch spec := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return supportDecl{name: spec.Name.Name}, true
		case *ast.ValueSpec:
			return supportDecl{name: spec.Names[0].Name}, true
		}
	}
	return supportDecl{}, false
}

func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.Ident:
		return e.Name
	}
	panic(fmt.Sprintf("golang: receiver %T", e))
}

func docOf(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}

// mentions records the identifiers in d and the imports among them.
func (s *supportDecl) mentions(d ast.Decl, paths map[string]string) {
	words, methods, imports := map[string]bool{}, map[string]bool{}, map[string]bool{}
	var inspect func(n ast.Node) bool
	inspect = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && paths[x.Name] != "" {
				imports[paths[x.Name]] = true
				return false
			}
			methods[n.Sel.Name] = true
			ast.Inspect(n.X, inspect)
			return false
		case *ast.Ident:
			words[n.Name] = true
		}
		return true
	}
	ast.Inspect(d, inspect)
	s.words = slices.Sorted(maps.Keys(words))
	s.methods = slices.Sorted(maps.Keys(methods))
	s.imports = slices.Sorted(maps.Keys(imports))
}

// printSupport prints the declarations of the support package that the generated
// code uses, directly or not.
func (g *generator) printSupport(f *file) {
	if len(g.used) == 0 {
		return
	}
	decls := supportDecls()
	taken := g.closure(decls)
	for i, d := range decls {
		if !taken[i] {
			continue
		}
		for _, p := range d.imports {
			f.qual(p, "X")
		}
		f.decl(func(p *emit.Printer) { p.P(g.renameShared(d.text)) })
	}
}

// closure reports which declarations are used, directly or not: a method is when
// its type is and its name is called or exported.
func (g *generator) closure(decls []supportDecl) []bool {
	words, methods := maps.Clone(g.used), maps.Clone(g.used)
	// Every generated type has these two methods, and every file these types.
	methods["decode"], methods["encode"] = true, true
	words["decoder"], words["encoder"] = true, true
	taken := make([]bool, len(decls))
	for again := true; again; {
		again = false
		for i, d := range decls {
			wanted := words[d.name]
			if d.receiver != "" {
				wanted = words[d.receiver] && (methods[d.name] || token.IsExported(d.name))
			}
			if taken[i] || !wanted {
				continue
			}
			taken[i], again = true, true
			for _, w := range d.words {
				words[w] = true
			}
			for _, m := range d.methods {
				methods[m] = true
			}
		}
	}
	return taken
}

// renameShared spells the exported names as the schema's names leave them.
func (g *generator) renameShared(text string) string {
	for _, name := range sharedNames {
		if to := g.shared[name]; to != name && strings.Contains(text, name) {
			text = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(text, to)
		}
	}
	return text
}
