// Package config reads gaia-gen.yaml. Every key is checked: one that is not
// known is an error with its position and the key that was probably meant.
// gaia-gen.schema.json describes the same keys for editors.
package config

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/naming"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// FileName is the configuration's name, searched from the working directory
// upwards.
const FileName = "gaia-gen.yaml"

// Config is what one run generates.
type Config struct {
	File      *source.File // what was read
	Contracts []Contract   // in source order
	Exports   []Export     // what writes the documents, in the order to run; nil if nothing does

	// RequiredVersion is the one version that may generate here; "" if any may.
	RequiredVersion string
	RequiredLoc     source.Loc
	// Command is how gaia-gen is run here, as reports print it: "pnpm gaia-gen".
	// "" means that it is found out.
	Command       string
	AllowSymlinks bool // outputs may be, or stand below, symbolic links
}

// Contract is one set of documents that are loaded together, and where their
// types go. Paths are slash paths from the configuration's directory.
type Contract struct {
	Name         string
	Inputs       []string // at least one
	Capabilities string   // "" if none
	Requiredness string   // "split", "request", "response"; "" means split
	Dialect      string   // of JSON Schemas without $schema; "" means 2020-12
	TypeScript   *Target  // nil: not generated
	Go           *Target
	Lint         *Lint      // nil: every rule as it is
	Loc          source.Loc // of the contract's name
}

// Outputs returns the output directories.
func (c Contract) Outputs() []string {
	var dirs []string
	for _, t := range []*Target{c.TypeScript, c.Go} {
		if t != nil {
			dirs = append(dirs, t.Out)
		}
	}
	return dirs
}

// Permits reports whether the given version of gaia-gen may generate here. A "v" in
// front is no difference.
func (c *Config) Permits(version string) bool {
	return c.RequiredVersion == "" || strings.TrimPrefix(c.RequiredVersion, "v") == strings.TrimPrefix(version, "v")
}

// Target is one output directory.
type Target struct {
	Out     string
	Package string // Go only
	Casing  string // TypeScript only: "wire", "camel"; "" means wire
	Imports string // TypeScript only: "js", "ts", "none"; "" means js
	Paths   bool   // TypeScript only: paths.ts is written
	Decode  string // "false", "true", "strict"; "" means tagged unions in TypeScript, true in Go
	Loc     source.Loc
}

// Parse reads a configuration. What is wrong with it is in out; the result is
// nil when out has errors.
func Parse(f *source.File, out *diag.List) *Config {
	doc := tree.Parse(f, tree.Limits{}, out)
	if doc == nil {
		return nil
	}
	r := reader{out: out}
	cfg := r.config(doc.Root())
	cfg.File = f
	if r.failed {
		return nil
	}
	return cfg
}

type reader struct {
	out    *diag.List
	failed bool
}

// fail adds a Fatal finding: with a configuration that is not understood no
// verdict is possible.
func (r *reader) fail(n tree.Node, help, format string, args ...any) {
	r.failed = true
	d := diag.Diagnostic{Rule: "config", Severity: diag.Fatal, Loc: n.Loc(), Message: fmt.Sprintf(format, args...), Help: help}
	r.out.Add(d)
}

func (r *reader) config(root tree.Node) *Config {
	cfg := &Config{}
	if !r.object(root, "the configuration", "version", "required_version", "command", "allow_symlinks", "export", "contracts") {
		return cfg
	}
	if v := root.Get("version"); !v.OK() {
		r.fail(root, "add the line version: 1", "version is missing")
	} else if v.Raw() != "1" {
		r.fail(v, "write version: 1", "version %s is not known", v.JSON())
	}
	r.settings(root, cfg)
	contracts := root.Get("contracts")
	if !contracts.OK() {
		r.fail(root, "name each contract below contracts:, with its inputs and targets", "contracts is missing")
		return cfg
	}
	if contracts.Kind() != tree.Object {
		r.fail(contracts, "", "contracts must map names to contracts")
		return cfg
	}
	for key, value := range contracts.Members() {
		cfg.Contracts = append(cfg.Contracts, r.contract(key, value))
	}
	if len(cfg.Contracts) == 0 {
		r.fail(contracts, "", "contracts is empty")
	}
	r.outputs(contracts, cfg)
	return cfg
}

func (r *reader) contract(key, n tree.Node) Contract {
	c := Contract{Name: key.Str(), Loc: key.Loc()}
	if !r.object(n, "contract "+strconv.Quote(c.Name), "inputs", "capabilities", "requiredness", "dialect", "ts", "go", "lint") {
		return c
	}
	c.Inputs = r.inputs(key, n)
	if v := n.Get("capabilities"); v.OK() {
		c.Capabilities = r.path(v, "capabilities")
	}
	if v := n.Get("requiredness"); v.OK() {
		c.Requiredness = r.oneOf(v, "requiredness", "split", "request", "response")
	}
	if v := n.Get("dialect"); v.OK() {
		c.Dialect = r.oneOf(v, "dialect", "draft-04", "draft-06", "draft-07", "2019-09", "2020-12")
	}
	if v := n.Get("ts"); v.OK() {
		c.TypeScript = r.target(v, "ts", "out", "casing", "decode", "imports", "paths")
		if c.TypeScript != nil {
			r.codecs(v, c.TypeScript)
		}
	}
	if v := n.Get("go"); v.OK() {
		c.Go = r.target(v, "go", "out", "package", "decode")
		if c.Go != nil {
			r.goPackage(v, c.Go)
			r.goDecode(v, c.Go)
		}
	}
	if v := n.Get("lint"); v.OK() {
		c.Lint = r.lint(v)
	}
	if !n.Get("ts").OK() && !n.Get("go").OK() {
		r.fail(key, "add ts: {out: DIR} or go: {out: DIR, package: NAME}", "contract %q has no target", c.Name)
	}
	return c
}

func (r *reader) inputs(key, n tree.Node) []string {
	list := n.Get("inputs")
	if list.Kind() != tree.Array || list.Len() == 0 {
		at := list
		if !at.OK() {
			at = key
		}
		r.fail(at, "list the documents: inputs: [schemas/openapi.json]", "contract %q needs inputs, a list of files", key.Str())
		return nil
	}
	var paths []string
	for _, item := range list.Items() {
		paths = append(paths, r.path(item, "an input"))
	}
	return paths
}

func (r *reader) target(n tree.Node, name string, keys ...string) *Target {
	if !r.object(n, name, keys...) {
		return nil
	}
	t := &Target{Loc: n.Loc()}
	out := n.Get("out")
	if !out.OK() {
		r.fail(n, "name the output directory", "%s.out is missing", name)
		return nil
	}
	t.Out = r.path(out, name+".out")
	return t
}

// codecs reads how members are spelt in TypeScript, how its files import each other, and
// what is decoded.
func (r *reader) codecs(n tree.Node, t *Target) {
	if v := n.Get("casing"); v.OK() {
		t.Casing = r.oneOf(v, "ts.casing", "wire", "camel")
	}
	if v := n.Get("imports"); v.OK() {
		t.Imports = r.oneOf(v, "ts.imports", "js", "ts", "none")
	}
	v := n.Get("decode")
	if v.OK() {
		t.Decode = r.oneOf(v, "ts.decode", "true", "false", "strict")
	}
	t.Paths = r.flag(n, "ts.", "paths")
	if t.Casing == "camel" && t.Paths {
		r.fail(n.Get("paths"), "remove one of them: paths.ts is for clients that send and return what is on the wire", "ts.paths does not go with ts.casing camel")
	}
	if t.Casing == "camel" && t.Decode == "false" {
		r.fail(v, "remove decode: decoders and encoders translate between the wire and camelCase", "ts.decode false does not go with ts.casing camel")
	}
}

func (r *reader) goDecode(n tree.Node, t *Target) {
	if v := n.Get("decode"); v.OK() {
		t.Decode = r.oneOf(v, "go.decode", "true", "strict")
	}
}

func (r *reader) goPackage(n tree.Node, t *Target) {
	pkg := n.Get("package")
	if !pkg.OK() {
		t.Package = PackageName(path.Base(t.Out))
		if t.Package == "" {
			r.fail(n, "add package: NAME", "go.package is missing and %q is not a package name", path.Base(t.Out))
		}
		return
	}
	t.Package = pkg.Str()
	if PackageName(t.Package) != t.Package || t.Package == "" {
		r.fail(pkg, "use a short lower-case word", "%s is not a Go package name", pkg.JSON())
	}
}

// path reads a slash path that stays below the configuration's directory.
func (r *reader) path(n tree.Node, what string) string {
	p := n.Str()
	switch {
	case n.Kind() != tree.String || p == "":
		r.fail(n, "", "%s must be a path, not %s", what, n.JSON())
	case strings.Contains(p, `\`):
		r.fail(n, "use / between directories", "%s %q contains a backslash", what, p)
	case path.IsAbs(p) || !local(path.Clean(p)):
		r.fail(n, "use a path below the directory of "+FileName, "%s %q leaves the workspace", what, p)
	}
	return path.Clean(p)
}

func local(clean string) bool { return clean != ".." && !strings.HasPrefix(clean, "../") }

// oneOf reads one of words; "true" and "false" stand for the booleans.
func (r *reader) oneOf(n tree.Node, what string, words ...string) string {
	for _, w := range words {
		if w == "true" || w == "false" {
			if n.Kind() == tree.Bool && n.JSON() == w {
				return w
			}
		} else if n.Kind() == tree.String && n.Str() == w {
			return w
		}
	}
	r.fail(n, "use one of "+strings.Join(words, ", "), "%s %s is not known", what, n.JSON())
	return ""
}

// object checks that n is an object whose keys are all among keys.
func (r *reader) object(n tree.Node, what string, keys ...string) bool {
	if n.Kind() != tree.Object {
		r.fail(n, "known keys are "+strings.Join(keys, ", "), "%s must be a mapping", what)
		return false
	}
	for key := range n.Members() {
		if !slices.Contains(keys, key.Str()) {
			r.unknownKey(key, what, keys)
		}
	}
	return true
}

func (r *reader) unknownKey(key tree.Node, what string, keys []string) {
	help := "known keys are " + strings.Join(keys, ", ")
	if near := naming.Nearest(key.Str(), keys); near != "" {
		help = "did you mean " + strconv.Quote(near) + "?"
	}
	if why, ok := later[key.Str()]; ok {
		help = why
	}
	r.fail(key, help, "%s has no key %q", what, key.Str())
}

// later explains keys that belong to features this version does not have.
var later = map[string]string{
	"casing":  "remove it: Go members have Go names, and tags keep the wire's spelling",
	"export":  "move it to the top level, beside contracts",
	"lint":    "move it into a contract",
	"mirrors": "remove it: this version has no mirror check",
}
