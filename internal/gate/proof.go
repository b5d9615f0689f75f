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
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return store.Key{}, false
		}
		h.Add([]byte(name))
		h.Add(data)
	}
	return h.Key(), true
}

// recall takes a contract from the store when all that it read and all that it
// gives are as they were.
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
	texts := map[string][]byte{}
	for _, s := range p.Read {
		text, same := holds(fsys, s.Name, s.Sum)
		if !same {
			return false
		}
		result.Files = append(result.Files, s.Name)
		texts[path.Join(c.w.Prefix(), s.Name)] = text
	}
	for _, o := range p.Outputs {
		files := make([]emit.File, 0, len(o.Files))
		for _, s := range o.Files {
			text, same := holds(c.files, path.Join(o.Dir, s.Name), s.Sum)
			if !same {
				return false
			}
			files = append(files, emit.File{Path: s.Name, Data: text})
		}
		result.Outputs = append(result.Outputs, pipeline.Output{Dir: o.Dir, Files: files})
	}
	replay(p.Warnings, texts, out)
	m.result, m.proven = result, true
	return true
}

func holds(fsys fs.FS, name string, want store.Key) ([]byte, bool) {
	text, err := fs.ReadFile(fsys, name)
	return text, err == nil && store.Sum(text) == want
}

// remember stores proofs of the contracts that turned out to be in sync.
func (c *check) remember(made []*contract, found []drift.Finding) {
	for _, m := range made {
		drifted := slices.ContainsFunc(found, func(f drift.Finding) bool { return f.Contract == m.Name || f.Contract == "" })
		if c.o.Store == nil || m.result == nil || m.proven || m.key == (store.Key{}) || drifted {
			continue
		}
		if p, ok := c.proofOf(m); ok {
			if data, err := json.Marshal(p); err == nil {
				c.o.Store.Save(m.key, data)
			}
		}
	}
}

func (c *check) proofOf(m *contract) (proof, bool) {
	var p proof
	for _, name := range m.result.Files {
		text, err := c.snap.ReadFile(name)
		if err != nil {
			return p, false
		}
		p.Read = append(p.Read, sum{name, store.Sum(text)})
	}
	for _, o := range m.result.Outputs {
		po := proofOutput{Dir: o.Dir}
		for _, f := range o.Files {
			po.Files = append(po.Files, sum{f.Path, store.Sum(f.Data)})
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

// replay reports warnings again, in files of the texts that were read.
func replay(ws []proofWarning, texts map[string][]byte, out *diag.List) {
	files := map[string]*source.File{}
	loc := func(p proofPlace) source.Loc {
		if p.File == "" {
			return source.Loc{Pointer: p.Pointer}
		}
		if files[p.File] == nil {
			files[p.File] = source.New(p.File, texts[p.File])
		}
		return source.Loc{Span: source.Span{File: files[p.File], Start: p.Start, End: p.End}, Pointer: p.Pointer}
	}
	for _, w := range ws {
		d := diag.Diagnostic{Rule: w.Rule, Severity: w.Severity, Message: w.Message, Help: w.Help, Loc: loc(w.At)}
		for _, r := range w.Related {
			d.Related = append(d.Related, diag.Related{Message: r.Message, Loc: loc(r.At)})
		}
		out.Add(d)
	}
}
