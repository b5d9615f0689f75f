package config

import (
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// exportTimeout is how long an exporter may take that names no timeout.
const exportTimeout = 2 * time.Minute

// Export is a command that writes documents from their sources.
type Export struct {
	Run     []string      // program and arguments, at least the program; run in the configuration's directory
	Writes  []string      // files and directories that only this command writes, at least one
	Env     []Var         // added to the environment, in source order
	Timeout time.Duration // above zero
	Loc     source.Loc    // of run
}

// Var is a variable of an exporter's environment.
type Var struct{ Name, Value string }

func (r *reader) exports(n tree.Node) []Export {
	if n.Kind() != tree.Array || n.Len() == 0 {
		r.fail(n, "list the commands: export: [{run: [python, export.py], writes: [schemas]}]", "export must be a list of commands")
		return nil
	}
	var out []Export
	for _, item := range n.Items() {
		if !r.object(item, "an export", "run", "writes", "env", "timeout") {
			continue
		}
		out = append(out, r.export(item, out))
	}
	return out
}

// overlap refuses a path where the same export or an earlier one writes already.
func (r *reader) overlap(n tree.Node, w string, same []string, earlier []Export) {
	for _, v := range same {
		if holds(v, w) || holds(w, v) {
			r.fail(n, "name only the upper one", "export.writes names %q and %q", v, w)
			return
		}
	}
	for _, other := range earlier {
		for _, v := range other.Writes {
			if holds(v, w) || holds(w, v) {
				r.fail(n, "give each export its own directory", "two exports write %q and %q", v, w)
				return
			}
		}
	}
}

// holds reports whether name is dir or below it.
func holds(dir, name string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }

// outputs refuses targets whose files an export would take for its own.
func (r *reader) outputs(contracts tree.Node, cfg *Config) {
	for key, n := range contracts.Members() {
		for _, target := range []string{"ts", "go"} {
			out := n.Get(target).Get("out")
			for _, e := range cfg.Exports {
				for _, w := range e.Writes {
					if out.Str() != "" && holds(w, path.Clean(out.Str())) {
						r.fail(out, "give one of them another directory", "contract %q puts its %s files into %q, which an export writes", key.Str(), target, w)
					}
				}
			}
		}
	}
}

// export reads one, given those before it.
func (r *reader) export(n tree.Node, earlier []Export) Export {
	e := Export{Timeout: exportTimeout, Loc: n.Loc()}
	run := n.Get("run")
	if run.OK() {
		e.Loc = run.Loc()
	}
	e.Run = r.words(n, "run", "write the program and its arguments: run: [python, export.py]", func(v tree.Node, _ []string) string {
		if v.Kind() != tree.String || v.Str() == "" {
			r.fail(v, "quote it", "export.run takes strings, not %s", v.JSON())
		}
		return r.handed(v, "export.run")
	})
	e.Writes = r.words(n, "writes", "name what the command writes: writes: [schemas]", func(v tree.Node, same []string) string {
		w := r.path(v, "export.writes")
		switch {
		case v.Str() == "": // is reported
		case w == ".":
			r.fail(v, "name the directory of the documents", "export.writes cannot be the whole workspace")
		default:
			r.overlap(v, w, same, earlier)
		}
		return w
	})
	if v := n.Get("env"); v.OK() {
		e.Env = r.env(v)
	}
	if v := n.Get("timeout"); v.OK() {
		d, err := time.ParseDuration(v.Str())
		if err != nil || d <= 0 || !duration.MatchString(v.Str()) {
			r.fail(v, "write a time such as 90s or 5m", "export.timeout %s is not a time", v.JSON())
		}
		e.Timeout = d
	}
	return e
}

// duration is what a timeout looks like: time.ParseDuration takes more, such as signs.
var duration = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`)

// words reads a list of at least one string, each by read, which is given those before.
func (r *reader) words(n tree.Node, key, help string, read func(tree.Node, []string) string) []string {
	list := n.Get(key)
	if list.Kind() != tree.Array || list.Len() == 0 {
		at := list
		if !at.OK() {
			at = n
		}
		r.fail(at, help, "an export needs %s, a list", key)
		return nil
	}
	var out []string
	for _, v := range list.Items() {
		out = append(out, read(v, out))
	}
	return out
}

func (r *reader) env(n tree.Node) []Var {
	if n.Kind() != tree.Object {
		r.fail(n, "write env: {NAME: value}", "export.env must map names to values")
		return nil
	}
	var out []Var
	for key, v := range n.Members() {
		if v.Kind() != tree.String {
			r.fail(v, "quote it", "export.env.%s must be a string, not %s", key.Str(), v.JSON())
			continue
		}
		if key.Str() == "" || strings.ContainsAny(key.Str(), "=\x00") {
			r.fail(key, "write env: {NAME: value}", "export.env has the name %s, which no variable can have", key.JSON())
		}
		out = append(out, Var{key.Str(), r.handed(v, "export.env."+key.Str())})
	}
	return out
}

// handed reads a string that a program is given, which ends at a zero byte.
func (r *reader) handed(n tree.Node, what string) string {
	if strings.Contains(n.Str(), "\x00") {
		r.fail(n, "remove it", "%s holds a zero byte", what)
	}
	return n.Str()
}

// version is what versions of gaia-gen look like, which is no range.
var version = regexp.MustCompile(`^v?[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?$`)

// settings reads the keys that are about the workspace as a whole.
func (r *reader) settings(root tree.Node, cfg *Config) {
	if v := root.Get("required_version"); v.OK() {
		if !version.MatchString(v.Str()) {
			r.fail(v, `name one version: required_version: "1.4.0"`, "required_version %s is not a version", v.JSON())
		}
		cfg.RequiredVersion, cfg.RequiredLoc = v.Str(), v.Loc()
	}
	if v := root.Get("command"); v.OK() {
		cfg.Command = r.line(v, "command", "pnpm gaia-gen")
	}
	cfg.AllowSymlinks = r.flag(root, "", "allow_symlinks")
	if v := root.Get("export"); v.OK() {
		cfg.Exports = r.exports(v)
	}
}

// line reads a string of one line.
func (r *reader) line(n tree.Node, what, example string) string {
	if n.Kind() != tree.String || diag.OneLine(n.Str()) != n.Str() || n.Str() == "" {
		r.fail(n, "write a string: "+what+": "+example, "%s must be one line of text, not %s", what, n.JSON())
	}
	return n.Str()
}
