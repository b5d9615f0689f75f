"""The operations on agents and their runs."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import StreamingResponse

from gaia_contracts.gaia.capabilities import Capability
from gaia_contracts.gaia.definitions import AgentDefinition, DefinedAgent
from gaia_contracts.gaia.operations import AgentID, IdempotencyKey, answers, declared, policy
from gaia_contracts.gaia.runs import (
    AgentList,
    AgentMessageList,
    AgentRun,
    AgentRunState,
    AgentSnapshot,
    MessageReceipt,
    SendMessageRequest,
    ToolDecisionRequest,
    ToolDecisionResponse,
)

router = APIRouter(prefix="/v1/agents", tags=["agents"])

NO_AGENT = "No such agent, or not the caller's."

CallID = Annotated[str, Path(description="The tool call: `call_id` of the event that asks.")]
HistoryRunID = Annotated[str, Query(description="The run; absent for the agent's run, or its last one.")]
StreamRunID = Annotated[
    str,
    Query(
        description="The run that `since` counts in. After another one the stream begins with `gap_detected`. "
        "Absent means the agent's run."
    ),
]
Since = Annotated[
    int,
    Query(
        ge=0,
        description="The last event that the subscriber has: the stream goes on after it. Event ids count within a run, so send "
        "`run_id` too. Absent begins with what happens from now on.",
    ),
]

# A server without this flag promises neither the same order to every subscriber nor
# that a stream can be resumed: a client must not rely on the cursor there.
SUBSCRIBE = Capability.AGENTS_MULTI_SUBSCRIBER_SSE
# Pausing stops the heartbeat and resuming starts it: without one there is nothing to halt.
HEARTBEAT = Capability.AUTONOMY_HEARTBEAT

# An event's number is monotonic within its run only: the cursor is the pair. Of the
# completions only `stopped` closes the stream.
STREAM = {
    "events": "events.json",
    "tag": "type",
    "cursor": {"scope": "run_id", "field": "event_id"},
    "resume": {"scope": "run_id", "field": "since"},
    "terminal": [{"tag": "completion", "when": {"reason": ["stopped"]}}],
    "gap": "gap_detected",
    "malformed": "skip",
}


@router.post(
    "/define",
    operation_id="defineAgent",
    summary="Define an agent",
    status_code=201,
    response_description="The agent is defined.",
    responses=answers(
        s400="The definition asks for what the server cannot do, or contradicts itself.",
        s409="Another agent of the caller has this memory namespace.",
    ),
    openapi_extra=policy("idempotent"),
)
def define_agent(body: AgentDefinition, idempotency_key: IdempotencyKey = None) -> DefinedAgent:
    """Keeps a definition, which outlives the server, and starts nothing."""
    declared()


@router.get(
    "",
    operation_id="listAgents",
    summary="List agents",
    response_description="The agents.",
    responses=answers(),
)
def list_agents() -> AgentList:
    """Lists the caller's agents, whether they run or not."""
    declared()


@router.get(
    "/{agent_id}",
    operation_id="getAgent",
    summary="Read an agent's state",
    response_description="The state.",
    responses=answers(s404=NO_AGENT),
)
def get_agent(agent_id: AgentID) -> AgentSnapshot:
    """Tells all that matters about an agent at this moment. Read it after `gap_detected`."""
    declared()


@router.post(
    "/{agent_id}/run",
    operation_id="runAgent",
    summary="Run an agent",
    response_description="The agent runs.",
    responses=answers(s404=NO_AGENT, s409="The agent is stopping; try again when it has stopped."),
    openapi_extra=policy("idempotent"),
)
def run_agent(agent_id: AgentID, idempotency_key: IdempotencyKey = None) -> AgentRun:
    """Starts an agent. One that runs already goes on, and its run is returned."""
    declared()


@router.post(
    "/{agent_id}/pause",
    operation_id="pauseAgent",
    summary="Pause an agent",
    response_description="The agent is pausing or paused.",
    responses=answers(s404=NO_AGENT, s409="The agent does not run."),
    openapi_extra=policy("idempotent", HEARTBEAT),
)
def pause_agent(agent_id: AgentID, idempotency_key: IdempotencyKey = None) -> AgentRunState:
    """Lets the agent end its tool calls, however long they take, and then halts it. Nothing is lost."""
    declared()


@router.post(
    "/{agent_id}/resume",
    operation_id="resumeAgent",
    summary="Resume an agent",
    response_description="The agent runs again.",
    responses=answers(s404=NO_AGENT, s409="The agent has no run that could be resumed."),
    openapi_extra=policy("idempotent", HEARTBEAT),
)
def resume_agent(agent_id: AgentID, idempotency_key: IdempotencyKey = None) -> AgentRunState:
    """Lets a paused agent go on in the same run."""
    declared()


@router.post(
    "/{agent_id}/stop",
    operation_id="stopAgent",
    summary="Stop an agent",
    response_description="The agent is stopping or stopped.",
    responses=answers(s404=NO_AGENT, s409="The agent was never run."),
    openapi_extra=policy("idempotent"),
)
def stop_agent(agent_id: AgentID, idempotency_key: IdempotencyKey = None) -> AgentRunState:
    """Ends the agent's run. Its tool calls get 30 seconds to end and are then given up.

    The run's last event is the `completion` with the reason `stopped`.
    """
    declared()


@router.post(
    "/{agent_id}/messages",
    operation_id="sendAgentMessage",
    summary="Tell an agent something",
    status_code=202,
    response_description="The agent was told.",
    responses=answers(
        s400="The question has other answers to choose from.",
        s404="No such agent, or it has asked no such question.",
        s409="The agent does not run, or the question is answered already.",
    ),
    # A message that was sent twice may have been meant twice, so clients do not repeat one by themselves.
    openapi_extra=policy("never"),
)
def send_agent_message(
    agent_id: AgentID, body: SendMessageRequest, idempotency_key: IdempotencyKey = None
) -> MessageReceipt:
    """Puts a message of the user into the agent's context: an instruction, or the answer to a question."""
    declared()


@router.get(
    "/{agent_id}/messages",
    operation_id="listAgentMessages",
    summary="Read a conversation",
    response_description="The conversation.",
    responses=answers(s404="No such agent, or it has no such run."),
)
def list_agent_messages(agent_id: AgentID, run_id: HistoryRunID = None) -> AgentMessageList:
    """Reads what was said in a run."""
    declared()


@router.post(
    "/{agent_id}/tool_confirmations/{call_id}",
    operation_id="confirmToolCall",
    summary="Approve or deny a tool call",
    response_description="The decision was taken.",
    responses=answers(
        s404="No such agent, or it has made no such call.",
        s409="The call does not wait any more: somebody else has decided, it has expired, or the run is over.",
    ),
    openapi_extra=policy("idempotent"),
)
def confirm_tool_call(
    agent_id: AgentID, call_id: CallID, body: ToolDecisionRequest, idempotency_key: IdempotencyKey = None
) -> ToolDecisionResponse:
    """Decides about a tool call that a `tool_confirmation_request` holds."""
    declared()


@router.get(
    "/{agent_id}/events",
    operation_id="streamAgentEvents",
    summary="Follow an agent's events",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "The events, up to and including a `completion` with the reason `stopped`. A stream that closes "
            "before is to be resumed.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        **answers(s404="No such agent, or it has no such run."),
    },
    openapi_extra=policy(capability=SUBSCRIBE, **{"x-gaia-stream": STREAM}),
)
def stream_agent_events(agent_id: AgentID, run_id: StreamRunID = None, since: Since = None) -> StreamingResponse:
    """Streams what the agent does. Leaving the stream does not stop the agent."""
    declared()
