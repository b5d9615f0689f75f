"""Bodies of chat completions and of the sessions that they belong to.

Completions have the form that clients of the OpenAI API know. Their requests are open,
because such clients send members that this contract does not declare.
"""

from datetime import datetime
from typing import Literal

from pydantic import Field

from gaia_contracts.gaia.definitions import MCPServer
from gaia_contracts.wire import Described, Open, Strict, omittable


class ChatRole(Described):
    """Who speaks in a message."""

    SYSTEM = "system", "Instructions that stand above the conversation."
    USER = "user", "The user."
    ASSISTANT = "assistant", "The model."
    TOOL = "tool", "A tool, whose result the message is."


class ChatFunctionCall(Open):
    """The function that the model wants to be called."""

    name: str = Field(description="Name of the function.")
    arguments: str = Field(description="Its arguments as JSON text, as the model wrote it: it may be no valid JSON.")


class ChatToolCall(Open):
    """A call that the model asks for."""

    id: str = Field(description="Names the call; the `tool` message with the result repeats it.")
    type: Literal["function"] = Field(description="Kind of call: a function is the only one.")
    function: ChatFunctionCall = Field(description="The function to call.")


class ChatMessage(Open):
    """One message of the conversation."""

    role: ChatRole = Field(description="Who speaks.")
    content: str | None = Field(
        default=None, description="What is said; null or absent in a message that only has `tool_calls`."
    )
    tool_calls: list[ChatToolCall] | None = Field(
        default=None, description="In a message of the model: the calls it asked for."
    )
    tool_call_id: str | None = Field(default=None, description="In a message of a tool: the call it answers.")


class ChatCompletionRequest(Open):
    """A conversation to be continued. The server keeps none of it: each request brings all of it."""

    messages: list[ChatMessage] = Field(min_length=1, description="The conversation so far, oldest first.")
    model: str = omittable("The model; absent for the server's `default_local`.")
    stream: bool = Field(default=False, description="Whether to answer piece by piece, as a stream of chunks.")
    temperature: float | None = Field(
        default=None, ge=0, le=2, description="How freely to choose words; null or absent leaves it to the model."
    )
    top_p: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description="Share of the likeliest words to choose from; null or absent leaves it to the model.",
    )
    max_tokens: int | None = Field(
        default=None, ge=1, description="Most tokens to write; null or absent leaves it to the model."
    )
    mcp_servers: list[MCPServer] = omittable("Servers whose tools the model may use; absent if it may use none.")


class FinishReason(Described):
    """Why the model stopped."""

    STOP = "stop", "It had finished."
    LENGTH = "length", "It reached the most tokens that it may write."
    TOOL_CALLS = "tool_calls", "It waits for the results of its `tool_calls`."


class ChatUsage(Open):
    """What a completion used."""

    prompt_tokens: int = Field(ge=0, description="Tokens that the model read.")
    completion_tokens: int = Field(ge=0, description="Tokens that it wrote.")
    total_tokens: int = Field(ge=0, description="The sum of both.")
    cost_usd: float = omittable("Cost in US dollars; zero for a local model, absent if it is not known.", ge=0)


class ChatAnswer(Open):
    """What the model says."""

    role: Literal["assistant"] = Field(description="Who speaks: always the model.")
    content: str | None = Field(description="What it says; null if it only asks for calls.")
    tool_calls: list[ChatToolCall] | None = Field(
        default=None, description="The calls it asks for; null or absent if there are none."
    )


class ChatChoice(Open):
    """One continuation."""

    index: int = Field(ge=0, description="Place among the choices.")
    message: ChatAnswer = Field(description="The answer of the model.")
    finish_reason: FinishReason = Field(description="Why it stopped.")


class ChatCompletion(Open):
    """A continuation as a whole."""

    id: str = Field(description="Names the completion.")
    object: Literal["chat.completion"] = Field(description="What this is.")
    created: int = Field(description="When it was made, in seconds since 1970.")
    model: str = Field(description="The model that made it.")
    choices: list[ChatChoice] = Field(description="The continuations; GAIA makes one.")
    usage: ChatUsage = Field(description="What it used.")


class ChatFunctionCallDelta(Open):
    """A piece of a function call."""

    name: str = omittable("Name of the function, in the call's first piece.")
    arguments: str = omittable("Text to append to the arguments.")


class ChatToolCallDelta(Open):
    """A piece of a call that the model asks for."""

    index: int = Field(ge=0, description="Which of the answer's calls this is a piece of.")
    id: str = omittable("Names the call, in its first piece.")
    type: Literal["function"] = omittable("Kind of call, in its first piece.")
    function: ChatFunctionCallDelta = omittable("A piece of the function call.")


class ChatDelta(Open):
    """A piece of what the model says. What is absent has not changed."""

    role: Literal["assistant"] = omittable("Who speaks, in the first piece.")
    content: str | None = Field(default=None, description="Text to append; null or absent if there is none.")
    tool_calls: list[ChatToolCallDelta] = omittable("Pieces of the calls it asks for.")


class ChatChunkChoice(Open):
    """A piece of one continuation."""

    index: int = Field(ge=0, description="Place among the choices.")
    delta: ChatDelta = Field(description="The piece.")
    finish_reason: FinishReason | None = Field(
        default=None, description="Why the model stopped, in the last piece; null or absent before."
    )


class ChatCompletionChunk(Open):
    """A piece of a completion. After the last one the stream has the line `data: [DONE]`, which is no JSON."""

    id: str = Field(description="Names the completion, the same in all its chunks; it can be cancelled by this.")
    object: Literal["chat.completion.chunk"] = Field(description="What this is.")
    created: int = Field(description="When the completion was begun, in seconds since 1970.")
    model: str = Field(description="The model that makes it.")
    choices: list[ChatChunkChoice] = Field(description="The pieces; empty in a chunk that only brings `usage`.")
    usage: ChatUsage | None = Field(
        default=None, description="What the completion used, in the last chunk; null or absent before."
    )


class CancelCompletionResponse(Open):
    """Outcome of a cancellation. A completion that has already ended is no fault."""

    request_id: str = Field(description="The completion.")
    cancelled: bool = Field(description="Whether it was still being made.")


class CreateSessionRequest(Strict):
    """A session to begin."""

    title: str = omittable("Name for people; absent leaves it to the server.")
    model: str = omittable("Model of its completions; absent for the server's `default_local`.")


class ChatSession(Open):
    """A thread of conversation. Agents are not driven by sessions: they have runs."""

    session_id: str = Field(description="Names the session.")
    title: str = Field(description="Name for people; may be empty.")
    model: str = Field(description="Model of its completions.")
    created_at: datetime = Field(description="When it was begun.")
    updated_at: datetime = Field(description="When it was last used.")


class SessionList(Open):
    """The caller's sessions."""

    sessions: list[ChatSession] = Field(description="The sessions, the last used first.")
