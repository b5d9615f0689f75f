package gate

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/git"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// mostRuns is how many contracts of the past a check makes to find out causes. More
// drift than that is told without.
const mostRuns = 256

// history answers questions about earlier commits. Without a repository every
// answer is that nothing is known.
type history struct {
	w     *workspace.Workspace
	below string

	mu     sync.Mutex
	asked  bool
	repo   *git.Repo // nil: there is none to ask
	headID string    // "" before the first commit
	trees  map[string]*git.Tree
	past   map[string]*pastContract
	runs   int
	cfgs   map[string]*config.Config

	tracked func() trackedNow // what the index holds, asked once
}

// pastContract is a contract as a commit had it, made by the gaia-gen of today.
type pastContract struct {
	inputs   map[string][]byte // the documents that were read
	files    map[string][]byte // what its targets would hold; nil if it could not be made
	document *ir.Document
}

func newHistory(w *workspace.Workspace, below string) *history {
	h := &history{w: w, below: below, trees: map[string]*git.Tree{}, past: map[string]*pastContract{}, cfgs: map[string]*config.Config{}}
	h.tracked = sync.OnceValue(h.listTracked)
	return h
}

func (h *history) close() {
	for _, t := range h.trees {
		t.Close()
	}
}

// askAside has git answer what every check of a working tree asks, while the contracts
// are made.
func (h *history) askAside() {
	if h.w.Config == nil || h.w.View().Kind != workspace.Disk {
		return
	}
	go h.tracked()
	go func() { h.config(h.head()) }()
}

// trackedNow is the answer of tracked.
type trackedNow struct {
	names map[string]bool // from where reports name files; nil without a repository
	err   error
}

// listTracked returns which files in the output directories the index holds.
func (h *history) listTracked() trackedNow {
	h.mu.Lock()
	repo := h.open()
	h.mu.Unlock()
	if repo == nil {
		return trackedNow{}
	}
	var dirs []string
	for _, of := range h.w.Config.Contracts {
		for _, dir := range of.Outputs() {
			dirs = append(dirs, path.Join(h.below, dir))
		}
	}
	names, err := repo.TrackedBelow(dirs)
	return trackedNow{names, err}
}

// open finds the repository, once.
func (h *history) open() *git.Repo {
	if !h.asked {
		h.asked = true
		repo, err := h.w.Repo()
		if err != nil || h.w.Config == nil {
			return nil
		}
		h.repo = repo
		rev := "HEAD"
		if v := h.w.View(); v.Kind == workspace.Commit {
			rev = v.Rev
		}
		h.headID, _ = repo.Resolve(rev)
	}
	return h.repo
}

// head returns the commit that the view builds on, "" if there is none.
func (h *history) head() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open()
	return h.headID
}

// tree returns the files of a commit, nil if it cannot be read.
func (h *history) tree(commit string) *git.Tree {
	h.mu.Lock()
	defer h.mu.Unlock()
	repo := h.open()
	if repo == nil || commit == "" {
		return nil
	}
	t, known := h.trees[commit]
	if !known {
		t, _ = repo.Commit(commit)
		h.trees[commit] = t
	}
	return t
}

// read returns a file of a commit by its path from the configuration's directory;
// nil if it is not there.
func (h *history) read(commit, name string) []byte {
	t := h.tree(commit)
	if t == nil {
		return nil
	}
	data, err := t.ReadFile(path.Join(h.below, name))
	if err != nil {
		return nil
	}
	return data
}

func (h *history) has(commit, name string) bool {
	t := h.tree(commit)
	if t == nil {
		return false
	}
	_, err := t.Stat(path.Join(h.below, name))
	return err == nil
}

// config returns the configuration of a commit, nil if it has none that can be read.
func (h *history) config(commit string) *config.Config {
	h.mu.Lock()
	defer h.mu.Unlock()
	cfg, known := h.cfgs[commit]
	if !known {
		cfg = h.readConfig(commit)
		h.cfgs[commit] = cfg
	}
	return cfg
}

func (h *history) readConfig(commit string) *config.Config {
	repo := h.open()
	if repo == nil || commit == "" {
		return nil
	}
	name := path.Base(h.w.Config.File.Name)
	data, ok := repo.ReadAt(commit, path.Join(h.below, name))
	switch {
	case !ok:
		return nil
	case bytes.Equal(data, h.w.Config.File.Data):
		return h.w.Config
	default:
		return config.Parse(source.New(name, data), &diag.List{})
	}
}

// at returns a contract as it was in a commit; never nil.
func (h *history) at(commit, name string) *pastContract {
	key := commit + " " + name
	if p := h.past[key]; p != nil {
		return p
	}
	p := &pastContract{}
	if h.runs < mostRuns {
		h.runs++
		p = h.make(commit, name)
	}
	h.past[key] = p
	return p
}

func (h *history) make(commit, name string) *pastContract {
	p := &pastContract{}
	cfg := h.config(commit)
	if cfg == nil {
		return p
	}
	i := slices.IndexFunc(cfg.Contracts, func(c config.Contract) bool { return c.Name == name })
	if i < 0 {
		return p
	}
	dir := h.below
	if dir == "" {
		dir = "."
	}
	fsys, err := fs.Sub(h.tree(commit), dir)
	if err != nil {
		return p
	}
	result, err := pipeline.Generate(fsys, cfg.Contracts[i], pipeline.Options{}, &diag.List{})
	if err != nil || result == nil {
		return p
	}
	p.document = result.Document
	p.files, p.inputs = map[string][]byte{}, map[string][]byte{}
	for _, o := range result.Outputs {
		for _, f := range o.Files {
			p.files[path.Join(o.Dir, f.Path)] = f.Data
		}
	}
	for _, f := range result.Files {
		p.inputs[f], _ = fs.ReadFile(fsys, f)
	}
	return p
}

// gave reports whether the contract of the commit gave data as the file.
func (p *pastContract) gave(name string, data []byte) bool {
	made, ok := p.files[name]
	return ok && bytes.Equal(made, data)
}
