import { events } from "./stream.js";
import {
  decodeAgentEvent,
  CodecError,
  endsStreamAgentEvents,
  operations,
  type AgentEvent,
} from "./gaia/index.js";

declare const process: { argv: string[] };

/** Follows an agent's events and prints a line of JSON for each. */
async function follow(base: string, agentId: string): Promise<void> {
  const op = operations.streamAgentEvents;
  const source = {
    url: new URL(op.path.replace("{agent_id}", agentId), base),
    init: { method: op.method },
    meta: op.stream,
    decode: decodeAgentEvent,
    ends: endsStreamAgentEvents,
    skipped: (err: unknown) => {
      if (!(err instanceof CodecError)) throw err;
      print({ skipped: err.variant, at: err.path });
    },
    comment: (comment: string) => print({ comment }),
  };
  for await (const event of events<AgentEvent>(source)) print(told(event));
}

/** Says of each variant what only its own type has. */
function told(event: AgentEvent): object {
  switch (event.type) {
    case "observation":
      return { observed: event.observation.summary, id: event.eventId };
    case "plan_step":
      return { step: event.step.title };
    case "tool_call":
      return { call: event.toolName, args: event.args, callId: event.callId };
    case "tool_result":
      return { result: event.callId, ok: event.ok, error: event.error };
    case "tool_confirmation_request":
      return { confirm: event.toolName, danger: event.dangerLevel, until: event.expiresAt };
    case "token":
      return { token: event.delta };
    case "message":
      return { message: event.content, role: event.role };
    case "user_question":
      return { question: event.prompt, options: event.options, id: event.questionId };
    case "usage":
      return { tokens: event.inputTokens + event.outputTokens, model: event.modelId };
    case "gap_detected":
      return { gapSince: event.missedSinceEventId, why: event.reason };
    case "completion":
      return { completion: event.reason };
    case "error":
      return { error: event.error.code };
    default:
      return { unknown: event.wireType, raw: event.raw, id: event.eventId };
  }
}

function print(line: object): void {
  console.log(JSON.stringify(line));
}

const [base = "", agentId = ""] = process.argv.slice(2);
await follow(base, agentId);
