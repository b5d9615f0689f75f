package golang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// noTag keeps a field out of packages that read struct tags.
const noTag = "`json:\"-\"`"

// structTag tells readers, and packages that read struct tags, the name of a
// field on the wire. The generated codecs do not look at it, so a name that a
// tag cannot hold is left out.
func structTag(f *ir.Field) string {
	if !taggable(f.Name) {
		return noTag
	}
	if f.Required {
		return "`json:\"" + f.Name + "\"`"
	}
	return "`json:\"" + f.Name + ",omitzero\"`"
}

// taggable reports whether encoding/json reads name from a tag as it is.
func taggable(name string) bool {
	for _, r := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return name != "" && name != "-"
}

// row is one line of a struct or of a list of constants, under its comment.
type row struct {
	comment *comment
	name    string
	rest    string
	tag     string // "" if none; either all rows have one or none has
}

// printRows prints rows with their columns aligned over runs of rows that no
// comment interrupts.
func printRows(p *emit.Printer, rows []row) {
	for i := 0; i < len(rows); {
		end := i + 1
		for end < len(rows) && rows[end].comment.empty() {
			end++
		}
		name, rest := 0, 0
		for _, r := range rows[i:end] {
			name, rest = max(name, utf8.RuneCountInString(r.name)), max(rest, utf8.RuneCountInString(r.rest))
		}
		rows[i].comment.print(p)
		for _, r := range rows[i:end] {
			if r.tag == "" {
				p.P(padded(r.name, name), r.rest)
				continue
			}
			p.P(padded(r.name, name), padded(r.rest, rest), r.tag)
		}
		i = end
	}
}

// padded returns s with the spaces behind it that end a column of width.
func padded(s string, width int) string {
	return s + strings.Repeat(" ", width-utf8.RuneCountInString(s)+1)
}
