"""The body of every refusal that the server itself decides on."""

from pydantic import ConfigDict, Field

from gaia_contracts.wire import Described, Open, omittable


class ErrorCode(Described):
    """What went wrong, for programs. Newer servers add codes; treat one you do not know by its status."""

    INVALID_REQUEST = "invalid_request", "The request is well formed and asks for what cannot be; see `issues`."
    UNSUPPORTED_FEATURE = "unsupported_feature", "The request needs a capability that the server lacks; see `feature`."
    UNAUTHENTICATED = "unauthenticated", "The token is missing, wrong or expired."
    PERMISSION_DENIED = "permission_denied", "The token is good and does not allow this."
    NOT_FOUND = "not_found", "There is no such thing, or it belongs to someone else."
    CONFLICT = "conflict", "The state of things, or another request, stands against this one."
    RATE_LIMITED = "rate_limited", "Too many requests; the header `Retry-After` says how long to wait."
    MODEL_ERROR = "model_error", "The model failed or could not be reached; see `model_id`."
    TOOL_ERROR = "tool_error", "A tool failed; see `tool_name` and `call_id`."
    SUBSCRIBER_TOO_SLOW = (
        "subscriber_too_slow",
        "The subscriber did not read for 60 seconds and is disconnected; it may come back with its cursor.",
    )
    UNAVAILABLE = "unavailable", "The server is starting, stopping or overloaded."
    INTERNAL_ERROR = "internal_error", "The server failed in a way that it has no other code for."


class ValidationIssue(Open):
    """One fault in a request."""

    location: str = Field(
        description="JSON Pointer to the member at fault, in the body of the request; empty for the whole body."
    )
    message: str = Field(description="The fault in words.")


class GaiaErrorDetails(Open):
    """Facts about an error. Which of them are there depends on its code, and codes bring facts of their own."""

    model_config = ConfigDict(extra="allow")

    issues: list[ValidationIssue] = omittable("The faults of the request, in the order they were found.")
    model_id: str = omittable("The model that failed.")
    tool_name: str = omittable("The tool that failed.")
    call_id: str = omittable("The call of the tool that failed.")
    feature: str = omittable("The capability that is missing, by its flag.")


class GaiaErrorPayload(Open):
    """An error, as the body of a refusal and inside an `error` event."""

    code: ErrorCode = Field(description="What went wrong, for programs.")
    message: str = Field(description="What went wrong, in words for people.")
    details: GaiaErrorDetails = Field(description="Facts about it; an empty object if there are none.")
    traceback: str = omittable(
        "The Python traceback. Only a server in debug mode sends it, because it shows the inside of the server."
    )
