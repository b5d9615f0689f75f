"""What a caller sends: the prompt, and the answer to a question.

Both may be plain text instead: a payload whose first byte that is not white space is
no `{` is the prompt itself. An empty payload is refused.
"""

from typing import Annotated

from pydantic import Field, StringConstraints

from gaia_contracts.nats.text import Base64
from gaia_contracts.nats.wire import Relayed
from gaia_contracts.wire import omittable

# Any name but "." and "..", without separators and NUL.
FileName = Annotated[str, StringConstraints(pattern=r"^(?:\.?[^./\\\x00][^/\\\x00]*|\.\.[^/\\\x00]+)$")]


class RequestAttachment(Relayed):
    """A file that accompanies a prompt. No media type travels with it: the name and the bytes tell."""

    filename: FileName = Field(
        description="Name of the file without a directory: not empty, not `.` or `..`, without `/`, `\\` and NUL."
    )
    content: Base64 = Field(description="The file's bytes.")


class RequestEnvelope(Relayed):
    """A prompt as JSON.

    The encoded message must not be longer than the endpoint's `max_payload` or the server's own limit.
    """

    prompt: str = Field(min_length=1, description="What the agent is asked.")
    attachments: list[RequestAttachment] = omittable(
        "Files for the agent; leave the member out if there are none. "
        "An endpoint whose `attachments_ok` is not `true` refuses any."
    )


class QueryReply(RequestEnvelope):
    """The answer to a question of the agent as JSON, published once to its `reply_subject`.

    It has the form of a prompt: `prompt` is the answer.
    """
