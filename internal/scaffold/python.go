package scaffold

import (
	"cmp"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// pythonApp is an application and the file that makes it.
type pythonApp struct{ file, name string }

var (
	importsFastAPI = regexp.MustCompile(`(?m)^\s*(?:from\s+fastapi\b|import\s+fastapi\b)`)
	assignsApp     = regexp.MustCompile(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:fastapi\.)?FastAPI\(`)
	makesApp       = regexp.MustCompile(`(?m)^(?:async\s+)?def\s+(\w+)\s*\([^)]*\)\s*->\s*["']?(?:fastapi\.)?FastAPI\b`)
	factory        = regexp.MustCompile(`(?m)^def\s+(create_app|make_app|get_app|build_app)\s*\(`)
)

// python looks for applications in a module: one that is assigned to a name, else a
// function that makes one.
func (f *finder) python(name string) {
	text := f.read(name)
	if !importsFastAPI.Match(text) {
		return
	}
	for _, pattern := range []*regexp.Regexp{assignsApp, makesApp, factory} {
		if m := pattern.FindSubmatch(text); m != nil {
			f.py = append(f.py, pythonApp{name, string(m[1])})
			return
		}
	}
}

// apps names the applications as they are imported, those of examples last.
func (f *finder) apps() []App {
	rank := func(p pythonApp) int {
		n := strings.Count(p.file, "/")
		for _, part := range strings.Split(p.file, "/") {
			if strings.Contains(part, "example") || part == "docs" || part == "scripts" {
				n += 100
			}
		}
		return n
	}
	slices.SortFunc(f.py, func(a, b pythonApp) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.file, b.file)) })
	var out []App
	for _, p := range f.py {
		root := f.root(p.file)
		module := strings.TrimSuffix(strings.TrimPrefix(p.file, prefix(root)), ".py")
		module = strings.ReplaceAll(strings.TrimSuffix(module, "/__init__"), "/", ".")
		out = append(out, App{Name: module + ":" + p.name, Root: root})
	}
	return out
}

// root returns the directory that a module is imported from: the project's, or its src.
func (f *finder) root(file string) string {
	root := "."
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if f.roots[dir] {
			root = dir
			break
		}
	}
	if src := path.Join(root, "src"); strings.HasPrefix(file, src+"/") {
		if _, err := fs.Stat(f.fsys, path.Join(src, "__init__.py")); err != nil {
			return src
		}
	}
	return root
}

// prefix is what the paths of files in a directory begin with.
func prefix(dir string) string {
	if dir == "." {
		return ""
	}
	return dir + "/"
}
