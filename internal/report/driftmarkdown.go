package report

import (
	"bytes"
	"fmt"

	"github.com/amd-gaia/gaia-gen/internal/drift"
)

// The most that a step summary holds of what can be long.
const (
	summaryDiffLines = 1000
	summaryRows      = 500
)

// renderDriftMarkdown writes a step summary: the verdict, what it means, a table of
// the files, the difference folded away, and the command that mends it.
func renderDriftMarkdown(v *drift.Verdict) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "### %s: %s\n", markdownText(v.Program), driftHeadline(v))
	if v.Toolchain != "" {
		fmt.Fprintf(&b, "\ntoolchain: %s\n", markdownText(v.Toolchain))
	}
	if len(v.Changes)+len(v.Unchanged) > 0 {
		b.WriteByte('\n')
	}
	for _, c := range v.Changes[:min(len(v.Changes), summaryRows)] {
		fmt.Fprintf(&b, "- %s\n", markdownText(changeLine(c)))
	}
	if n := len(v.Changes) - summaryRows; n > 0 {
		fmt.Fprintf(&b, "- and %d more\n", n)
	}
	for _, name := range v.Unchanged {
		fmt.Fprintf(&b, "- %s\n", markdownText(unchangedLine(name)))
	}
	driftTable(&b, v)
	for _, n := range v.Notes {
		fmt.Fprintf(&b, "\nnote: %s\n", markdownText(n))
	}
	if v.Fix != "" {
		fmt.Fprintf(&b, "\nfix:\n\n%s\n", fenced("sh", []byte(v.Fix+"\n")))
	}
	driftDetails(&b, v)
	return b.Bytes()
}

func driftTable(b *bytes.Buffer, v *drift.Verdict) {
	if len(v.Findings) == 0 {
		return
	}
	b.WriteString("\n| file | what |\n| --- | --- |\n")
	for _, f := range v.Findings[:min(len(v.Findings), summaryRows)] {
		what, where, detail := driftWords(f)
		if detail != "" {
			what += " (" + detail + ")"
		}
		if f.AtBase {
			what += ", already on " + v.Base
		}
		fmt.Fprintf(b, "| <code>%s</code> | %s |\n", markdownText(where), markdownText(what))
	}
	if n := len(v.Findings) - summaryRows; n > 0 {
		fmt.Fprintf(b, "\nand %d more files\n", n)
	}
	if len(v.Following) > 0 {
		fmt.Fprintf(b, "\n%s will change with the schemas\n", number(len(v.Following), "generated file"))
	}
}

func driftDetails(b *bytes.Buffer, v *drift.Verdict) {
	patch, left := drift.Abridged(v.Findings, summaryDiffLines)
	if len(patch) == 0 || b.Len()+len(patch) > summaryLimit-closingRoom {
		return
	}
	fmt.Fprintf(b, "\n<details><summary>Difference, as git apply takes it</summary>\n\n%s\n", fenced("diff", patch))
	if left > 0 {
		fmt.Fprintf(b, "\n%d more lines are in the patch\n", left)
	}
	b.WriteString("\n</details>\n")
}

// fenced is a block of code whose fence is longer than any in it.
func fenced(language string, text []byte) string {
	fence := []byte("```")
	for bytes.Contains(text, fence) {
		fence = append(fence, '`')
	}
	return fmt.Sprintf("%s%s\n%s%s", fence, language, text, fence)
}
