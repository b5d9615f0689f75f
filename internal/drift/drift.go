// Package drift compares the files that a run wants with the files that are
// there. It knows nothing of schemas and changes nothing.
package drift

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
)

// Dir is what a run wants in one directory.
type Dir struct {
	Path    string // slash path
	Files   []emit.File
	Known   []string // further files that belong there and are known to be right: not looked at
	Partial bool     // Files is not all that belongs there: nothing in it is stale
}

// Options say what counts.
type Options struct {
	EOL EOL
}

// EOL says what a file is whose line ends alone differ.
type EOL uint8

// The ways to take line ends.
const (
	IgnoreEOL EOL = iota // as wanted: a checkout may write CRLF
	ReportEOL            // drift
)

// Result is the outcome of a comparison.
type Result struct {
	Findings []Finding // in the order of Order
	LineEnds []string  // files whose line ends alone differ, when those are ignored; sorted
	Problems []Problem // files that could not be read; sorted
}

// Problem is a file about which there is no verdict.
type Problem struct {
	Path string
	Err  error
}

// Order compares findings for sorting: documents before generated files, then by path.
func Order(a, b Finding) int {
	return cmp.Or(cmp.Compare(b.Stage, a.Stage), cmp.Compare(a.Path, b.Path))
}

// Compare holds wanted against fsys. A directory that is absent is empty. Each
// directory's own files are looked at, not those below it: stale files are those
// that carry the header of generated files, have the extension of a target, and that
// no Dir wants.
func Compare(fsys fs.FS, wanted []Dir, o Options) Result {
	c := comparison{fsys: fsys, o: o, ours: emit.Generated}
	want := map[string]bool{}
	for _, d := range wanted {
		for _, f := range d.Files {
			want[path.Join(d.Path, f.Path)] = true
		}
		for _, name := range d.Known {
			want[path.Join(d.Path, name)] = true
		}
	}
	for _, d := range wanted {
		for _, f := range d.Files {
			c.file(path.Join(d.Path, f.Path), f.Data)
		}
		if !d.Partial {
			c.stale(d.Path, want)
		}
	}
	return c.result()
}

// CompareExact holds files, by their paths, against fsys. There is no header to know
// them by: what is not wanted is stale if it is among owned.
func CompareExact(fsys fs.FS, files []emit.File, owned []string, o Options) Result {
	c := comparison{fsys: fsys, o: o, ours: func([]byte) bool { return true }}
	want := map[string]bool{}
	for _, f := range files {
		want[f.Path] = true
		c.file(f.Path, f.Data)
	}
	for _, name := range owned {
		if want[name] {
			continue
		}
		data, err := fs.ReadFile(fsys, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			c.problem(name, err)
		default:
			c.add(Finding{Path: name, Status: Stale, Got: data})
		}
	}
	return c.result()
}

// comparison gathers a Result.
type comparison struct {
	fsys fs.FS
	o    Options
	ours func([]byte) bool
	r    Result
	seen map[string]bool // directories whose stale files were looked for

	froms []string // files that are wanted under a name of other case
}

func (c *comparison) add(f Finding) { c.r.Findings = append(c.r.Findings, f) }

func (c *comparison) problem(name string, err error) {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	c.r.Problems = append(c.r.Problems, Problem{name, err})
}

func (c *comparison) result() Result {
	c.r.Findings = renames(c.r.Findings)
	slices.SortFunc(c.r.Findings, Order)
	slices.Sort(c.r.LineEnds)
	slices.SortFunc(c.r.Problems, func(a, b Problem) int { return cmp.Compare(a.Path, b.Path) })
	return c.r
}

func (c *comparison) file(name string, want []byte) {
	got, err := fs.ReadFile(c.fsys, name)
	f := Finding{Path: name, Want: want, Got: got}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Status = Missing
	case err != nil:
		c.problem(name, err)
		return
	default:
		if listed := c.listedAs(name); listed != name {
			f.Status, f.From, f.Similarity = Renamed, listed, 100
			c.froms = append(c.froms, listed)
			break
		}
		if bytes.Equal(got, want) {
			return
		}
		f.Status, f.Cause = c.classify(got, want)
		f.Line = firstDifference(got, want)
		if f.Cause == Conflict {
			f.Line = conflict(got)
		}
		if f.Status == LineEnds && c.o.EOL == IgnoreEOL {
			c.r.LineEnds = append(c.r.LineEnds, name)
			return
		}
	}
	c.add(f)
}

func (c *comparison) classify(got, want []byte) (Status, Cause) {
	switch {
	case conflict(got) > 0:
		return Changed, Conflict
	case bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want):
		return LineEnds, NoCause
	case !c.ours(bytes.TrimPrefix(got, []byte("\ufeff"))):
		return Foreign, NoCause
	case reformatted(got, want):
		return Changed, Reformatted
	default:
		return Changed, NoCause
	}
}

// listedAs returns the name under which the directory lists a file: where the disk
// does not tell upper from lower case, that may be another than the one asked for.
func (c *comparison) listedAs(name string) string {
	dir := path.Dir(name)
	entries, err := fs.ReadDir(c.fsys, dir)
	if err != nil {
		return name
	}
	base, other := path.Base(name), ""
	for _, e := range entries {
		if e.Name() == base {
			return name
		}
		if strings.EqualFold(e.Name(), base) {
			other = e.Name()
		}
	}
	if other == "" {
		return name
	}
	return path.Join(dir, other)
}

func (c *comparison) stale(dir string, want map[string]bool) {
	if c.seen[dir] {
		return
	}
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	c.seen[dir] = true
	entries, err := fs.ReadDir(c.fsys, dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			c.problem(dir, err)
		}
		return
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if want[name] || slices.Contains(c.froms, name) || !e.Type().IsRegular() || !generatedName(e.Name()) {
			continue
		}
		data, err := fs.ReadFile(c.fsys, name)
		switch {
		case err != nil:
			c.problem(name, err)
		case emit.Generated(data):
			c.add(Finding{Path: name, Status: Stale, Got: data})
		}
	}
}

// generatedName reports whether a target writes files of this extension.
func generatedName(name string) bool {
	return strings.HasSuffix(name, ".ts") || strings.HasSuffix(name, ".go")
}
