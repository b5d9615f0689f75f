package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// Inputs returns the documents of c: those it names, and those that its patterns
// match ("schemas/**/*.json"), each pattern's in the order of their names, and none
// twice. A pattern that matches no file is Fatal in out: a run with nothing to do
// would look like a good one. A name that exists is never a pattern.
func Inputs(fsys fs.FS, c config.Contract, out *diag.List) []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, input := range c.Inputs {
		if !pattern(fsys, input) {
			add(input)
			continue
		}
		found, err := doublestar.Glob(fsys, input, doublestar.WithFilesOnly())
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			out.Add(diag.Diagnostic{Rule: "config", Severity: diag.Fatal, Loc: c.Loc,
				Message: fmt.Sprintf("the pattern %q of contract %q cannot be matched: %v", input, c.Name, err)})
			continue
		}
		if len(found) == 0 {
			out.Add(diag.Diagnostic{Rule: "config", Severity: diag.Fatal, Loc: c.Loc,
				Message: fmt.Sprintf("the pattern %q of contract %q matches no file", input, c.Name), Help: "correct the pattern, or export the documents first"})
		}
		slices.Sort(found)
		for _, name := range found {
			add(name)
		}
	}
	return names
}

// pattern reports whether an input is one, and not the name of a file.
func pattern(fsys fs.FS, input string) bool {
	if !strings.ContainsAny(input, "*?[{") {
		return false
	}
	_, err := fs.Stat(fsys, input)
	return err != nil
}
