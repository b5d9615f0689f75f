package ts_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/amd-gaia/gaia-gen/emit"
	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/loader"
)

const (
	corpusStep  = 60       // of how many documents one is in the sample
	prettyStep  = 10       // of how many documents prettier reads one when all are run
	batchBytes  = 10 << 20 // of TypeScript for one run of tsc
	emitAtMost  = 3 * time.Second
	corpusEnv   = "GAIA_CORPUS"
	corpusEvery = "all"
)

// TestCorpus compiles what the documents of public projects give, by default and
// under other options in turn: a sample of them, or every one with
// GAIA_CORPUS=all.
func TestCorpus(t *testing.T) {
	dir := shared(t, "corpus")
	names := corpusNames(t, dir)
	all := os.Getenv(corpusEnv) == corpusEvery
	if !all {
		names = every(corpusStep, names)
	}
	loaded, written, size := 0, 0, 0
	var w workspace
	batch := func() {
		if size > 0 {
			w.compiles(t)
		}
		w, size = newWorkspace(t, noEmit), 0
	}
	pretty := newWorkspace(t, noEmit)
	batch()
	for i, name := range names {
		at := fmt.Sprintf("d%04d-%s", i, strings.TrimSuffix(path.Base(name), path.Ext(name)))
		m := modes[i%len(modes)]
		for folder, o := range map[string]ts.Options{"": {}, "-" + m.name: m.Options} {
			files, ok := emitCorpus(t, dir, name, o)
			if files != nil {
				loaded++
			}
			if !ok {
				continue
			}
			written++
			w.add(t, at+folder, files)
			if !all || written%prettyStep == 0 {
				pretty.add(t, at+folder, files)
			}
			for _, f := range files {
				size += len(f.Data)
			}
		}
		if size > batchBytes {
			batch()
		}
	}
	batch()
	pretty.pretty(t)
	t.Logf("%d documents, each twice: %d loaded, %d written and compiled", len(names), loaded, written)
}

func corpusNames(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	for _, sub := range []string{"jsonschema", "openapi"} {
		found, err := fs.ReadDir(os.DirFS(dir), sub)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			names = append(names, path.Join(sub, f.Name()))
		}
	}
	slices.Sort(names)
	return names
}

// every returns one of step items, the first included.
func every(step int, items []string) []string {
	var out []string
	for i := 0; i < len(items); i += step {
		out = append(out, items[i])
	}
	return out
}

// emitCorpus returns the output of a document: nil if it does not load, and
// false if an error among the findings keeps it from being written.
func emitCorpus(t *testing.T, dir, name string, o ts.Options) (files []emit.File, ok bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", name, r)
		}
	}()
	var found diag.List
	res := loader.Load(os.DirFS(dir), loader.Options{Inputs: []string{name}}, &found)
	if res.Document == nil {
		return nil, false
	}
	start := time.Now()
	files, err := ts.Emit(res.Document, o, &found)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return nil, false
	}
	if d := time.Since(start); d > emitAtMost {
		t.Errorf("%s: took %v", name, d)
	}
	return files, !found.HasErrors()
}
