// Package golang prints the model as Go: types with generated codecs, the
// operations as data, and the capability flags. Its output needs the standard
// library alone and is formatted as gofmt would.
package golang

import (
	"fmt"
	"go/token"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// Options choose what Emit prints. The zero Options are ready to use.
type Options struct {
	// Package is the name of the generated package; "" is "api".
	Package string
	// Strict makes decoders refuse what the schema refuses: values out of bounds,
	// strings that miss their pattern, members that are forbidden, a value that two
	// arms of an exclusive union accept. Formats are annotations, encoders check
	// nothing, and the types are the same.
	Strict bool
}

// Emit returns the files of one package: types.go and codec.go with the json.go
// that supports them, operations.go and capabilities.go, each only if it has
// something to say. What Go cannot express is a Warning in out; two schemas that
// become one Go name are an Error, and the files are still complete. The error
// is for an Options.Package that is not a Go identifier.
func Emit(doc *ir.Document, o Options, out *diag.List) ([]emit.File, error) {
	if o.Package == "" {
		o.Package = "api"
	}
	if !token.IsIdentifier(o.Package) || o.Package == "_" || o.Package == "main" {
		return nil, fmt.Errorf("go: %q cannot be the name of a package", o.Package)
	}
	g := newGenerator(doc, out)
	g.strict = o.Strict
	g.collect()
	g.findRings()
	g.claimNames()
	g.reportWidenings()
	g.reportUnchecked()

	var files []emit.File
	add := func(name string, f *file) {
		if f.empty() {
			return
		}
		files = append(files, emit.File{Path: name, Data: f.render()})
	}
	types, codec := newFile(o.Package), newFile(o.Package)
	for _, t := range g.declared {
		g.declare(types, codec, t)
	}
	g.printPatterns(codec)
	operations, flags := newFile(o.Package), newFile(o.Package)
	g.printOperations(operations)
	g.printFlags(flags)
	support := newFile(o.Package)
	g.printSupport(support)

	for _, f := range []*file{types, operations, flags} {
		if !f.empty() {
			f.jen.PackageComment(packageDoc(doc, o.Package))
			break
		}
	}
	add("types.go", types)
	add("codec.go", codec)
	add("json.go", support)
	add("operations.go", operations)
	add("capabilities.go", flags)
	return files, nil
}
