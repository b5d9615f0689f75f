package ts_test

import "testing"

// TestFreeEnum compiles values of an enum whose schema allows any string: its
// literals stay in the type, for completion, and no string is refused.
func TestFreeEnum(t *testing.T) {
	e := enum(`"a"`, `"b"`)
	e.Open, e.Free = true, true
	w := newWorkspace(t, noEmit)
	w.add(t, "gen", generate(t, document(named("Root", e))))
	w.write(t, "use.ts", `import type { KnownRoot, Root } from "./gen/index.js";

export const listed: Root = "a";
export const other: Root = "zzz";
// @ts-expect-error a number is no string
export const number: Root = 1;
// @ts-expect-error what is known is closed
export const known: KnownRoot = "zzz";
`)
	w.compiles(t)
}
