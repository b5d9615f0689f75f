"""Reduces what Python code put into a document to what JSON can hold."""

import enum
from collections.abc import Mapping
from typing import Any

from gaia_export.errors import ExportError

DEEPEST = 200


def document(value: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a document with text, numbers, lists and objects alone.

    Members of enums become their values, tuples lists, and keys text, as JSON writers
    do. Raise ExportError with the place of anything else.
    """
    return _plain(value, "", 0)


def _plain(value: Any, path: str, depth: int) -> Any:
    if depth > DEEPEST:
        raise ExportError(f"{_shortened(path)} is nested too deeply, or holds itself")
    if isinstance(value, enum.Enum):
        return _plain(value.value, path, depth + 1)
    if value is None or isinstance(value, bool):
        return value
    for kind in (str, int, float):
        if isinstance(value, kind):
            return _exact(value, kind)
    if isinstance(value, Mapping):
        return {_key(k, path): _plain(v, f"{path}/{k}", depth + 1) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v, f"{path}/{i}", depth + 1) for i, v in enumerate(value)]
    name = type(value).__name__
    raise ExportError(f"a value that JSON cannot hold: {path} is a {name}" if path else f"a {name} is not a document")


def _exact(value: Any, kind: type) -> Any:
    """A subclass of text or of a number may print in its own way."""
    return value if type(value) is kind else kind.__str__(value) if kind is str else kind(value)


def _key(key: Any, path: str) -> str:
    if isinstance(key, enum.Enum):
        key = key.value
    if isinstance(key, str):
        return str.__str__(key)
    if isinstance(key, int) and not isinstance(key, bool):
        return str(key)
    raise ExportError(f"a value that JSON cannot hold: {path or 'the document'} has the key {key!r}")


def _shortened(path: str) -> str:
    return path if len(path) <= 80 else path[:80] + "…"
