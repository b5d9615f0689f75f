"""The GAIA contract's operations: they stand where they were planned and answer what was planned."""

import asyncio
import json
import re

import pytest

from contractmessages import BROKEN
from gaia_contracts.gaia import capabilities
from gaia_contracts.gaia.app import app
from gaiadocuments import FILES, VARIANTS, operations, validator

COMMON = "401 403 429 500 503"
OPERATIONS = {
    "POST /v1/chat/completions": ("createChatCompletion", f"200 400 404 422 502 {COMMON}"),
    "POST /v1/chat/completions/{request_id}/cancel": ("cancelChatCompletion", f"200 404 422 {COMMON}"),
    "GET /v1/sessions": ("listSessions", f"200 {COMMON}"),
    "POST /v1/sessions": ("createSession", f"201 400 422 {COMMON}"),
    "GET /v1/sessions/{session_id}": ("getSession", f"200 404 422 {COMMON}"),
    "GET /v1/files": ("listFiles", f"200 {COMMON}"),
    "POST /v1/files": ("uploadFile", f"201 400 413 422 {COMMON}"),
    "DELETE /v1/files/{file_id}": ("deleteFile", f"204 404 422 {COMMON}"),
    "GET /v1/documents": ("listDocuments", f"200 {COMMON}"),
    "POST /v1/documents": ("indexDocument", f"201 400 404 422 {COMMON}"),
    "DELETE /v1/documents/{document_id}": ("deleteDocument", f"204 404 422 {COMMON}"),
    "GET /v1/mcp/servers": ("listMCPServers", f"200 {COMMON}"),
    "GET /v1/system/status": ("getStatus", f"200 {COMMON}"),
    "GET /v1/system/health": ("getHealth", f"200 {COMMON}"),
    "GET /v1/version": ("getVersion", f"200 {COMMON}"),
    "GET /v1/capabilities": ("getCapabilities", f"200 {COMMON}"),
    "POST /v1/agents/define": ("defineAgent", f"201 400 409 422 {COMMON}"),
    "POST /v1/agents/{agent_id}/run": ("runAgent", f"200 404 409 422 {COMMON}"),
    "POST /v1/agents/{agent_id}/pause": ("pauseAgent", f"200 404 409 422 {COMMON}"),
    "POST /v1/agents/{agent_id}/resume": ("resumeAgent", f"200 404 409 422 {COMMON}"),
    "POST /v1/agents/{agent_id}/stop": ("stopAgent", f"200 404 409 422 {COMMON}"),
    "POST /v1/agents/{agent_id}/messages": ("sendAgentMessage", f"202 400 404 409 422 {COMMON}"),
    "GET /v1/agents/{agent_id}/messages": ("listAgentMessages", f"200 404 422 {COMMON}"),
    "POST /v1/agents/{agent_id}/tool_confirmations/{call_id}": ("confirmToolCall", f"200 404 409 422 {COMMON}"),
    "GET /v1/agents/{agent_id}/events": ("streamAgentEvents", f"200 404 422 {COMMON}"),
    "GET /v1/agents/{agent_id}": ("getAgent", f"200 404 422 {COMMON}"),
    "GET /v1/agents": ("listAgents", f"200 {COMMON}"),
}


def test_operations_and_statuses(gaia):
    assert {name: (o["operationId"], set(o["responses"])) for name, o in operations(gaia).items()} == {
        name: (id_, set(statuses.split())) for name, (id_, statuses) in OPERATIONS.items()
    }


def test_every_operation_is_described(gaia):
    for name, operation in operations(gaia).items():
        assert operation["description"] and operation["summary"] and operation["tags"], name
        assert operation["security"] == [{"bearerAuth": []}], name
        for parameter in operation.get("parameters", []):
            assert parameter["description"], (name, parameter["name"])
        for status, response in operation["responses"].items():
            assert response["description"] != "Successful Response", (name, status)
            assert ("content" in response) == (status != "204"), (name, status)


def test_refusals_have_the_error_body(gaia):
    for name, operation in operations(gaia).items():
        for status, response in operation["responses"].items():
            if status.startswith("2"):
                continue
            body = "HTTPValidationError" if status == "422" else "GaiaErrorPayload"
            if (name, status) == ("GET /v1/system/health", "503"):
                body = "HealthResponse"
            assert response["content"] == {"application/json": {"schema": {"$ref": f"#/components/schemas/{body}"}}}


def test_too_many_requests_say_how_long_to_wait(gaia):
    for name, operation in operations(gaia).items():
        assert operation["responses"]["429"]["headers"]["Retry-After"]["schema"]["type"] == "integer", name


def test_writes_take_an_idempotency_key(gaia):
    for name, operation in operations(gaia).items():
        keys = [p for p in operation.get("parameters", []) if p["in"] == "header"]
        # A completion changes nothing, and its stream cannot be answered again.
        if name.startswith("GET") or name == "POST /v1/chat/completions":
            assert not keys, name
            continue
        (key,) = keys
        assert (key["name"], key["required"], key["schema"]["type"]) == ("Idempotency-Key", False, "string"), name


def test_retry_policies(gaia):
    never = {"POST /v1/chat/completions", "POST /v1/agents/{agent_id}/messages"}
    for name, operation in operations(gaia).items():
        want = {"retry": "never"} if name in never else {"retry": "idempotent", "idempotency": "Idempotency-Key"}
        assert operation.get("x-gaia-op") == (None if name.startswith("GET") else want), name


def test_capabilities_of_operations(gaia):
    flags = {flag["name"] for flag in gaia["capabilities.json"]["capabilities"]}
    need = {name: o["x-gaia-capability"] for name, o in operations(gaia).items() if "x-gaia-capability" in o}
    assert set(need.values()) <= flags
    assert need == {
        "GET /v1/agents/{agent_id}/events": "agents.multi_subscriber_sse",
        "POST /v1/agents/{agent_id}/pause": "autonomy.heartbeat",
        "POST /v1/agents/{agent_id}/resume": "autonomy.heartbeat",
        "GET /v1/documents": "rag.semantic_search",
        "POST /v1/documents": "rag.semantic_search",
        "DELETE /v1/documents/{document_id}": "rag.semantic_search",
    }


def test_the_event_stream(gaia):
    operation = operations(gaia)["GET /v1/agents/{agent_id}/events"]
    assert list(operation["responses"]["200"]["content"]) == ["text/event-stream"]
    stream = operation["x-gaia-stream"]
    assert stream == {
        "events": "events.json",
        "tag": "type",
        "cursor": {"scope": "run_id", "field": "event_id"},
        "resume": {"scope": "run_id", "field": "since"},
        "terminal": [{"tag": "completion", "when": {"reason": ["stopped"]}}],
        "gap": "gap_detected",
        "malformed": "skip",
    }
    queries = {p["name"]: p for p in operation["parameters"] if p["in"] == "query"}
    assert set(queries) == set(stream["resume"].values())
    assert not any(p["required"] for p in queries.values())
    defs = gaia["events.json"]["$defs"]
    for name in VARIANTS:
        assert set(stream["cursor"].values()) <= set(defs[name]["required"])
    assert set(stream["terminal"][0]["when"]["reason"]) <= set(defs["CompletionReason"]["enum"])


def test_a_completion_is_one_body_or_a_stream_of_chunks(gaia):
    operation = operations(gaia)["POST /v1/chat/completions"]
    assert set(operation["responses"]["200"]["content"]) == {"application/json", "text/event-stream"}
    file, _, name = operation["x-gaia-stream"]["events"].partition("#/$defs/")
    assert name == "ChatCompletionChunk" and name in gaia[file]["$defs"]


def test_the_flags_are_the_ten(gaia):
    flags = gaia["capabilities.json"]["capabilities"]
    assert {f["name"] for f in flags} == {
        *("memory.three_tier", "memory.dashboard", "autonomy.heartbeat", "autonomy.event_hooks"),
        *("agents.async_questions", "agents.multi_subscriber_sse", "rag.semantic_search"),
        *("voice.asr", "voice.tts", "vision.vlm"),
    }
    assert all(f["description"] and re.fullmatch(r"\d+\.\d+\.\d+", f["since"]) for f in flags)
    assert set(FILES["CapabilitiesResponse"]["valid"][0]["features"]) == {f["name"] for f in flags}


def test_dangerous_tools_are_the_base_set(gaia):
    enum = gaia["events.json"]["$defs"]["ToolRequiringConfirmation"]["enum"]
    assert tuple(enum) == capabilities.TOOLS_REQUIRING_CONFIRMATION
    assert len(enum) == 11


# The app, in process


JSON = (b"content-type", b"application/json")


def call(method, path, body=b"", *headers):
    """Send one request to the app as a server would, without a network, and return status and body."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "scheme": "http",
        "server": ("127.0.0.1", 8765),
        "client": ("127.0.0.1", 1),
        "headers": [(b"host", b"127.0.0.1:8765"), *headers],
    }
    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], json.loads(b"".join(m.get("body", b"") for m in sent[1:]))


BODIES = {
    "/v1/agents/define": "AgentDefinition",
    "/v1/agents/a-1/messages": "SendMessageRequest",
    "/v1/agents/a-1/tool_confirmations/c-1": "ToolDecisionRequest",
    "/v1/chat/completions": "ChatCompletionRequest",
    "/v1/sessions": "CreateSessionRequest",
    "/v1/documents": "IndexDocumentRequest",
}


def requests(*lists):
    return [(path, m) for path, name in BODIES.items() for which in lists for m in FILES[name].get(which, [])]


# FastAPI reads bodies without strictness and takes this for true.
LAX = [{"messages": [{"role": "user", "content": "Hello"}], "stream": "yes"}]


@pytest.mark.parametrize("path, body", [r for r in requests("unknown", *BROKEN) if r[1] not in LAX])
def test_the_framework_refuses_bad_requests_in_the_documented_form(gaia, path, body):
    status, answer = call("POST", path, json.dumps(body).encode(), JSON)
    assert status == 422
    validator(gaia["openapi.json"], "HTTPValidationError").validate(answer)


@pytest.mark.parametrize("path, body", requests("valid", "extended"))
def test_good_requests_reach_their_operation(path, body):
    with pytest.raises(NotImplementedError):
        call("POST", path, json.dumps(body).encode(), JSON, (b"idempotency-key", b"k-1"))


@pytest.mark.parametrize("query", ["since=-1", "since=x", "since=1.5"])
def test_bad_cursors_are_refused(query):
    status, answer = call("GET", f"/v1/agents/a-1/events?run_id=r-1&{query}")
    assert (status, answer["detail"][0]["loc"]) == (422, ["query", "since"])


@pytest.mark.parametrize("query", ["", "since=0&run_id=r-1", "since=7"])
def test_good_cursors_reach_the_stream(query):
    with pytest.raises(NotImplementedError):
        call("GET", f"/v1/agents/a-1/events?{query}")


def test_an_empty_idempotency_key_is_refused():
    status, answer = call("POST", "/v1/agents/a-1/run", b"", (b"idempotency-key", b""))
    assert (status, answer["detail"][0]["loc"]) == (422, ["header", "Idempotency-Key"])


def test_an_upload_is_a_form():
    form = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n'
        b"Content-Type: text/plain\r\n\r\nhello\r\n--x--\r\n"
    )
    multipart = (b"content-type", b"multipart/form-data; boundary=x")
    with pytest.raises(NotImplementedError):
        call("POST", "/v1/files", form, multipart)
    status, _ = call("POST", "/v1/files", form.replace(b'name="file"', b'name="other"'), multipart)
    assert status == 422
