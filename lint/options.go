package lint

import (
	"cmp"
	"path"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/naming"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// Level is what a rule's findings count as.
type Level uint8

const (
	// ByDefault leaves a rule as it is.
	ByDefault Level = iota
	Off
	Info
	Warning
	Error
)

// levels are the words that configuration uses, in the order of Level.
var levels = []string{"default", "off", "info", "warn", "error"}

// ParseLevel returns the level that word names: "off", "info", "warn", "error"
// or "default". When there is none, it returns the closest word, or "".
func ParseLevel(word string) (level Level, nearest string, ok bool) {
	for i, w := range levels {
		if w == word {
			return Level(i), "", true
		}
	}
	return ByDefault, naming.Nearest(word, levels), false
}

// Options say which findings to make. The zero value runs every rule as it is.
type Options struct {
	// Rules gives levels by rule ("desc/model") or by family ("desc"); the rule
	// goes before the family.
	Rules map[string]Level
	// Skip switches rules off in parts of the documents.
	Skip []Skip
	// Waive hides single findings, each with a reason.
	Waive []Waiver
	// KeepFramework looks also at the schemas that FastAPI adds by itself,
	// HTTPValidationError and ValidationError.
	KeepFramework bool
	// CountTags asks for descriptions also of members whose only value is the
	// tag of a union.
	CountTags bool
}

// Skip switches rules off where one of its Files and one of its Pointers match.
type Skip struct {
	Rules    []string // rules or families; none means all
	Files    []string // globs of path.Match, of the file's name or its last element; none means all
	Pointers []string // JSON pointers: what they name and everything below; none means all
}

// Waiver hides the findings of a rule at one place.
type Waiver struct {
	Rule string
	At   string // a JSON pointer, or names such as "Session.title"
	Why  string
	Loc  source.Loc // of the waiver in the configuration
}

// severity returns what a finding of r counts as, and false if the rule is off.
// own is the finding's own severity.
func (o *Options) severity(r *Rule, own diag.Severity) (diag.Severity, bool) {
	family, _, _ := strings.Cut(r.ID, "/")
	switch cmp.Or(o.Rules[r.ID], o.Rules[family]) {
	case Off:
		return own, false
	case Info:
		return diag.Info, true
	case Warning:
		return diag.Warning, true
	case Error:
		return diag.Error, true
	default:
		return own, !r.Off
	}
}

// skips reports whether a Skip applies to f.
func (o *Options) skips(f *Finding) bool {
	for i := range o.Skip {
		s := &o.Skip[i]
		if anyOf(s.Rules, f.Rule, matchesRule) && anyOf(s.Files, fileOf(f.Loc), matchesFile) && anyOf(s.Pointers, f.Loc.Pointer, isBelow) {
			return true
		}
	}
	return false
}

// anyOf reports whether match holds for one of patterns, or there are none.
func anyOf(patterns []string, s string, match func(pattern, s string) bool) bool {
	for _, p := range patterns {
		if match(p, s) {
			return true
		}
	}
	return len(patterns) == 0
}

func matchesRule(pattern, rule string) bool {
	return rule == pattern || strings.HasPrefix(rule, strings.TrimSuffix(pattern, "/*")+"/")
}

func matchesFile(pattern, name string) bool {
	for _, s := range []string{name, path.Base(name)} {
		if ok, err := path.Match(pattern, s); ok && err == nil {
			return true
		}
	}
	return false
}

func isBelow(prefix, pointer string) bool {
	rest, ok := strings.CutPrefix(pointer, strings.TrimSuffix(prefix, "/"))
	return ok && (rest == "" || rest[0] == '/')
}

func fileOf(loc source.Loc) string {
	if loc.Span.File == nil {
		return ""
	}
	return loc.Span.File.Name
}
