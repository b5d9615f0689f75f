package export

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/config"
)

// environment is that of the caller, without what names a repository, and with the paths
// of Python modules moved into the copy.
func (r *runner) environment(e config.Export) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "GIT_SSL") || strings.HasPrefix(v, "PWD=")
	})
	env = append(env, "PWD="+r.work, "PYTHONDONTWRITEBYTECODE=1", "GAIA_EXPORT=check")
	places := r.linkedEnvironments()
	if project := os.Getenv("UV_PROJECT_ENVIRONMENT"); isEnvironment(project) || slices.ContainsFunc(places, isProjects) {
		// uv would install the copy into the environment, and that is the user's.
		env = append(env, "UV_NO_SYNC=1")
	}
	if active := os.Getenv("VIRTUAL_ENV"); isEnvironment(active) {
		places = append(places, active)
	}
	modules := r.moved(filepath.SplitList(os.Getenv("PYTHONPATH")))
	for _, v := range e.Env {
		if v.Name == "PYTHONPATH" {
			modules = filepath.SplitList(v.Value) // from the configuration's directory
		} else {
			env = append(env, v.Name+"="+v.Value)
		}
	}
	modules = append(modules, r.editable(places)...)
	if len(modules) > 0 {
		env = append(env, "PYTHONPATH="+strings.Join(modules, string(filepath.ListSeparator)))
	}
	return env
}

// isProjects reports whether uv takes an environment for its project's own.
func isProjects(env string) bool { return filepath.Base(env) == ".venv" }

// moved maps the entries of the caller's path list that are in the tree to the copy.
func (r *runner) moved(dirs []string) []string {
	for i, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil || dir == "" {
			continue
		}
		dirs[i] = abs
		if rel, ok := r.inside(abs); ok {
			dirs[i] = filepath.Join(r.top, filepath.FromSlash(rel))
		}
	}
	return dirs
}
