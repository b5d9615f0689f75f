package gate

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/store"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// proof says that a contract was found in sync: this program made these outputs
// from these documents. It stands under a key of the program, the configuration
// and the contract's own documents. It holds sums of content only, never times or
// sizes, so that a checkout, a copy or a restored cache cannot deceive it.
type proof struct {
	Read     []sum // every document that was read
	Outputs  []proofOutput
	Warnings []proofWarning
}

type sum struct {
	Name string
	Sum  store.Key
}

type proofOutput struct {
	Dir   string
	Files []sum
}

// proofWarning is a diagnostic without the bytes of its file.
type proofWarning struct {
	Rule, Message, Help string
	Severity            diag.Severity
	At                  proofPlace
	Related             []proofRelated
}

type proofRelated struct {
	Message string
	At      proofPlace
}

type proofPlace struct {
	File       string // as displayed; "" if none
	Start, End int
	Pointer    string
}

// proofKey returns the key of a contract's proof.
func (c *check) proofKey(fsys fs.FS, m *contract, known *store.Store) (store.Key, bool) {
	program, err := known.Program()
	if err != nil || c.w.Config == nil {
		return store.Key{}, false
	}
	h := store.NewHash("in sync")
	h.Add(program[:])
	h.Add(c.w.Config.File.Data)
	h.Add([]byte(m.Name))
	h.Add([]byte(c.w.Prefix()))
	names := pipeline.Inputs(fsys, m.Contract, &diag.List{})
	if m.Capabilities != "" {
		names = append(names, m.Capabilities)
	}
	for _, name := range names {
		s, ok := c.sum(fsys, name)
		if !ok {
			return store.Key{}, false
		}
		h.Add([]byte(name))
		h.Add(s[:])
	}
	return h.Key(), true
}

// sum returns the sum of a file's content as it is now, past the snapshot, because most
// contents are not asked for again. Git's own sum serves for what git holds.
func (c *check) sum(fsys fs.FS, name string) (store.Key, bool) {
	if fsys != c.snap && fsys != c.files {
		text, err := fs.ReadFile(fsys, name)
		return store.Sum(text), err == nil
	}
	if key, ok, known := c.gitSum(name); known {
		return key, ok
	}
	f, err := fsys.Open(name)
	if err != nil {
		return store.Key{}, false
	}
	defer f.Close()
	s, err := store.SumReader(f)
	return s, err == nil
}

// usedSum returns the sum of the content that the check went by.
func (c *check) usedSum(snap *workspace.Snapshot, name string) (store.Key, bool) {
	if key, ok, known := c.gitSum(name); known {
		return key, ok
	}
	text, err := snap.ReadFile(name)
	return store.Sum(text), err == nil
}

// gitSum returns git's sum of a file of the index or a commit; known is false for a
// working tree.
func (c *check) gitSum(name string) (key store.Key, ok, known bool) {
	tree := c.w.Tree()
	if tree == nil {
		return key, false, false
	}
	id, ok := tree.ID(path.Join(c.below, name))
	return store.Sum([]byte("git object " + id)), ok, true
}

// recall takes a contract from the store when all that it read and all that it
// gives are as they were. What its files hold is not read then.
func (c *check) recall(fsys fs.FS, m *contract, known *store.Store, out *diag.List) bool {
	key, ok := c.proofKey(fsys, m, known)
	if !ok {
		return false
	}
	m.key = key
	data, ok := known.Load(key)
	if !ok {
		return false
	}
	var p proof
	if json.Unmarshal(data, &p) != nil {
		return false
	}
	result := &pipeline.Result{Contract: m.Contract}
	for _, s := range p.Read {
		if now, ok := c.sum(fsys, s.Name); !ok || now != s.Sum {
			return false
		}
		result.Files = append(result.Files, s.Name)
	}
	for _, o := range p.Outputs {
		files := make([]emit.File, 0, len(o.Files))
		for _, s := range o.Files {
			if now, ok := c.sum(c.files, path.Join(o.Dir, s.Name)); !ok || now != s.Sum {
				return false
			}
			files = append(files, emit.File{Path: s.Name})
		}
		result.Outputs = append(result.Outputs, pipeline.Output{Dir: o.Dir, Files: files})
	}
	c.replay(fsys, p, out)
	m.result, m.proven = result, true
	return true
}

// remember stores proofs of the contracts that turned out to be in sync.
func (c *check) remember(made []*contract, found []drift.Finding) {
	if c.o.Store == nil {
		return
	}
	for _, m := range made {
		drifted := slices.ContainsFunc(found, func(f drift.Finding) bool { return f.Contract == m.Name || f.Contract == "" })
		if m.result == nil || m.proven || m.key == (store.Key{}) || drifted {
			continue
		}
		if p, ok := c.proofOf(m); ok {
			if data, err := json.Marshal(p); err == nil {
				c.o.Store.Save(m.key, data)
			}
		}
	}
}

// proofOf returns the proof of a contract; ok is false when there is more to say about
// it than that it is in sync.
func (c *check) proofOf(m *contract) (p proof, ok bool) {
	for _, name := range m.result.Files {
		s, ok := c.usedSum(c.snap, name)
		if !ok {
			return p, false
		}
		p.Read = append(p.Read, sum{name, s})
	}
	for _, o := range m.result.Outputs {
		po := proofOutput{Dir: o.Dir}
		for _, f := range o.Files {
			name := path.Join(o.Dir, f.Path)
			s, ok := c.usedSum(c.files, name)
			if !ok || slices.Contains(c.unlike, name) {
				return p, false
			}
			po.Files = append(po.Files, sum{f.Path, s})
		}
		p.Outputs = append(p.Outputs, po)
	}
	for _, d := range m.diags {
		if d.Severity >= diag.Error {
			return p, false
		}
		w := proofWarning{Rule: d.Rule, Message: d.Message, Help: d.Help, Severity: d.Severity, At: placeOf(d.Loc)}
		for _, r := range d.Related {
			w.Related = append(w.Related, proofRelated{r.Message, placeOf(r.Loc)})
		}
		p.Warnings = append(p.Warnings, w)
	}
	return p, true
}

func placeOf(l source.Loc) proofPlace {
	p := proofPlace{Start: l.Span.Start, End: l.Span.End, Pointer: l.Pointer}
	if l.Span.File != nil {
		p.File = l.Span.File.Name
	}
	return p
}

// replay reports the warnings of a proof again.
func (c *check) replay(fsys fs.FS, p proof, out *diag.List) {
	if len(p.Warnings) == 0 {
		return
	}
	files := map[string]*source.File{}
	for _, s := range p.Read {
		name := path.Join(c.w.Prefix(), s.Name)
		text, _ := fs.ReadFile(fsys, s.Name)
		files[name] = source.New(name, text)
	}
	loc := func(p proofPlace) source.Loc {
		return source.Loc{Span: source.Span{File: files[p.File], Start: p.Start, End: p.End}, Pointer: p.Pointer}
	}
	for _, w := range p.Warnings {
		d := diag.Diagnostic{Rule: w.Rule, Severity: w.Severity, Message: w.Message, Help: w.Help, Loc: loc(w.At)}
		for _, r := range w.Related {
			d.Related = append(d.Related, diag.Related{Message: r.Message, Loc: loc(r.At)})
		}
		out.Add(d)
	}
}
