"""The operations of chat: completions and sessions."""

from typing import Annotated

from fastapi import APIRouter, Path

from gaia_contracts.gaia.chat import (
    CancelCompletionResponse,
    ChatCompletion,
    ChatCompletionRequest,
    ChatSession,
    CreateSessionRequest,
    SessionList,
)
from gaia_contracts.gaia.operations import IdempotencyKey, answers, declared, policy

router = APIRouter(tags=["chat"])

RequestID = Annotated[str, Path(description="The completion: `id` of its chunks.")]
SessionID = Annotated[str, Path(description="The session: `session_id` of it.")]


@router.post(
    "/v1/chat/completions",
    operation_id="createChatCompletion",
    summary="Continue a conversation",
    response_description="The continuation, or with `stream` its chunks and then the line `data: [DONE]`. "
    "A stream that closes without that line has failed.",
    responses={
        200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}},
        **answers(
            s400="The conversation has a wrong order, or the model does not fit it.",
            s404="No such model.",
            s502="The model failed or could not be reached.",
        ),
    },
    openapi_extra=policy(
        "never",
        **{"x-gaia-stream": {"events": "events.json#/$defs/ChatCompletionChunk", "malformed": "fail"}},
    ),
)
def create_chat_completion(body: ChatCompletionRequest) -> ChatCompletion:
    """Continues a conversation in the form of the OpenAI API. Nothing of it is kept.

    Closing the connection cancels the completion.
    """
    declared()


@router.post(
    "/v1/chat/completions/{request_id}/cancel",
    operation_id="cancelChatCompletion",
    summary="Cancel a completion",
    response_description="The completion is over, whether or not it was this request that ended it.",
    responses=answers(s404="No such completion."),
    openapi_extra=policy("idempotent"),
)
def cancel_chat_completion(request_id: RequestID, idempotency_key: IdempotencyKey = None) -> CancelCompletionResponse:
    """Stops a completion that is being streamed."""
    declared()


@router.get(
    "/v1/sessions",
    operation_id="listSessions",
    summary="List sessions",
    response_description="The sessions.",
    responses=answers(),
)
def list_sessions() -> SessionList:
    """Lists the caller's sessions."""
    declared()


@router.post(
    "/v1/sessions",
    operation_id="createSession",
    summary="Begin a session",
    status_code=201,
    response_description="The session is there.",
    responses=answers(s400="There is no such model."),
    openapi_extra=policy("idempotent"),
)
def create_session(body: CreateSessionRequest, idempotency_key: IdempotencyKey = None) -> ChatSession:
    """Begins a thread of conversation. Its history stays with the caller, who sends it with each completion."""
    declared()


@router.get(
    "/v1/sessions/{session_id}",
    operation_id="getSession",
    summary="Read a session",
    response_description="The session.",
    responses=answers(s404="No such session."),
)
def get_session(session_id: SessionID) -> ChatSession:
    """Tells about one session."""
    declared()
