// How a supervisor uses the agent runtime: what the SDK's plan promises its users
// (defining, running, events, confirmations, capabilities), over generated types.
import {
  decodeAgentEvent,
  encodeAgentDefinition,
  operationCapabilities,
  type AgentDefinition,
  type AgentEvent,
  type AgentRun,
  type AgentSnapshot,
  type Capabilities,
  type CapabilitiesResponse,
  type Capability,
  type CompletionReason,
  type DangerLevel,
  type DefinedAgent,
  type GaiaErrorPayload,
  type Observation,
  type OperationId,
  type Operations,
  type PlanStep,
  type SendMessageRequest,
  type ToolDecision,
  type UnknownAgentEvent,
} from "./contract/index.js";

/** What a hand-written client does with the generated types. */
interface Client {
  capabilities(): Promise<CapabilitiesResponse>;
  define(definition: AgentDefinition): Promise<DefinedAgent>;
  run(agentId: string): Promise<AgentRun>;
  events(agentId: string): AsyncIterable<AgentEvent>;
  send(agentId: string, message: SendMessageRequest): Promise<void>;
  confirm(agentId: string, callId: string, d: ToolDecision): Promise<void>;
  snapshot(agentId: string): Promise<AgentSnapshot>;
}

type Mode = AgentDefinition["strategy"]["mode"];

export function definition(mode: Mode, url: string): AgentDefinition {
  return {
    name: "supervisor",
    systemPrompt: "Watch the workspaces.",
    model: "claude://some-model",
    tools: {
      mcpServers: [
        { name: "desk", url, auth: { kind: "bearer", token: "secret" } },
      ],
      confirmation:
        mode === "observe"
          ? "all"
          : mode === "nudge"
            ? "tools-marked-dangerous"
            : "none",
      callTimeoutMs: 60_000,
    },
    strategy: {
      mode,
      autonomy: { heartbeatSeconds: 30, maxConcurrentToolCalls: 3 },
    },
    observe: ["workspace:*", "task:*"],
    memory: { enabled: true, namespace: "desk" },
  };
}

export const modes: Mode[] = ["observe", "nudge", "manage"];

interface Desk {
  observed(o: Observation): void;
  planned(s: PlanStep): void;
  ask(q: { id: string; prompt: string; options?: string[] }): Promise<string>;
  allow(r: { tool: string; args: unknown; danger: DangerLevel }): boolean;
  failed(e: GaiaErrorPayload): void;
  newer(e: UnknownAgentEvent): void;
}

/** Follows a run to its end, and answers what it asks. */
export async function supervise(
  client: Client,
  desk: Desk,
): Promise<CompletionReason | undefined> {
  const { features } = await client.capabilities();
  const known: Capabilities = features;
  const needed: Capability[] = ["autonomy.heartbeat", "agents.async_questions"];
  if (needed.some((flag) => known[flag] !== true)) return undefined;

  const agent = await client.define(definition("nudge", "http://localhost/mcp"));
  const run = await client.run(agent.agentId);
  let last: CompletionReason | undefined;
  for await (const ev of client.events(run.agentId)) {
    if (ev.runId !== run.runId) continue;
    switch (ev.type) {
      case "observation":
        desk.observed(ev.observation);
        break;
      case "plan_step":
        desk.planned(ev.step);
        break;
      case "tool_call":
        note(ev.eventId, ev.ts, ev.toolName, ev.args, ev.callId);
        break;
      case "tool_result":
        note(ev.eventId, ev.ts, ev.callId, ev.ok, ev.result, ev.error);
        break;
      case "tool_confirmation_request": {
        const allowed = desk.allow({
          tool: ev.toolName,
          args: ev.args,
          danger: ev.dangerLevel,
        });
        note(ev.eventId, ev.expiresAt);
        await client.confirm(
          ev.agentId,
          ev.callId,
          allowed ? "approve" : "deny",
        );
        break;
      }
      case "token":
        note(ev.eventId, ev.delta);
        break;
      case "message":
        note(ev.eventId, ev.role satisfies "assistant", ev.content);
        break;
      case "user_question": {
        const { questionId, prompt, options } = ev;
        const question = { id: questionId, prompt };
        const content = await desk.ask(
          options === undefined ? question : { ...question, options },
        );
        await client.send(ev.agentId, { role: "user", content, questionId });
        break;
      }
      case "usage":
        note(ev.inputTokens, ev.outputTokens, ev.costUsd ?? 0, ev.modelId);
        break;
      case "gap_detected":
        note(ev.missedSinceEventId, ev.reason);
        note((await client.snapshot(ev.agentId)).agentId);
        break;
      case "completion":
        last = ev.reason;
        break;
      case "error":
        desk.failed(ev.error);
        break;
      default:
        desk.newer(ev satisfies UnknownAgentEvent);
    }
  }
  return last;
}

function note(..._what: unknown[]): void {}

// The decoders and encoders have the types of the wire on their outer side.
export const read: (value: unknown) => AgentEvent = decodeAgentEvent;
export const write: (value: AgentDefinition) => unknown = encodeAgentDefinition;

// Operations are data with types: bodies, answers, streams and flags.
export type Body = Operations["defineAgent"]["body"] extends AgentDefinition
  ? true
  : never;
export type Streamed = Operations["streamAgentEvents"]["stream"] extends AgentEvent
  ? true
  : never;
export const yes: [Body, Streamed] = [true, true];
export const gated: { readonly [id in OperationId]?: Capability } =
  operationCapabilities;

// What must not compile.
export const wrong: AgentDefinition = {
  ...definition("manage", ""),
  // @ts-expect-error the wire's spelling is not the SDK's
  system_prompt: "",
};
// @ts-expect-error not a mode
export const mode: Mode = "watch";
// @ts-expect-error not a flag
export const flag: Capability = "memory.four_tier";
export function forgets(ev: AgentEvent): string {
  switch (ev.type) {
    case "token":
      return ev.delta;
    default:
      // @ts-expect-error eleven variants are forgotten
      return (ev satisfies UnknownAgentEvent).wireType;
  }
}
