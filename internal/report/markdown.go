package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// summaryLimit is how many bytes GitHub takes as the summary of a step; a larger
// one is not shown at all.
const summaryLimit = 1 << 20

// closingRoom is kept free for what follows the table.
const closingRoom = 4 << 10

// renderMarkdown writes the verdict, a table of the findings, the worst first,
// and the coverage with what is undescribed. Rows that would exceed the limit
// are left out and counted.
func renderMarkdown(r Report) []byte {
	m := &markdownWriter{limit: summaryLimit - closingRoom, urls: map[string]string{}}
	for _, rule := range r.Rules {
		m.urls[rule.ID] = webURI(rule.URL)
	}
	fmt.Fprintf(&m.b, "### %s: %s\n", markdownText(cut(r.Tool.Name, 200)), countTotals(r.Findings))
	m.table(worstFirst(r.Findings))
	if r.Coverage != nil {
		m.coverage(r.Coverage)
	}
	return m.b.Bytes()
}

type markdownWriter struct {
	b     bytes.Buffer
	limit int
	urls  map[string]string // rule id → address of its page
}

func (m *markdownWriter) table(fs []Finding) {
	if len(fs) == 0 {
		return
	}
	m.b.WriteString("\n| severity | place | rule | finding |\n| --- | --- | --- | --- |\n")
	left := 0
	for _, f := range fs {
		if !m.fits(m.row(f)) {
			left++
		}
	}
	if left > 0 {
		fmt.Fprintf(&m.b, "\n%d of %d findings are left out: a summary holds 1 MiB.\n", left, len(fs))
	}
}

// fits writes text when there is room for it and reports whether there was.
func (m *markdownWriter) fits(text string) bool {
	if m.b.Len()+len(text) > m.limit {
		return false
	}
	m.b.WriteString(text)
	return true
}

func (m *markdownWriter) row(f Finding) string {
	rule := markdownText(ruleID(f))
	if url := m.urls[f.Rule]; url != "" {
		rule = fmt.Sprintf("[%s](%s)", rule, markdownURL(url))
	}
	lines := strings.Split(githubMessage(f), "\n")
	for i, line := range lines {
		lines[i] = markdownText(line)
	}
	place := ""
	if p := diag.Place(f.Loc); p != "" {
		place = "<code>" + markdownText(p) + "</code>"
	}
	return fmt.Sprintf("| %s | %s | %s | %s |\n", f.Severity, place, rule, strings.Join(lines, "<br>"))
}

func (m *markdownWriter) coverage(c *Coverage) {
	fmt.Fprintf(&m.b, "\n%s\n", c)
	if len(c.Undescribed) == 0 {
		return
	}
	m.b.WriteString("\n<details><summary>Undescribed</summary>\n\n")
	left := 0
	for _, name := range c.Undescribed {
		if !m.fits("- " + markdownText(name) + "\n") {
			left++
		}
	}
	if left > 0 {
		fmt.Fprintf(&m.b, "- and %d more\n", left)
	}
	m.b.WriteString("\n</details>\n")
}

// markdownText returns s as one line that shows as it is, also in a table.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range diag.OneLine(s) {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case strings.ContainsRune("\\`*_[]|~$#", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// markdownURL escapes what would end a link, or the cell that it is in.
func markdownURL(url string) string {
	return strings.NewReplacer("(", "%28", ")", "%29", "|", "%7C", " ", "%20", "<", "%3C", ">", "%3E").Replace(url)
}
