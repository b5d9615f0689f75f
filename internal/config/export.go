package config

import (
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
	Run     []string // program and arguments, at least the program; run in the configuration's directory
	Writes  []string // files and directories that only this command writes, at least one
	Env     []Var    // added to the environment, in source order
	Timeout time.Duration
	Loc     source.Loc // of run
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
		e := r.export(item)
		r.overlap(item, out, e)
		out = append(out, e)
	}
	return out
}

// overlap refuses an export that writes where an earlier one does.
func (r *reader) overlap(n tree.Node, earlier []Export, e Export) {
	for _, w := range e.Writes {
		for _, other := range earlier {
			for _, v := range other.Writes {
				if v == w || strings.HasPrefix(w, v+"/") || strings.HasPrefix(v, w+"/") {
					r.fail(n.Get("writes"), "give each export its own directory", "two exports write %q and %q", v, w)
					return
				}
			}
		}
	}
}

func (r *reader) export(n tree.Node) Export {
	e := Export{Timeout: exportTimeout, Loc: n.Loc()}
	run := n.Get("run")
	if run.OK() {
		e.Loc = run.Loc()
	}
	e.Run = r.words(n, "run", "write the program and its arguments: run: [python, export.py]", func(v tree.Node) string {
		if v.Kind() != tree.String || v.Str() == "" {
			r.fail(v, "quote it", "export.run takes strings, not %s", v.JSON())
		}
		return v.Str()
	})
	e.Writes = r.words(n, "writes", "name what the command writes: writes: [schemas]", func(v tree.Node) string {
		return r.path(v, "export.writes")
	})
	for _, w := range e.Writes {
		if w == "." {
			r.fail(n.Get("writes"), "name the directory of the documents", "export.writes cannot be the whole workspace")
		}
	}
	if v := n.Get("env"); v.OK() {
		e.Env = r.env(v)
	}
	if v := n.Get("timeout"); v.OK() {
		d, err := time.ParseDuration(v.Str())
		if err != nil || d <= 0 {
			r.fail(v, "write a time such as 90s or 5m", "export.timeout %s is not a time", v.JSON())
		}
		e.Timeout = d
	}
	return e
}

// words reads a list of at least one string, each by read.
func (r *reader) words(n tree.Node, key, help string, read func(tree.Node) string) []string {
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
		out = append(out, read(v))
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
		out = append(out, Var{key.Str(), v.Str()})
	}
	return out
}

// settings reads the keys that are about the workspace as a whole.
func (r *reader) settings(root tree.Node, cfg *Config) {
	if v := root.Get("required_version"); v.OK() {
		cfg.RequiredVersion = r.line(v, "required_version", `"1.4.0"`)
		cfg.RequiredLoc = v.Loc()
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
