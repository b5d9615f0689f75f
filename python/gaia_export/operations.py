"""Gives the operations of a route with several methods an operationId each.

FastAPI makes one id for the whole route and ends it with one of the methods, whichever
Python's hashing puts first in this process. OpenAPI wants the ids to differ.
"""

from typing import Any

METHODS = ("get", "put", "post", "patch", "delete", "options", "head", "trace")


def with_own_ids(document: dict[str, Any]) -> dict[str, Any]:
    """Return document with such ids ending in the operation's own method.

    The model that FastAPI makes for the body of such a route is named after the id, and gets the
    name of the route's first method in the order of OpenAPI. Ids without a method at the end are left alone.
    """
    paths: dict[str, Any] = {}
    bodies: dict[str, str] = {}
    for path, item in document.get("paths", {}).items():
        shared = _shared(item) if isinstance(item, dict) else {}
        paths[path] = dict(item) if shared else item
        for old, methods in shared.items():
            base = old.rpartition("_")[0]
            for method in methods:
                paths[path][method] = {**item[method], "operationId": f"{base}_{method}"}
            bodies[f"Body_{old}"] = f"Body_{base}_{methods[0]}"
    return _rename({**document, "paths": paths}, bodies) if bodies else document


def repeated(document: dict[str, Any]) -> dict[str, list[str]]:
    """Return the ids that several operations have, with those operations, as `GET /items`."""
    found: dict[str, list[str]] = {}
    for path, item in document.get("paths", {}).items():
        for method in METHODS:
            operation = item.get(method) if isinstance(item, dict) else None
            if isinstance(operation, dict) and isinstance(operation.get("operationId"), str):
                found.setdefault(operation["operationId"], []).append(f"{method.upper()} {path}")
    return {id_: places for id_, places in found.items() if len(places) > 1}


def _shared(item: dict[str, Any]) -> dict[str, list[str]]:
    """The ids that operations of a path share and that end in a method, with the methods that share each."""
    found: dict[str, list[str]] = {}
    for method in METHODS:
        operation = item.get(method)
        id_ = operation.get("operationId") if isinstance(operation, dict) else None
        if isinstance(id_, str) and id_.rpartition("_")[2] in METHODS:
            found.setdefault(id_, []).append(method)
    return {id_: methods for id_, methods in found.items() if len(methods) > 1}


def _rename(document: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Return document with schemas of other names, in their titles and in references too."""
    schemas = document.get("components", {}).get("schemas", {})
    names = {old: new for old, new in names.items() if old in schemas and (new == old or new not in schemas)}
    if not names:
        return document
    before = "#/components/schemas/"
    texts = names | {before + old: before + new for old, new in names.items()}

    def renamed(node: Any) -> Any:
        if isinstance(node, dict):
            return {k: texts.get(v, v) if _names_a_schema(k, v) else renamed(v) for k, v in node.items()}
        return [renamed(v) for v in node] if isinstance(node, list) else node

    out = renamed(document)
    held = out["components"]["schemas"]
    out["components"]["schemas"] = {names.get(name, name): schema for name, schema in held.items()}
    return out


def _names_a_schema(key: str, value: Any) -> bool:
    return key in ("$ref", "title") and isinstance(value, str)
