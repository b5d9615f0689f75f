package golang

import (
	"bytes"
	"fmt"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/dave/jennifer/jen"
)

// file is one Go file being printed: jennifer's frame (header, package clause,
// imports) around declarations that are shaped as gofmt would shape them.
type file struct {
	jen   *jen.File
	quals map[string]string
	body  emit.Printer
}

func newFile(pkg string) *file {
	f := &file{jen: jen.NewFile(pkg), quals: map[string]string{}}
	f.jen.NoFormat = true
	f.jen.HeaderComment("// " + emit.Header)
	return f
}

func (f *file) empty() bool { return f.body.Len() == 0 }

// qual returns the qualified name of an exported name of the standard library,
// and imports its package.
func (f *file) qual(path, name string) string {
	key := path + "." + name
	if q, ok := f.quals[key]; ok {
		return q
	}
	var b bytes.Buffer
	if err := jen.Qual(path, name).RenderWithFile(&b, f.jen); err != nil {
		panic(fmt.Sprintf("golang: qualifying %s: %v", key, err))
	}
	f.quals[key] = b.String()
	return f.quals[key]
}

// raw returns the name of json.RawMessage in f.
func (f *file) raw() string { return f.qual("encoding/json", "RawMessage") }

// decl appends what print prints, at least one line, as one declaration.
func (f *file) decl(print func(p *emit.Printer)) {
	if !f.empty() {
		f.body.P()
	}
	print(&f.body)
}

// render returns the whole file.
func (f *file) render() []byte {
	var b bytes.Buffer
	if err := f.jen.Render(&b); err != nil {
		panic(fmt.Sprintf("golang: rendering the frame: %v", err))
	}
	// Without formatting, jennifer does not indent the lines of an import block.
	frame := bytes.ReplaceAll(b.Bytes(), []byte("\n\""), []byte("\n\t\""))
	return append(frame, f.body.Bytes()...)
}
