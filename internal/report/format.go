package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/naming"
)

// Format is how findings are written.
type Format string

// The formats.
const (
	Text     Format = "text"     // for people and problem matchers
	JSON     Format = "json"     // docs/lint-report.schema.json
	SARIF    Format = "sarif"    // 2.1.0, for code scanning
	GitHub   Format = "github"   // workflow commands that annotate a pull request
	JUnit    Format = "junit"    // XML that CI systems show as tests
	GitLab   Format = "gitlab"   // a Code Quality report
	Markdown Format = "markdown" // a step summary
)

// Formats returns all formats, in the order in which help lists them.
func Formats() []Format {
	return []Format{Text, JSON, SARIF, GitHub, JUnit, GitLab, Markdown}
}

// Target is a place that wants a report.
type Target struct {
	Format Format
	File   string // "" for the standard output
}

// ParseFormats reads the values of a repeatable flag, each FORMAT or FORMAT=FILE
// with a format of known,
// where the file "-" is the standard output too. No value means text on the
// standard output; when all values name files, it gets nothing. At most one
// report may go there, and at most one to each file.
func ParseFormats(values []string, known []Format) ([]Target, error) {
	if len(values) == 0 {
		return []Target{{Format: Text}}, nil
	}
	var out []Target
	for _, v := range values {
		t, err := parseTarget(v, known)
		if err != nil {
			return nil, err
		}
		same := func(o Target) bool { return o.File == t.File }
		if i := slices.IndexFunc(out, same); i >= 0 {
			return nil, clash(out[i], t)
		}
		out = append(out, t)
	}
	return out, nil
}

func clash(a, b Target) error {
	if a.File == "" {
		return fmt.Errorf("formats %s and %s would both go to the standard output; write one to a file: --format %s=FILE", a.Format, b.Format, b.Format)
	}
	return fmt.Errorf("formats %s and %s would both go to %s", a.Format, b.Format, a.File)
}

func parseTarget(value string, known []Format) (Target, error) {
	name, file, toFile := strings.Cut(value, "=")
	f, err := parseFormat(name, known)
	switch {
	case err != nil:
		return Target{}, err
	case toFile && file == "":
		return Target{}, fmt.Errorf("--format %s names no file after the equals sign", value)
	case file == "-":
		file = ""
	}
	return Target{Format: f, File: file}, nil
}

func parseFormat(name string, formats []Format) (Format, error) {
	if slices.Contains(formats, Format(name)) {
		return Format(name), nil
	}
	var known []string
	for _, f := range formats {
		known = append(known, string(f))
	}
	hint := ""
	if near := naming.Nearest(strings.ToLower(name), known); near != "" {
		hint = fmt.Sprintf(", did you mean %q?", near)
	}
	return "", fmt.Errorf("unknown format %q%s (known: %s)", name, hint, strings.Join(known, ", "))
}
