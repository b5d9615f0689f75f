package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/drift"
)

// Patch is the format of git apply, for drift only.
const Patch Format = "patch"

// DriftFormats returns the formats of a drift verdict, in the order in which help
// lists them.
func DriftFormats() []Format { return append(Formats(), Patch) }

// DriftOptions say how a verdict is written.
type DriftOptions struct {
	Tool   Tool
	Extent Extent
	Style  diag.Style // of the text format
}

// Extent says how much of a long report is written.
type Extent uint8

// The extents.
const (
	Abridged Extent = iota // what a person reads; the rest is counted
	Whole
)

// The most that an abridged text holds.
const (
	mostFindings  = 20
	mostChanges   = 20
	mostDiffLines = 200
	firstLines    = 3 // of a missing file
)

// WriteDrift writes v to w in format f. The machines' formats hold everything, text
// and Markdown what their readers can take. The error is w's.
func WriteDrift(w io.Writer, f Format, v *drift.Verdict, o DriftOptions) error {
	out, err := renderDrift(f, v, o)
	if err != nil {
		return fmt.Errorf("%s report: %w", f, err)
	}
	_, err = w.Write(out)
	return err
}

func renderDrift(f Format, v *drift.Verdict, o DriftOptions) ([]byte, error) {
	switch f {
	case Text:
		return renderDriftText(v, o), nil
	case JSON:
		return renderDriftJSON(v, o)
	case Markdown:
		return renderDriftMarkdown(v), nil
	case GitHub:
		return renderDriftGitHub(v), nil
	case Patch:
		var b bytes.Buffer
		for _, x := range slices.Concat(v.Findings, v.Following) {
			b.Write(drift.Patch(x))
		}
		return b.Bytes(), nil
	default:
		return render(f, driftReport(v, o))
	}
}

// driftHeadline is the verdict in one line.
func driftHeadline(v *drift.Verdict) string {
	all := v.Schemas + v.Generated
	if v.Partial && len(v.Findings) == 0 {
		return fmt.Sprintf("cannot tell, see the errors; %s could be compared and no drift was found", number(all, "file"))
	}
	switch {
	case len(v.Findings) > 0:
		line := fmt.Sprintf("%d of %s drifted", len(v.Findings), number(max(all, len(v.Findings)), "file"))
		if v.Partial {
			line += ", and something cannot be told: see the errors"
		}
		return line
	case all == 0:
		return "nothing could be compared"
	default:
		return fmt.Sprintf("%s in sync (%s, %d generated)", number(all, "file"), number(v.Schemas, "schema"), v.Generated)
	}
}

func number(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// driftLine says what became of one file: "edited by hand: out/types.ts:12".
func driftLine(f drift.Finding) string {
	what, where, detail := driftWords(f)
	line := what + ": " + where
	if detail != "" {
		line += " (" + detail + ")"
	}
	return line
}

// driftWords returns what is wrong with a file, which file it is, and what more
// there is to say.
func driftWords(f drift.Finding) (what, where, detail string) {
	where, detail = f.Path, f.Detail
	at := f.Path
	if f.Line > 0 {
		at = fmt.Sprintf("%s:%d", f.Path, f.Line)
	}
	switch f.Status {
	case drift.Missing:
		what, detail = "missing", size(f.Want)
	case drift.Stale:
		what = "stale"
		if detail == "" {
			detail = "no longer generated"
			if f.Stage == drift.Schema {
				detail = "no longer exported"
			}
		}
	case drift.Untracked:
		what, detail = "untracked", "not in the index"
	case drift.Renamed:
		what, where, detail = "renamed", f.From+" → "+f.Path, fmt.Sprintf("%d %% alike", f.Similarity)
		if strings.EqualFold(f.From, f.Path) {
			detail = "upper and lower case differ"
		}
	case drift.Foreign:
		what, where, detail = "not ours", f.Path, "does not begin with gaia-gen's header"
	case drift.LineEnds:
		what, detail = "only line ends", "CRLF"
	case drift.Changed:
		what, where = f.Cause.String(), at
		if what == "" {
			what = "changed"
		}
		switch f.Cause {
		case drift.Reformatted:
			detail = "looks reformatted: exclude generated files from the formatter"
		case drift.Reordered:
			detail = "the same JSON value"
		case drift.Conflict:
			detail = "regenerate instead of resolving by hand"
		}
	default:
		panic(fmt.Sprintf("report: unknown status %d", f.Status))
	}
	return what, where, detail
}

// size is that of a file: "120 lines, 4.1 KB".
func size(data []byte) string {
	n := bytes.Count(data, []byte("\n"))
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	if len(data) < 1000 {
		return fmt.Sprintf("%s, %d B", number(n, "line"), len(data))
	}
	return fmt.Sprintf("%s, %.1f KB", number(n, "line"), float64(len(data))/1000)
}

// changeLine says what a change means: "gaia: ChatRequest.temperature: new, optional".
func changeLine(c drift.Change) string { return c.Contract + ": " + c.Path + ": " + c.Message }

// driftTitle is the title of annotations.
const driftTitle = "schema drift"

// renderDriftGitHub writes a workflow command for each file, documents first, and then
// the verdict for the log.
func renderDriftGitHub(v *drift.Verdict) []byte {
	var b bytes.Buffer
	annotate := func(file string, line int, message string) {
		props := []string{"title=" + driftTitle}
		if file != "" {
			props = slices.Insert(props, 0, "file="+githubProperty(diag.OneLine(file)))
			props = slices.Insert(props, 1, fmt.Sprintf("line=%d", max(line, 1)))
		}
		fmt.Fprintf(&b, "::error %s::%s\n", strings.Join(props, ","), githubData(message))
	}
	if v.Toolchain != "" {
		annotate("", 0, v.Toolchain)
	}
	for _, f := range v.Findings {
		annotate(f.Path, f.Line, driftLine(f)+"\nfix: "+v.Fix)
	}
	note := ""
	if hidden := len(v.Findings) - githubShown; hidden > 0 {
		note = fmt.Sprintf("; GitHub shows the first %d of them, %d more are in this log", githubShown, hidden)
	}
	fmt.Fprintf(&b, "%s: %s%s\n", v.Program, driftHeadline(v), note)
	for _, c := range v.Changes {
		fmt.Fprintln(&b, diag.OneLine(changeLine(c)))
	}
	for _, name := range v.Unchanged {
		fmt.Fprintln(&b, diag.OneLine(unchangedLine(name)))
	}
	for _, n := range v.Notes {
		fmt.Fprintln(&b, "note:", diag.OneLine(n))
	}
	if v.Fix != "" {
		fmt.Fprintln(&b, "fix:", v.Fix)
	}
	return b.Bytes()
}

func unchangedLine(name string) string {
	return "API unchanged: " + name + ": no type and no operation changed, regenerate"
}
