package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/amd-gaia/gaia-gen/internal/config"
)

// run runs one exporter, and ends what it started.
func (r *runner) run(e config.Export) bool {
	ctx, cancel := context.WithTimeout(r.ctx, e.Timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, r.program(e), e.Run[1:]...)
	cmd.Dir = r.work
	cmd.Env = r.environment(e)
	var stdout, stderr tail
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	asGroup(cmd)
	cmd.WaitDelay = 2 * time.Second // for what it left running with our pipes
	err := cmd.Run()
	endGroup(cmd)
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay) && ctx.Err() == nil:
		return true // maybe something that it started did not end
	case r.ctx.Err() != nil:
		r.fail(e, fault{message: fmt.Sprintf("%q was interrupted", line(e))})
	case ctx.Err() != nil:
		r.fail(e, fault{message: fmt.Sprintf("%q did not end in %s", line(e), e.Timeout),
			help: "correct the command, or allow it more time: timeout: 10m", said: r.said(&stderr, &stdout)})
	case errors.As(err, &exit):
		r.fail(e, fault{message: fmt.Sprintf("%q ended with %s", line(e), exit.ProcessState), said: r.said(&stderr, &stdout)})
	default:
		r.fail(e, r.unstarted(e, cmd.Path, err))
	}
	return false
}

// program is what to start: a name is found in PATH, a path in the copy.
func (r *runner) program(e config.Export) string {
	name := filepath.FromSlash(e.Run[0])
	if filepath.Base(name) == name || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.work, name)
}

// unstarted says why the program at a path did not start.
func (r *runner) unstarted(e config.Export, at string, err error) fault {
	name := e.Run[0]
	info, statErr := os.Stat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist) && statErr == nil && filepath.IsAbs(at):
		return fault{message: fmt.Sprintf("%q needs %s, which is not there", name, interpreter(at)), help: "install it, or make the environment of " + name + " again"}
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return fault{message: fmt.Sprintf("there is no program %q", name), help: "install it, or correct run:"}
	case errors.Is(err, fs.ErrPermission) && statErr == nil && info.Mode()&0o111 != 0 && !info.IsDir():
		return fault{message: fmt.Sprintf("%q may not be run in %s", name, os.TempDir()), help: "set TMPDIR to a directory where programs may run"}
	case errors.Is(err, fs.ErrPermission):
		return fault{message: fmt.Sprintf("%q is not executable", name), help: "run chmod +x " + name + ", or name its interpreter: run: [sh, " + name + "]"}
	case errors.Is(err, syscall.ENOEXEC):
		return fault{message: fmt.Sprintf("%q is no program of this machine and names no interpreter", name), help: "name it: run: [sh, " + name + "]"}
	default:
		return fault{message: fmt.Sprintf("%q cannot be run: %s", line(e), r.reason(err))}
	}
}

// interpreter returns what the first line of a script says that it is run by.
func interpreter(script string) string {
	f, err := os.Open(script)
	if err != nil {
		return "an interpreter"
	}
	defer f.Close()
	const longest = 512
	first, _ := bufio.NewReaderSize(f, longest).ReadSlice('\n')
	words := strings.Fields(strings.TrimPrefix(string(first), "#!"))
	if !strings.HasPrefix(string(first), "#!") || len(words) == 0 {
		return "an interpreter"
	}
	return words[0]
}
