"""The documents of the GAIA contract, and ways to look into them."""

import jsonschema

import contractmessages
from contractmessages import FORMATS

FILES = contractmessages.load("gaia")

VARIANTS = {
    "ObservationEvent": "observation",
    "PlanStepEvent": "plan_step",
    "ToolCallEvent": "tool_call",
    "ToolResultEvent": "tool_result",
    "ToolConfirmationRequestEvent": "tool_confirmation_request",
    "TokenEvent": "token",
    "MessageEvent": "message",
    "UserQuestionEvent": "user_question",
    "UsageEvent": "usage",
    "GapDetectedEvent": "gap_detected",
    "CompletionEvent": "completion",
    "ErrorEvent": "error",
}


def named(document):
    """The named types of a document, its root included."""
    found = {**document.get("components", {}).get("schemas", {}), **document.get("$defs", {})}
    if "title" in document:
        found[document["title"]] = document
    return found


def operations(gaia):
    """The operations by method and path: `GET /v1/agents`."""
    paths = gaia["openapi.json"]["paths"]
    return {f"{m.upper()} {p}": o for p, item in paths.items() for m, o in item.items()}


def everything(gaia):
    """Every named type of the contract as (file, name, schema)."""
    for file, document in gaia.items():
        for name, schema in named(document).items():
            yield file, name, schema


def schemas(node, path=""):
    """Every object inside a document, and where it is."""
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            yield from schemas(value, f"{path}/{key}")
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from schemas(value, f"{path}/{i}")


def validator(document, name, formats=False):
    if document.get("title") == name:
        schema = document
    else:
        where = "components/schemas" if "openapi" in document else "$defs"
        schema = {**{k: document[k] for k in ("$defs", "components") if k in document}, "$ref": f"#/{where}/{name}"}
    return jsonschema.Draft202012Validator(schema, format_checker=FORMATS if formats else None)
