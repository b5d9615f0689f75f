package lint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// Baseline is the findings that a project knows of and has not mended yet. It
// holds names and no numbers of findings, so that a new fault never hides behind
// a mended one. The totals are those of the coverage, for the badge.
type Baseline struct {
	Described int
	Total     int
	Keys      []Key // sorted, each once
}

const baselineVersion = 1

// MakeBaseline returns the baseline that holds every finding of r.
func MakeBaseline(r Result) Baseline {
	b := Baseline{Described: r.Coverage.Described, Total: r.Coverage.Total}
	for i := range r.Findings {
		b.Keys = append(b.Keys, r.Findings[i].key())
	}
	b.normalize()
	return b
}

func (b *Baseline) normalize() {
	slices.SortFunc(b.Keys, compareKeys)
	b.Keys = slices.Compact(b.Keys)
}

func (f *Finding) key() Key { return Key{Rule: f.Rule, File: fileOf(f.Loc), Name: f.Key} }

// Encode returns b as the JSON file to commit: one key per line.
func (b Baseline) Encode() []byte {
	b.Keys = slices.Clone(b.Keys)
	b.normalize()
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"version\": %d,\n  \"described\": %d,\n  \"total\": %d,\n  \"keys\": [", baselineVersion, b.Described, b.Total)
	for i, k := range b.Keys {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    " + k.encode())
	}
	if len(b.Keys) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes()
}

func (k Key) encode() string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(k); err != nil {
		panic("lint: encode a key: " + err.Error()) // three strings always encode
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// ReadBaseline reads what Encode wrote. A file that is none gives Fatal findings
// with their positions and no baseline.
func ReadBaseline(f *source.File, out *diag.List) (Baseline, bool) {
	var faults diag.List
	doc := tree.Parse(f, tree.Limits{}, &faults)
	for _, d := range faults.Sorted() {
		d.Severity = diag.Fatal
		out.Add(d)
	}
	if doc == nil || faults.HasErrors() {
		return Baseline{}, false
	}
	r := baselineReader{out: out}
	b := r.read(doc.Root())
	return b, !r.bad
}

type baselineReader struct {
	out *diag.List
	bad bool
}

func (r *baselineReader) fault(n tree.Node, message string) {
	r.bad = true
	r.out.Add(diag.Diagnostic{
		Severity: diag.Fatal, Loc: valueLoc(n), Message: message, Help: "restore the file, or write it anew with gaia-gen lint --update-baseline --allow-regress",
	})
}

func (r *baselineReader) read(root tree.Node) Baseline {
	var b Baseline
	if root.Kind() != tree.Object {
		r.fault(root, "a baseline is an object")
		return b
	}
	if v := root.Get("version"); v.Raw() != strconv.Itoa(baselineVersion) {
		if !v.OK() {
			v = root
		}
		r.fault(v, "the baseline is not of version 1, the only one that this program knows")
		return b
	}
	b.Described, b.Total = r.count(root, "described"), r.count(root, "total")
	for key, n := range root.Members() {
		switch key.Str() {
		case "version", "described", "total":
		case "keys":
			r.keys(n, &b)
		default:
			r.fault(key, quote(key.Str())+" is not a member of a baseline")
		}
	}
	b.normalize()
	return b
}

func (r *baselineReader) count(root tree.Node, name string) int {
	n := root.Get(name)
	if !n.OK() {
		return 0
	}
	v, err := strconv.Atoi(n.Raw())
	if err != nil || v < 0 {
		r.fault(n, quote(name)+" is not a number of fields")
	}
	return v
}

func (r *baselineReader) keys(n tree.Node, b *Baseline) {
	if n.Kind() != tree.Array {
		r.fault(n, "\"keys\" is not a list")
		return
	}
	for _, item := range n.Items() {
		if k, ok := r.key(item); ok {
			b.Keys = append(b.Keys, k)
		}
	}
}

func (r *baselineReader) key(n tree.Node) (Key, bool) {
	k := Key{Rule: n.Get("rule").Str(), File: n.Get("file").Str(), Name: n.Get("key").Str()}
	if n.Kind() != tree.Object || n.Len() != 3 || k.Rule == "" || !isKey(n) {
		r.fault(n, "a key is an object of \"rule\", \"file\" and \"key\", all texts")
		return k, false
	}
	return k, true
}

func isKey(n tree.Node) bool {
	for _, name := range []string{"rule", "file", "key"} {
		if n.Get(name).Kind() != tree.String {
			return false
		}
	}
	return true
}

// Comparison is how findings differ from a baseline.
type Comparison struct {
	New      []Finding // not in the baseline
	Known    []Finding // in it
	Vanished []Key     // in it, and found no more
	Renames  []Rename  // what may explain some of New and Vanished
}

// Rename is a schema whose findings vanished and appeared under another name.
// It is a guess to offer: the keys stay among New and Vanished.
type Rename struct {
	File     string
	Old, New string // names of schemas
}

// Compare compares the findings of r with b. Keys of rules that r did not run
// count as vanished, so that r must be of the options that b was made with.
func Compare(r Result, b Baseline) Comparison {
	known := make(map[Key]bool, len(b.Keys))
	for _, k := range b.Keys {
		known[k] = true
	}
	var c Comparison
	found := map[Key]bool{}
	for _, f := range r.Findings {
		k := f.key()
		found[k] = true
		if known[k] {
			c.Known = append(c.Known, f)
		} else {
			c.New = append(c.New, f)
		}
	}
	for _, k := range b.Keys {
		if !found[k] {
			c.Vanished = append(c.Vanished, k)
		}
	}
	c.Renames = renames(c.New, c.Vanished)
	return c
}

// Update says how a baseline may change.
type Update uint8

const (
	// Shrink only takes out what has vanished.
	Shrink Update = iota
	// Regress takes in what is new as well.
	Regress
)

// Update returns the baseline to write after c, and how many new findings it
// does not take in.
func (b Baseline) Update(r Result, c Comparison, how Update) (next Baseline, refused int) {
	next = Baseline{Described: r.Coverage.Described, Total: r.Coverage.Total}
	for i := range c.Known {
		next.Keys = append(next.Keys, c.Known[i].key())
	}
	if how == Regress {
		for i := range c.New {
			next.Keys = append(next.Keys, c.New[i].key())
		}
	} else {
		refused = len(c.New)
	}
	next.normalize()
	return next, refused
}
