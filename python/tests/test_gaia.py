"""The GAIA contract: its documents hold what was planned, and mean what its messages say."""

import json
import re

import pytest
from pydantic import TypeAdapter, ValidationError

from contractmessages import BROKEN, LISTS, cases, faults
from gaia_contracts.gaia import (
    CONTRACT_VERSION,
    capabilities,
    chat,
    definitions,
    errors,
    events,
    library,
    mcp,
    plan,
    runs,
    system,
)
from gaiadocuments import FILES, VARIANTS, everything, named, operations, schemas, validator

MODULES = (capabilities, chat, definitions, errors, events, library, mcp, plan, runs, system)

# FastAPI's own types have a schema here and no Pydantic model of ours.
FRAMEWORK = {"HTTPValidationError", "ValidationError"}
# A form with a file in it is no JSON.
FORMS = {"FileUpload"}
ADAPTERS = {
    name: TypeAdapter(next(getattr(m, name) for m in MODULES if hasattr(m, name))) for name in set(FILES) - FRAMEWORK
}


# Messages


@pytest.mark.parametrize("name, message", cases(FILES, "valid", "extended"))
def test_good_messages(gaia, name, message):
    validator(gaia[FILES[name]["document"]], name, formats=True).validate(message)
    if name not in FRAMEWORK:
        ADAPTERS[name].validate_json(json.dumps(message))


@pytest.mark.parametrize("name, message", cases(FILES, "unknown", *BROKEN))
def test_bad_messages(gaia, name, message):
    assert not validator(gaia[FILES[name]["document"]], name).is_valid(message)
    if name not in FRAMEWORK:
        with pytest.raises(ValidationError):
            ADAPTERS[name].validate_json(json.dumps(message), strict=True)


@pytest.mark.parametrize("which", BROKEN)
def test_broken_messages_stand_in_the_list_of_their_fault(gaia, which):
    for name, file in FILES.items():
        check = validator(gaia[file["document"]], name)
        for message in file.get(which, []):
            found = set().union(*(faults(e) for e in check.iter_errors(message)))
            assert found == {which} if which != "invalid" else "invalid" in found, (name, message)


@pytest.mark.parametrize("name, message", cases(FILES, "invalid_format"))
def test_bad_formats(gaia, name, message):
    assert validator(gaia[FILES[name]["document"]], name).is_valid(message)
    assert not validator(gaia[FILES[name]["document"]], name, formats=True).is_valid(message)
    with pytest.raises(ValidationError):
        ADAPTERS[name].validate_json(json.dumps(message))


@pytest.mark.parametrize("name, message", [c for c in cases(FILES, "valid") if c.values[0] not in FRAMEWORK])
def test_messages_are_written_as_they_were_read(name, message):
    type_ = ADAPTERS[name]
    written = type_.dump_json(type_.validate_json(json.dumps(message)), by_alias=True, exclude_unset=True)
    assert json.loads(written) == message


def test_message_files_have_the_layout_of_the_readme():
    for name, file in FILES.items():
        assert file["type"] == name
        assert set(file) <= {"type", "document", *LISTS}
        assert file["valid"] and file["invalid"], name


def test_every_object_and_union_has_messages(gaia):
    variants = {arm["$ref"].rpartition("/")[2] for _, _, schema in everything(gaia) for arm in schema.get("oneOf", [])}
    for _, name, schema in everything(gaia):
        assert name in FILES or name in variants or name in FORMS or "enum" in schema, name
    for union, file in (("AgentEvent", "events.json"), ("MCPContentBlock", "mcp.json")):
        sent = {m["type"] for m in FILES[union]["valid"]}
        assert sent == set(named(gaia[file])[union]["discriminator"]["mapping"])


# The documents together


def test_the_documents(gaia):
    assert set(gaia) == {"openapi.json", "events.json", "mcp.json", "plan.json", "capabilities.json"}
    assert gaia["openapi.json"]["info"]["version"] == CONTRACT_VERSION


def test_names_differ_by_more_than_case(gaia):
    names = {name for _, name, _ in everything(gaia)}
    assert len({name.lower() for name in names}) == len(names)


def test_a_type_has_one_shape_in_all_documents(gaia):
    def shape(node, top=False):
        if isinstance(node, dict):
            left_out = ("$schema", "$defs", "title") if top else ()
            return {k: v.rpartition("/")[2] if k == "$ref" else shape(v) for k, v in node.items() if k not in left_out}
        return [shape(v) for v in node] if isinstance(node, list) else node

    seen = {}
    for file, name, schema in everything(gaia):
        assert seen.setdefault(name, shape(schema, True)) == shape(schema, True), (file, name)
    shared = [name for _, name, _ in everything(gaia)]
    assert {"GaiaErrorPayload", "Observation", "PlanStep"} <= {name for name in shared if shared.count(name) > 1}


def test_every_type_and_member_is_described(gaia):
    for file, name, schema in everything(gaia):
        assert schema.get("description"), f"{file}: {name}"
        for member, below in schema.get("properties", {}).items():
            assert below.get("description"), f"{file}: {name}.{member}"
        if "enum" in schema:
            assert len(schema["x-enum-descriptions"]) == len(schema["enum"]), f"{file}: {name}"


def test_nothing_is_untyped_without_a_reason(gaia):
    reasons = 0
    for file, name, schema in everything(gaia):
        if name in FRAMEWORK:
            continue
        for member, below in schema.get("properties", {}).items():
            typed = any(k in below for k in ("type", "$ref", "anyOf", "oneOf"))
            free = below.get("type") == "object" and below.get("additionalProperties") in (None, True)
            listed = below.get("type") == "array" and not below.get("items")
            untyped = not typed or free or listed
            assert bool(below.get("x-gaia-any")) == untyped, f"{file}: {name}.{member}"
            reasons += untyped
    assert reasons >= 8


def test_every_union_is_tagged(gaia):
    for file, document in gaia.items():
        for path, schema in schemas(document):
            for arms in (schema.get("oneOf"), schema.get("anyOf")):
                if not isinstance(arms, list) or path.endswith("/ValidationError/properties/loc/items"):
                    continue
                objects = [a for a in arms if "$ref" in a or a.get("type") == "object"]
                if len(objects) > 1:
                    mapping = schema["discriminator"]["mapping"]
                    assert len(mapping) == len(arms), file + path
                    for tag, reference in mapping.items():
                        variant = document["$defs"][reference.rpartition("/")[2]]
                        key = schema["discriminator"]["propertyName"]
                        assert key in variant["required"] and variant["properties"][key]["const"] == tag


def test_requests_are_strict_and_answers_are_open(gaia):
    found = set()

    def follow(name):
        if name in found:
            return
        found.add(name)
        for path, schema in schemas(named(gaia["openapi.json"])[name]):
            if "$ref" in schema:
                follow(schema["$ref"].rpartition("/")[2])

    for operation in operations(gaia).values():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            follow(content["schema"]["$ref"].rpartition("/")[2])
    # Clients of the OpenAI API send members that this contract does not know.
    openai = {"ChatCompletionRequest", "ChatMessage", "ChatToolCall", "ChatFunctionCall"}
    for file, name, schema in everything(gaia):
        if schema.get("type") == "object":
            strict = file == "openapi.json" and name in found - openai
            assert (schema.get("additionalProperties") is False) == strict, f"{file}: {name}"


def test_the_wire_is_snake_case_but_for_mcp(gaia):
    for file, name, schema in everything(gaia):
        for member in schema.get("properties", {}):
            pattern = r"[a-z]+([A-Z][a-z]+)*" if file == "mcp.json" else r"[a-z]+(_[a-z]+)*"
            assert re.fullmatch(pattern, member), f"{file}: {name}.{member}"


# What the TypeScript SDK calls the members; the wire is the same in snake_case.
SDK = {
    "AgentDefinition": "name systemPrompt model tools strategy observe memory",
    "AgentTools": "mcpServers confirmation callTimeoutMs confirmationTimeoutMs",
    "MCPServer": "name url auth",
    "MCPServerAuth": "kind token",
    "AgentStrategy": "mode autonomy",
    "Autonomy": "heartbeatSeconds maxConcurrentToolCalls",
    "AgentMemory": "enabled namespace",
    "AgentRun": "agentId runId",
    "SendMessageRequest": "role content questionId",
    "GaiaErrorPayload": "code message details traceback",
    "CapabilitiesResponse": "gaiaVersion minCompatibleSdk features models",
    "AvailableModels": "defaultLocal available",
    "ObservationEvent": "observation",
    "PlanStepEvent": "step",
    "ToolCallEvent": "toolName args callId",
    "ToolResultEvent": "callId ok result error",
    "ToolConfirmationRequestEvent": "callId toolName args dangerLevel expiresAt",
    "TokenEvent": "delta",
    "MessageEvent": "role content",
    "UserQuestionEvent": "questionId prompt options",
    "UsageEvent": "inputTokens outputTokens costUsd modelId",
    "GapDetectedEvent": "missedSinceEventId reason",
    "CompletionEvent": "reason",
    "ErrorEvent": "error",
}
EVENT = "agentId runId eventId ts type"
OPTIONAL = {
    "ToolResultEvent": "result error",
    "UserQuestionEvent": "options",
    "UsageEvent": "costUsd",
    "GaiaErrorPayload": "traceback",
    "AgentTools": "mcpServers callTimeoutMs confirmationTimeoutMs",
    "MCPServer": "auth",
    "AgentStrategy": "autonomy",
    "Autonomy": "maxConcurrentToolCalls",
    "AgentMemory": "namespace",
    "AgentDefinition": "observe memory",
    "SendMessageRequest": "questionId",
}


def camel(name):
    return re.sub(r"_([a-z])", lambda m: m[1].upper(), name)


@pytest.mark.parametrize("name", SDK)
def test_members_have_the_names_of_the_sdk(gaia, name):
    schema = next(s for _, n, s in everything(gaia) if n == name)
    want = set(f"{EVENT} {SDK[name]}".split() if name.endswith("Event") else SDK[name].split())
    assert {camel(m) for m in schema["properties"]} == want
    assert {camel(m) for m in schema["required"]} == want - set(OPTIONAL.get(name, "").split())


def test_the_event_union_has_the_twelve_variants(gaia):
    union = gaia["events.json"]
    assert list(VARIANTS) == [arm["$ref"].rpartition("/")[2] for arm in union["oneOf"]]
    assert set(union["discriminator"]["mapping"]) == set(VARIANTS.values())


@pytest.mark.parametrize(
    "name, values",
    {
        "StrategyMode": "observe nudge manage",
        "ToolConfirmation": "none tools-marked-dangerous all",
        "ToolDecision": "approve deny",
        "DangerLevel": "safe flagged dangerous",
        "GapReason": "ring_buffer_overflow server_restart",
        "CompletionReason": "done paused stopped error",
    }.items(),
)
def test_enums_have_the_planned_values(gaia, name, values):
    assert next(s for _, n, s in everything(gaia) if n == name)["enum"] == values.split()


def test_defaults_of_a_definition(gaia):
    tools = named(gaia["openapi.json"])["AgentTools"]["properties"]
    assert (tools["call_timeout_ms"]["default"], tools["confirmation_timeout_ms"]["default"]) == (60_000, 300_000)


def test_tokens_go_in_and_never_come_out(gaia):
    """A stored definition says of a server's token only what kind it is."""
    for name in ("DefinedMCPServerAuth", "DefinedMCPServer"):
        assert "token" not in named(gaia["openapi.json"])[name]["properties"]
    for operation in operations(gaia).values():
        for response in operation["responses"].values():
            for content in response.get("content", {}).values():
                assert "MCPServerAuth" != content["schema"].get("$ref", "").rpartition("/")[2]
    assert "token" in named(gaia["openapi.json"])["MCPServerAuth"]["required"]
