package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// run runs one exporter.
func (r *runner) run(e config.Export) bool {
	ctx, cancel := context.WithTimeout(r.ctx, e.Timeout)
	defer cancel()
	program := e.Run[0]
	if strings.ContainsAny(program, `/\`) && !filepath.IsAbs(program) {
		program = filepath.Join(r.work, filepath.FromSlash(program))
	}
	cmd := exec.CommandContext(ctx, program, e.Run[1:]...)
	cmd.Dir = r.work
	cmd.Env = r.environment(e)
	var stdout, stderr tail
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	asGroup(cmd)
	cmd.WaitDelay = 2 * time.Second // for what it left running with our pipes
	err := cmd.Run()
	line := strings.Join(e.Run, " ")
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil && r.ctx.Err() == nil:
		r.failSaying(e, said(&stderr, &stdout), "correct the command, or allow it more time: timeout: 10m", "%q did not end in %s", line, e.Timeout)
	case r.ctx.Err() != nil:
		r.fail(e, "", "%q was interrupted", line)
	case err == nil:
		return true
	case errors.As(err, &exit):
		r.failSaying(e, said(&stderr, &stdout), "", "%q ended with %s", line, exit.ProcessState)
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		r.fail(e, "install it, or correct run:", "there is no program %q", e.Run[0])
	case errors.Is(err, exec.ErrWaitDelay):
		return true // it ended well, and something that it started did not
	default:
		r.fail(e, "", "%q cannot be run: %v", line, err)
	}
	return false
}

// environment is that of the caller, without what names a repository, and with paths
// of Python modules moved into the copy.
func (r *runner) environment(e config.Export) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "GIT_SSL") || strings.HasPrefix(v, "PWD=")
	})
	for i, v := range env {
		if list, ok := strings.CutPrefix(v, "PYTHONPATH="); ok {
			env[i] = "PYTHONPATH=" + r.moved(list)
		}
	}
	env = append(env, "PWD="+r.work, "PYTHONDONTWRITEBYTECODE=1", "GAIA_EXPORT=check")
	for _, v := range e.Env {
		env = append(env, v.Name+"="+v.Value)
	}
	return env
}

// moved maps the entries of a path list that are in the tree to the copy.
func (r *runner) moved(list string) string {
	entries := filepath.SplitList(list)
	for i, dir := range entries {
		if rel, err := filepath.Rel(r.from.Disk, dir); err == nil && filepath.IsAbs(dir) && filepath.IsLocal(rel) {
			entries[i] = filepath.Join(r.top, rel)
		}
	}
	return strings.Join(entries, string(filepath.ListSeparator))
}

// tail keeps the end of what is written to it.
type tail struct{ buf []byte }

const (
	tailBytes = 4 << 10
	tailLines = 15
)

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if n := len(t.buf) - tailBytes; n > 0 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(p), nil
}

// said returns the last lines of what a program printed, its complaints rather than
// its output.
func said(stderr, stdout *tail) []string {
	text := bytes.TrimSpace(stderr.buf)
	if len(text) == 0 {
		text = bytes.TrimSpace(stdout.buf)
	}
	if len(text) == 0 {
		return []string{"it printed nothing"}
	}
	lines := strings.Split(strings.ToValidUTF8(string(text), "�"), "\n")
	if n := len(lines) - tailLines; n > 0 {
		lines = lines[n:]
	}
	return lines
}

// stamp tells whether a file was written.
type stamp struct {
	size int64
	at   time.Time
}

// stamps returns those of the files of the copy that no exporter should write.
func (r *runner) stamps(exports []config.Export) map[string]stamp {
	targets := r.targets(exports)
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

// warnOthers reports that an exporter wrote where it does not say it does.
func (r *runner) warnOthers(e config.Export, before, after map[string]stamp) {
	var names []string
	for name, s := range after {
		if before[name] != s {
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
		Message: fmt.Sprintf("%q also wrote %s%s, which writes: does not name and nothing checks", strings.Join(e.Run, " "), names[0], more),
		Help:    "name it in writes:"})
}
