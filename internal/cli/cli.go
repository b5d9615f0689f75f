// Package cli holds what the two commands share: exit codes, how findings and
// files are reported, and the flags that choose contracts.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/report"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// Exit codes. 1 and 2 are never mixed up: a gate must be able to tell drift
// from not having looked.
const (
	exitClean    = 0
	exitFindings = 1
	exitUnable   = 2

	exitInterrupted = 130 // 128 and SIGINT, as shells say it
)

// errFindings says that the run came to a verdict, that it is bad, and that it
// has been reported.
var errFindings = errors.New("findings")

// errUnable says that there is no verdict, and that the reason has been
// reported.
var errUnable = errors.New("unable")

// heapGrowth trades memory for speed: a run is short and its live heap small,
// so collections are only worth their time on large documents.
const heapGrowth = 400

// Main runs a command to its exit code. Errors go to stderr as "name: error";
// a panic becomes a request to report it.
func Main(name string, build func(stdout, stderr io.Writer) *cobra.Command, args []string, stdout, stderr io.Writer) (code int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(stderr, "%s: internal error, please report it with the input: %v\n%s", name, p, debug.Stack())
			code = exitUnable
		}
	}()
	c := build(stdout, stderr)
	c.SetArgs(args)
	c.SetOut(stdout)
	c.SetErr(stderr)
	c.SilenceErrors, c.SilenceUsage = true, true
	err := c.Execute()
	switch {
	case err == nil:
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, errUnable):
		return exitUnable
	case errors.Is(err, workspace.ErrInterrupted):
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return exitInterrupted
	default:
		for _, line := range strings.Split(err.Error(), "\n") {
			fmt.Fprintf(stderr, "%s: %s\n", name, line)
		}
		return exitUnable
	}
}

// Selection is the flags that choose a configuration and its contracts.
type Selection struct {
	Config    string
	Contracts []string
}

// Register adds the flags to c.
func (s *Selection) Register(c *cobra.Command) {
	c.Flags().StringVar(&s.Config, "config", "", "configuration `FILE` (default: gaia-gen.yaml found upward from here)")
	c.Flags().StringArrayVar(&s.Contracts, "contract", nil, "only the contract `NAME` (repeatable)")
}

// Arguments returns what of a gaia-gen command line makes it write what s chooses.
func (s *Selection) Arguments() []string {
	var words []string
	if s.Config != "" {
		words = append(words, "--config", s.Config)
	}
	for _, name := range s.Contracts {
		words = append(words, "--contract", name)
	}
	return words
}

// Words lists the words that a flag takes.
func Words(words []string) string { return strings.TrimPrefix(strings.Join(words, ", "), ", ") }

// Tool names the program in reports.
func Tool(name string) report.Tool {
	return report.Tool{Name: name, Version: Version(), URL: "https://github.com/amd-gaia/gaia-gen"}
}

// Interruptible returns a context that ends when the user ends the program, for work
// that has to clean up. A second signal ends it at once.
func Interruptible() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// VersionCommand prints the version that the binary was built as.
func VersionCommand(name string, stdout io.Writer) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		Run: func(*cobra.Command, []string) {
			fmt.Fprintln(stdout, name, Version())
		},
	}
}

// Version returns the version that the binary was built as.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// Verbosity says how many warnings are printed.
type Verbosity uint8

// The verbosities.
const (
	FewWarnings Verbosity = iota // the first of many
	AllWarnings
)

// fewWarnings is how many warnings a run prints unasked: more hide the report.
const fewWarnings = 10

// Report prints the findings and returns what they mean for the exit code: nil
// when nothing is worse than a warning.
func Report(diags *diag.List, v Verbosity, stderr io.Writer) error {
	shown, hidden := abridge(diags.Sorted(), v)
	if err := diag.WriteText(stderr, shown, terminal(stderr)); err != nil {
		return err
	}
	if hidden > 0 {
		fmt.Fprintf(stderr, "%d more warnings; --verbose prints them\n", hidden)
	}
	switch top, any := diags.Max(); {
	case any && top == diag.Fatal:
		return errUnable
	case any && top == diag.Error:
		return errFindings
	default:
		return nil
	}
}

// abridge keeps every error and the first warnings.
func abridge(ds []diag.Diagnostic, v Verbosity) (shown []diag.Diagnostic, hidden int) {
	if v == AllWarnings {
		return ds, 0
	}
	warnings := 0
	for _, d := range ds {
		if d.Severity < diag.Error {
			if warnings++; warnings > fewWarnings {
				hidden++
				continue
			}
		}
		shown = append(shown, d)
	}
	return shown, hidden
}

// terminal reports whether w is one, and so gets code frames.
func terminal(w io.Writer) diag.Frames {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return diag.Frames(err == nil && info.Mode()&os.ModeCharDevice != 0)
}

// Worst is the highest severity of a run's findings. The zero Worst is of a run
// without any.
type Worst struct {
	top diag.Severity
	any bool
}

// Add takes a finding into account.
func (w *Worst) Add(s diag.Severity) {
	w.top, w.any = max(w.top, s), true
}

// Verdict returns what findings mean for the exit code, when those below failOn
// do not fail the run. They have been reported.
func Verdict(w Worst, failOn diag.Severity) error {
	switch {
	case w.any && w.top == diag.Fatal:
		return errUnable
	case w.any && w.top >= failOn:
		return errFindings
	default:
		return nil
	}
}

// Style returns how text looks on w: with code frames on a terminal, and in
// colour as the word always, never or auto says. What goes to a file has neither.
func Style(colour string, w io.Writer, direct bool) diag.Style {
	frames := direct && bool(terminal(w))
	auto := frames && os.Getenv("NO_COLOR") == "" && os.Getenv("CI") == ""
	return diag.Style{Frames: diag.Frames(frames), Colour: diag.Colour(direct && (colour == "always" || colour == "auto" && auto))}
}
