import { events } from "./stream.js";
import {
  DecodeError,
  decodeQueryEvent,
  encodeQueryRequest,
  endsStartQuery,
  operations,
  type QueryEvent,
  type QueryRequest,
} from "./sidecar/index.js";

declare const process: { argv: string[] };

/** Runs one query and prints a line of JSON per event. */
async function query(base: string, text: string): Promise<void> {
  const request: QueryRequest = {
    query: text,
    run_id: "00000000-0000-4000-8000-000000000001",
    context: [{ role: "user", content: "earlier" }],
    can_answer_questions: false,
  };
  const op = operations.startQuery;
  const source = {
    url: new URL(op.path, base),
    init: {
      method: op.method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(encodeQueryRequest(request)),
    },
    meta: op.stream,
    decode: decodeQueryEvent,
    ends: endsStartQuery,
    skipped: (err: unknown) => print({ skipped: String(err) }),
    comment: (comment: string) => print({ comment }),
  };
  try {
    for await (const event of events<QueryEvent>(source)) print(told(event));
  } catch (err) {
    if (!(err instanceof DecodeError)) throw err;
    print({ malformed: err.variant, at: err.path });
  }
}

/** Says of each variant what only its own type has. */
function told(event: QueryEvent): object {
  switch (event.type) {
    case "status":
      return { status: event.message };
    case "token":
      return { token: event.delta };
    case "tool_call":
      return { call: event.tool, args: event.args };
    case "tool_result":
      return { result: event.tool, data: event.data, render: event.render };
    case "needs_confirmation":
      return { confirm: event.action };
    case "needs_input":
      return { ask: event.question, options: event.options.map((o) => o.value) };
    case "final":
      return { final: event.answer, steps: event.usage?.steps };
    case "error":
      return { error: event.detail, status: event.status };
    default:
      return { unknown: event.wireType, raw: event.raw };
  }
}

function print(line: object): void {
  console.log(JSON.stringify(line));
}

const [base = "", ...texts] = process.argv.slice(2);
for (const text of texts) await query(base, text);
