package export

import (
	"bytes"
	"regexp"
	"strings"
)

// tail keeps the end of what is written to it.
type tail struct {
	buf []byte
	cut bool // there was more
}

const (
	tailBytes = 4 << 10
	tailLines = 15
)

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if n := len(t.buf) - tailBytes; n > 0 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
		t.cut = true
	}
	return len(p), nil
}

// lines returns the last of them that are whole, without colours.
func (t *tail) lines() []string {
	text := t.buf
	if _, rest, ok := bytes.Cut(text, []byte("\n")); t.cut && ok && len(rest) > 0 {
		text = rest
	}
	text = bytes.Trim(text, "\r\n")
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	all := strings.Split(strings.ToValidUTF8(string(text), "\ufffd"), "\n")
	if n := len(all) - tailLines; n > 0 {
		all = all[n:]
	}
	for i := range all {
		all[i] = visible(all[i])
	}
	return all
}

// styling is what programs write to colour a terminal's text.
var styling = regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]`)

// visible is a line as it stands on a terminal: what a carriage return overwrote is gone.
func visible(s string) string {
	s = strings.TrimRight(s, "\r ")
	s = s[strings.LastIndexByte(s, '\r')+1:]
	return strings.ReplaceAll(styling.ReplaceAllString(s, ""), "\t", "    ")
}

// said returns the last lines of what a program printed, its complaints rather than its
// output. Places in the copy are those on disk.
func (r *runner) said(stderr, stdout *tail) []string {
	lines := stderr.lines()
	if lines == nil {
		lines = stdout.lines()
	}
	if lines == nil {
		return []string{"it printed nothing"}
	}
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], r.top, r.from.Disk)
	}
	return lines
}
