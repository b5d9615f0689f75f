package ts

import (
	"runtime"
	"slices"
	"sync"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/internal/diag"
)

// fewDecls is the number of declarations that one thread prints as fast as two.
const fewDecls = 200

// declarations returns the text of g.decls, each behind a blank line. The names
// are settled, so that runs of declarations can print at the same time.
func (g *generator) declarations() []byte {
	runs := min(runtime.GOMAXPROCS(0), len(g.decls)/fewDecls+1)
	printers := make([]emit.Printer, runs)
	found := make([]diag.List, runs)
	panics := make([]any, runs)
	var wait sync.WaitGroup
	for i := range runs {
		part := *g
		part.out = &found[i]
		part.decls = g.decls[i*len(g.decls)/runs : (i+1)*len(g.decls)/runs]
		wait.Go(func() {
			defer func() { panics[i] = recover() }()
			part.printDecls(&printers[i])
		})
	}
	wait.Wait()
	texts := make([][]byte, runs)
	for i := range runs {
		if panics[i] != nil {
			panic(panics[i]) // where the caller can recover from it
		}
		for _, d := range found[i].Sorted() {
			g.out.Add(d)
		}
		texts[i] = printers[i].Bytes()
	}
	return slices.Concat(texts...)
}

func (g *generator) printDecls(p *emit.Printer) {
	p.Unit = "  "
	for _, d := range g.decls {
		p.P()
		g.printDecl(p, d)
	}
}
