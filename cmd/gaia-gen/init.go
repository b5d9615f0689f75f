package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/git"
	"github.com/amd-gaia/gaia-gen/internal/scaffold"
)

// initOptions are the flags of init.
type initOptions struct {
	noHook, noWorkflow, dryRun bool
	choices                    scaffold.Choices
}

func initCommand(stdout io.Writer) *cobra.Command {
	o := &initOptions{}
	c := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a configuration, a hook and a workflow for what is found here",
		Long: `init looks for a FastAPI application, for OpenAPI documents and JSON Schemas, and for
where TypeScript and Go are, and writes a commented gaia-gen.yaml, a pre-commit hook
and a GitHub workflow. What exists is never changed.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return initialise(o, dir, stdout)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.noHook, "no-hook", false, "write no hook")
	f.BoolVar(&o.noWorkflow, "no-workflow", false, "write no workflow")
	f.BoolVar(&o.dryRun, "dry-run", false, "print the files and write nothing")
	f.StringVar(&o.choices.TypeScript, "ts", "", "write TypeScript to `DIR`")
	f.StringVar(&o.choices.Go, "go", "", "write Go to `DIR`")
	f.StringVar(&o.choices.App, "app", "", "export the FastAPI application `MODULE:NAME`")
	return c
}

// newFile is one that init writes.
type newFile struct {
	path string // on disk
	data []byte
	mode os.FileMode
}

// initialise is one run of the command.
func initialise(o *initOptions, dir string, stdout io.Writer) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a directory", dir)
	}
	facts := scaffold.Find(os.DirFS(dir))
	repo, err := git.Open(dir)
	if err != nil && !errors.Is(err, git.ErrNotRepository) && !errors.Is(err, git.ErrNotInstalled) {
		return err
	}
	app := len(facts.Apps) > 0 || o.choices.App != ""
	files := []newFile{{filepath.Join(dir, config.FileName), scaffold.Config(facts, o.choices), 0o666}}
	if !o.noWorkflow {
		files = append(files, newFile{filepath.Join(top(repo, dir), ".github/workflows/schema-drift-check.yml"),
			scaffold.Workflow(revision(), branch(repo), place(repo), app), 0o666})
	}
	var notes []string
	if !o.noHook {
		hook, note := hookFor(repo, top(repo, dir))
		if hook != nil {
			files = append(files, *hook)
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	if err := writeNew(o, files, stdout); err != nil {
		return err
	}
	for _, n := range notes {
		fmt.Fprint(stdout, n)
	}
	next(facts, app, stdout)
	return nil
}

// writeNew writes the files that are not there yet.
func writeNew(o *initOptions, files []newFile, stdout io.Writer) error {
	for _, f := range files {
		name := shown(f.path)
		if o.dryRun {
			fmt.Fprintf(stdout, "-- %s --\n%s", name, f.data)
			continue
		}
		err := create(f)
		switch {
		case errors.Is(err, fs.ErrExist):
			fmt.Fprintf(stdout, "%s: exists, left as it is\n", name)
		case err != nil:
			return err
		default:
			fmt.Fprintf(stdout, "%s: written\n", name)
		}
	}
	return nil
}

// shown is a path as reports print it: from the working directory where it is below.
func shown(file string) string {
	if cwd, err := os.Getwd(); err == nil && filepath.IsAbs(file) {
		if rel, err := filepath.Rel(cwd, file); err == nil && filepath.IsLocal(rel) {
			file = rel
		}
	}
	return filepath.ToSlash(file)
}

// create writes a file that does not exist, as a whole or not at all.
func create(f newFile) error {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		return err
	}
	if _, err := os.Lstat(f.path); err == nil {
		return fs.ErrExist
	}
	file, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
	if err != nil {
		return err
	}
	_, err = file.Write(f.data)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(f.path)
	}
	return err
}

// hookFor returns the hook to install, or what to do instead.
func hookFor(repo *git.Repo, top string) (*newFile, string) {
	if repo == nil {
		return nil, "no hook: this is not a git repository\n"
	}
	if _, err := os.Stat(filepath.Join(top, ".pre-commit-config.yaml")); err == nil {
		return nil, ".pre-commit-config.yaml: exists; add below repos:\n" + scaffold.PreCommit(revision(), place(repo))
	}
	if _, err := os.Stat(filepath.Join(top, ".husky")); err == nil {
		return nil, ".husky: exists; add to .husky/pre-commit:\n  " + scaffold.HookLine(place(repo)) + "\n"
	}
	dir, err := repo.HooksDir()
	if err != nil {
		return nil, fmt.Sprintf("no hook: %v\n", err)
	}
	file := filepath.Join(dir, "pre-commit")
	if _, err := os.Lstat(file); err == nil {
		text, _ := os.ReadFile(file)
		if strings.Contains(string(text), scaffold.HookLine(place(repo))) {
			return &newFile{path: file}, ""
		}
		return nil, fmt.Sprintf("%s: exists; add to it:\n  %s\n", shown(file), scaffold.HookLine(place(repo)))
	}
	return &newFile{file, scaffold.Hook(place(repo)), 0o777}, ""
}

// place returns where in the repository the configuration goes.
func place(repo *git.Repo) scaffold.Place {
	if repo == nil {
		return ""
	}
	return scaffold.Place(repo.Prefix())
}

// top returns the directory of the repository, or dir.
func top(repo *git.Repo, dir string) string {
	if repo == nil {
		return dir
	}
	if prefix := repo.Prefix(); prefix != "" {
		return filepath.Join(dir, strings.Repeat("../", 1+strings.Count(prefix, "/")))
	}
	return dir
}

// branch returns the branch that changes are merged into.
func branch(repo *git.Repo) string {
	if repo != nil {
		if name := repo.DefaultBranch(); name != "" {
			return name
		}
	}
	return "main"
}

// revision is what a workflow pins: the release that runs, else the branch.
func revision() string {
	if v := cli.Version(); strings.HasPrefix(v, "v") && !strings.ContainsAny(v, "-+") {
		return v
	}
	return "main"
}

// next says what to do now.
func next(facts scaffold.Facts, app bool, stdout io.Writer) {
	fmt.Fprintln(stdout, "next:")
	switch {
	case app:
		fmt.Fprintln(stdout, "  pip install 'gaia-export @ git+https://github.com/amd-gaia/gaia-gen#subdirectory=python'")
		fmt.Fprintln(stdout, "  gaia-gen --export     export the documents and generate from them")
	case len(facts.Documents) > 0:
		fmt.Fprintln(stdout, "  gaia-gen              generate")
	default:
		fmt.Fprintln(stdout, "  put an OpenAPI document at schemas/openapi.json, or name it in gaia-gen.yaml")
		fmt.Fprintln(stdout, "  gaia-gen              generate")
	}
	fmt.Fprintln(stdout, "  driftcheck            hold what is there against it")
	fmt.Fprintln(stdout, "  git add what was written and generated, and commit")
}
