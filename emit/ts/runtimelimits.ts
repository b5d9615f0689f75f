// What strict decoders and encoders check beside types. See runtime.go for the
// marks between parts.

//// between:
/** Fails unless a number of things is from min to max. */
function between(
  count: number,
  up: Up,
  key: Key,
  min: number,
  max: number,
  things: string,
): void {
  if (count < min) fail(up, key, "has fewer " + things + " than " + min);
  if (count > max) fail(up, key, "has more " + things + " than " + max);
}

//// characters:
/** Counts code points. */
function characters(text: string): number {
  let n = 0;
  for (const _ of text) n++;
  return n;
}

//// match:
function match(text: string, up: Up, key: Key, pattern?: RegExp): void {
  if (!pattern || pattern.test(text)) return;
  fail(up, key, "does not match the pattern " + pattern.source, text);
}

//// atLeast:
function atLeast(n: number, up: Up, key: Key, bound: number): void {
  if (n < bound) fail(up, key, "is less than " + bound);
}

//// moreThan:
function moreThan(n: number, up: Up, key: Key, bound: number): void {
  if (n <= bound) fail(up, key, "is not more than " + bound);
}

//// atMost:
function atMost(n: number, up: Up, key: Key, bound: number): void {
  if (n > bound) fail(up, key, "is more than " + bound);
}

//// lessThan:
function lessThan(n: number, up: Up, key: Key, bound: number): void {
  if (n >= bound) fail(up, key, "is not less than " + bound);
}

//// multipleOf:
/** Divides the numbers that the digits say, which doubles are only near. */
function multipleOf(n: number, up: Up, key: Key, step: number): void {
  const [a, i] = decimal(n);
  const [b, j] = decimal(step);
  const low = Math.min(i, j);
  if ((a * 10n ** BigInt(i - low)) % (b * 10n ** BigInt(j - low))) {
    fail(up, key, "is no multiple of " + step);
  }
}

/** Returns the digits of a number and the power of ten behind them. */
function decimal(n: number): [bigint, number] {
  const [digits = "", power = "0"] = String(n).split("e");
  const [whole = "", part = ""] = digits.split(".");
  return [BigInt(whole + part), Number(power) - part.length];
}

//// unique:
function unique(list: unknown[], up: Up, key: Key): void {
  const seen = new Map<string, number>();
  list.forEach((item, i) => {
    const text = canonical(item);
    const first = seen.get(text);
    if (first === undefined) seen.set(text, i);
    else fail(up, key, "has equal items: " + first + " and " + i);
  });
}

/** Returns a text that only equal values share. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || !value) return JSON.stringify(value) + "";
  if (Array.isArray(value)) return "[" + value.map(canonical).join() + "]";
  const o = value as Fields;
  const names = Object.keys(o).filter((name) => o[name] !== undefined);
  const members = names
    .sort()
    .map((name) => JSON.stringify(name) + ":" + canonical(o[name]));
  return "{" + members.join() + "}";
}

//// size: object
/** Counts the members of an object. */
function size(value: unknown, up: Up, key: Key): number {
  const o = object(value, up, key);
  return Object.keys(o).filter((name) => o[name] !== undefined).length;
}

//// eachKey: object Check
function eachKey(value: unknown, up: Up, key: Key, check: Check): void {
  const o = object(value, up, key);
  const at = { up, key, variant: undefined };
  for (const name of Object.keys(o)) {
    if (o[name] !== undefined) check(name, at, name);
  }
}
