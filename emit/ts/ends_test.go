package ts_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// endsDocument returns a document whose streams end in every way that a
// predicate has to tell.
func endsDocument() *ir.Document {
	state := named("State", object(must("the_kind", inline(enum(`"state"`))), must("run_id", str()), may("new_state", str()), may("is final", truth()), may("exit_code", whole())))
	done := named("Done", object(must("the_kind", inline(enum(`"done"`, `"over"`), "Done", "kind")), must("run_id", str())))
	event := named("Event", tagged("the_kind", state, done))
	closed := named("Closed", &ir.Union{Discriminator: "the_kind", Variants: event.Shape.(*ir.Union).Variants})
	number := named("Number", tagged("n", named("One", object(must("n", inline(enum("1"))))), named("Two", object(must("n", inline(enum("2")))))))
	condition := func(member string, values ...string) ir.Condition {
		c := ir.Condition{Member: member}
		for _, v := range values {
			c.Values = append(c.Values, ir.Value{JSON: v})
		}
		return c
	}
	doc := document(state, done, event, closed, number)
	add := func(id, tag string, t *ir.Type, terminal ...ir.Terminal) {
		doc.Operations = append(doc.Operations, &ir.Operation{ID: id, Method: "GET", Path: "/" + id,
			Stream: &ir.Stream{Media: "text/event-stream", Event: use(t), Tag: tag, Terminal: terminal}})
	}
	long := []string{`"a rather long state of a thing"`, `"another rather long state"`, `"and one more of them"`}
	add("plain", "", event, ir.Terminal{Tag: "done"}, ir.Terminal{Tag: "over"})
	add("when", "the_kind", event, ir.Terminal{Tag: "state", When: []ir.Condition{condition("new_state", `"failed"`, `"finished"`)}})
	add("both", "", event, ir.Terminal{Tag: "state", When: []ir.Condition{condition("new_state", `"failed"`), condition("is final", "true")}}, ir.Terminal{Tag: "state", When: []ir.Condition{condition("exit_code", "0", "1")}}, ir.Terminal{Tag: "done"})
	add("long", "", event, ir.Terminal{Tag: "state", When: []ir.Condition{condition("new_state", long...), condition("exit_code", "0")}})
	add("longer", "", event, ir.Terminal{Tag: "state", When: []ir.Condition{condition("new_state", long...)}})
	add("newer", "", event, ir.Terminal{Tag: "done"}, ir.Terminal{Tag: "closed"}, ir.Terminal{Tag: "half", When: []ir.Condition{condition("new_state", `"x"`)}})
	add("always", "", event, ir.Terminal{Tag: "state", When: []ir.Condition{condition("new_state", `"x"`)}}, ir.Terminal{Tag: "state"}, ir.Terminal{Tag: "state", When: []ir.Condition{condition("exit_code", "1")}})
	add("closed", "", closed, ir.Terminal{Tag: "done"}, ir.Terminal{Tag: "never seen"})
	add("undeclared", "", event, ir.Terminal{Tag: "state", When: []ir.Condition{condition("other_member", "1")}})
	add("numbered", "", number, ir.Terminal{Tag: "2"})
	add("loose", "run_id", inline(&ir.Union{Variants: []ir.Variant{{Use: use(done)}, {Use: ir.Use{Type: str(), Nullable: true}}}}), ir.Terminal{Tag: "last"})
	add("unknown", "kind", any_(), ir.Terminal{Tag: "end"})
	return doc
}

// TestEnds runs predicates over decoded events, under both casings.
func TestEnds(t *testing.T) {
	w := newWorkspace(t, emitJS)
	w.add(t, "gen", generateAs(t, endsDocument(), ts.Options{Casing: ts.Camel}))
	w.add(t, "wire", generate(t, endsDocument()))
	w.compiles(t)
	w.pretty(t)
	w.write(t, "run.mjs", `
import * as camel from "./out/gen/index.js";
import * as wire from "./out/wire/index.js";
const events = [
  { the_kind: "done", run_id: "r" }, { the_kind: "over", run_id: "r" }, { the_kind: "state", run_id: "r" }, { the_kind: "state", run_id: "r", new_state: "failed" },
  { the_kind: "state", run_id: "r", new_state: "failed", "is final": true }, { the_kind: "state", run_id: "r", exit_code: 1 }, { the_kind: "state", run_id: "r", new_state: "and one more of them", exit_code: 0 },
  { the_kind: "closed", run_id: "r" }, { the_kind: "half", run_id: "r", new_state: "x" }, { the_kind: "half", run_id: "r", new_state: "y" }, { the_kind: "state", run_id: "last", other_member: 1 },
];
for (const name of ["Plain", "When", "Both", "Long", "Longer", "Newer", "Always", "Undeclared"]) {
  const verdicts = [wire, camel].map((m) => events.map((e) => m["ends" + name](m.decodeEvent(e)) ? "x" : ".").join(""));
  console.log(name, ...new Set(verdicts));
}
console.log("Closed", events.slice(0, 7).map((e) => camel.endsClosed(camel.decodeClosed(e)) ? "x" : ".").join(""));
console.log("Numbered", [1, 2, 3].map((n) => camel.endsNumbered(camel.decodeNumber({ n })) ? "x" : ".").join(""));
console.log("Loose", [null, "last", { runId: "last" }, { runId: "r" }].map((e) => camel.endsLoose(e) ? "x" : ".").join(""));
console.log("Unknown", [null, undefined, 5, [], { kind: "end" }, { kind: "go" }].map((e) => camel.endsUnknown(e) ? "x" : ".").join(""));
`)
	want := `Plain xx.........
When ...xx......
Both x...xxx....
Long ......x....
Longer ......x....
Newer x......xx..
Always ..xxxxx...x
Undeclared ..........x
Closed x......
Numbered .x.
Loose ..x.
Unknown ....x.
`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(w.node(t, "run.mjs"), "\n")); diff != "" {
		t.Errorf("predicates (-want +got):\n%s", diff)
	}
}
