package ts

import (
	_ "embed"
	"strings"

	"github.com/amd-gaia/gaia-gen/emit"
)

// runtimeSource is what decoders share. Each part starts with a line
// "//// name: names it needs"; a part is printed when it is used.
//
//go:embed runtime.ts
var runtimeSource string

// runtimePart is one named piece of the runtime.
type runtimePart struct {
	name  string
	needs []string
	text  string
}

// runtimeParts returns the parts in the order of the source; each needs only
// parts that come before it.
func runtimeParts() []runtimePart {
	var out []runtimePart
	for _, block := range strings.Split(runtimeSource, "//// ")[1:] {
		head, text, _ := strings.Cut(block, "\n")
		name, needs, _ := strings.Cut(head, ":")
		out = append(out, runtimePart{name: name, needs: strings.Fields(needs), text: strings.TrimSpace(text)})
	}
	return out
}

// runtimeNames returns the names that a reader cannot have.
func runtimeNames() []string {
	names := []string{"types", "Key", "Up", "At", "Fields", "Check"}
	for _, part := range runtimeParts() {
		names = append(names, part.name)
	}
	return names
}

// printRuntime prints the parts in use with what they need.
func printRuntime(p *emit.Printer, decodeError string, used map[string]bool) {
	parts := runtimeParts()
	used["base"] = true
	for i := len(parts) - 1; i >= 0; i-- {
		if used[parts[i].name] {
			for _, need := range parts[i].needs {
				used[need] = true
			}
		}
	}
	for _, part := range parts {
		if !used[part.name] {
			continue
		}
		p.P()
		for _, line := range strings.Split(strings.ReplaceAll(part.text, "DecodeError", decodeError), "\n") {
			p.P(line)
		}
	}
}
