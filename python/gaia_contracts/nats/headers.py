"""What travels in headers: errors, and who sent a message.

NATS headers have lists of values. These models are of the first value of each.
"""

from typing import Annotated

from pydantic import Field, StringConstraints

from gaia_contracts.nats.subjects import Subject
from gaia_contracts.nats.text import Timestamp
from gaia_contracts.nats.wire import Closed, Named, Relayed, free_text, only
from gaia_contracts.wire import omittable


class HeaderName(Closed):
    """The headers that the protocol uses."""

    ERROR_CODE = "Nats-Service-Error-Code", "Marks a message as an error and says which: an `ErrorCode`."
    ERROR_TEXT = "Nats-Service-Error", "The error in words, on one line."
    SENDER = "Agent-Sender", "Who sent a prompt, status request or heartbeat: an `AgentSender` on one line."


class _ErrorCode(Named):
    BAD_REQUEST = "400", "The request is malformed, or the agent refused it."
    UNAUTHORIZED = "401", "The sender's signature does not hold."
    FORBIDDEN = "403", "The sender may not do this."
    NOT_FOUND = "404", "No such session."
    TIMEOUT = "408", "The agent gave up on the request."
    CONFLICT = "409", "A session of that name exists."
    GONE = "410", "The session has ended or is ending."
    TOO_MANY_REQUESTS = "429", "The agent takes no more requests for now."
    INTERNAL = "500", "The agent failed."
    UNAVAILABLE = "503", "The agent cannot take requests now."


ErrorCode = free_text(
    "ErrorCode",
    "Kind of error: three digits, as text, with the meaning they have in HTTP. Other codes may come; "
    "408, 410 and 503 are sent by controllers and not in the protocol's own table.",
    _ErrorCode,
)


class ErrorHeaders(Relayed):
    """The headers of an error. Its body is empty or an `ErrorBody`."""

    nats_service_error_code: ErrorCode = Field(
        alias=HeaderName.ERROR_CODE.value, description="Kind of error, for programs."
    )
    nats_service_error: str = Field(
        alias=HeaderName.ERROR_TEXT.value, description="The error in words, on one line; may be cut."
    )


class ErrorBody(Relayed):
    """What an error's body says, where there is one."""

    error: str = Field(min_length=1, description="Kind of error in snake_case, for programs; finer than the header's.")
    message: str = omittable("The error in words for people.")


FirstVersion = only(1)


class AgentSender(Relayed):
    """Who sent a message, signed or only claimed: the value of the header `Agent-Sender`.

    A receiver takes a header of another `v` as absent. A signed one has `sub`, `ts` and `nonce` as well.
    """

    v: FirstVersion = Field(description="Version of the header's form.")
    account: Annotated[str, StringConstraints(pattern=r"^(?:A[A-Z2-7]{55}|[A-Za-z0-9_-]+|\$G)$")] = Field(
        description="The sender's account: its key, its name, or `$G` for the global one."
    )
    user: Annotated[str, StringConstraints(pattern=r"^U[A-Z2-7]{55}$")] = Field(
        description="The sender's public user key."
    )
    name: str = omittable("What the sender calls itself; it proves nothing.")
    sub: Subject = omittable("The subject that the signature covers.")
    ts: Timestamp = omittable("When it was signed.")
    nonce: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = omittable(
        "Differs in each message of this user, so that none can be sent again by others."
    )
    sig: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{86}$")] = omittable(
        "Ed25519 signature in base64 for URLs, without padding; absent in a claim that is not signed."
    )
