package gate

import (
	"fmt"
	"path"
	"slices"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
)

// compare holds what was made against what the view has. Files that cannot be read
// are Fatal; the others are compared all the same.
func (c *check) compare(made []*contract) []drift.Finding {
	dirs := wanted(made)
	for _, dir := range c.former() {
		dirs = append(dirs, drift.Dir{Path: dir})
	}
	dirs = c.withoutLinks(dirs)
	result := drift.Compare(c.files, dirs, drift.Options{EOL: c.o.EOL})
	for _, p := range result.Problems {
		c.out.Add(diag.Diagnostic{Severity: diag.Fatal, Message: fmt.Sprintf("cannot read %s: %v", path.Join(c.below, p.Path), p.Err)})
	}
	c.noteLineEnds(result.LineEnds)
	owners := map[string]string{}
	for _, m := range made {
		for _, f := range m.files() {
			owners[f.Path] = m.Name
		}
	}
	result.Findings = c.unfiltered(result.Findings)
	for i := range result.Findings {
		f := &result.Findings[i]
		f.Contract = owners[f.Path]
		if f.Status == drift.Stale {
			f.Contract, f.Detail = staleOf(made, path.Dir(f.Path))
		}
	}
	return result.Findings
}

// noteLineEnds says that a checkout wrote CRLF.
func (c *check) noteLineEnds(names []string) {
	if len(names) == 0 {
		return
	}
	c.unlike = append(c.unlike, names...)
	what := path.Join(c.below, names[0]) + " has"
	if n := len(names) - 1; n > 0 {
		what = fmt.Sprintf("%s and %d more have", path.Join(c.below, names[0]), n)
	}
	c.v.Notes = append(c.v.Notes, what+` CRLF line ends; add "* text eol=lf" to .gitattributes`)
}

// staleOf returns the contract that a stale file in dir belonged to, and why it is
// stale when a document went.
func staleOf(made []*contract, dir string) (contract, why string) {
	for _, m := range made {
		if slices.Contains(m.Contract.Outputs(), dir) {
			if m.gone != "" {
				why = m.gone + " was deleted"
			}
			return m.Name, why
		}
	}
	return "", ""
}

// wanted lists the output directories, each once. Those of contracts that could
// not be made are left out: nothing is known about them.
func wanted(made []*contract) []drift.Dir {
	var dirs []drift.Dir
	at := func(name string) *drift.Dir {
		i := slices.IndexFunc(dirs, func(d drift.Dir) bool { return d.Path == name })
		if i < 0 {
			i = len(dirs)
			dirs = append(dirs, drift.Dir{Path: name})
		}
		return &dirs[i]
	}
	unknown := map[string]bool{}
	for _, m := range made {
		switch {
		case m.result != nil:
			for _, o := range m.result.Outputs {
				d := at(o.Dir)
				if !m.proven {
					d.Files = append(d.Files, o.Files...)
					continue
				}
				for _, f := range o.Files {
					d.Known = append(d.Known, f.Path)
				}
			}
		case m.gone != "":
			for _, dir := range m.Contract.Outputs() {
				at(dir)
			}
		default:
			for _, dir := range m.Contract.Outputs() {
				unknown[dir] = true
			}
		}
	}
	// Beside the files of a contract that could not be made nobody knows what is stale.
	for i := range dirs {
		if unknown[dirs[i].Path] {
			dirs[i].Partial = true
		}
	}
	return dirs
}

// former returns the output directories that the configuration named at the last
// commit and names no more.
func (c *check) former() []string {
	if c.w.Config == nil || len(c.w.Contracts) < len(c.w.Config.Contracts) {
		return nil
	}
	old := c.past.config(c.past.head())
	if old == nil {
		return nil
	}
	var dirs []string
	for _, of := range old.Contracts {
		for _, dir := range of.Outputs() {
			if !named(c.w.Config, dir) && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// named reports whether a contract has its output in dir.
func named(cfg *config.Config, dir string) bool {
	return slices.ContainsFunc(cfg.Contracts, func(of config.Contract) bool { return slices.Contains(of.Outputs(), dir) })
}

// withoutLinks takes out what stands at or below a symbolic link, and reports it:
// the bytes would be those of another place.
func (c *check) withoutLinks(dirs []drift.Dir) []drift.Dir {
	if c.w.Config == nil || c.w.Config.AllowSymlinks {
		return dirs
	}
	var kept []drift.Dir
	for _, d := range dirs {
		if link := c.files.Symlink(d.Path); link != "" {
			c.refuseLink(link)
			continue
		}
		linked := d
		linked.Files = nil
		for _, f := range d.Files {
			if link := c.files.Symlink(path.Join(d.Path, f.Path)); link != "" {
				c.refuseLink(link)
				continue
			}
			linked.Files = append(linked.Files, f)
		}
		for _, name := range d.Known {
			if link := c.files.Symlink(path.Join(d.Path, name)); link != "" {
				c.refuseLink(link)
			}
		}
		kept = append(kept, linked)
	}
	return kept
}

func (c *check) refuseLink(name string) {
	c.out.Add(diag.Diagnostic{Severity: diag.Fatal, Message: fmt.Sprintf("%s is a symbolic link, so that what is below it may be anywhere", path.Join(c.below, name)),
		Help: "name the real directory, or write allow_symlinks: true in gaia-gen.yaml"})
}
