package ts_test

import (
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// TestBareDocuments compiles documents with nothing in them but an operation, or
// nothing at all.
func TestBareDocuments(t *testing.T) {
	w := newWorkspace(t, noEmit)
	w.add(t, "nothing", generate(t, &ir.Document{}))
	w.add(t, "operation", generate(t, &ir.Document{Operations: []*ir.Operation{{ID: "ping", Method: "GET", Path: "/ping"}}}))
	w.add(t, "prose", generate(t, &ir.Document{Operations: []*ir.Operation{{ID: "ping", Method: "GET", Path: "/ping", Doc: ir.Doc{Description: "Answers with no types.x at all."}}}}))
	w.add(t, "flag", generate(t, &ir.Document{Flags: []*ir.Flag{{Name: "a.b"}}}))
	w.compiles(t)
	w.pretty(t)
}
