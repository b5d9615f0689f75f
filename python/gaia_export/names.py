"""Checks that the types of a contract can be told apart by name.

The documents of a contract are loaded together, so a name means one thing in all
of them.
"""

from typing import Any

from gaia_export.errors import ExportError

Schema = dict[str, Any]


def check(contract: str, documents: dict[str, dict[str, Any]]) -> None:
    """Raise ExportError if two different types of a contract have one name. Keys are file names."""
    seen: dict[str, tuple[str, Any]] = {}
    for file, document in documents.items():
        for name, schema in _definitions(document):
            _check_mangled(f"{contract}/{file}", name, schema)
            shape = _bare_references(schema)
            first, other = seen.setdefault(name, (file, shape))
            if other != shape:
                raise ExportError(f"{contract}: {first} and {file} define different types named {name}")


def _definitions(document: dict[str, Any]) -> list[tuple[str, Any]]:
    out = list(document.get("components", {}).get("schemas", {}).items())
    out += document.get("$defs", {}).items()
    if "openapi" not in document and "title" in document:
        out.append((document["title"], {k: v for k, v in document.items() if k not in ("$schema", "$defs", "title")}))
    return out


def _check_mangled(path: str, name: str, schema: Any) -> None:
    """Pydantic puts the module before the name of two models that share one: `a__b__Item`, titled `Item`."""
    title = schema.get("title", "") if isinstance(schema, dict) else ""
    if title and name.endswith("__" + title):
        raise ExportError(f"{path}: two models are named {title}; one of them is {name.replace('__', '.')}")


def _bare_references(node: Any) -> Any:
    """Return node with references reduced to the names they end in, the same in every document."""
    if isinstance(node, dict):
        return {
            k: v.rpartition("/")[2] if k == "$ref" and isinstance(v, str) else _bare_references(v)
            for k, v in node.items()
        }
    return [_bare_references(v) for v in node] if isinstance(node, list) else node
