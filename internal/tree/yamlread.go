package tree

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
)

// readYAML returns the library's root value of the only document in d.
func readYAML(d *Doc) (*yaml.Node, *diag.Diagnostic) {
	if fault := checkCharacters(d); fault != nil {
		return nil, fault
	}
	dec := yaml.NewDecoder(strings.NewReader(d.src))
	doc, err := decodeYAML(dec)
	switch {
	case errors.Is(err, io.EOF):
		return nil, fatal(source.Loc{Span: d.span(0, 0)}, "document has no value")
	case err != nil:
		return nil, yamlFault(d, err)
	}
	next, err := decodeYAML(dec)
	switch {
	case errors.Is(err, io.EOF):
		return doc.Content[0], nil
	case err != nil:
		return nil, yamlFault(d, err)
	}
	at := newLocator(d.src).find(next.Line, next.Column)
	fault := fatal(source.Loc{Span: d.span(at, min(at+len("---"), len(d.src)))}, "second document in one file")
	fault.Help = "keep one document in each file"
	return nil, fault
}

// errPanic is the error of a panic inside the library.
var errPanic = errors.New("reader stopped")

// decodeYAML returns the next document. The library panics on some input.
func decodeYAML(dec *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v", errPanic, v)
		}
	}()
	doc = new(yaml.Node)
	err = dec.Decode(doc)
	return doc, err
}

// checkCharacters finds what the library refuses without a position.
func checkCharacters(d *Doc) *diag.Diagnostic {
	if at := firstInvalid(d.src); at < len(d.src) {
		fault := fatal(source.Loc{Span: d.span(at, at+1)}, "byte 0x%02x is not UTF-8 text", d.src[at])
		fault.Help = "save the file as UTF-8"
		return fault
	}
	at := strings.IndexFunc(d.src, isControl)
	if at < 0 {
		return nil
	}
	r, size := utf8.DecodeRuneInString(d.src[at:])
	fault := fatal(source.Loc{Span: d.span(at, at+size)}, "control character U+%04X", r)
	fault.Help = "remove it, or write it as an escape between double quotes"
	return fault
}

// isControl reports whether YAML refuses r (YAML 1.2.2, 5.1).
func isControl(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r', r == '\u0085':
		return false
	default:
		return r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xfffe || r == 0xffff
	}
}
