"""What a run tells its subscribers: one JSON object per server-sent event.

Events are open: newer servers add members and variants, and a reader ignores what
it does not know.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from gaia_contracts.gaia.errors import GaiaErrorPayload
from gaia_contracts.gaia.plan import PlanStep
from gaia_contracts.wire import Described, Open, omittable, untyped

TOOL_VALUE = "Each tool has its own form, and tools come from MCP servers that the contract does not know."


class Event(Open):
    """What every event carries. Not a type of the contract by itself."""

    agent_id: str = Field(description="The agent.")
    run_id: str = Field(description="The run of the agent. Runs of one agent sort by it.")
    event_id: int = Field(
        ge=0,
        description="Number of the event, which grows within its run; the cursor for resuming, together with `run_id`.",
    )
    ts: datetime = Field(description="When it happened.")


class ObservationSeverity(Described):
    """How much an observation matters."""

    INFO = "info", "Good to know."
    WARNING = "warning", "Worth a look."
    CRITICAL = "critical", "Needs somebody now."


class Observation(Open):
    """Something that the agent noticed. The event that carries it gives it its identity and time."""

    subject: str = Field(
        description="What it is about, as `kind:id`, for example `task:abc`; the agent's `observe` rules match this."
    )
    summary: str = Field(description="What was noticed, in words.")
    severity: ObservationSeverity = omittable("How much it matters; `info` if absent.")
    data: Any = omittable(
        "The facts behind it, for programs.",
        json_schema_extra=untyped("Each kind of subject has facts of its own, which the frontend's tools define."),
    )


class ObservationEvent(Event):
    """The agent noticed something."""

    type: Literal["observation"] = Field(description="Tag of this event.")
    observation: Observation = Field(description="What it noticed.")


class PlanStepEvent(Event):
    """A step of the plan is new or has changed."""

    type: Literal["plan_step"] = Field(description="Tag of this event.")
    step: PlanStep = Field(description="The step as it is now.")


class ToolCallEvent(Event):
    """The agent calls a tool."""

    type: Literal["tool_call"] = Field(description="Tag of this event.")
    tool_name: str = Field(description="Name of the tool.")
    args: Any = Field(description="Its arguments.", json_schema_extra=untyped(TOOL_VALUE))
    call_id: str = Field(description="Names the call.")


class ToolResultEvent(Event):
    """A tool call has ended."""

    type: Literal["tool_result"] = Field(description="Tag of this event.")
    call_id: str = Field(description="The call that ended.")
    ok: bool = Field(description="Whether the tool did what it was asked to.")
    result: Any = omittable(
        "What it returned; absent if it returned nothing or failed.", json_schema_extra=untyped(TOOL_VALUE)
    )
    # The string beside the literals is what the tool itself says.
    error: Literal["aborted_by_stop", "tool_timeout"] | str = omittable(
        "Why it failed; absent if it did not. `aborted_by_stop`: the run was stopped and the call did not end within "
        "the 30 seconds that it was given. `tool_timeout`: it took longer than `call_timeout_ms`. "
        "Anything else is the tool's own message."
    )


class DangerLevel(Described):
    """How dangerous a tool call is held to be."""

    SAFE = "safe", "Changes nothing that matters; asked because every call is to be confirmed."
    FLAGGED = "flagged", "May change things; the agent or the tool's server asks for care."
    DANGEROUS = "dangerous", "The tool is marked as dangerous."


class ToolConfirmationRequestEvent(Event):
    """The agent holds a tool call until it is approved or denied.

    Answer with `POST /v1/agents/{agent_id}/tool_confirmations/{call_id}`. This asks for
    permission; a `user_question` asks for information.
    """

    type: Literal["tool_confirmation_request"] = Field(description="Tag of this event.")
    call_id: str = Field(description="The call that waits.")
    tool_name: str = Field(description="Name of the tool.")
    args: Any = Field(description="The arguments it would be called with.", json_schema_extra=untyped(TOOL_VALUE))
    danger_level: DangerLevel = Field(description="How dangerous the call is held to be.")
    expires_at: datetime = Field(description="When the call is denied if nobody has answered.")


class TokenEvent(Event):
    """A piece of the agent's text while it is written."""

    type: Literal["token"] = Field(description="Tag of this event.")
    delta: str = Field(description="Text to append to what has come since the last `message`.")


class MessageEvent(Event):
    """The agent has said something; it replaces the `token` events before it."""

    type: Literal["message"] = Field(description="Tag of this event.")
    role: Literal["assistant"] = Field(description="Who speaks: always the agent.")
    content: str = Field(description="What it said, whole.")


class UserQuestionEvent(Event):
    """The agent wants to know something and does other work until it has the answer.

    Answer with `POST /v1/agents/{agent_id}/messages` and the same `question_id`.
    """

    type: Literal["user_question"] = Field(description="Tag of this event.")
    question_id: str = Field(description="Names the question; send it with the answer.")
    prompt: str = Field(description="The question.")
    options: list[str] = omittable("Answers to choose from, in the order to show them; absent if any text will do.")


class UsageEvent(Event):
    """What a call of a model used."""

    type: Literal["usage"] = Field(description="Tag of this event.")
    input_tokens: int = Field(ge=0, description="Tokens that the model read.")
    output_tokens: int = Field(ge=0, description="Tokens that it wrote.")
    cost_usd: float = omittable("Cost in US dollars; zero for a local model, absent if it is not known.", ge=0)
    model_id: str = Field(description="The model.")


class GapReason(Described):
    """Why events were lost."""

    RING_BUFFER_OVERFLOW = "ring_buffer_overflow", "The subscriber was away longer than the server keeps events."
    SERVER_RESTART = "server_restart", "The server restarted and kept no events."


class GapDetectedEvent(Event):
    """Events between a subscriber's cursor and this one are lost for good.

    The state of the agent can be read again with `GET /v1/agents/{agent_id}`.
    """

    type: Literal["gap_detected"] = Field(description="Tag of this event.")
    missed_since_event_id: int = Field(
        ge=0, description="The last event before the loss: the cursor that was asked for."
    )
    reason: GapReason = Field(description="Why they were lost.")


class CompletionReason(Described):
    """Why the agent has come to an end of its work."""

    DONE = "done", "A unit of work is finished; the run waits for the next one."
    PAUSED = "paused", "The run is paused and can be resumed."
    STOPPED = "stopped", "The run is over. No event follows."
    ERROR = "error", "The unit of work failed; an `error` event says why."


class CompletionEvent(Event):
    """A unit of work has ended. Only the reason `stopped` ends the stream too."""

    type: Literal["completion"] = Field(description="Tag of this event.")
    reason: CompletionReason = Field(description="Why it ended.")


class ErrorEvent(Event):
    """Something failed. It does not end the run: `completion` says what becomes of it."""

    type: Literal["error"] = Field(description="Tag of this event.")
    error: GaiaErrorPayload = Field(
        description="What failed. After `subscriber_too_slow` the server closes this subscriber's stream."
    )


AgentEvent = Annotated[
    ObservationEvent
    | PlanStepEvent
    | ToolCallEvent
    | ToolResultEvent
    | ToolConfirmationRequestEvent
    | TokenEvent
    | MessageEvent
    | UserQuestionEvent
    | UsageEvent
    | GapDetectedEvent
    | CompletionEvent
    | ErrorEvent,
    Field(
        discriminator="type",
        title="AgentEvent",
        description="One event of an agent. Every subscriber of a run gets the same events in the same order.",
    ),
]
