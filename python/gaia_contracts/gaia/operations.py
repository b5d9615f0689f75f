"""What the declarations of the operations share: refusals, headers, policies."""

from typing import Annotated, Any, NoReturn

from fastapi import Header, Path, Security
from fastapi.security import HTTPBearer

from gaia_contracts.gaia.capabilities import Capability
from gaia_contracts.gaia.errors import GaiaErrorPayload

Responses = dict[int | str, dict[str, Any]]

RETRY_AFTER = {
    "Retry-After": {
        "description": "Seconds to wait before the request is sent again.",
        "required": True,
        "schema": {"type": "integer", "minimum": 0},
    }
}

KEY = "Idempotency-Key"

# The server answers a repeated key for 24 hours with what it answered first.
IdempotencyKey = Annotated[
    str,
    Header(
        alias=KEY,
        min_length=1,
        description="Names this request, by a UUID or any other fresh text. A request that is sent again under the same "
        "key within 24 hours gets the first answer and does nothing more.",
    ),
]

AgentID = Annotated[str, Path(description="The agent: `agent_id` of its definition.")]

bearer = Security(
    HTTPBearer(
        scheme_name="bearerAuth",
        description="The caller's token. An embedded server takes the one it was started with.",
        auto_error=False,
    )
)


def refusals(**reasons: str) -> Responses:
    """Return one documented refusal per status, `s404="why"`, each with a GaiaErrorPayload."""
    return {int(status[1:]): {"model": GaiaErrorPayload, "description": why} for status, why in reasons.items()}


def answers(**reasons: str) -> Responses:
    """Return the refusals of an operation: those of every operation, and its own, `s404="why"`."""
    common = refusals(
        s401="The token is missing, wrong or expired.",
        s403="The token does not allow this.",
        s429="Too many requests, to this server or to a model in the cloud.",
        s500="The server failed.",
        s503="The server is starting, stopping or overloaded.",
    )
    common[429]["headers"] = RETRY_AFTER
    return {**common, **refusals(**reasons)}


def policy(retry: str | None = None, capability: Capability | None = None, **more: Any) -> dict[str, Any]:
    """Return the extensions of an operation; those of a read without a capability are empty.

    Retry `idempotent` is by the idempotency key.
    """
    out: dict[str, Any] = {}
    if retry is not None:
        out["x-gaia-op"] = {"retry": retry} | ({"idempotency": KEY} if retry == "idempotent" else {})
    if capability is not None:
        out["x-gaia-capability"] = capability.value
    return out | more


def declared() -> NoReturn:
    """End a handler whose purpose is its signature."""
    raise NotImplementedError("this operation is declared for export and has no server here")
