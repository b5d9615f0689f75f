"""The sidecar's endpoints, declared for the export of its OpenAPI document.

The handlers say which bodies an endpoint takes and gives. They answer nothing:
the contract has no server of its own.
"""

from typing import Annotated, Any, NoReturn
from uuid import UUID

from fastapi import FastAPI, Path, Security
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPBearer

from gaia_contracts.sidecar import CONTRACT_VERSION
from gaia_contracts.sidecar.models import (
    AgentVersionResponse,
    CancelResponse,
    ErrorResponse,
    HealthResponse,
    InitResponse,
    QueryRequest,
    RespondRequest,
    RespondResponse,
    VersionResponse,
)

Responses = dict[int | str, dict[str, Any]]


def refusals(**reasons: str) -> Responses:
    """Return one documented refusal per status, `s404="why"`, each with an ErrorResponse."""
    return {int(status[1:]): {"model": ErrorResponse, "description": why} for status, why in reasons.items()}


# The loopback guard stands before every endpoint.
GUARD = refusals(
    s400="The Host header is absent, empty or not a loopback name.",
    s403="The Origin header names a page that may not call the sidecar.",
)
# A sidecar that was started without a token takes every caller and never answers 401.
TOKEN = refusals(s401="The bearer token is missing or wrong.")

bearer = Security(
    HTTPBearer(
        scheme_name="bearerAuth",
        description="The token that the parent process gave the sidecar when it started it. "
        "A sidecar started without one checks nothing.",
        auto_error=False,
    )
)

RunID = Annotated[UUID, Path(description="The run: `run_id` of its query.")]


app = FastAPI(
    title="GAIA agent sidecar",
    version=CONTRACT_VERSION,
    description="The local REST surface of the agent sidecar. "
    "It listens on the loopback interface, port 8141 by default.",
)


def declared() -> NoReturn:
    """End a handler whose purpose is its signature."""
    raise NotImplementedError("this endpoint is declared for export and has no server here")


@app.get(
    "/health",
    operation_id="getHealth",
    summary="Probe liveness",
    tags=["probes"],
    response_description="The REST surface is up.",
    responses=GUARD,
)
def get_health() -> HealthResponse:
    """Answers as soon as the REST surface is up.

    It never touches the model server: use `/v1/gaia/init` for readiness.
    """
    declared()


@app.get(
    "/version",
    operation_id="getVersion",
    summary="Read the versions",
    tags=["probes"],
    response_description="The versions.",
    responses=GUARD,
)
def get_version() -> VersionResponse:
    """Tells the contract version and the agent's release. It needs no token."""
    declared()


@app.get(
    "/v1/gaia/version",
    operation_id="getAgentVersion",
    summary="Read the agent's versions",
    tags=["probes"],
    response_description="The versions and the agent's name.",
    responses=GUARD,
)
def get_agent_version() -> AgentVersionResponse:
    """Tells the same as `/version` and names the agent. It needs no token, unlike the rest of its prefix."""
    declared()


@app.get(
    "/v1/gaia/init",
    operation_id="getReadiness",
    summary="Check readiness",
    tags=["probes"],
    dependencies=[bearer],
    response_description="A query can be answered.",
    responses={
        **GUARD,
        **TOKEN,
        503: {"model": InitResponse, "description": "A query cannot be answered yet; `hint` says what to do."},
    },
)
def get_readiness() -> InitResponse:
    """Probes the model server and the model without starting, pulling or loading anything."""
    declared()


@app.post(
    "/v1/gaia/query",
    operation_id="startQuery",
    summary="Run a query",
    tags=["query"],
    dependencies=[bearer],
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "The run's events, up to and including one that is terminal.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        **GUARD,
        **TOKEN,
        **refusals(
            s400="The Host header is absent, empty or not a loopback name, or `provider` is not `lemonade`.",
            s409="`run_id` is in flight already, the session has a turn in flight or runs another `model`.",
            s503="Every session is busy. `/v1/gaia/init` does not show this; try again when a turn has ended.",
        ),
    },
    # A second query would be a second turn.
    openapi_extra={
        "x-gaia-op": {"retry": "never"},
        "x-gaia-stream": {
            "events": "events.json",
            "tag": "type",
            "terminal": ["final", "error"],
            "malformed": "fail",
        },
    },
)
def start_query(body: QueryRequest) -> StreamingResponse:
    """Runs one turn and streams its events. Closing the connection cancels the run.

    While the run is quiet the stream carries a comment line every ten seconds.
    """
    declared()


@app.post(
    "/v1/gaia/query/{run_id}/respond",
    operation_id="respondToQuery",
    summary="Answer a question",
    tags=["query"],
    dependencies=[bearer],
    response_description="The answer was taken.",
    responses={
        **GUARD,
        **TOKEN,
        **refusals(s404="No such run.", s409="The question is not waiting for an answer any more."),
    },
    # The question that an answer was sent to is gone, so a second one only meets 409.
    openapi_extra={"x-gaia-op": {"retry": "never"}},
)
def respond_to_query(run_id: RunID, body: RespondRequest) -> RespondResponse:
    """Answers the `needs_input` event of a waiting run, which then goes on in its own stream."""
    declared()


@app.post(
    "/v1/gaia/query/{run_id}/cancel",
    operation_id="cancelQuery",
    summary="Cancel a run",
    tags=["query"],
    dependencies=[bearer],
    response_description="The run is over or ending, whether or not it was this request that stopped it.",
    responses={**GUARD, **TOKEN},
    openapi_extra={"x-gaia-op": {"retry": "idempotent"}},
)
def cancel_query(run_id: RunID) -> CancelResponse:
    """Stops a run. An unknown run is not an error, because a run may end while it is being cancelled."""
    declared()
