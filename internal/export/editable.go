package export

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// linkedEnvironments returns the Python environments that are linked into the copy.
func (r *runner) linkedEnvironments() []string {
	var dirs []string
	for _, name := range r.from.Links {
		dirs = append(dirs, filepath.Join(r.from.Disk, filepath.FromSlash(name)))
	}
	return slices.DeleteFunc(dirs, func(dir string) bool { return !isEnvironment(dir) })
}

func isEnvironment(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "pyvenv.cfg"))
	return dir != "" && err == nil
}

// editable returns the directories in the copy of packages of the tree that are installed
// in the environments as links (pip install -e, uv sync): these lead to the disk. In
// PYTHONPATH, the copy's go before them.
func (r *runner) editable(environments []string) []string {
	var moved []string
	for _, env := range environments {
		for _, dir := range installed(env) {
			rel, ok := r.inside(dir)
			if !ok || within(r.from.Links, rel) {
				continue
			}
			to := filepath.Join(r.top, filepath.FromSlash(rel))
			if _, err := os.Stat(to); err == nil && !slices.Contains(moved, to) {
				moved = append(moved, to)
			}
		}
	}
	return moved
}

// mapping is a line of the module that setuptools writes for a package that has no
// directory to itself: MAPPING: dict[str, str] = {'shop': '/home/me/shop/shop'}.
var mapping = regexp.MustCompile(`(?m)^MAPPING\b.*$`)

// mapped is a package in it.
var mapped = regexp.MustCompile(`'(\w+)': '([^']+)'`)

// installed returns the directories of modules that an environment names and does not hold.
func installed(env string) []string {
	fsys := os.DirFS(env)
	var dirs []string
	for _, sites := range []string{"lib/python*/site-packages/", "Lib/site-packages/"} {
		matching(fsys, sites+"*.pth", func(name, text string) {
			for line := range strings.Lines(text) {
				line = strings.TrimSpace(line)
				if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "import") {
					dirs = append(dirs, absolute(filepath.Join(env, filepath.FromSlash(path.Dir(name))), line))
				}
			}
		})
		matching(fsys, sites+"__editable___*_finder.py", func(_, text string) {
			for _, m := range mapped.FindAllStringSubmatch(mapping.FindString(text), -1) {
				if filepath.Base(m[2]) == m[1] {
					dirs = append(dirs, filepath.Dir(m[2]))
				}
			}
		})
	}
	return dirs
}

func absolute(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// matching calls f with the files that a pattern matches, in the order of their names.
func matching(fsys fs.FS, pattern string, f func(name, text string)) {
	names, _ := fs.Glob(fsys, pattern)
	for _, name := range names {
		if data, err := fs.ReadFile(fsys, name); err == nil {
			f(name, string(data))
		}
	}
}
