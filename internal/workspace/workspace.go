// Package workspace ties a run to the files on disk: it finds the
// configuration, reads inputs below one root, compares outputs and puts them in
// place. Both commands go through it, so that they give the same verdict.
package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/git"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// Workspace is where one run reads and writes. Close it after use.
type Workspace struct {
	// Config is the configuration; nil for a run without one.
	Config    *config.Config
	Contracts []config.Contract // those that take part

	fsys    fs.FS     // the inputs; they stay below it, also through symbolic links
	close   io.Closer // of fsys
	dir     string    // path on disk of the root of fsys
	prefix  string    // from the working directory to dir, for messages
	outBase string    // output directories are relative to it
	view    View
	tree    *git.Tree // what fsys is part of when view is not the disk
	repo    *git.Repo // nil until it was needed
}

// Close releases the files.
func (w *Workspace) Close() error { return w.close.Close() }

// Prefix returns the slash path from the working directory to the configuration's, for
// messages.
func (w *Workspace) Prefix() string { return w.prefix }

// FS returns the inputs, by their slash paths from the configuration's directory.
func (w *Workspace) FS() fs.FS { return w.fsys }

// Open reads the configuration at file, or the nearest gaia-gen.yaml from the
// working directory upwards when file is "", as it is in view. Only the named
// contracts take part, all when names is empty. What the user has to mend is in
// out; the Workspace is nil then.
func Open(view View, file string, names []string, out *diag.List) (*Workspace, error) {
	if view.Kind != Disk {
		return openTree(view, file, names, out)
	}
	if file == "" {
		found, err := find()
		if err != nil {
			return nil, err
		}
		if found == "" {
			noConfiguration(out)
			return nil, nil
		}
		file = found
	}
	data, err := os.ReadFile(file)
	if err != nil {
		out.Fatalf(source.Loc{}, "cannot read the configuration: %s", reason(err))
		return nil, nil
	}
	w, err := open(filepath.Dir(file), filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	w.fsys = newSparse(w.fsys, w.sparseTree)
	return w.configure(filepath.ToSlash(file), data, names, out), nil
}

func noConfiguration(out *diag.List) {
	out.Add(diag.Diagnostic{Severity: diag.Fatal,
		Message: "no " + config.FileName + " here or in a directory above",
		Help:    "write one with gaia-gen init, or name documents and an output directory: gaia-gen openapi.json --ts src/api"})
}

// configure reads the configuration, and returns nil and closes w when it has
// faults.
func (w *Workspace) configure(file string, data []byte, names []string, out *diag.List) *Workspace {
	if w.Config = config.Parse(source.New(file, data), out); w.Config != nil {
		var ok bool
		if w.Contracts, ok = choose(w.Config.Contracts, names, out); ok {
			return w
		}
	}
	w.Close()
	return nil
}

// find returns the path of the nearest configuration, relative where it can
// be, or "".
func find() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the working directory: %w", err)
	}
	up := ""
	for {
		if info, err := os.Stat(filepath.Join(dir, config.FileName)); err == nil && info.Mode().IsRegular() {
			return filepath.Join(up, config.FileName), nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", nil
		}
		dir, up = parent, filepath.Join(up, "..")
	}
}

func choose(all []config.Contract, names []string, out *diag.List) ([]config.Contract, bool) {
	if len(names) == 0 {
		return all, true
	}
	var known []string
	for _, c := range all {
		known = append(known, c.Name)
	}
	var chosen []config.Contract
	for _, name := range names {
		i := slices.Index(known, name)
		if i < 0 {
			out.Add(diag.Diagnostic{Severity: diag.Fatal,
				Message: fmt.Sprintf("the configuration has no contract %q", name),
				Help:    "name one of " + strings.Join(known, ", ")})
			return nil, false
		}
		chosen = append(chosen, all[i])
	}
	return chosen, true
}

// AdHoc returns a workspace for inputs without a configuration: one contract c,
// whose Inputs and Capabilities are paths on disk from the working directory,
// as its targets are. References must stay below root; when that is "", it is
// the working directory if that holds all inputs, else the deepest directory
// that does.
func AdHoc(c config.Contract, root string, out *diag.List) (*Workspace, error) {
	files := c.Inputs
	if c.Capabilities != "" {
		files = append(slices.Clone(files), c.Capabilities)
	}
	base, err := inputRoot(root, files)
	if err != nil {
		return nil, err
	}
	rel := func(file string) string {
		abs, err := filepath.Abs(file)
		if err != nil {
			return file
		}
		p, err := filepath.Rel(base, abs)
		if err != nil || !filepath.IsLocal(p) {
			out.Add(diag.Diagnostic{Severity: diag.Fatal, Message: fmt.Sprintf("%q is not below %q", file, root),
				Help: "widen --root"})
			return file
		}
		return filepath.ToSlash(p)
	}
	inputs := make([]string, 0, len(c.Inputs))
	for _, file := range c.Inputs {
		inputs = append(inputs, rel(file))
	}
	c.Inputs = inputs
	if c.Capabilities != "" {
		c.Capabilities = rel(c.Capabilities)
	}
	if out.HasErrors() {
		return nil, nil
	}
	w, err := open(base, "")
	if err != nil {
		return nil, err
	}
	w.Contracts = []config.Contract{c}
	return w, nil
}

// inputRoot returns the absolute directory that references must stay below.
func inputRoot(root string, files []string) (string, error) {
	if root != "" {
		return filepath.Abs(root)
	}
	cwd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the working directory: %w", err)
	}
	base := cwd
	for i, file := range files {
		abs, err := filepath.Abs(file)
		if err != nil {
			return "", fmt.Errorf("find input: %w", err)
		}
		dir := filepath.Dir(abs)
		if below(cwd, dir) && base == cwd {
			continue
		}
		if i == 0 {
			base = dir
		}
		for !below(base, dir) {
			base = filepath.Dir(base)
		}
	}
	return base, nil
}

func below(base, dir string) bool {
	p, err := filepath.Rel(base, dir)
	return err == nil && filepath.IsLocal(p)
}

func open(dir, outBase string) (*Workspace, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the workspace: %w", err)
	}
	return &Workspace{fsys: root.FS(), close: root, dir: dir, prefix: display(dir), outBase: outBase}, nil
}

// display returns the slash path of dir from the working directory, "" for that
// itself, when it is shorter than dir.
func display(dir string) string {
	if filepath.IsAbs(dir) {
		if cwd, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(cwd, dir); err == nil && len(rel) < len(dir) {
				dir = rel
			}
		}
	}
	if dir == "." {
		dir = ""
	}
	return filepath.ToSlash(dir)
}

// Generate runs every contract, side by side. The result holds no contract
// whose documents have errors, so it is complete only when out has none.
func (w *Workspace) Generate(conformance pipeline.Conformance, out *diag.List) ([]*pipeline.Result, error) {
	results := make([]*pipeline.Result, len(w.Contracts))
	errs := make([]error, len(w.Contracts))
	var wg sync.WaitGroup
	for i, c := range w.Contracts {
		wg.Go(func() {
			own := &diag.List{}
			results[i], errs[i] = pipeline.Generate(w.fsys, c, pipeline.Options{Prefix: w.prefix, Conformance: conformance}, own)
			for _, d := range own.Sorted() {
				out.Add(d)
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	results = slices.DeleteFunc(results, func(r *pipeline.Result) bool { return r == nil })
	w.refuseClashes(results, out)
	return results, nil
}

// refuseClashes reports outputs that claim one path.
func (w *Workspace) refuseClashes(results []*pipeline.Result, out *diag.List) {
	RefuseClashes(results, w.OutputDir, out)
}

// RefuseClashes reports contracts that claim one path, as Fatal; dir names the
// directory of an output.
func RefuseClashes(results []*pipeline.Result, dir func(pipeline.Output) string, out *diag.List) {
	type claim struct{ path, contract string }
	first := map[string]claim{}
	for _, r := range results {
		for _, o := range r.Outputs {
			for _, f := range o.Files {
				c := claim{dir(o) + "/" + f.Path, r.Contract.Name}
				key := strings.ToLower(c.path) // some disks do not tell upper from lower case
				if other, taken := first[key]; taken {
					out.Add(diag.Diagnostic{Severity: diag.Fatal,
						Message: fmt.Sprintf("%q of contract %q and %q of contract %q are one file", other.path, other.contract, c.path, c.contract),
						Help:    "give each target its own directory"})
					continue
				}
				first[key] = c
			}
		}
	}
}

// wanted lists the output directories by their path from the working directory,
// each once.
func (w *Workspace) wanted(results []*pipeline.Result) []drift.Dir {
	var dirs []drift.Dir
	for _, r := range results {
		for _, o := range r.Outputs {
			dir := w.OutputDir(o)
			i := slices.IndexFunc(dirs, func(d drift.Dir) bool { return d.Path == dir })
			if i < 0 {
				i = len(dirs)
				dirs = append(dirs, drift.Dir{Path: dir})
			}
			dirs[i].Files = append(dirs[i].Files, o.Files...)
		}
	}
	return dirs
}

// OutputDir returns the directory of o, as a slash path from the working
// directory or an absolute one.
func (w *Workspace) OutputDir(o pipeline.Output) string {
	dir := filepath.FromSlash(o.Dir)
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(w.outBase, dir)
	}
	return filepath.ToSlash(filepath.Clean(dir))
}

// Compare returns what differs on disk from results, by paths from the working
// directory or absolute ones. Nothing is wanted in the directories named by former, as
// a configuration names them. It is an error that a file cannot be read.
func (w *Workspace) Compare(results []*pipeline.Result, former []string) ([]drift.Finding, error) {
	var found []drift.Finding
	dirs := w.wanted(results)
	for _, dir := range former {
		dirs = append(dirs, drift.Dir{Path: w.OutputDir(pipeline.Output{Dir: dir})})
	}
	for _, d := range dirs {
		if err := refuseNonDirectory(d.Path); err != nil {
			return nil, err
		}
		own := drift.Compare(os.DirFS(filepath.FromSlash(d.Path)), []drift.Dir{{Path: ".", Files: d.Files}}, drift.Options{EOL: drift.ReportEOL})
		for _, p := range own.Problems {
			return nil, fmt.Errorf("%s/%s: %w", d.Path, p.Path, p.Err)
		}
		for _, f := range own.Findings {
			f.Path = d.Path + "/" + f.Path
			if f.From != "" {
				f.From = d.Path + "/" + f.From
			}
			found = append(found, f)
		}
	}
	slices.SortFunc(found, drift.Order)
	return found, nil
}

// refuseNonDirectory returns an error when something that is not a directory
// stands at dir or above it.
func refuseNonDirectory(dir string) error {
	for p := filepath.FromSlash(dir); ; p = filepath.Dir(p) {
		info, err := os.Stat(p)
		if err == nil {
			if !info.IsDir() {
				return fmt.Errorf("output directory %s: %s is not a directory", dir, filepath.ToSlash(p))
			}
			return nil
		}
		if filepath.Dir(p) == p {
			return nil
		}
	}
}

// reason is an error without the words of the operation that os puts first.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Sprintf("%s: %v", filepath.ToSlash(pe.Path), pe.Err)
	}
	return err.Error()
}
