"""Makes a raw document from what a target names: an app or a type in importable code."""

import importlib
import inspect
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from pydantic.errors import PydanticUserError

from gaia_export.config import AppSource, Document, TypeSource
from gaia_export.errors import ExportError

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def build(document: Document) -> dict[str, Any]:
    """Return the document as FastAPI or Pydantic makes it, not yet canonical."""
    source = document.source
    try:
        if isinstance(source, AppSource):
            return openapi(source)
        return json_schema(source)
    except ExportError as err:
        raise ExportError(f"{document.path}: {err}") from err


def openapi(source: AppSource) -> dict[str, Any]:
    """Return the OpenAPI document of an app. Its lifespan is not run."""
    app = resolve(source.app)
    if not isinstance(app, FastAPI) and callable(app):
        app = _call(source.app, app)
    if not isinstance(app, FastAPI):
        raise ExportError(f"{source.app} is a {type(app).__name__}, not a FastAPI app or a function that returns one")
    return _express(source.app, app.openapi)


def json_schema(source: TypeSource) -> dict[str, Any]:
    """Return the JSON Schema of a type: its own keywords at the root, what it refers to in $defs.

    A root that Pydantic would write as a lone reference into $defs is written out
    at the root instead, unless it is recursive.
    """
    targets = [source.type, *source.also]
    adapters = [_express(target, lambda t=target: TypeAdapter(resolve(t))) for target in targets]
    inputs = [(target, source.mode, adapter) for target, adapter in zip(targets, adapters, strict=True)]
    schemas, definitions = _express(source.type, lambda: TypeAdapter.json_schemas(inputs))
    root = dict(schemas[(source.type, source.mode)])
    defs = dict(definitions.get("$defs", {}))
    for target in source.also:
        _define(defs, target, schemas[(target, source.mode)])
    out = {"$schema": DIALECT, **_inline_root(root, defs)}
    if defs:
        out["$defs"] = defs
    return out


def _inline_root(root: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    name = root.get("$ref", "").removeprefix("#/$defs/")
    if set(root) != {"$ref"} or name not in defs or _refers(defs, name):
        return root
    return defs.pop(name)


def _refers(node: Any, name: str) -> bool:
    if isinstance(node, dict):
        return node.get("$ref") == f"#/$defs/{name}" or any(_refers(v, name) for v in node.values())
    return isinstance(node, list) and any(_refers(v, name) for v in node)


def _define(defs: dict[str, Any], target: str, schema: dict[str, Any]) -> None:
    if set(schema) == {"$ref"}:
        return  # a model or enum: Pydantic has put it into defs under its own name
    name = target.rpartition(":")[2]
    if defs.setdefault(name, schema) != schema:
        raise ExportError(f"{target} and another type are both named {name}")


def resolve(target: str) -> Any:
    """Return the object that `package.module:attribute` names."""
    module_name, colon, attribute = target.partition(":")
    if not module_name or not colon or not attribute:
        raise ExportError(f"{target!r} does not have the form package.module:attribute")
    try:
        value: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as err:
        if err.name and (module_name + ".").startswith(err.name + "."):
            raise ExportError(f"no module named {err.name}, which {target} needs") from err
        raise ExportError(f"{module_name} failed at import: {err}") from err
    except (Exception, SystemExit) as err:  # whatever the module's own code raises
        raise ExportError(f"{module_name} failed at import: {type(err).__name__}: {err}") from err
    for part in attribute.split("."):
        if not hasattr(value, part):
            raise ExportError(f"{module_name} has no {attribute}")
        value = getattr(value, part)
    return value


def _call(target: str, factory: Any) -> Any:
    if any(
        p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        for p in inspect.signature(factory).parameters.values()
    ):
        raise ExportError(f"{target} cannot be called without arguments")
    return _express(target, factory)


def _express(target: str, make: Any) -> Any:
    try:
        return make()
    except ExportError:
        raise
    except PydanticUserError as err:
        raise ExportError(f"{target} cannot be expressed as a schema: {err.message}") from err
    except (Exception, SystemExit) as err:  # the app's or the model's own code
        raise ExportError(f"{target}: {type(err).__name__}: {err}") from err
