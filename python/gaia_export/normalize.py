"""Brings what different versions of FastAPI and Pydantic write to one form.

Each rule is about a kind of schema, never about one. A rule may only replace a
spelling by another of the same meaning, or drop what says nothing.
"""

import re
from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]

FREE_FORM = ("properties", "patternProperties", "additionalProperties", "$ref", "allOf", "anyOf", "oneOf")

# How Pydantic 2.12 and 2.13 begin the pattern they give every Decimal; no other version gives one.
DECIMAL_PATTERN = r"^(?!^[-+.]*$)[+-]?0*"


def normalize(schema: Schema, name: str) -> Schema:
    """Return schema in the one form. Name is what it stands under, "" if nothing."""
    out = dict(schema)
    for rule in RULES:
        rule(out)
    if _restates(out.get("title"), name):
        del out["title"]
    return FRAMEWORK.get(name, _same)(out)


def _null_default(s: Schema) -> None:
    """Pydantic writes `default: null` for a member that may be left out; FastAPI does not."""
    if "default" in s and s["default"] is None:
        del s["default"]


def _const_with_enum(s: Schema) -> None:
    """Some versions write a one-value literal as const and enum together, others as const."""
    if "const" in s and s.get("enum") == [s["const"]]:
        del s["enum"]


def _free_object(s: Schema) -> None:
    """Since 2.11 Pydantic writes `additionalProperties: true` for a dict of anything; before, nothing."""
    if s.get("type") == "object" and not any(k in s for k in FREE_FORM):
        s["additionalProperties"] = True


def _binary(s: Schema) -> None:
    """Bytes are `format: binary`, in newer versions of FastAPI a contentMediaType."""
    if s.get("type") == "string" and s.get("format") == "binary":
        del s["format"]
        s["contentMediaType"] = "application/octet-stream"


def _decimal(s: Schema) -> None:
    """Some versions give the text form of a Decimal a pattern."""
    if str(s.get("pattern", "")).startswith(DECIMAL_PATTERN):
        del s["pattern"]


def _lone_all_of(s: Schema) -> None:
    """Older versions wrap a reference that has siblings in an allOf."""
    arms = s.get("allOf")
    if isinstance(arms, list) and len(arms) == 1 and list(arms[0]) == ["$ref"] and "$ref" not in s:
        del s["allOf"]
        s["$ref"] = arms[0]["$ref"]


RULES: tuple[Callable[[Schema], None], ...] = (
    _null_default,
    _const_with_enum,
    _free_object,
    _binary,
    _decimal,
    _lone_all_of,
)


def _restates(title: Any, name: str) -> bool:
    """Whether a title is only the name again, as in `run_id` and "Run Id".

    A title with signs of its own, such as `Page[Item]` over `Page_Item_`, says more.
    """
    if not isinstance(title, str) or not name or not re.fullmatch(r"[\w ]+", title):
        return False
    return _letters(title) == _letters(name)


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def _same(s: Schema) -> Schema:
    return s


def _validation_error(s: Schema) -> Schema:
    """FastAPI's own model of one fault in a request: newer versions declare `input` and `ctx` too."""
    known = {"loc", "msg", "type", "input", "ctx"}
    if not {"loc", "msg", "type"} <= set(s.get("properties", {})) <= known:
        return s  # a model of the user's that has the same name
    return {k: v for k, v in s.items() if k.startswith("x-")} | {
        "type": "object",
        "description": "One fault that the framework found in a request.",
        "required": ["loc", "msg", "type"],
        "properties": {
            "loc": {
                "type": "array",
                "description": "Path to the fault: the part of the request, then member names and list positions.",
                "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            },
            "msg": {"type": "string", "description": "The fault in words."},
            "type": {"type": "string", "description": "The kind of fault, for programs; for example `missing`."},
            "input": {"description": "The value at fault, as it was sent; any value may occur."},
            "ctx": {
                "type": "object",
                "description": "Figures that the message mentions, such as a limit; their names depend on `type`.",
                "additionalProperties": True,
            },
        },
    }


def _http_validation_error(s: Schema) -> Schema:
    """FastAPI's own body of a 422 response."""
    if set(s.get("properties", {})) != {"detail"} or "required" in s:
        return s
    detail = {
        **s["properties"]["detail"],
        "description": "The faults in the order they were found.",
    }
    return {
        **s,
        "description": "Why the framework refused a request whose form is wrong.",
        "properties": {"detail": detail},
    }


FRAMEWORK: dict[str, Callable[[Schema], Schema]] = {
    "ValidationError": _validation_error,
    "HTTPValidationError": _http_validation_error,
}
