package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/lint"
)

// fix makes the certain changes in the documents, and lints again. Documents that
// an exporter writes are left alone: their source is what has to change.
func (r *lintRun) fix() error {
	byFile := map[*source.File][]lint.Fix{}
	for _, f := range r.found {
		if len(f.Fixes) > 0 {
			file := f.Fixes[0].Edits[0].Span.File
			byFile[file] = append(byFile[file], f.Fixes[0])
		}
	}
	files := map[string][]byte{}
	for _, file := range slices.SortedFunc(maps.Keys(byFile), func(a, b *source.File) int { return cmp.Compare(a.Name, b.Name) }) {
		fixes := byFile[file]
		if r.w.Exported(file.Name) {
			fmt.Fprintf(r.stderr, "%s: not changed, because it is exported; the findings say what to change in its source\n", file.Name)
			continue
		}
		data, skipped := lint.Apply(file.Data, fixes)
		files[file.Name] = data
		line := fmt.Sprintf("%s: %s made", file.Name, cli.Count(len(fixes)-skipped, "change"))
		if skipped > 0 {
			line += fmt.Sprintf(", %d left for another run", skipped)
		}
		fmt.Fprintln(r.stderr, line)
	}
	if len(files) == 0 {
		return nil
	}
	if err := r.w.Replace(files); err != nil {
		return err
	}
	r.found, r.diags = nil, &diag.List{}
	return r.lint()
}
