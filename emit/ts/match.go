package ts

import (
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// match returns a function that takes a tagged union apart by handlers, which must be
// complete; nil without a tagged union. One function serves all unions.
func (g *generator) match() []byte {
	if g.names.match == "" {
		return nil
	}
	kinds := "`${Tag & (string | number | boolean)}`"
	p := newPrinter()
	if slices.ContainsFunc(g.decls, func(d *decl) bool { return d.other != "" }) {
		p.P()
		p.P("import type { ", g.names.unknownTag, " } from ", g.imports.module("types"), ";")
		kinds = "Tag extends " + g.names.unknownTag + "\n  ? " + quote(g.marker) + "\n  : " + kinds
	}
	p.P()
	p.P(strings.NewReplacer("KINDS", kinds, "MARKER", g.marker, "Handlers", g.names.handlers, "function match", "function "+g.names.match).Replace(matchText))
	return p.Bytes()
}

// tagged reports whether a type is a union that match takes apart.
func tagged(d *decl) bool {
	u, ok := d.t.Shape.(*ir.Union)
	return ok && u.Discriminator != ""
}

const matchText = `/** The kinds of a tag, as keys of an object. */
type Kinds<Tag> = KINDS;

type Variant<Union, Key extends keyof Union, Kind> = Union extends unknown
  ? Kind extends Kinds<Union[Key]>
    ? Union
    : never
  : never;

/**
 * What to do with each variant of a union, by the value of the member that
 * tells them apart. MARKER takes those that the schema does not list.
 */
export type Handlers<Union, Key extends keyof Union, Result> = {
  readonly [Kind in Kinds<Union[Key]>]: (
    variant: Variant<Union, Key, Kind>,
  ) => Result;
};

/** Calls the handler for a value's variant: match(event, "type", { … }). */
export function match<Union extends object, Key extends keyof Union, Result>(
  value: Union,
  key: Key,
  handlers: Handlers<Union, Key, Result>,
): Result {
  const kind = String(value[key]);
  const own = handlers as { readonly [kind: string]: unknown };
  const handler = Object.hasOwn(own, kind) ? own[kind] : undefined;
  if (typeof handler === "function") {
    return (handler as (variant: Union) => Result)(value);
  }
  throw new TypeError("no handler for the variant " + kind);
}`
