package export

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// stamp tells whether a file was written.
type stamp struct {
	size int64
	at   time.Time
}

// stamps returns those of the files of the copy that e should not write, by their
// slash paths from the top.
func (r *runner) stamps(e config.Export) map[string]stamp {
	targets := r.own(e)
	all := map[string]stamp{}
	filepath.WalkDir(r.top, func(name string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(r.top, name)
		if err != nil || relErr != nil || d.Type()&fs.ModeSymlink != 0 {
			return nil
		}
		rel = filepath.ToSlash(rel)
		if left(d.Name()) || within(targets, rel) {
			return skip(d)
		}
		if info, err := d.Info(); err == nil && !d.IsDir() {
			all[rel] = stamp{info.Size(), info.ModTime()}
		}
		return nil
	})
	return all
}

// own returns what e writes as it is found in the copy, after all links on the way.
func (r *runner) own(e config.Export) []string {
	names := r.targets([]config.Export{e})
	for i, w := range e.Writes {
		dir, base := filepath.Split(filepath.Join(r.work, filepath.FromSlash(w)))
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			if rel, ok := below(r.top, filepath.Join(real, base)); ok {
				names[i] = rel
			}
		}
	}
	return names
}

// warnOthers reports that an exporter changed what it does not say it writes.
func (r *runner) warnOthers(e config.Export, before, after map[string]stamp) {
	var names []string
	for name, s := range after {
		if old, was := before[name]; old != s && (was || !incidental(name)) {
			names = append(names, name)
		}
	}
	for name := range before {
		if _, is := after[name]; !is {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	more := ""
	if n := len(names) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	r.out.Add(diag.Diagnostic{Rule: "export", Severity: diag.Warning, Loc: e.Loc,
		Message: fmt.Sprintf("%q also changed %s%s, which writes: does not name and nothing checks", line(e), names[0], more),
		Help:    "name it in writes:"})
}

// incidental reports new files that tools leave beside their work: caches, and what
// an installation writes.
func incidental(name string) bool {
	for ; name != "."; name = path.Dir(name) {
		base := path.Base(name)
		if strings.HasPrefix(base, ".") || base == "node_modules" || path.Ext(base) == ".egg-info" {
			return true
		}
	}
	return false
}
