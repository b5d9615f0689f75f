package ts

import "strings"

// standard returns a wrapper that makes a decoder what form and router libraries take;
// nil unless every type has a decoder, and there is one. One function serves all, so
// that what is not used costs nothing.
func (g *generator) standard(decoders []byte) []byte {
	if !g.encodes() || decoders == nil {
		return nil
	}
	p := newPrinter()
	p.P()
	p.P("import { ", g.names.decodeError, " } from ", g.imports.module("decode"), ";")
	p.P()
	p.P(strings.NewReplacer(
		"DecodeError", g.names.decodeError, "StandardSchema", g.names.standardSchema,
		"StandardIssue", g.names.standardIssue, "standard<", g.names.standard+"<",
	).Replace(standardText))
	return p.Bytes()
}

const standardText = `/** The interface of Standard Schema, version 1, that form and router libraries take. */
export interface StandardSchema<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "gaia-gen";
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Output; readonly issues?: undefined }
      | { readonly issues: readonly StandardIssue[] };
    readonly types?: { readonly input: unknown; readonly output: Output };
  };
}

/** A fault of a value, and the keys on the way to it. */
export interface StandardIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/**
 * Wraps a decoder. What the decoder refuses is an issue, its first; anything
 * else that it throws is thrown.
 */
export function standard<Output>(
  decode: (value: unknown) => Output,
): StandardSchema<Output> {
  return {
    "~standard": {
      version: 1,
      vendor: "gaia-gen",
      validate(value) {
        try {
          return { value: decode(value) };
        } catch (fault) {
          if (!(fault instanceof DecodeError)) throw fault;
          return {
            issues: [{ message: fault.message, path: keys(fault.path) }],
          };
        }
      },
    },
  };
}

/** The keys of a path such as $.items[0]["a b"]. */
function keys(path: string): (string | number)[] {
  const steps = path.matchAll(/\.([\w$]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g);
  return Array.from(steps, ([, name, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return name ?? String(JSON.parse(quoted ?? '""'));
  });
}`
