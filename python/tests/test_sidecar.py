"""The sidecar contract: its documents are complete, and mean what its messages say."""

import asyncio
import json

import jsonschema
import pytest
from pydantic import TypeAdapter, ValidationError

from conftest import ROOT
from gaia_contracts.sidecar import events, lock, models, tools
from gaia_contracts.sidecar.app import app

MESSAGES = ROOT / "tests" / "messages" / "sidecar"
FILES = {p.stem: json.loads(p.read_text(encoding="utf-8")) for p in sorted(MESSAGES.glob("*.json"))}
BROKEN = ("invalid", "invalid_limit", "invalid_member")
LISTS = ("valid", "extended", "unknown", *BROKEN, "invalid_format")
LIMITS = ("minimum", "minLength", "pattern")


def definitions(document):
    """The named types of a document, its root included."""
    found = {**document.get("components", {}).get("schemas", {}), **document.get("$defs", {})}
    if "title" in document:
        found[document["title"]] = document
    return found


def schemas(node, path=""):
    """Every object inside a document that is a schema with a type, reference or union, and where it is."""
    if isinstance(node, dict):
        if any(isinstance(node.get(k), t) for k, t in (("type", str), ("$ref", str), ("anyOf", list), ("oneOf", list))):
            yield path, node
        for key, value in node.items():
            yield from schemas(value, f"{path}/{key}")
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from schemas(value, f"{path}/{i}")


def validator(document, name, formats=False):
    where = (
        "#"
        if document.get("title") == name
        else f"#/{'components/schemas' if 'openapi' in document else '$defs'}/{name}"
    )
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER if formats else None
    schema = (
        document
        if where == "#"
        else {**{k: v for k, v in document.items() if k in ("$defs", "components")}, "$ref": where}
    )
    return jsonschema.Draft202012Validator(schema, format_checker=checker)


def cases(*lists):
    return [
        pytest.param(name, message, id=f"{name}-{which}-{i}")
        for name, file in FILES.items()
        for which in lists
        for i, message in enumerate(file.get(which, []))
    ]


# FastAPI's own types have a schema here and no Pydantic model of ours.
FRAMEWORK = {"HTTPValidationError", "ValidationError"}
ADAPTERS = {
    name: TypeAdapter(next(getattr(m, name) for m in (models, events, lock, tools) if hasattr(m, name)))
    for name in set(FILES) - FRAMEWORK
}


@pytest.mark.parametrize("name, message", cases("valid", "extended"))
def test_good_messages(sidecar, name, message):
    validator(sidecar[FILES[name]["document"]], name, formats=True).validate(message)
    if name not in FRAMEWORK:
        ADAPTERS[name].validate_json(json.dumps(message))


@pytest.mark.parametrize("name, message", cases("unknown", *BROKEN))
def test_bad_messages(sidecar, name, message):
    assert not validator(sidecar[FILES[name]["document"]], name).is_valid(message)
    if name not in FRAMEWORK:
        with pytest.raises(ValidationError):
            ADAPTERS[name].validate_json(json.dumps(message), strict=True)


def faults(error):
    """The lists that a message with this error may stand in: for a union, those of the arm that fits best."""
    if error.validator in ("anyOf", "oneOf"):
        arms = {}
        for below in error.context:
            arms.setdefault(below.schema_path[0], set()).update(faults(below))
        return min(arms.values(), key=lambda kinds: ("invalid" in kinds, len(kinds)))
    if error.validator in LIMITS:
        return {"invalid_limit"}
    return {"invalid_member"} if error.validator == "additionalProperties" else {"invalid"}


@pytest.mark.parametrize("which", BROKEN)
def test_broken_messages_stand_in_the_list_of_their_fault(sidecar, which):
    for name, file in FILES.items():
        check = validator(sidecar[file["document"]], name)
        for message in file.get(which, []):
            found = set().union(*(faults(e) for e in check.iter_errors(message)))
            assert found == {which} if which != "invalid" else "invalid" in found, (name, message)


@pytest.mark.parametrize("name, message", cases("invalid_format"))
def test_bad_formats(sidecar, name, message):
    assert validator(sidecar[FILES[name]["document"]], name).is_valid(message)
    assert not validator(sidecar[FILES[name]["document"]], name, formats=True).is_valid(message)
    with pytest.raises(ValidationError):
        ADAPTERS[name].validate_json(json.dumps(message))


@pytest.mark.parametrize("name, message", [c for c in cases("valid") if c.values[0] not in FRAMEWORK])
def test_messages_are_written_as_they_were_read(name, message):
    type_ = ADAPTERS[name]
    written = type_.dump_json(type_.validate_json(json.dumps(message)), by_alias=True, exclude_unset=True)
    assert json.loads(written) == message


def test_message_files_have_the_layout_of_the_readme():
    for name, file in FILES.items():
        assert file["type"] == name
        assert set(file) <= {"type", "document", *LISTS}
        assert file["valid"] and file["invalid"], name


def test_every_object_and_union_has_messages(sidecar):
    variants = {arm["$ref"].rpartition("/")[2] for arm in sidecar["events.json"]["oneOf"]}
    for document in sidecar.values():
        for name, schema in definitions(document).items():
            assert name in FILES or name in variants or "enum" in schema, name
    sent = {m["type"] for m in FILES["QueryEvent"]["valid"]}
    assert sent == set(sidecar["events.json"]["discriminator"]["mapping"])


def test_the_documents_share_no_name(sidecar):
    """They load as one contract, and names that differ only by case would meet in a target language."""
    names = [name.lower() for document in sidecar.values() for name in definitions(document)]
    assert sorted(set(names)) == sorted(names)


def test_every_type_and_member_is_described(sidecar):
    for file, document in sidecar.items():
        for name, schema in definitions(document).items():
            assert schema.get("description"), f"{file}: {name}"
            for member, below in schema.get("properties", {}).items():
                assert below.get("description"), f"{file}: {name}.{member}"
        for path, schema in schemas(document):
            if "enum" in schema:
                assert len(schema["x-enum-descriptions"]) == len(schema["enum"]), f"{file}{path}"


def test_every_operation_is_described_and_named(sidecar):
    for path, item in sidecar["openapi.json"]["paths"].items():
        for method, operation in item.items():
            assert operation["operationId"] and operation["description"] and operation["summary"], (path, method)
            for parameter in operation.get("parameters", []):
                assert parameter["description"], (path, parameter["name"])
            for status, response in operation["responses"].items():
                assert response["description"] != "Successful Response", (path, status)
                assert response["content"], (path, status)


def test_statuses(sidecar):
    paths = sidecar["openapi.json"]["paths"]
    got = {f"{m} {p}": " ".join(o["responses"]) for p, item in paths.items() for m, o in item.items()}
    assert got == {
        "get /health": "200 400 403",
        "get /version": "200 400 403",
        "get /v1/gaia/version": "200 400 403",
        "get /v1/gaia/init": "200 400 401 403 503",
        "post /v1/gaia/query": "200 400 401 403 409 422 503",
        "post /v1/gaia/query/{run_id}/respond": "200 400 401 403 404 409 422",
        "post /v1/gaia/query/{run_id}/cancel": "200 400 401 403 422",
    }


def test_refusals_have_one_body_and_readiness_has_one_body(sidecar):
    for path, item in sidecar["openapi.json"]["paths"].items():
        for operation in item.values():
            for status, response in operation["responses"].items():
                if status == "200" or (path, status) == ("/v1/gaia/init", "503"):
                    continue
                body = "HTTPValidationError" if status == "422" else "ErrorResponse"
                assert response["content"] == {"application/json": {"schema": {"$ref": f"#/components/schemas/{body}"}}}
    responses = sidecar["openapi.json"]["paths"]["/v1/gaia/init"]["get"]["responses"]
    assert responses["200"]["content"] == responses["503"]["content"]


def test_three_endpoints_need_no_token(sidecar):
    paths = sidecar["openapi.json"]["paths"]
    free = {p for p, item in paths.items() for o in item.values() if not o.get("security")}
    assert free == {"/health", "/version", "/v1/gaia/version"}


def test_the_query_stream_points_at_the_events(sidecar):
    operation = sidecar["openapi.json"]["paths"]["/v1/gaia/query"]["post"]
    assert list(operation["responses"]["200"]["content"]) == ["text/event-stream"]
    stream = operation["x-gaia-stream"]
    union = sidecar[stream["events"]]
    assert union["discriminator"]["propertyName"] == stream["tag"]
    assert set(stream["terminal"]) <= set(union["discriminator"]["mapping"])


def test_a_tag_is_required_and_matches_the_mapping(sidecar):
    document = sidecar["events.json"]
    for tag, reference in document["discriminator"]["mapping"].items():
        variant = document["$defs"][reference.rpartition("/")[2]]
        assert "type" in variant["required"]
        assert variant["properties"]["type"]["const"] == tag
        assert "additionalProperties" not in variant


def test_requests_are_strict_and_answers_are_open(sidecar):
    requests = {"QueryRequest", "ContextItem", "RespondRequest"}
    for name, schema in definitions(sidecar["openapi.json"]).items():
        if schema["type"] == "object":
            assert (schema.get("additionalProperties") is False) == (name in requests), name


def test_nothing_is_untyped_without_a_reason(sidecar):
    for file, document in sidecar.items():
        for name, schema in definitions(document).items():
            for member, below in schema.get("properties", {}).items():
                typed = any(k in below for k in ("type", "$ref", "anyOf", "oneOf", "const", "enum"))
                if not typed or below.get("additionalProperties") is True and name != "ValidationError":
                    assert "any value may occur" in below["description"], f"{file}: {name}.{member}"


def test_gated_tools_are_the_seven(sidecar):
    enum = sidecar["events.json"]["$defs"]["ConfirmationGatedTool"]["enum"]
    assert enum == [t.value for t in tools.ConfirmationGatedTool]
    assert len(enum) == 7


def test_the_lock_has_the_platforms_of_the_release(sidecar):
    defs = sidecar["binaries.lock.schema.json"]["$defs"]
    assert len(defs["PlatformKey"]["enum"]) == 6
    assert set(defs["PlatformKey"]["enum"]) - set(defs["SidecarPlatformKey"]["enum"]) == {"linux-arm64", "win32-arm64"}


def call(method, path, body):
    """Send one request to the app as a server would, without a network, and return status and body."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "server": ("127.0.0.1", 8141),
        "client": ("127.0.0.1", 1),
        "headers": [(b"host", b"127.0.0.1:8141"), (b"content-type", b"application/json")],
    }
    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], json.loads(b"".join(m.get("body", b"") for m in sent[1:]))


RESPOND = "/v1/gaia/query/11111111-2222-4333-8444-555555555555/respond"


@pytest.mark.parametrize(
    "path, body",
    [("/v1/gaia/query", m) for which in BROKEN for m in FILES["QueryRequest"].get(which, [])]
    + [("/v1/gaia/query", FILES["QueryRequest"]["invalid_format"][0])]
    + [(RESPOND, m) for which in ("invalid", "invalid_member") for m in FILES["RespondRequest"].get(which, [])],
)
def test_the_framework_refuses_bad_requests_in_the_documented_form(sidecar, path, body):
    status, answer = call("POST", path, body)
    assert status == 422
    validator(sidecar["openapi.json"], "HTTPValidationError").validate(answer)


SHARED = ROOT.parent / "shared" / "contracts" / "gaia" / "data"


@pytest.mark.parametrize("file, good", [("gaia-npm/binaries.lock.json", True), ("email-npm/binaries.lock.json", False)])
def test_real_lock_files(sidecar, file, good):
    """The published lock file of form 3.0 fits, one of form 1.0 does not."""
    path = SHARED / file
    if not path.exists():
        pytest.skip(f"{path} is not here: real documents live beside the repository")
    assert (
        validator(sidecar["binaries.lock.schema.json"], "BinariesLock").is_valid(json.loads(path.read_text())) == good
    )
