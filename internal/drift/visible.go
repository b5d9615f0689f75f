package drift

import (
	"bytes"
	"fmt"
	"strings"
)

// mostHints is how many invisible differences of a file are told.
const mostHints = 5

// Visible tells of differences in f that one cannot see: white space, marks and line
// ends. nil when there are none.
func Visible(f Finding) []string {
	if f.Status != Changed || f.Got == nil || f.Want == nil {
		return nil
	}
	var hints []string
	bom := []byte("\ufeff")
	if bytes.HasPrefix(f.Got, bom) && !bytes.HasPrefix(f.Want, bom) {
		hints = append(hints, "a byte order mark at the beginning")
	}
	wanted := map[string]bool{}
	for line := range strings.Lines(string(f.Want)) {
		wanted[strings.TrimSuffix(line, "\n")] = true
	}
	n := 0
	for line := range strings.Lines(string(f.Got)) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if wanted[line] || len(hints) >= mostHints {
			continue
		}
		if h := hint(line); h != "" {
			hints = append(hints, fmt.Sprintf("line %d %s", n, h))
		}
	}
	if bytes.HasSuffix(f.Want, []byte("\n")) && !bytes.HasSuffix(f.Got, []byte("\n")) {
		hints = append(hints, "no line feed at the end of the file")
	}
	return hints[:min(len(hints), mostHints)]
}

// hidden are characters that look like nothing or like others.
var hidden = map[rune]string{'\u00a0': "a no-break space", '\u200b': "a zero-width space", '\u2028': "a line separator", '\u2029': "a paragraph separator", '\ufeff': "a byte order mark"}

// hint tells what cannot be seen in a line; "" if nothing.
func hint(line string) string {
	text := strings.TrimRight(line, " \t\r")
	if space := line[len(text):]; space != "" {
		const shown = 20
		tail := text[max(0, len(text)-shown):]
		return fmt.Sprintf("ends in white space: %q", strings.ToValidUTF8(tail, "")+strings.NewReplacer(" ", "·", "\t", "→", "\r", "␍").Replace(space))
	}
	for _, r := range strings.TrimPrefix(line, "\ufeff") {
		if name := hidden[r]; name != "" {
			return "holds " + name
		}
	}
	return ""
}
