// Package diag collects findings about the user's input and prints them.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/amd-gaia/gaia-gen/internal/source"
)

// Severity orders findings.
type Severity uint8

const (
	// Info is worth knowing and needs no action.
	Info Severity = iota
	// Warning says that the output is weaker than the input, or will be soon.
	Warning
	// Error is a fault in a schema: the run ends with exit code 1.
	Error
	// Fatal means that the input could not be read as what it should be, so
	// that no verdict is possible: the run ends with exit code 2.
	Fatal
)

// String returns the word that reports print.
func (s Severity) String() string {
	switch s {
	case Info:
		return "info"
	case Warning:
		return "warning"
	case Error, Fatal:
		return "error"
	default:
		panic(fmt.Sprintf("diag: unknown severity %d", s))
	}
}

// Diagnostic is one finding.
type Diagnostic struct {
	Rule     string // stable id such as "ref/dangling"; "" for syntax errors, which cannot be silenced
	Severity Severity
	Message  string // lower case, no full stop, names the thing in quotes
	Loc      source.Loc
	Related  []Related
	Help     string // one sentence that starts with a verb, or ""
}

// Related points at a second place that explains the first.
type Related struct {
	Message string
	Loc     source.Loc
}

// List gathers diagnostics. The zero List is ready to use, also from several
// goroutines at once.
type List struct {
	mu    sync.Mutex
	items []Diagnostic
}

// Add appends d.
func (l *List) Add(d Diagnostic) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.items = append(l.items, d)
}

// Errorf adds an Error of rule at loc.
func (l *List) Errorf(rule string, loc source.Loc, format string, args ...any) {
	l.Add(Diagnostic{Rule: rule, Severity: Error, Loc: loc, Message: fmt.Sprintf(format, args...)})
}

// Warnf adds a Warning of rule at loc.
func (l *List) Warnf(rule string, loc source.Loc, format string, args ...any) {
	l.Add(Diagnostic{Rule: rule, Severity: Warning, Loc: loc, Message: fmt.Sprintf(format, args...)})
}

// Fatalf adds a Fatal finding without a rule at loc.
func (l *List) Fatalf(loc source.Loc, format string, args ...any) {
	l.Add(Diagnostic{Severity: Fatal, Loc: loc, Message: fmt.Sprintf(format, args...)})
}

// Max returns the highest severity in the list, and false when it is empty.
func (l *List) Max() (Severity, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	top := Info
	for _, d := range l.items {
		top = max(top, d.Severity)
	}
	return top, len(l.items) > 0
}

// HasErrors reports whether any finding is an Error or worse.
func (l *List) HasErrors() bool {
	top, _ := l.Max()
	return top >= Error
}

// Sorted returns the findings by file, offset, severity (worst first), rule and
// message, each once.
func (l *List) Sorted() []Diagnostic {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := slices.Clone(l.items)
	slices.SortStableFunc(out, Compare)
	return slices.CompactFunc(out, func(a, b Diagnostic) bool { return Compare(a, b) == 0 })
}

// Compare orders findings as Sorted does.
func Compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(fileName(a.Loc), fileName(b.Loc)),
		cmp.Compare(a.Loc.Span.Start, b.Loc.Span.Start),
		cmp.Compare(b.Severity, a.Severity),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
	)
}

func fileName(loc source.Loc) string {
	if loc.Span.File == nil {
		return ""
	}
	return loc.Span.File.Name
}
