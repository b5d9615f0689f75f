"""Bodies of the sidecar's requests and responses."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from gaia_contracts.wire import Described, Open, OpenCamel, Strict

ContractVersion = Annotated[str, StringConstraints(pattern=r"^[0-9]+\.[0-9]+$")]

# 1 to 128 characters: the newest servers allow the dot, older ones do not. The
# contract takes the wider set; a client that mints ids without dots suits both.
SessionID = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,128}$")]


class ErrorResponse(Open):
    """Why a request was refused. Every refusal except 422 has this body."""

    detail: str = Field(
        description="The reason and, where there is one, the remedy. Meant to be shown to people as it is."
    )


class HealthResponse(Open):
    """Says that the REST surface is up, and nothing about whether a query would work."""

    status: Literal["ok"] = Field(description="Always `ok`: a sidecar that is not well does not answer.")
    service: Literal["gaia-agent-gaia"] = Field(
        description="Which service answered, so that a stranger on the same port is not taken for the sidecar."
    )


class VersionResponse(OpenCamel):
    """The versions to negotiate with before the first query."""

    api_version: ContractVersion = Field(
        description="Version of the wire contract as `MAJOR.MINOR`. "
        "Clients refuse another MAJOR and use MINOR to decide which members they may send."
    )
    agent_version: str = Field(description="Release of the agent behind the contract, for example `0.1.1`.")


class AgentVersionResponse(OpenCamel):
    """The same facts as `VersionResponse` under the agent's own prefix, with the agent named."""

    api_version: ContractVersion = Field(description="Version of the wire contract as `MAJOR.MINOR`.")
    version: str = Field(description="Release of the agent, for example `0.1.1`.")
    agent: Literal["gaia"] = Field(description="Which agent answers under this prefix.")


class LemonadeReadiness(Open):
    """What the preflight found out about the local model server."""

    reachable: bool = Field(description="Whether the server answered.")
    base_url: str = Field(description="Address that was probed.")
    version: str | None = Field(description="Version the server reported; null if it did not answer or gave none.")
    min_version: str = Field(description="Oldest version the agent works with, for example `10.2.0`.")
    compatible: bool | None = Field(
        description="Whether `version` reaches `min_version`. "
        "Null means undecided, because the version could not be read; it is not a pass."
    )


class ModelReadiness(Open):
    """What the preflight found out about the model that answers queries."""

    id: str = Field(description="Name of the model that a query without `model` would use.")
    present: bool = Field(description="Whether the model is downloaded.")
    loadable: bool | None = Field(description="Whether the model server can load it; null if that was not determined.")
    ctx_size: int | None = Field(description="Size of its context window in tokens; null if unknown.")


class InitResponse(Open):
    """Result of the read-only preflight; 200 and 503 carry the same body.

    Branch on `ready` and show `hint`; the status code alone does not say what to do.
    """

    ready: bool = Field(description="Whether a query sent now can be answered.")
    lemonade: LemonadeReadiness = Field(description="State of the model server.")
    model: ModelReadiness = Field(description="State of the model.")
    hint: str | None = Field(description="What to do about it, in words for people; null when there is nothing to do.")


class ContextRole(Described):
    """Who spoke in one entry of the transcript."""

    USER = "user", "The person who asks."
    ASSISTANT = "assistant", "The agent."
    SYSTEM = "system", "Instructions that stand above the conversation."
    TOOL = "tool", "Output of a tool."


class ContextItem(Strict):
    """One entry of the transcript that the caller hands over with a query."""

    role: ContextRole = Field(description="Who spoke.")
    content: str = Field(description="What was said.")


class QueryRequest(Strict):
    """One turn of a conversation. A member that is not declared here is refused, not ignored."""

    query: str = Field(min_length=1, description="What the user asks in this turn.")
    run_id: UUID = Field(
        description="Names this run. The caller mints a fresh one per request and can cancel the run by it "
        "from the moment the request is sent; one that is still in flight is refused with 409."
    )
    context: list[ContextItem] = Field(
        description="Earlier turns that the agent should know, oldest first. Empty if there are none, never left out."
    )
    session_id: SessionID | None = Field(
        default=None,
        description="Names a conversation whose agent the sidecar keeps between turns. "
        "Without it the agent forgets the documents it has indexed when the turn ends.",
    )
    can_answer_questions: bool | None = Field(
        default=None,
        description="False if nobody is there to answer: the agent then settles ambiguity itself and never sends "
        "`needs_input`. Null or absent means that questions will be answered.",
    )
    model: str | None = Field(
        default=None,
        description="Model to use when this request creates the agent. "
        "A session that already runs another model is refused with 409.",
    )
    provider: Literal["lemonade"] | None = Field(
        default=None,
        description="Inference backend. Local inference is the only one; the sidecar refuses any other value with 400.",
    )
    max_steps: int | None = Field(
        default=None,
        ge=1,
        description="Most steps the agent may take in this run; null or absent leaves it to the agent.",
    )


class RespondRequest(Strict):
    """The user's answer to a `needs_input` event."""

    request_id: str = Field(description="Which question is answered: `request_id` of the event.")
    response: str = Field(
        description="The answer: `value` of the chosen option, or free text where the event allows it."
    )


class RespondResponse(Open):
    """Says that an answer reached the run, which goes on in its own stream."""

    run_id: UUID = Field(description="The run that was waiting.")
    request_id: str = Field(description="The question that was answered.")
    delivered: bool = Field(description="Whether the waiting run received the answer.")


class CancelResponse(Open):
    """Outcome of a cancellation. A run that has already ended is no fault."""

    run_id: UUID = Field(description="The run that was to be cancelled.")
    cancelled: bool = Field(
        description="Whether a run in flight was told to stop; false for an unknown or finished run."
    )
