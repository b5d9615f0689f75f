package drift

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"
)

// mostDiffed is the size in bytes of the texts beyond which a difference is not
// looked for line by line: the whole file is replaced.
const mostDiffed = 4 << 20

// Patch returns the change that puts f right, in git's format: "git apply" takes it
// from where reports name files. nil when the content is right already.
func Patch(f Finding) []byte {
	head, hunks := patchParts(f)
	if head == "" {
		return nil
	}
	return []byte(head + strings.Join(hunks, ""))
}

// patchParts returns the lines before the first hunk, "" when there is nothing to
// change, and the hunks.
func patchParts(f Finding) (head string, hunks []string) {
	from, to := f.Path, f.Path
	var b strings.Builder
	switch f.Status {
	case Missing:
		fmt.Fprintf(&b, "diff --git %s %s\nnew file mode 100644\n", quotePath("a/", from), quotePath("b/", to))
	case Stale:
		fmt.Fprintf(&b, "diff --git %s %s\ndeleted file mode 100644\n", quotePath("a/", from), quotePath("b/", to))
	case Renamed:
		from = f.From
		fmt.Fprintf(&b, "diff --git %s %s\nsimilarity index %d%%\nrename from %s\nrename to %s\n",
			quotePath("a/", from), quotePath("b/", to), f.Similarity, quotePath("", from), quotePath("", to))
	case Changed, LineEnds, Foreign:
		fmt.Fprintf(&b, "diff --git %s %s\n", quotePath("a/", from), quotePath("b/", to))
	case Untracked:
		return "", nil
	default:
		panic(fmt.Sprintf("drift: unknown status %d", f.Status))
	}
	if bytes.Equal(f.Got, f.Want) {
		return b.String(), nil
	}
	old, new := quotePath("a/", from), quotePath("b/", to)
	if f.Status == Missing {
		old = "/dev/null"
	}
	if f.Status == Stale {
		new = "/dev/null"
	}
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", old, new)
	return b.String(), diffHunks(string(f.Got), string(f.Want))
}

// diffHunks returns the hunks of a unified diff.
func diffHunks(old, new string) []string {
	if len(old)+len(new) > mostDiffed {
		return []string{wholeHunk(old, new)}
	}
	text := udiff.Unified("a", "b", old, new)
	var hunks []string
	for text != "" {
		at := strings.Index(text, "@@ -")
		if at < 0 {
			break
		}
		text = text[at:]
		end := strings.Index(text, "\n@@ -")
		if end < 0 {
			return append(hunks, text)
		}
		hunks = append(hunks, text[:end+1])
		text = text[end+1:]
	}
	return hunks
}

// wholeHunk replaces all of old by new.
func wholeHunk(old, new string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "@@ -%s +%s @@\n", hunkRange(old), hunkRange(new))
	hunkLines(&b, "-", old)
	hunkLines(&b, "+", new)
	return b.String()
}

func hunkRange(text string) string {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	if n == 0 {
		return "0,0"
	}
	return "1," + strconv.Itoa(n)
}

func hunkLines(b *strings.Builder, sign, text string) {
	if text == "" {
		return
	}
	open := !strings.HasSuffix(text, "\n")
	for line := range strings.Lines(text) {
		b.WriteString(sign + line)
	}
	if open {
		b.WriteString("\n\\ No newline at end of file\n")
	}
}

// quotePath writes a path as git does: in quotes, with escapes, where it holds what
// would end it or cannot be seen.
func quotePath(prefix, name string) string {
	plain := true
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			plain = false
			b.WriteString(`\` + string(rune(c)))
		case c < ' ' || c >= 0x7f:
			plain = false
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	if plain {
		return prefix + name
	}
	return `"` + prefix + b.String() + `"`
}

// Abridged returns whole hunks of what puts findings right, as many as fit in a
// number of lines, and how many lines were left out. What it returns can be applied.
// Contents of files that are missing or stale are left out altogether.
func Abridged(found []Finding, lines int) (patch []byte, left int) {
	for _, f := range found {
		if f.Status == Missing || f.Status == Stale {
			continue
		}
		head, hunks := patchParts(f)
		if head == "" {
			continue
		}
		taken := false
		for _, h := range hunks {
			n := strings.Count(h, "\n")
			if n > lines {
				left += n
				continue
			}
			if !taken {
				patch = append(patch, head...)
				taken = true
			}
			lines -= n
			patch = append(patch, h...)
		}
		if len(hunks) == 0 {
			patch = append(patch, head...)
		}
	}
	return patch, left
}
