package ts

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
)

// runtimeSource is what decoders share. Each part starts with a line
// "//// name: names it needs"; a part is printed when it is used. Those that are
// needed where they are mentioned are in mentioned.
//
//go:embed runtime.ts
var runtimeSource string

// codecSource holds parts that stand instead of those of the same name, and
// further ones, when there are encoders too.
//
//go:embed runtimecodec.ts
var codecSource string

// limitsSource holds what strict functions need beside both.
//
//go:embed runtimelimits.ts
var limitsSource string

// mentioned are parts that are needed by whatever holds their names, whose names are
// no words of other meaning.
var mentioned = []string{"Key", "Fields", "At", "Up", "sending", "fail", "step", "kind"}

// code returns a text without the lines of its comments.
func code(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if start := strings.TrimLeft(line, " "); !strings.HasPrefix(start, "*") && !strings.HasPrefix(start, "/**") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// mentions reports whether a text holds a name that stands for itself, and is no part of
// a longer one, a member of something or the beginning of a string.
func mentions(text, name string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(name)
		if !partOfName(text, i-1) && !partOfName(text, from) && (i == 0 || text[i-1] != '.' && text[i-1] != '"') {
			return true
		}
	}
}

// partOfName reports whether an identifier may go on at a byte of a text.
func partOfName(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	c := text[i]
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// runtimePart is one named piece of the runtime.
type runtimePart struct {
	name  string
	needs []string
	text  string
}

// partsOf returns the parts of a source in its order.
func partsOf(source string) []runtimePart {
	var out []runtimePart
	for _, block := range strings.Split(source, "//// ")[1:] {
		head, text, _ := strings.Cut(block, "\n")
		name, needs, _ := strings.Cut(head, ":")
		out = append(out, runtimePart{name: name, needs: strings.Fields(needs), text: strings.TrimSpace(text)})
	}
	return out
}

// runtimeParts returns the parts of the module in the order to print them in.
func (g *generator) runtimeParts() []runtimePart {
	out := partsOf(runtimeSource)
	if !g.encodes() {
		return out
	}
	for _, part := range slices.Concat(partsOf(codecSource), partsOf(limitsSource)) {
		i := slices.IndexFunc(out, func(old runtimePart) bool { return old.name == part.name })
		if i < 0 {
			out = append(out, part)
			continue
		}
		out[i] = part
	}
	return out
}

// runtimeNames returns the names that a reader cannot have.
func runtimeNames() []string {
	names := []string{"types", "Key", "Up", "At", "Fields", "Check"}
	for _, part := range slices.Concat(partsOf(runtimeSource), partsOf(codecSource), partsOf(limitsSource)) {
		names = append(names, part.name)
	}
	return names
}

// printRuntime prints the parts in use, by name and in the text of body, with what they
// need.
func (g *generator) printRuntime(p *emit.Printer, used map[string]bool, body string) {
	parts := g.runtimeParts()
	byName := map[string]runtimePart{}
	for _, part := range parts {
		byName[part.name] = part
	}
	wanted := map[string]bool{}
	var want func(name string)
	want = func(name string) {
		if !wanted[name] {
			wanted[name] = true
			for _, need := range byName[name].needs {
				want(need)
			}
			for _, other := range mentioned {
				if mentions(code(byName[name].text), other) {
					want(other)
				}
			}
		}
	}
	want("base")
	body = code(body)
	for _, name := range mentioned {
		if mentions(body, name) {
			want(name)
		}
	}
	for name := range used {
		want(name)
	}
	names := strings.NewReplacer("DecodeError", g.names.decodeError, "EncodeError", g.names.encodeError, "CodecError", g.names.codecError)
	for _, part := range parts {
		if !wanted[part.name] {
			continue
		}
		p.P()
		for line := range strings.SplitSeq(names.Replace(part.text), "\n") {
			p.P(line)
		}
	}
}
