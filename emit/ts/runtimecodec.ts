// What the runtime is instead when there are encoders too. A part replaces that
// of the same name in runtime.ts. See runtime.go for the marks between parts.

//// base:
/** A value that does not have the shape which its schema requires. */
export class CodecError extends Error {
  /** The tag of the nearest variant around the value, "" if there is none. */
  readonly variant: string;
  /** Where the value stands: "$.items[0].id". */
  readonly path: string;

  constructor(variant: string, path: string, message: string) {
    super(path + " " + message + (variant && " (variant " + variant + ")"));
    this.name = "CodecError";
    this.variant = variant;
    this.path = path;
  }
}

/** A value that was received. Its path has the names of the wire. */
export class DecodeError extends CodecError {
  override name = "DecodeError";
}

/** A value that was to be sent. Its path has the names of the types. */
export class EncodeError extends CodecError {
  override name = "EncodeError";
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
  /** The object there as it was given, which is not to be changed. */
  readonly whole?: Fields;
}

//// Up:
type Up = At | undefined;

//// sending:
/** What is above the root of a value to be sent. */
const sending: At = { up: undefined, key: "", variant: undefined };

//// fail:
function fail(up: Up, key: Key, problem: string, value?: unknown): never {
  let path = step(key);
  let variant = "";
  let at = up;
  for (; at !== undefined && at !== sending; at = at.up) {
    path = step(at.key) + path;
    variant ||= at.variant ?? "";
  }
  const got = value === undefined ? "" : ", got " + kind(value);
  if (at === sending) throw new EncodeError(variant, path, problem + got);
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
  if (typeof value === "number" && !Number.isFinite(value)) return value + "";
  if (typeof value !== "string") return typeof value;
  return JSON.stringify(value.slice(0, 40));
}

//// number:
/** JSON has no number that is not finite. */
function number(value: unknown, up: Up, key: Key): number {
  return typeof value === "number" && Number.isFinite(value)
    ? value
    : fail(up, key, "is no number", value);
}

//// has:
/** A member that is undefined counts as absent: JSON has no undefined. */
function has(o: Fields, name: string): boolean {
  return o[name] !== undefined && Object.hasOwn(o, name);
}

//// equalToOneOf: has
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
  const x = a as Fields;
  const y = b as Fields;
  return (
    Object.keys(y).every((k) => has(x, k) || !has(y, k)) &&
    Object.keys(x).every((k) => !has(x, k) || (has(y, k) && equal(x[k], y[k])))
  );
}

//// own: has
function own<T>(
  o: Fields,
  name: string,
  at: At,
  check: (value: unknown, up: Up, key: Key) => T,
): T {
  if (!has(o, name)) return fail(at, name, "is missing");
  return check(o[name], at, name);
}

//// required: own put Check
/** Reads a member; the object is copied before its first member changes. */
function required(o: Fields, name: string, at: At, check: Check): Fields {
  const read = own(o, name, at, check);
  if (read === o[name]) return o;
  return put(o === at.whole ? { ...o } : o, name, read);
}

//// optionalOrNull: has required Check
/** Reads a member that may be absent and may be null. */
function optionalOrNull(o: Fields, name: string, at: At, check: Check): Fields {
  if (!has(o, name) || o[name] === null) return o;
  return required(o, name, at, check);
}

//// optional: has required Check
/** Reads a member that may be absent. */
function optional(o: Fields, name: string, at: At, check: Check): Fields {
  return has(o, name) ? required(o, name, at, check) : o;
}

//// others: put Check
/** Reads the members that are not among those named. */
function others(o: Fields, at: At, named: string[], check: Check): Fields {
  let out = o;
  for (const name of Object.keys(o)) {
    if (o[name] === undefined || named.includes(name)) continue;
    const read = check(o[name], at, name);
    if (read === o[name]) continue;
    if (out === o) out = { ...o };
    put(out, name, read);
  }
  return out;
}

//// expression:
/**
 * Older expressions escape what Unicode mode does not let them escape. Undefined
 * is for those that this engine cannot read.
 */
function expression(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

//// matching: put expression Names Check
const expressions = new Map<string, RegExp | undefined>();

function matches(source: string, name: string): boolean {
  if (!expressions.has(source)) expressions.set(source, expression(source));
  return expressions.get(source)?.test(name) ?? false;
}

/**
 * Checks members by the patterns that their names match on the wire, and those
 * that match none and are not named by rest. The named ones are not changed.
 */
function matching(
  o: Fields,
  at: At,
  named: string[],
  patterns: string[],
  checks: Check[],
  rest: Check,
  toWire?: Names,
): Fields {
  let out = o;
  for (const name of Object.keys(o)) {
    if (o[name] === undefined) continue;
    const known = named.includes(name);
    const wire = otherName(name, toWire);
    const fits = checks.filter((_, i) => matches(patterns[i] ?? "", wire));
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
  const o = object(value, up, key);
  for (const name of Object.keys(o)) {
    if (o[name] === undefined || names.includes(name)) continue;
    fail({ up, key, variant: undefined }, name, "is no listed name");
  }
}

//// ifValid: own Check
/** Returns a member to spread where it passes the check, else nothing. */
function ifValid(
  o: Fields,
  name: string,
  at: At,
  check: Check,
  as = name,
): Fields {
  try {
    return { [as]: own(o, name, at, check) };
  } catch (error) {
    if (error instanceof CodecError) return {};
    throw error;
  }
}

//// Names:
type Names = { readonly [name: string]: string };

/** Returns the other name of a member, its own if it has no other. */
function otherName(name: string, names?: Names): string {
  return (names && Object.hasOwn(names, name) && names[name]) || name;
}

//// renamed: Names
/**
 * Copies an object whose members get other names. A member that is not declared
 * keeps its own, unless that is what another one gets.
 */
function renamed(o: Fields, at: At, to: Names, from: Names): Fields {
  const out: { [name: string]: unknown } = {};
  for (const name of Object.keys(o)) {
    const value = o[name];
    if (value === undefined) continue;
    if (Object.hasOwn(from, name)) {
      const other = JSON.stringify(from[name]);
      fail(at, name, "has the name that " + other + " is given");
    }
    const as = otherName(name, to);
    if (as !== "__proto__") {
      out[as] = value;
      continue;
    }
    Object.defineProperty(out, as, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return out;
}

//// each: Check
function each(value: unknown, up: Up, key: Key, check: Check): unknown[] {
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
): unknown[] {
  if (!Array.isArray(value)) return fail(up, key, "is no array", value);
  if (value.length < min) fail(up, key, "has fewer items than " + min);
  const at = { up, key, variant: undefined };
  let out: unknown[] = value;
  for (let i = 0; i < value.length; i++) {
    const check = items[i] ?? rest;
    if (!check) return fail(at, i, "is not allowed");
    const read = check(value[i], at, i);
    if (read === value[i]) continue;
    if (out === value) out = value.slice();
    out[i] = read;
  }
  return out;
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
    if (!(error instanceof CodecError)) throw error;
  }
  if (nesting === 1 || typeof value !== "object") return outcome;
  if (!known) outcomes.set(value, (known = new Map()));
  known.set(check, outcome);
  return outcome;
}

//// best: Check
/** What a check gave, and how much of the value its schema does not list. */
interface Outcome {
  readonly read: unknown;
  readonly undeclared: number;
  readonly unlisted: number;
}

/** What is known of the values inside the outermost union that is read. */
const outcomes = new Map<unknown, Map<Check, Outcome | undefined>>();
let nesting = 0;

/** Members without a declaration that were read, and values of open lists. */
let undeclared = 0;
let unlisted = 0;

/**
 * Returns what the check gives that leaves the least of the value unlisted, the
 * first of several. No more than the given number may list all values in it.
 */
function best(
  value: unknown,
  up: Up,
  key: Key,
  checks: Check[],
  most = Infinity,
): unknown {
  let found: Outcome | undefined;
  let sure = 0;
  nesting++;
  try {
    for (const check of checks) {
      const outcome = attempt(value, up, key, check);
      if (!outcome) continue;
      if (outcome.unlisted === 0) sure++;
      if (!found || weight(outcome) < weight(found)) found = outcome;
    }
  } finally {
    if (--nesting === 0) outcomes.clear();
  }
  if (!found) return fail(up, key, "fits no variant", value);
  if (sure > most) fail(up, key, "fits " + sure + " variants, not one");
  undeclared += found.undeclared;
  unlisted += found.unlisted;
  return found.read;
}

function weight(outcome: Outcome): number {
  return outcome.undeclared + outcome.unlisted;
}

/**
 * Each variant of a union around another reads what is in it. Without a memory
 * of the outcomes, that would double the work with every level.
 */
function attempt(
  value: unknown,
  up: Up,
  key: Key,
  check: Check,
): Outcome | undefined {
  let known = outcomes.get(value);
  if (known?.has(check)) return known.get(check);
  const before = { undeclared, unlisted };
  undeclared = 0;
  unlisted = 0;
  let outcome: Outcome | undefined;
  try {
    outcome = { read: check(value, up, key), undeclared, unlisted };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
  } finally {
    ({ undeclared, unlisted } = before);
  }
  if (nesting === 1 || typeof value !== "object") return outcome;
  if (!known) outcomes.set(value, (known = new Map()));
  known.set(check, outcome);
  return outcome;
}

//// mayGrow: best
/** Reads a value of a list that may grow. */
function mayGrow(
  value: unknown,
  up: Up,
  key: Key,
  values: unknown[],
  check: Check,
): unknown {
  const read = check(value, up, key);
  if (!values.includes(read)) unlisted++;
  return read;
}

//// weigh: best
/** Counts the members that have no declaration. */
function weigh(o: Fields, named: string[]): void {
  for (const name of Object.keys(o)) {
    if (o[name] !== undefined && !named.includes(name)) undeclared++;
  }
}
