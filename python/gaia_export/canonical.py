"""The canonical form of a document: one spelling, one order, one text.

- Keywords stand in the order of the tables in `layout`; others follow by name. Extensions
  called `x-gaia-…` stand after the description, other extensions at the end.
- Members of `properties` keep their order, which is the one readers see. Paths,
  responses, components and definitions are sorted by name. Lists keep their order.
- What versions of FastAPI and Pydantic spell differently has one spelling (`normalize`).
- A number without a fraction is written as an integer: `1.0` is `1`.
- Two spaces of indentation, characters beyond ASCII as they are, a line feed at the end.
"""

import json
from typing import Any

from gaia_export.errors import ExportError
from gaia_export.layout import arrange
from gaia_export.normalize import normalize

# Doubles hold every integer up to here; beyond it 1e300 would become 301 digits.
EXACT = 2**53


def canonical(document: dict[str, Any]) -> dict[str, Any]:
    """Return an OpenAPI document (it has `openapi`), a capabilities document or a JSON Schema in canonical form.

    The form is a fixed point: the canonical form of a canonical document is the document.
    """
    kind = "openapi" if "openapi" in document else "capabilities" if "capabilities" in document else "schema"
    return _whole_numbers(arrange(document, kind, normalize))


def text(document: dict[str, Any]) -> bytes:
    """Return the bytes of a document that is in canonical form."""
    try:
        return (json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")
    except UnicodeEncodeError as err:
        raise ExportError(f"half of a surrogate pair in {err.object[max(0, err.start - 40) : err.start]!r}…") from err
    except (TypeError, ValueError) as err:
        raise ExportError(f"a value that JSON cannot hold: {err}") from err


def _whole_numbers(node: Any) -> Any:
    if isinstance(node, float) and node.is_integer() and abs(node) <= EXACT:
        return int(node)
    if isinstance(node, dict):
        return {k: _whole_numbers(v) for k, v in node.items()}
    if isinstance(node, list):
        return [_whole_numbers(v) for v in node]
    return node
