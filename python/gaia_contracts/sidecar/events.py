"""The events that a query streams: one JSON object per server-sent event.

Events are open: newer servers and relays add members, and a reader ignores those
it does not know. Members that some senders leave out are optional here and never
null, because senders write the member or drop it.
"""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import ConfigDict, Field

from gaia_contracts.wire import Described, Open, omittable, untyped


class StatusEvent(Open):
    """Narration of progress and reasoning; not part of the answer."""

    type: Literal["status"] = Field(description="Tag of this event.")
    message: str = Field(description="What the agent is doing, in words.")
    # The string beside the literal says that other audiences may be added.
    channel: Literal["debug"] | str = omittable(
        "Audience of the message; absent for the user. `debug` is detail for developers, "
        "sent only by a sidecar in debug mode; treat other audiences alike."
    )


class TokenEvent(Open):
    """A piece of the answer while it is written."""

    type: Literal["token"] = Field(description="Tag of this event.")
    delta: str = Field(description="Text to append to what has been received so far.")


class ToolCallEvent(Open):
    """The agent starts a tool."""

    type: Literal["tool_call"] = Field(description="Tag of this event.")
    tool: str = Field(description="Name of the tool.")
    args: dict[str, Any] = Field(
        description="Arguments by name; empty if the tool takes none. "
        "Their types are the tool's own, so any value may occur.",
        json_schema_extra=untyped("Each tool has arguments of its own, and tools come with plug-ins."),
    )
    narration: str = omittable("The call in words for people, for example `Reading report.pdf`.")


class RenderHint(Described):
    """How the data of a tool result is best shown."""

    EMAIL_PRE_SCAN = "email_pre_scan", "Overview of a mailbox."
    EMAIL_ATTENTION = "email_attention", "Messages that wait for the user."
    TABLE = "table", "Rows and columns."
    KEY_VALUE = "key_value", "Names with a value each."
    LIST = "list", "Items in a row."
    IMAGE = "image", "A picture."
    DIFF = "diff", "A comparison of two texts."


class ToolResultEvent(Open):
    """A tool has finished."""

    type: Literal["tool_result"] = Field(description="Tag of this event.")
    tool: str = Field(description="Name of the tool, as in its `tool_call`.")
    data: Any = Field(
        description="What the tool returned, null included. Each tool has its own form and tools come with plug-ins, "
        "so any value may occur.",
        json_schema_extra=untyped("Each tool has a result of its own, and tools come with plug-ins."),
    )
    render: RenderHint = omittable("How to show `data`; absent if it has no special form.")
    preview: str = omittable("The beginning of the result as plain text, for a view that does not render `data`.")


class NeedsConfirmationEvent(Open):
    """The agent reached a tool that needs approval.

    Over the query stream nothing can be approved: a `final` event follows at once
    and the run ends without the action. The optional members are for transports
    that can carry an approval back.
    """

    type: Literal["needs_confirmation"] = Field(description="Tag of this event.")
    run_id: UUID = Field(description="The run that is about to end.")
    # Any name, although the sidecar's own list is known: agents behind a relay gate tools of their own.
    action: str = Field(
        description="Name of the tool that was not run. From the sidecar's own agent it is a `ConfirmationGatedTool`; "
        "relays pass on the gated tools of other agents as well."
    )
    summary: str = Field(description="The action in words, for the user.")
    confirm_id: str = omittable("Names this request for approval, where one can be given.")
    always_scope: str = omittable("What a lasting approval would cover, in words; absent if none is offered.")
    confirm_url: str = omittable("Where an approval would be sent; absent on the query stream.")


class InputOption(Open):
    """One of the answers offered with a question."""

    value: str = Field(description="What to send back when it is chosen.")
    label: str = Field(description="What to show.")
    description: str = omittable("What choosing it means; show it beside the label.")


class NeedsInputEvent(Open):
    """The run waits for an answer and goes on in the same stream when it has come.

    Answer with `POST /v1/gaia/query/{run_id}/respond`; a new query would abandon the run.
    """

    type: Literal["needs_input"] = Field(description="Tag of this event.")
    run_id: UUID = Field(description="The run that waits.")
    request_id: str = Field(description="Names the question; send it back with the answer.")
    question: str = Field(description="What the agent asks.")
    options: list[InputOption] = Field(
        description="Offered answers in the order to show them; empty if there are none."
    )
    allow_free_text: bool = Field(description="Whether an answer outside `options` is taken.")
    sensitive: bool = Field(description="Whether the answer is secret: mask the input and keep it out of logs.")
    respond_url: str = Field(description="Where to send the answer, relative to the sidecar's address.")
    timeout_seconds: int = omittable("How long the run waits; absent if it waits without limit.")


class RunUsage(Open):
    """What a run cost. Every measure is optional, and newer servers add some."""

    model_config = ConfigDict(extra="allow")

    steps: int = omittable("Steps the agent took.", ge=0)
    tools_used: int = omittable("Tool calls the agent made.", ge=0)
    elapsed: float = omittable("Duration of the run in seconds.", ge=0)
    tokens: int = omittable("Tokens the model produced.", ge=0)
    ttft: float = omittable("Seconds from the start of the run to the first token.", ge=0)
    tok_per_s: float = omittable("Tokens per second while the model produced them.", ge=0)


class FinalEvent(Open):
    """The run ended and this is its answer. Terminal: no event follows."""

    type: Literal["final"] = Field(description="Tag of this event.")
    answer: str = Field(description="The whole answer; it replaces what the `token` events built up.")
    usage: RunUsage = omittable("What the run cost; absent if it was not measured.")


class ErrorSource(Described):
    """Who wrote an error event in place of the sidecar."""

    DAEMON_RELAY = "daemon_relay", "The daemon that relays the stream lost the sidecar or was refused by it."
    CLI = "cli", "The command line tool that reads the stream."


class ErrorEvent(Open):
    """The run failed. Terminal: no event follows."""

    type: Literal["error"] = Field(description="Tag of this event.")
    detail: str = Field(description="What went wrong, in words to show as they are.")
    # The sidecar always writes a status; a relay or the command line tool that
    # speaks for it has none to write and sends `source` instead.
    status: int = omittable("HTTP status that fits the failure; absent in errors that have a `source`.")
    source: ErrorSource = omittable("Who wrote the event; absent if it was the sidecar.")


QueryEvent = Annotated[
    StatusEvent
    | TokenEvent
    | ToolCallEvent
    | ToolResultEvent
    | NeedsConfirmationEvent
    | NeedsInputEvent
    | FinalEvent
    | ErrorEvent,
    Field(
        discriminator="type",
        title="QueryEvent",
        description="One event of a query's stream. The stream ends with exactly one `final` or `error`; "
        "one that closes without either has failed.",
    ),
]
