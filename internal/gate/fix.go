package gate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// Command returns how gaia-gen is run in the workspace: as the configuration says,
// else as the project's package manager or go.mod does, else by its name.
func Command(w *workspace.Workspace) string {
	if w.Config == nil {
		return "gaia-gen"
	}
	if w.Config.Command != "" {
		return w.Config.Command
	}
	top, below := w.Top()
	for dir := below; ; dir = path.Dir(dir) {
		if found := commandIn(os.DirFS(filepath.Join(top, filepath.FromSlash(dir)))); found != "" {
			return found
		}
		if dir == "" || dir == "." {
			return "gaia-gen"
		}
	}
}

// The names by which projects depend on gaia-gen.
const (
	npmName  = "@amd-gaia/gaia-gen"
	goModule = "github.com/amd-gaia/gaia-gen"
)

func commandIn(dir fs.FS) string {
	if npmDepends(dir) {
		for _, manager := range []struct{ lock, command string }{
			{"pnpm-lock.yaml", "pnpm gaia-gen"}, {"yarn.lock", "yarn gaia-gen"}, {"bun.lock", "bunx gaia-gen"},
		} {
			if _, err := fs.Stat(dir, manager.lock); err == nil {
				return manager.command
			}
		}
		return "npx gaia-gen"
	}
	mod, err := fs.ReadFile(dir, "go.mod")
	switch {
	case err != nil:
		return ""
	case bytes.HasPrefix(mod, []byte("module "+goModule+"\n")):
		return "go run ./cmd/gaia-gen"
	case bytes.Contains(mod, []byte(goModule+"/cmd/gaia-gen")):
		return "go tool gaia-gen"
	default:
		return ""
	}
}

func npmDepends(dir fs.FS) bool {
	text, err := fs.ReadFile(dir, "package.json")
	if err != nil {
		return false
	}
	var p struct{ Dependencies, DevDependencies map[string]any }
	if json.Unmarshal(text, &p) != nil {
		return false
	}
	_, run := p.Dependencies[npmName]
	_, dev := p.DevDependencies[npmName]
	return run || dev
}

// fix returns the command that removes the drift.
func (c *check) fix(made []*contract, found []drift.Finding) string {
	if len(found) == 0 {
		if c.v.Toolchain != "" {
			return "run the version that " + config.FileName + " requires, or require this one there"
		}
		return ""
	}
	for _, m := range made {
		if m.gone != "" && slices.ContainsFunc(found, func(f drift.Finding) bool { return f.Contract == m.Name }) {
			return fmt.Sprintf("take %s out of %s and run %s, or restore it", m.gone, config.FileName, c.command(found))
		}
	}
	add := c.toAdd(found)
	if !slices.ContainsFunc(found, func(f drift.Finding) bool { return f.Status != drift.Untracked }) {
		return "git add " + add
	}
	fix := c.command(found)
	untracked := slices.ContainsFunc(found, func(f drift.Finding) bool { return f.Status == drift.Untracked })
	if c.w.View().Kind == workspace.Index || untracked {
		fix += " && git add " + add
	}
	return fix
}

// command returns the command that writes what should be there.
func (c *check) command(found []drift.Finding) string {
	words := append([]string{Command(c.w)}, c.o.Arguments...)
	if slices.ContainsFunc(found, func(f drift.Finding) bool { return f.Stage == drift.Schema }) {
		words = append(words, "--export")
	}
	return strings.Join(words, " ")
}

// toAdd lists the directories of what drifted, from the working directory, quoted
// for a shell where they need it.
func (c *check) toAdd(found []drift.Finding) string {
	var dirs []string
	for _, f := range found {
		dir := path.Join(c.w.Prefix(), path.Dir(f.Path))
		if f.Status == drift.Untracked {
			dir = path.Join(c.w.Prefix(), f.Path)
		}
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	const few = 8
	if len(dirs) > few {
		dirs = []string{path.Join(".", c.w.Prefix())}
	}
	for i, dir := range dirs {
		if strings.ContainsFunc(dir, func(r rune) bool { return strings.ContainsRune(" \t\n'\"\\$`&|;<>()*?[]{}!#~", r) }) {
			dirs[i] = "'" + strings.ReplaceAll(dir, "'", `'\''`) + "'"
		}
	}
	return strings.Join(dirs, " ")
}
