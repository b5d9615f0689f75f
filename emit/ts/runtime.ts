// The runtime of generated decoders. See runtime.go for the marks between parts.

//// base:
/** A value that does not have the shape which its schema requires. */
export class DecodeError extends Error {
  /** The tag of the nearest variant around the value, "" if there is none. */
  readonly variant: string;
  /** Where the value stands: "$.items[0].id". */
  readonly path: string;

  constructor(variant: string, path: string, message: string) {
    super(path + " " + message + (variant && " (variant " + variant + ")"));
    this.name = "DecodeError";
    this.variant = variant;
    this.path = path;
  }
}

type Key = string | number;
type Fields = { readonly [key: string]: unknown };

/** A position; the path to it is put together only on failure. */
interface At {
  readonly up: At | undefined;
  readonly key: Key;
  readonly variant: string | undefined;
}
type Up = At | undefined;

/** Checks a value and returns it, as a copy where something in it changes. */
type Check = (value: unknown, up: Up, key: Key) => unknown;

function fail(up: Up, key: Key, problem: string, value?: unknown): never {
  let path = step(key);
  let variant = "";
  for (let at = up; at !== undefined; at = at.up) {
    path = step(at.key) + path;
    variant ||= at.variant ?? "";
  }
  const got = value === undefined ? "" : ", got " + kind(value);
  throw new DecodeError(variant, path, problem + got);
}

function step(key: Key): string {
  if (key === "$") return key;
  if (typeof key === "number") return "[" + key + "]";
  return /^[\w$]+$/.test(key) ? "." + key : "[" + JSON.stringify(key) + "]";
}

function kind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "string") return typeof value;
  return JSON.stringify(value.slice(0, 40));
}

//// string:
function string(value: unknown, up: Up, key: Key): string {
  return typeof value === "string"
    ? value
    : fail(up, key, "is no string", value);
}

//// number:
function number(value: unknown, up: Up, key: Key): number {
  return typeof value === "number"
    ? value
    : fail(up, key, "is no number", value);
}

//// integer:
function integer(value: unknown, up: Up, key: Key): number {
  if (typeof value === "number" && Number.isInteger(value)) return value;
  return fail(up, key, "is no integer", value);
}

//// boolean:
function boolean(value: unknown, up: Up, key: Key): boolean {
  return typeof value === "boolean"
    ? value
    : fail(up, key, "is no boolean", value);
}

//// stringOrNumber:
function stringOrNumber(value: unknown, up: Up, key: Key): string | number {
  if (typeof value === "string" || typeof value === "number") return value;
  return fail(up, key, "is no string or number", value);
}

//// scalar:
function scalar(value: unknown, up: Up, key: Key): string | number | boolean {
  if (typeof value === "string" || typeof value === "number") return value;
  return typeof value === "boolean"
    ? value
    : fail(up, key, "is no scalar", value);
}

//// nothing:
function nothing(value: unknown, up: Up, key: Key): null {
  return value === null ? value : fail(up, key, "is not null", value);
}

//// anything:
function anything(value: unknown): unknown {
  return value;
}

//// never:
function never(value: unknown, up: Up, key: Key): never {
  return fail(up, key, "is not allowed", value);
}

//// object:
function object(value: unknown, up: Up, key: Key): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Fields;
  }
  return fail(up, key, "is no object", value);
}

//// oneOf:
function oneOf(value: unknown, up: Up, key: Key, values: unknown[]): unknown {
  if (values.includes(value)) return value;
  return fail(up, key, "is none of the listed values", value);
}

//// equalToOneOf:
function equalToOneOf(
  value: unknown,
  up: Up,
  key: Key,
  values: unknown[],
): unknown {
  if (values.some((v) => equal(v, value))) return value;
  return fail(up, key, "is none of the listed values", value);
}

function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (k) => Object.hasOwn(b, k) && equal((a as Fields)[k], (b as Fields)[k]),
    )
  );
}

//// own:
function own<T>(
  o: Fields,
  name: string,
  at: At,
  check: (value: unknown, up: Up, key: Key) => T,
): T {
  if (!Object.hasOwn(o, name)) return fail(at, name, "is missing");
  return check(o[name], at, name);
}

//// constant: own
function constant(o: Fields, name: string, at: At, want: unknown): void {
  const value = own(o, name, at, (v) => v);
  if (value !== want) fail(at, name, "is not " + JSON.stringify(want), value);
}

//// replace:
/** Returns o with one member replaced, in its place. */
function replace(o: Fields, name: string, value: unknown): Fields {
  const copy = { ...o };
  Object.defineProperty(copy, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
  return copy;
}

//// required: own replace
function required(o: Fields, name: string, at: At, check: Check): Fields {
  const read = own(o, name, at, check);
  return read === o[name] ? o : replace(o, name, read);
}

//// requiredOrNull: required
function requiredOrNull(o: Fields, name: string, at: At, check: Check): Fields {
  if (o[name] === null && Object.hasOwn(o, name)) return o;
  return required(o, name, at, check);
}

//// optionalOrNull: required
/** Reads a member that may be absent and may be null. */
function optionalOrNull(o: Fields, name: string, at: At, check: Check): Fields {
  if (!Object.hasOwn(o, name) || o[name] === null) return o;
  return required(o, name, at, check);
}

//// optional: required
/** Reads a member that may be absent; null, which some writers send, is too. */
function optional(o: Fields, name: string, at: At, check: Check): Fields {
  if (!Object.hasOwn(o, name)) return o;
  if (o[name] !== null) return required(o, name, at, check);
  const { [name]: _, ...rest } = o;
  return rest;
}

//// others: required
/** Reads the members that are not among those named. */
function others(o: Fields, at: At, named: string[], check: Check): Fields {
  for (const name of Object.keys(o)) {
    if (!named.includes(name)) o = required(o, name, at, check);
  }
  return o;
}

//// ifValid: own
/** Returns a member to spread where it passes the check, else nothing. */
function ifValid(o: Fields, name: string, at: At, check: Check): Fields {
  try {
    return { [name]: own(o, name, at, check) };
  } catch (error) {
    if (error instanceof DecodeError) return {};
    throw error;
  }
}

//// each:
function each(value: unknown, up: Up, key: Key, check: Check): unknown {
  if (!Array.isArray(value)) return fail(up, key, "is no array", value);
  const at = { up, key, variant: undefined };
  let out: unknown[] = value;
  for (let i = 0; i < value.length; i++) {
    const read = check(value[i], at, i);
    if (read === value[i]) continue;
    if (out === value) out = value.slice();
    out[i] = read;
  }
  return out;
}

//// tuple:
function tuple(
  value: unknown,
  up: Up,
  key: Key,
  min: number,
  items: Check[],
  rest: Check | undefined,
): unknown {
  if (!Array.isArray(value)) return fail(up, key, "is no array", value);
  if (value.length < min) return fail(up, key, "has too few items");
  const at = { up, key, variant: undefined };
  return value.map((item, i) => {
    const check = items[i] ?? rest;
    return check ? check(item, at, i) : fail(at, i, "is not allowed");
  });
}

//// entries: object others
function entries(
  value: unknown,
  up: Up,
  key: Key,
  named: string[],
  check: Check,
): unknown {
  const at = { up, key, variant: undefined };
  return others(object(value, up, key), at, named, check);
}

//// either:
/** Returns what the first check gives that the value passes. */
function either(value: unknown, up: Up, key: Key, checks: Check[]): unknown {
  for (const check of checks) {
    try {
      return check(value, up, key);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
  }
  return fail(up, key, "fits no variant", value);
}
