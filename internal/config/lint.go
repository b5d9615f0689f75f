package config

import (
	"path"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// Lint says which findings the linter makes about the documents of a contract.
// Whether a rule exists is the linter's to say.
type Lint struct {
	Baseline  string // "" if none
	FailOn    string // "error", "warn", "info"; "" means error
	Rules     []RuleLevel
	Skip      []Skip
	Waive     []Waiver
	Framework bool // look also at the schemas that FastAPI adds
	CountTags bool // ask for descriptions also of constant tags
}

// RuleLevel is what the findings of a rule, or of a family of rules, count as.
type RuleLevel struct {
	Rule  string // "desc/model" or "desc"
	Level string // "off", "info", "warn", "error", "default"
	Loc   source.Loc
}

// Skip switches rules off in parts of the documents. An empty list means all.
type Skip struct {
	Rules    []RuleName
	Files    []string // globs
	Pointers []string // JSON pointers, with everything below
}

// RuleName is a rule or a family, and where it is named.
type RuleName struct {
	Name string
	Loc  source.Loc
}

// Waiver hides the findings of one rule at one place, for a reason.
type Waiver struct {
	Rule, At, Why string
	Loc           source.Loc
}

var levels = []string{"off", "info", "warn", "error", "default"}

func (r *reader) lint(n tree.Node) *Lint {
	if !r.object(n, "lint", "baseline", "fail_on", "rules", "skip", "waive", "framework", "count_tags") {
		return nil
	}
	l := &Lint{Framework: r.flag(n, "lint.", "framework"), CountTags: r.flag(n, "lint.", "count_tags")}
	if v := n.Get("baseline"); v.OK() {
		l.Baseline = r.path(v, "lint.baseline")
	}
	if v := n.Get("fail_on"); v.OK() {
		l.FailOn = r.oneOf(v, "lint.fail_on", "error", "warn", "info")
	}
	if v := n.Get("rules"); v.OK() {
		l.Rules = r.ruleLevels(v)
	}
	for _, item := range r.list(n, "skip") {
		l.Skip = append(l.Skip, r.skip(item))
	}
	for _, item := range r.list(n, "waive") {
		l.Waive = append(l.Waive, r.waiver(item))
	}
	return l
}

// flag reads a boolean that is false when absent.
func (r *reader) flag(n tree.Node, section, key string) bool {
	v := n.Get(key)
	if v.OK() && v.Kind() != tree.Bool {
		r.fail(v, "write true or false", "%s%s must be a boolean, not %s", section, key, v.JSON())
	}
	return v.Bool()
}

// list returns the items of a list that may be absent.
func (r *reader) list(n tree.Node, key string) []tree.Node {
	v := n.Get(key)
	if !v.OK() {
		return nil
	}
	if v.Kind() != tree.Array {
		r.fail(v, "", "%s must be a list", key)
		return nil
	}
	var items []tree.Node
	for _, item := range v.Items() {
		items = append(items, item)
	}
	return items
}

func (r *reader) ruleLevels(n tree.Node) []RuleLevel {
	if n.Kind() != tree.Object {
		r.fail(n, "map rules to levels: {desc/model: off}", "lint.rules must be a mapping")
		return nil
	}
	var out []RuleLevel
	for key, v := range n.Members() {
		out = append(out, RuleLevel{Rule: key.Str(), Level: r.level(v, key.Str()), Loc: key.Loc()})
	}
	return out
}

// level reads a word of levels. YAML 1.1 readers take a bare off for false.
func (r *reader) level(n tree.Node, rule string) string {
	if n.Kind() == tree.Bool && !n.Bool() {
		return "off"
	}
	return r.oneOf(n, "the level of "+rule, levels...)
}

func (r *reader) skip(n tree.Node) Skip {
	var s Skip
	if !r.object(n, "an entry of skip", "rules", "files", "at") {
		return s
	}
	for _, v := range r.list(n, "rules") {
		s.Rules = append(s.Rules, RuleName{Name: r.text(v, "a rule"), Loc: v.Loc()})
	}
	for _, v := range r.list(n, "files") {
		glob := r.text(v, "a glob")
		if _, err := path.Match(glob, ""); err != nil {
			r.fail(v, "close the bracket or put a backslash before it", "%q is not a glob", glob)
		}
		s.Files = append(s.Files, glob)
	}
	for _, v := range r.list(n, "at") {
		pointer := r.text(v, "a JSON pointer")
		if pointer != "" && !strings.HasPrefix(pointer, "/") {
			r.fail(v, "write it as in /components/schemas/Session", "%q is not a JSON pointer", pointer)
		}
		s.Pointers = append(s.Pointers, pointer)
	}
	if len(s.Rules)+len(s.Files)+len(s.Pointers) == 0 {
		r.fail(n, "name rules, files or places (at)", "an entry of skip is empty")
	}
	return s
}

func (r *reader) waiver(n tree.Node) Waiver {
	w := Waiver{Loc: n.Loc()}
	if !r.object(n, "an entry of waive", "rule", "at", "why") {
		return w
	}
	for _, m := range []struct {
		key string
		to  *string
	}{{"rule", &w.Rule}, {"at", &w.At}, {"why", &w.Why}} {
		v := n.Get(m.key)
		if !v.OK() {
			r.fail(n, "write {rule: untyped/any, at: Session.data, why: \"…\"}", "an entry of waive has no %s", m.key)
			continue
		}
		*m.to = r.text(v, m.key)
	}
	return w
}

func (r *reader) text(n tree.Node, what string) string {
	if n.Kind() != tree.String {
		r.fail(n, "", "%s must be text, not %s", what, n.JSON())
	}
	return n.Str()
}
