"""The NATS contract: its document is complete, and means what messages on the wire say."""

import itertools
import json
import re
import shutil
import subprocess
from collections import Counter

import pytest
from pydantic import TypeAdapter, ValidationError

import contractmessages
from conftest import ROOT
from contractmessages import BROKEN, LISTS, cases, faults, validator
from gaia_contracts.nats import PROTOCOL_VERSION, controllers, discovery, headers, liveness, prompts, stream, subjects
from gaia_contracts.nats import text as strings

FILES = contractmessages.load("nats")
MODULES = (prompts, stream, headers, liveness, discovery, controllers, subjects, strings)


def adapter(name):
    return TypeAdapter(next(getattr(m, name) for m in MODULES if hasattr(m, name)))


ADAPTERS = {name: adapter(name) for name in FILES}


@pytest.fixture(scope="session")
def protocol(exported):
    """The document of the contract."""
    return json.loads(exported["nats/protocol.json"])


@pytest.fixture(scope="session")
def types(protocol):
    """The named types of the contract, its root included."""
    root = {k: v for k, v in protocol.items() if k != "$defs"}
    return {root["title"]: root, **protocol["$defs"]}


def accepts(type_, message):
    try:
        type_.validate_json(json.dumps(message), strict=True)
    except ValidationError:
        return False
    return True


# Messages


@pytest.mark.parametrize("name, message", cases(FILES, "valid", "extended"))
def test_good_messages(protocol, name, message):
    validator(protocol, name, formats=True).validate(message)
    ADAPTERS[name].validate_json(json.dumps(message))


@pytest.mark.parametrize("name, message", cases(FILES, "unknown", *BROKEN))
def test_bad_messages(protocol, name, message):
    assert not validator(protocol, name).is_valid(message)
    assert not accepts(ADAPTERS[name], message)


@pytest.mark.parametrize("which", BROKEN)
def test_broken_messages_stand_in_the_list_of_their_fault(protocol, which):
    for name, file in FILES.items():
        check = validator(protocol, name)
        for message in file.get(which, []):
            found = set().union(*(faults(e) for e in check.iter_errors(message)))
            assert found == {which} if which != "invalid" else "invalid" in found, (name, message)


@pytest.mark.parametrize("name, message", cases(FILES, "invalid_format"))
def test_bad_formats(protocol, name, message):
    assert validator(protocol, name).is_valid(message)
    assert not validator(protocol, name, formats=True).is_valid(message)


@pytest.mark.parametrize("name, message", cases(FILES, "valid"))
def test_messages_are_relayed_as_they_were_read(name, message):
    assert relayed(ADAPTERS[name], message) == message


def relayed(type_, message):
    return json.loads(type_.dump_json(type_.validate_json(json.dumps(message)), by_alias=True, exclude_unset=True))


def test_message_files_have_the_layout_of_the_readme():
    for name, file in FILES.items():
        assert file["type"] == name
        assert file["document"] == "protocol.json"
        assert set(file) <= {"type", "document", *LISTS}
        assert file["valid"] and file["invalid"], name


def test_every_type_that_is_no_list_of_words_has_messages(types):
    variants = {
        arm["$ref"].rpartition("/")[2] for union in ("StreamChunk", "Endpoint") for arm in types[union]["oneOf"]
    }
    words = {name for name, schema in types.items() if "enum" in schema or "anyOf" in schema}
    assert set(types) - variants - words - {"Timestamp"} == set(FILES)
    for union, tag in (("StreamChunk", "type"), ("Endpoint", "name")):
        sent = {message[tag] for message in FILES[union]["valid"]}
        assert sent == set(types[union]["discriminator"]["mapping"])


# The document


def test_every_type_and_member_is_described(types):
    for name, schema in types.items():
        assert schema.get("description"), name
        for member, below in schema.get("properties", {}).items():
            assert below.get("description"), f"{name}.{member}"
    for path, schema in schemas(types):
        if "enum" in schema:
            values = len(schema["enum"])
            assert len(schema["x-enum-descriptions"]) == len(schema["x-enum-varnames"]) == values, path


def schemas(node, path=""):
    """Every object in a document that may be a schema, and where it is."""
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            yield from schemas(value, f"{path}/{key}")
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from schemas(value, f"{path}/{i}")


def test_names_differ_by_more_than_case(types):
    assert len({name.lower() for name in types}) == len(types)


def test_every_object_says_that_it_keeps_other_members(types):
    maps = {"ServiceMetadata", "PromptEndpointMetadata"}
    for name, schema in types.items():
        if schema.get("type") == "object":
            assert schema["additionalProperties"] == ({"type": "string"} if name in maps else True), name


def test_nothing_is_untyped_without_a_reason(types):
    for name, schema in types.items():
        for member, below in schema.get("properties", {}).items():
            typed = any(k in below for k in ("type", "$ref", "anyOf", "oneOf"))
            if not typed or below.get("additionalProperties") is True:
                assert below["x-gaia-any"], f"{name}.{member}"


def test_only_endpoint_metadata_may_be_null(types):
    nullable = [
        (name, member)
        for name, schema in types.items()
        for member, below in schema.get("properties", {}).items()
        if {"type": "null"} in below.get("anyOf", [])
    ]
    endpoints = ("ListEndpoint", "SpawnEndpoint", "StatusEndpoint", "StopEndpoint")
    assert nullable == [(name, "metadata") for name in endpoints]


def test_words_of_requests_are_closed_and_those_of_replies_are_not(types):
    asked = {"ThinkingLevel", "PermissionMode"}
    for name in asked:
        assert types[name]["x-gaia-open-union"] is False
        assert "x-gaia-open-union" not in types[f"Session{name}"]
        assert types[name]["enum"] == types[f"Session{name}"]["enum"]
    closed = {name for name, schema in types.items() if schema.get("x-gaia-open-union") is False}
    for name, schema in types.items():
        used = {
            ref.rpartition("/")[2] for _, s in schemas(schema) for ref in [s.get("$ref", "")] if isinstance(ref, str)
        }
        assert not used & closed or name.endswith("SpawnRequest"), name


def test_files_have_a_stricter_name_in_requests(types):
    assert types["RequestEnvelope"]["properties"]["attachments"]["items"] == {"$ref": "#/$defs/RequestAttachment"}
    assert "pattern" in types["RequestAttachment"]["properties"]["filename"]
    for name in ("ResponseData", "QueryData"):
        assert types[name]["properties"]["attachments"]["items"] == {"$ref": "#/$defs/Attachment"}
    assert "pattern" not in types["Attachment"]["properties"]["filename"]


def test_pairs_that_share_a_form(types):
    for one, other in (("RequestEnvelope", "QueryReply"), ("Heartbeat", "StatusReply")):
        assert {k: v for k, v in types[one].items() if k != "description"} == {
            k: v for k, v in types[other].items() if k != "description"
        }


# Subjects and patterns


def test_templates_make_the_subjects_of_their_verbs():
    verbs = {v.value for v in subjects.Verb}
    assert {t.split(".")[1] for t in subjects.SubjectTemplate} == verbs
    tokens = {"agent": "pi", "owner": "Ada", "name": "books", "controller": "control"}
    filled = {t.name: t.value.format(**tokens) for t in subjects.SubjectTemplate}
    for template, name in (("PROMPT", "PromptSubject"), ("HEARTBEAT", "HeartbeatSubject"), ("STATUS", "StatusSubject")):
        assert [t for t, s in filled.items() if accepts(ADAPTERS[name], s)] == [template]
    concrete = {t for t, s in filled.items() if accepts(ADAPTERS["Subject"], s)}
    assert concrete == set(filled) - {"ALL_HEARTBEATS"}
    for discovery_subject in subjects.DiscoverySubject:
        assert accepts(ADAPTERS["Subject"], discovery_subject.format(id="Qm3Z8rT1"))


def test_the_protocol_version_is_one():
    assert accepts(ADAPTERS["ProtocolVersion"], PROTOCOL_VERSION)


def patterns(types):
    return {(path, s["pattern"]) for path, s in schemas(types) if isinstance(s.get("pattern"), str)}


def test_patterns_are_read_alike_by_every_engine(types):
    """No look-around, no back-reference, and no class whose members depend on the engine."""
    found = patterns(types)
    assert len(found) > 10
    for path, pattern in found:
        assert not re.search(r"\(\?[=!<]|\\[1-9sSdDwWbBpPuk]", pattern), (path, pattern)
        assert pattern.startswith("^") and pattern.endswith("$"), (path, pattern)


# What each pattern stands for, said with look-ahead where that is simpler.
RULES = {
    "SubjectToken": (r"(?!\$)[^\s.*>\0]+", "$a.*> \t\n\0é"),
    "Subject": (r"[^\s.*>\0]+(\.[^\s.*>\0]+)*", "$a.*> \n\0"),
    "FileName": (r"(?!\.{1,2}\Z)[^/\\\0]+", "./\\\0a \n"),
    "SessionID": (r"(?!-|.*--|.*-\Z)[a-z0-9_-]{1,63}", "a_-A0."),
    "ByteSize": (r"\s*\d+\s*([Bb]|[Kk][Bb]|[Mm][Bb]|[Gg][Bb])\s*", "1 \tkBgM.b"),
}


@pytest.mark.parametrize("name", RULES)
def test_patterns_say_what_their_rule_says(name):
    rule, alphabet = RULES[name]
    rule = re.compile(rule, re.ASCII)
    type_ = TypeAdapter(prompts.FileName) if name == "FileName" else ADAPTERS[name]
    for text in samples(alphabet):
        assert accepts(type_, text) == bool(rule.fullmatch(text)), repr(text)


def samples(alphabet):
    """Every string of at most four of the characters."""
    return ["".join(s) for n in range(5) for s in itertools.product(alphabet, repeat=n)]


def test_javascript_reads_the_patterns_alike(types, tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    found = sorted({pattern for _, pattern in patterns(types)})
    texts = samples("$a./\\ \n") + [
        t for f in FILES.values() for t in f["valid"] + f.get("invalid_limit", []) if isinstance(t, str)
    ]
    (tmp_path / "cases.json").write_text(json.dumps([found, texts]), encoding="utf-8")
    program = (
        "const [ps, ts] = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));"
        "console.log(JSON.stringify(ps.map(p => { const r = new RegExp(p, 'u'); return ts.map(t => r.test(t)); })))"
    )
    run = subprocess.run([node, "-e", program, str(tmp_path / "cases.json")], capture_output=True, check=True)
    for pattern, verdicts in zip(found, json.loads(run.stdout), strict=True):
        exact = re.compile(pattern[:-1] + r"\Z")  # Python's $ also stands before a last line feed
        assert [bool(exact.search(t)) for t in texts] == verdicts, pattern


# Real traffic

CAPTURE = ROOT.parent / "shared" / "contracts" / "nats" / "wire-capture.jsonl"

# The type of a message, by its kind.
TYPE_OF = {
    "prompt_request": "RequestEnvelope",
    "query_reply": "QueryReply",
    "chunk": "StreamChunk",
    "error": "ErrorHeaders",
    "heartbeat": "Heartbeat",
    "status_reply": "StatusReply",
    "srv_info_reply": "ServiceInfo",
    "srv_ping_reply": "ServicePing",
    "stop_request": "StopRequest",
    "stop_reply": "StopReply",
}
# Where each controller has a type of its own: by kind and the third token of the subject it was sent to.
TYPE_AT = {
    ("spawn_request", "pi-headless"): "PiSpawnRequest",
    ("spawn_reply", "pi-headless"): "PiSpawnReply",
    ("list_reply", "pi-headless"): "PiListReply",
    ("spawn_request", "cc-headless"): "CcSpawnRequest",
    ("spawn_reply", "cc-headless"): "CcSpawnReply",
    ("list_reply", "cc-headless"): "CcListReply",
}
# Kinds that have no type: they are empty, or belong to NATS itself.
WITHOUT_TYPE = {
    *("terminator", "status_request", "list_request"),
    *("srv_info_request", "srv_ping_request", "srv_stats_request", "srv_stats_reply"),
}
STATUS_TYPE = {"tool_use:": "ToolUseStatus", "tool_result:": "ToolResultStatus", "cost:": "CostStatus"}

# Messages that were sent malformed on purpose, by phase: one in each.
MALFORMED = {
    *("ts.edge.no_prompt", "ts.edge.empty_prompt", "ts.edge.attachments_null"),
    *("ts.edge.urlsafe_b64", "ts.edge.unsafe_filename"),
    *("x.py.edge.no_prompt", "x.py.edge.empty_prompt", "x.py.edge.attachments_null"),
    *("x.py.edge.urlsafe_b64", "x.py.edge.unsafe_filename", "x.py.edge.prompt_number"),
    *("pi.spawn.no_cwd", "pi.spawn.bad_id", "pi.spawn.bad_level", "pi.spawn.neg_life"),
    *("pi.spawn.null_optionals", "pi.spawn.string_life"),
    *("cc.spawn.bad_mode", "cc.spawn.bad_turns", "cc.spawn.bad_tools", "cc.spawn.null_optionals"),
}
# How many chunks of agents that were made to send what no agent sends yet, or never should.
FUTURE = {"ts.forwardcompat": 3, "py.caller.future": 2}


@pytest.fixture(scope="session")
def capture():
    if not CAPTURE.exists():
        pytest.skip(f"{CAPTURE} is not here: real traffic lies beside the repository")
    return [json.loads(line) for line in CAPTURE.read_text(encoding="utf-8").splitlines()]


def typed(row):
    """The type of a captured message and the message, or None for one that is no JSON by design."""
    kind = row["kind"]
    if kind in WITHOUT_TYPE:
        return None
    token = (row.get("in_reply_to") or row["subject"]).split(".")[2] if kind not in TYPE_OF else ""
    name = TYPE_OF.get(kind) or TYPE_AT[kind, token]
    if kind == "error":
        return name, {header: values[0] for header, values in row["headers"].items()}
    if row["form"] != "json":
        return None
    try:
        return name, json.loads(row["payload"])
    except ValueError:
        return None


def unknown(types, chunk):
    """Whether a reader passes over a chunk, because its type is none of this revision."""
    tag = chunk.get("type")
    return isinstance(tag, str) and tag not in types["StreamChunk"]["discriminator"]["mapping"]


def test_real_traffic(types, protocol, capture):
    checks = {name: validator(protocol, name, formats=True) for name in FILES}
    passed, failed, refused, untyped = Counter(), Counter(), [], Counter()
    for row in capture:
        if (found := typed(row)) is None:
            untyped[row["kind"], row["form"]] += 1
            continue
        name, message = found
        verdict = checks[name].is_valid(message)
        assert accepts(ADAPTERS[name], message) == verdict, row["seq"]
        (passed if verdict else failed)[name] += 1
        if name == "StreamChunk":  # readers take what writers may not send
            read = verdict or unknown(types, message)
            (passed if read else failed)["StreamChunk, read"] += 1
        if not verdict:
            refused.append((row["phase"], name))
        elif name != "ErrorHeaders":
            assert relayed(ADAPTERS[name], message) == message, row["seq"]
    for name in sorted({*passed, *failed}):
        print(f"{name:20} {passed[name]:4} pass {failed[name]:3} fail")
    print(f"{'without a type':20} {sum(untyped.values()):4}")

    assert (passed.total(), failed.total()) == (479, 29)
    chunks = Counter(phase for phase, name in refused if name == "StreamChunk")
    assert chunks == FUTURE
    assert failed["StreamChunk, read"] == 3  # two with null attachments, one with a number
    others = [phase for phase, name in refused if name != "StreamChunk"]
    assert sorted(others) == sorted(MALFORMED)
    by_design = {k: n for k, n in untyped.items() if k[0] not in WITHOUT_TYPE}
    assert sum(by_design.values()) == 25, by_design  # plain text, empty requests, broken JSON


def test_statuses_of_real_traffic_that_carry_json(protocol, capture):
    seen = Counter()
    for row in capture:
        if row["kind"] != "chunk" or not isinstance(data := json.loads(row["payload"])["data"], str):
            continue
        for prefix in stream.StatusPrefix:
            if data.startswith(prefix):
                name, message = STATUS_TYPE[prefix.value], json.loads(data.removeprefix(prefix))
                validator(protocol, name).validate(message)
                assert relayed(ADAPTERS[name], message) == message
                seen[name] += 1
    assert seen == {"ToolUseStatus": 2, "ToolResultStatus": 2, "CostStatus": 1}
