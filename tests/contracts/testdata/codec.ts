// Reads one message with its type per line, sends it through the decoder and the
// encoder of that type, and prints a line with the outcome.
/// <reference lib="dom" />
import * as contract from "./contract/index.js";

declare const process: { readonly stdin: AsyncIterable<Uint8Array> };

const api = contract as unknown as Record<
  string,
  ((value: unknown) => unknown) | undefined
>;

let input = "";
const utf8 = new TextDecoder();
for await (const part of process.stdin) {
  input += utf8.decode(part, { stream: true });
}
for (const line of input.split("\n")) {
  if (line !== "") console.log(JSON.stringify(through(JSON.parse(line))));
}

function through(sent: { type: string; text: string }): object {
  const decode = api["decode" + sent.type];
  const encode = api["encode" + sent.type];
  if (decode === undefined || encode === undefined) {
    throw new Error("no codec for " + sent.type);
  }
  let value: unknown;
  try {
    value = decode(JSON.parse(sent.text));
  } catch (err) {
    if (err instanceof contract.DecodeError || err instanceof SyntaxError) {
      return { refusal: String(err) };
    }
    throw err;
  }
  return { encoded: JSON.stringify(encode(value)) };
}
