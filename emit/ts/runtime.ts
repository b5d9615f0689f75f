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

//// Key:
type Key = string | number;

//// Fields:
type Fields = { readonly [key: string]: unknown };

//// At:
/** A position; the path to it is put together only on failure. */
interface At {
  readonly up: At | undefined;
  readonly key: Key;
  readonly variant: string | undefined;
}

//// Up:
type Up = At | undefined;

//// fail:
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

//// step:
function step(key: Key): string {
  if (key === "$") return key;
  if (typeof key === "number") return "[" + key + "]";
  return /^[\w$]+$/.test(key) ? "." + key : "[" + JSON.stringify(key) + "]";
}

//// kind:
function kind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "string") return typeof value;
  return JSON.stringify(value.slice(0, 40));
}

//// Check:
/** Checks a value and returns it, as a copy where something in it changes. */
type Check = (value: unknown, up: Up, key: Key) => unknown;

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

//// stringOrBoolean:
function stringOrBoolean(value: unknown, up: Up, key: Key): string | boolean {
  if (typeof value === "string" || typeof value === "boolean") return value;
  return fail(up, key, "is no string or boolean", value);
}

//// numberOrBoolean:
function numberOrBoolean(value: unknown, up: Up, key: Key): number | boolean {
  if (typeof value === "number" || typeof value === "boolean") return value;
  return fail(up, key, "is no number or boolean", value);
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

//// put:
/** Sets a member that exists, without the powers of __proto__. */
function put(o: Fields, name: string, value: unknown): Fields {
  return Object.defineProperty(o, name, { value });
}

//// required: own put Check
function required(o: Fields, name: string, at: At, check: Check): Fields {
  const read = own(o, name, at, check);
  return read === o[name] ? o : put({ ...o }, name, read);
}

//// requiredOrNull: required Check
function requiredOrNull(o: Fields, name: string, at: At, check: Check): Fields {
  if (o[name] === null && Object.hasOwn(o, name)) return o;
  return required(o, name, at, check);
}

//// optionalOrNull: required Check
/** Reads a member that may be absent and may be null. */
function optionalOrNull(o: Fields, name: string, at: At, check: Check): Fields {
  if (!Object.hasOwn(o, name) || o[name] === null) return o;
  return required(o, name, at, check);
}

//// optional: required Check
/** Reads a member that may be absent. */
function optional(o: Fields, name: string, at: At, check: Check): Fields {
  return Object.hasOwn(o, name) ? required(o, name, at, check) : o;
}

//// others: put Check
/** Reads the members that are not among those named. */
function others(o: Fields, at: At, named: string[], check: Check): Fields {
  let out = o;
  for (const name of Object.keys(o)) {
    if (named.includes(name)) continue;
    const read = check(o[name], at, name);
    if (read === o[name]) continue;
    if (out === o) out = { ...o };
    put(out, name, read);
  }
  return out;
}

//// matching: put Check
const expressions = new Map<string, RegExp>();

function matches(source: string, name: string): boolean {
  let found = expressions.get(source);
  if (!found) expressions.set(source, (found = expression(source)));
  return found.test(name);
}

/** Older expressions escape what Unicode mode does not let them escape. */
function expression(source: string): RegExp {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return /(?!)/; // what no engine can read matches no name
}

/**
 * Checks members by the patterns that their names match, and those that match
 * none and are not named by rest. The named ones are not changed.
 */
function matching(
  o: Fields,
  at: At,
  named: string[],
  patterns: string[],
  checks: Check[],
  rest: Check,
): Fields {
  let out = o;
  for (const name of Object.keys(o)) {
    const known = named.includes(name);
    const fits = checks.filter((_, i) => matches(patterns[i] ?? "", name));
    if (fits.length === 0 && !known) fits.push(rest);
    for (const check of fits) {
      const read = check(o[name], at, name);
      if (known || read === o[name]) continue;
      if (out === o) out = { ...o };
      put(out, name, read);
    }
  }
  return out;
}

//// keys: object
function keys(value: unknown, up: Up, key: Key, names: unknown[]): void {
  for (const name of Object.keys(object(value, up, key))) {
    if (names.includes(name)) continue;
    fail({ up, key, variant: undefined }, name, "is no listed name");
  }
}

//// ifValid: own Check
/** Returns a member to spread where it passes the check, else nothing. */
function ifValid(o: Fields, name: string, at: At, check: Check): Fields {
  try {
    return { [name]: own(o, name, at, check) };
  } catch (error) {
    if (error instanceof DecodeError) return {};
    throw error;
  }
}

//// each: Check
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

//// tuple: Check
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
function entries(value: unknown, up: Up, key: Key, check: Check): unknown {
  return others(
    object(value, up, key),
    { up, key, variant: undefined },
    [],
    check,
  );
}

//// either: Check
/** What a check gave: undefined if the value did not pass it. */
type Outcome = { readonly read: unknown } | undefined;

/** What is known of the values inside the outermost union that is read. */
const outcomes = new Map<unknown, Map<Check, Outcome>>();
let nesting = 0;

/** Returns what the first check gives that the value passes. */
function either(value: unknown, up: Up, key: Key, checks: Check[]): unknown {
  nesting++;
  try {
    for (const check of checks) {
      const outcome = attempt(value, up, key, check);
      if (outcome) return outcome.read;
    }
  } finally {
    if (--nesting === 0) outcomes.clear();
  }
  return fail(up, key, "fits no variant", value);
}

/**
 * Each variant of a union around another reads what is in it. Without a memory
 * of the outcomes, that would double the work with every level.
 */
function attempt(value: unknown, up: Up, key: Key, check: Check): Outcome {
  let known = outcomes.get(value);
  if (known?.has(check)) return known.get(check);
  let outcome: Outcome;
  try {
    outcome = { read: check(value, up, key) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  if (nesting === 1 || typeof value !== "object") return outcome;
  if (!known) outcomes.set(value, (known = new Map()));
  known.set(check, outcome);
  return outcome;
}
