"""The example messages in tests/messages, and what a schema says about a message."""

import json
import re
from datetime import datetime

import jsonschema
import pytest

from conftest import ROOT

BROKEN = ("invalid", "invalid_limit", "invalid_member")
LISTS = ("valid", "extended", "unknown", *BROKEN, "invalid_format")
LIMITS = (
    *("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "minItems", "maxItems"),
)

FORMATS = jsonschema.FormatChecker(formats=("uuid",))


@FORMATS.checks("date-time")
def is_date_time(value):
    """RFC 3339 as the format has it; the library checks it only beside a further package."""
    if not isinstance(value, str):
        return True
    if not re.fullmatch(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", value):
        return False
    try:
        datetime.fromisoformat(value.upper())
    except ValueError:
        return False
    return True


def load(contract):
    """The message files of a contract by the type's name."""
    directory = ROOT / "tests" / "messages" / contract
    return {p.stem: json.loads(p.read_text(encoding="utf-8")) for p in sorted(directory.glob("*.json"))}


def cases(files, *lists):
    """Parameters (type name, message) of every message in the lists."""
    return [
        pytest.param(name, message, id=f"{name}-{which}-{i}")
        for name, file in files.items()
        for which in lists
        for i, message in enumerate(file.get(which, []))
    ]


def validator(document, name, formats=False):
    """The validator of the type called name in a JSON Schema with $defs."""
    where = "#" if document.get("title") == name else f"#/$defs/{name}"
    schema = document if where == "#" else {"$defs": {**document["$defs"]}, "$ref": where}
    return jsonschema.Draft202012Validator(schema, format_checker=FORMATS if formats else None)


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
