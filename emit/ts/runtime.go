package ts

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
)

// runtimeSource is what decoders share. Each part starts with a line
// "//// name: names it needs"; a part is printed when it is used.
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

// printRuntime prints the parts in use with what they need.
func (g *generator) printRuntime(p *emit.Printer, used map[string]bool) {
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
		}
	}
	want("base")
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
