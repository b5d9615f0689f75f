"""What an agent answers to a prompt: a stream of chunks.

The first is the status `ack`. The stream ends with a message that has neither a body
nor headers. A failure is a message with error headers before that end.
"""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from gaia_contracts.nats.subjects import Subject
from gaia_contracts.nats.text import Base64
from gaia_contracts.nats.wire import Closed, Named, Relayed, Yes, free_text
from gaia_contracts.wire import omittable, untyped


class Attachment(Relayed):
    """A file that accompanies an answer or a question.

    Unlike one in a request it may have any name, so take only the last part of it to store the file.
    """

    filename: str = Field(description="Name of the file; what the bytes are follows from its ending or from them.")
    content: Base64 = Field(description="The file's bytes.")


class ResponseData(Relayed):
    """A piece of the answer with files."""

    text: str = Field(description="Text to append to what has been received so far; may be empty.")
    attachments: list[Attachment] = omittable("Files from the agent; absent if there are none.")


class ResponseChunk(Relayed):
    """A piece of the answer. The pieces make up the text in the order of their arrival."""

    type: Literal["response"] = Field(description="Tag of this chunk.")
    data: str | ResponseData = Field(
        description="The text to append, or an object where files come with it. Writers send the plain text if they can."
    )


class _StatusWord(Named):
    ACK = (
        "ack",
        "The request arrived and the agent is at work. The first chunk of a stream, repeated while it is quiet.",
    )


StatusWord = free_text(
    "StatusWord",
    "What the agent is doing. Ignore a word that you do not know. "
    "A `StatusPrefix` begins one that carries JSON for programs.",
    _StatusWord,
)


class StatusChunk(Relayed):
    """A sign of life or of progress; not part of the answer."""

    type: Literal["status"] = Field(description="Tag of this chunk.")
    data: StatusWord = Field(description="What the agent is doing.")


class QueryData(Relayed):
    """A question, and where to answer it."""

    id: str = Field(min_length=1, description="Names the question among those of the stream. Often a UUID, not always.")
    reply_subject: Subject = Field(
        description="Where to publish the answer: plain text or a `QueryReply`. It takes one answer."
    )
    prompt: str = Field(description="The question for the caller.")
    attachments: list[Attachment] = omittable("Files that belong to the question; absent if there are none.")


class QueryChunk(Relayed):
    """The agent asks the caller something. The stream stays open and may bring further chunks meanwhile."""

    type: Literal["query"] = Field(description="Tag of this chunk.")
    data: QueryData = Field(description="The question.")


StreamChunk = Annotated[
    ResponseChunk | StatusChunk | QueryChunk,
    Field(
        discriminator="type",
        title="StreamChunk",
        description="One message of the stream that answers a prompt. Pass over a chunk of a type you do not know. "
        "The end of the stream (no body, no headers) and errors (headers) are not chunks.",
    ),
]


class StatusPrefix(Closed):
    """How a status begins that carries JSON: prefix and JSON text, in one string.

    It is a habit of some harnesses, not part of the protocol.
    """

    TOOL_USE = "tool_use:", "A `ToolUseStatus` follows."
    TOOL_RESULT = "tool_result:", "A `ToolResultStatus` follows."
    COST = "cost:", "A `CostStatus` follows."


class ToolUseStatus(Relayed):
    """The agent starts a tool. JSON in a status that begins with `tool_use:`."""

    id: str = Field(min_length=1, description="Names the call; its result has it too.")
    name: str = Field(min_length=1, description="Name of the tool.")
    input: dict[str, Any] = Field(
        description="Arguments by name. In place of long ones stands a `TruncatedInput`; "
        "some harnesses shorten long texts inside instead.",
        json_schema_extra=untyped("each tool has arguments of its own, and tools come with plug-ins"),
    )


class TruncatedInput(Relayed):
    """Stands in place of tool arguments whose JSON is too long to send."""

    # A field cannot begin with an underscore, a member can.
    model_config = ConfigDict(alias_generator=lambda name: "_" + name)

    truncated: Yes = Field(description="Tells it from real arguments.")
    original_size_bytes: int = Field(ge=0, description="How long the JSON of the arguments was.")
    preview: str = Field(description="The beginning of that JSON.")


class ToolResultStatus(Relayed):
    """A tool has finished. JSON in a status that begins with `tool_result:`."""

    tool_use_id: str = Field(min_length=1, description="Which call: `id` of its `ToolUseStatus`.")
    output: str = Field(description="What the tool returned, as text; long output is cut.")
    is_error: bool = Field(description="Whether the tool failed or was not allowed to run.")


class CostStatus(Relayed):
    """What a turn cost. JSON in a status that begins with `cost:`."""

    turn_cost_usd: float = Field(ge=0, description="Cost of the turn that ended, in US dollars.")
    total_cost_usd: float = Field(ge=0, description="Cost of the session so far, in US dollars.")
