package scaffold

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/config"
)

// Choices are what a user decided beforehand; "" leaves it to what was found.
type Choices struct {
	TypeScript, Go string // output directories
	App            string // "shop.main:app"
}

// exported is where an application's document goes.
const exported = "schemas/openapi.json"

// Config returns a configuration with comments for what was found.
func Config(f Facts, c Choices) []byte {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# yaml-language-server: $schema=https://raw.githubusercontent.com/amd-gaia/gaia-gen/main/gaia-gen.schema.json")
	line("# What gaia-gen generates here. Run gaia-gen to write it, driftcheck to hold what is")
	line("# committed against it, gaia-gen lint to look at the documents themselves.")
	line("version: 1")
	app := f.app(c)
	if app.Name != "" {
		line("")
		exportSection(line, f, app)
	}
	line("")
	line("contracts:")
	groups := f.groups(app.Name != "")
	if len(groups) == 0 {
		line("  # Nothing to generate from was found: put the OpenAPI document of your server here,")
		line("  # or name where it is.")
		groups = []group{{"api", []string{exported}}}
	}
	for i, g := range groups {
		line("  %s:", g.name)
		if i == 0 {
			line("    # Documents that are loaded together and share one set of type names. Patterns work:")
			line("    # schemas/**/*.json")
		}
		line("    inputs: [%s]", strings.Join(quoteAll(g.inputs), ", "))
		f.targets(line, c, g.name, i == 0, len(groups) > 1)
	}
	for _, name := range f.Swagger {
		line("  # %s is Swagger 2.0, which is not read: convert it to OpenAPI 3 first.", name)
	}
	return []byte(b.String())
}

func exportSection(line func(string, ...any), f Facts, app App) {
	line("# The command that writes the documents from their sources. gaia-gen --export runs it;")
	line("# driftcheck --export runs it in a copy of the tree and compares. gaia-export is a Python")
	line("# package: pip install 'gaia-export @ git+https://github.com/amd-gaia/gaia-gen#subdirectory=python'")
	line("export:")
	line("  - run: [gaia-export, --app, %s, --out, %s]", quote(app.Name), exported)
	line("    writes: [%s]", exported)
	if app.Root != "." && app.Root != "" {
		line("    env: { PYTHONPATH: %s }", quote(app.Root))
	}
	for _, other := range f.Apps {
		if other.Name != app.Name {
			line("  # %s is an application too.", other.Name)
		}
	}
}

// app returns the application to export; its Name is "" when there is none, or when
// nothing says that the document is not exported by other means already.
func (f Facts) app(c Choices) App {
	if c.App != "" {
		i := slices.IndexFunc(f.Apps, func(a App) bool { return a.Name == c.App })
		if i >= 0 {
			return f.Apps[i]
		}
		return App{Name: c.App, Root: "."}
	}
	if len(f.Apps) == 0 {
		return App{}
	}
	return f.Apps[0]
}

// group is the documents of one contract.
type group struct {
	name   string
	inputs []string
}

// groups makes a contract of each directory that has documents.
func (f Facts) groups(app bool) []group {
	var out []group
	docs := f.Documents
	if app && !slices.ContainsFunc(docs, func(d Document) bool { return d.Path == exported }) {
		docs = append(slices.Clone(docs), Document{exported, true})
	}
	for _, d := range docs {
		dir := path.Dir(d.Path)
		i := slices.IndexFunc(out, func(g group) bool { return path.Dir(g.inputs[0]) == dir })
		if i < 0 {
			out = append(out, group{name: f.contractName(d.Path, out)})
			i = len(out) - 1
		}
		out[i].inputs = append(out[i].inputs, d.Path)
	}
	return out
}

var notKey = regexp.MustCompile(`[^a-z0-9]+`)

// contractName makes a name of a document's directory, or of its own where that says
// nothing.
func (f Facts) contractName(name string, taken []group) string {
	base := path.Base(path.Dir(name))
	if slices.Contains([]string{".", "schemas", "schema", "api", "openapi", "docs", "spec", "specs"}, base) {
		base = strings.TrimSuffix(path.Base(name), path.Ext(name))
	}
	base = config.PackageName(strings.Trim(notKey.ReplaceAllString(strings.ToLower(base), ""), "0123456789"))
	if base == "" || base == "openapi" || quote(base) != base {
		base = "api"
	}
	for n, unique := 2, base; ; n++ {
		if !slices.ContainsFunc(taken, func(g group) bool { return g.name == unique }) {
			return unique
		}
		unique = fmt.Sprintf("%s%d", base, n)
	}
}

// targets writes the output directories of a contract.
func (f Facts) targets(line func(string, ...any), c Choices, name string, first, several bool) {
	ts, golang := c.TypeScript, c.Go
	if ts == "" && golang == "" {
		if f.Web != "" {
			ts = f.free(path.Join(f.Web, "src/api"), path.Join(f.Web, "src/api/generated"))
		}
		if f.Go != "" {
			golang = f.free(path.Join(f.Go, "internal/api"), path.Join(f.Go, "internal/gaiaapi"))
		}
		if ts == "" && golang == "" {
			ts, golang = "gen/ts", "gen/go"
		}
	}
	if several {
		ts, golang = below(ts, name), below(golang, name)
	}
	if ts != "" {
		if first {
			line("    # casing: camel gives members in camelCase, with codecs that translate; decode: strict")
			line("    # refuses what the schema refuses.")
		}
		line("    ts: { out: %s }", quote(ts))
	}
	if golang != "" {
		pkg := name
		if !several {
			pkg = "api"
		}
		line("    go: { out: %s, package: %s }", quote(golang), pkg)
	}
}

func below(dir, name string) string {
	if dir == "" {
		return ""
	}
	return path.Join(dir, name)
}

// free returns the first directory in which no file of somebody's is.
func (f Facts) free(dirs ...string) string {
	for _, dir := range dirs {
		if !slices.Contains(f.Taken, dir) {
			return dir
		}
	}
	return path.Join(dirs[0], "gaia")
}

func quoteAll(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = quote(w)
	}
	return out
}

var plain = regexp.MustCompile(`^[A-Za-z_./][A-Za-z0-9_./:-]*$`)

// quote writes a YAML string.
func quote(s string) string {
	if plain.MatchString(s) && !strings.HasSuffix(s, ":") && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off"}, strings.ToLower(s)) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}
