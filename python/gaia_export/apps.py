"""Makes OpenAPI documents from FastAPI apps. No server starts, and no lifespan runs."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import fastapi.routing
from fastapi import FastAPI
from starlette.routing import Host, Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles

from gaia_export import faults, operations, targets
from gaia_export.errors import ExportError

Warn = Callable[[str], None]

# How many middlewares around an app are looked through.
DEEPEST = 20


def openapi(target: str, warn: Warn) -> dict[str, Any]:
    """Return the OpenAPI document of the app that a target names, not yet canonical.

    The target is an app, an app in middleware, a Starlette app that mounts one FastAPI
    app, or a function without arguments that returns one of these. Warn gets a line for each
    part of the app that the document does not show.
    """
    app, prefix = _app(target)
    document = _call(target, app.openapi)
    if not isinstance(document, dict):
        raise ExportError(f"{target}: its openapi() returned {faults.kind(document)}, not a document")
    for line in _left_out(app, prefix):
        warn(f"{target}: {line}")
    document = operations.with_own_ids(document)
    for id_, places in operations.repeated(document).items():
        warn(f"{target}: {len(places)} operations have the operationId {id_}: {', '.join(places)}")
    return _served_below(document, prefix)


def _app(target: str) -> tuple[FastAPI, str]:
    """Return the app and the path below which it is mounted, "" if nowhere."""
    value = targets.resolve(target)
    found = _find(target, value)
    if found is None and _is_factory(value):
        value = _made(target, value)
        found = _find(target, value)
        if found is None:
            raise ExportError(f"{target} returned {faults.kind(value)}, not a FastAPI app")
    if found is None:
        raise ExportError(f"{target} is {faults.kind(value)}, not a FastAPI app or a function that returns one")
    return found


def _find(target: str, value: Any) -> tuple[FastAPI, str] | None:
    """Look for the one FastAPI app in value, through middleware and mounts."""
    for _ in range(DEEPEST):
        if isinstance(value, FastAPI):
            return value, ""
        if isinstance(getattr(value, "routes", None), list) and not isinstance(value, type):
            return _mounted(target, value)
        inner = None if isinstance(value, type) else getattr(value, "app", None)
        if inner is None or not callable(value):
            return None
        value = inner
    return None


def _mounted(target: str, app: Any) -> tuple[FastAPI, str] | None:
    found = [(r.app, path) for r, path in _routes(app) if isinstance(r, Mount) and isinstance(r.app, FastAPI)]
    if len(found) > 1:
        places = ", ".join(path or "/" for _, path in found)
        raise ExportError(f"{target} mounts {len(found)} FastAPI apps (at {places}); name one of them as the target")
    return found[0] if found else None


def _is_factory(value: Any) -> bool:
    """Whether calling value may make an app: functions, classes and the like, but not an ASGI app."""
    return callable(value) and (isinstance(value, type) or not _takes_asgi(value))


def _takes_asgi(value: Any) -> bool:
    try:
        return list(inspect.signature(value).parameters)[:3] == ["scope", "receive", "send"]
    except (TypeError, ValueError):
        return False


def _made(target: str, factory: Callable[[], Any]) -> Any:
    missing = _required(factory)
    if missing:
        raise ExportError(
            f"{target} needs arguments ({', '.join(missing)}); name an app, or a function that takes none"
        )
    made = _call(target, factory)
    if inspect.iscoroutine(made):
        made.close()
        raise ExportError(f"{target} is an async function; name an app, or a plain function that returns one")
    return made


def _required(factory: Callable[..., Any]) -> list[str]:
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        return []  # a builtin: calling it will tell
    return [p.name for p in parameters if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def _call(target: str, function: Callable[[], Any]) -> Any:
    try:
        return function()
    except (KeyboardInterrupt, ExportError):
        raise
    except BaseException as err:  # the app's own code, SystemExit included
        raise ExportError(faults.at_work(target, err)) from err


def _routes(app: Any) -> Iterator[tuple[Any, str]]:
    """Yield the routes of an app, those of included routers too, each with its whole path."""
    whole = getattr(fastapi.routing, "iter_route_contexts", None)
    if whole is None:  # older versions copy the routes of an included router
        yield from ((route, getattr(route, "path", "")) for route in app.routes)
    else:
        yield from ((context.original_route, context.path or "") for context in whole(app.routes))


def _left_out(app: FastAPI, prefix: str) -> Iterator[str]:
    """Yield a line for each part of an app that OpenAPI has no words for, or that is an app of its own."""
    for route, path in _routes(app):
        if isinstance(route, (Mount, Host)) and not isinstance(route.app, StaticFiles):
            place = route.host if isinstance(route, Host) else prefix + path or "/"
            yield f"{place} is an app of its own ({_title(route.app)}), which is not in this document"
        elif isinstance(route, WebSocketRoute):
            yield f"{prefix + path} is a WebSocket, which OpenAPI cannot describe"


def _title(app: Any) -> str:
    return f"FastAPI {app.title!r}" if isinstance(app, FastAPI) else type(app).__name__


def _served_below(document: dict[str, Any], prefix: str) -> dict[str, Any]:
    """Say below which path the app is served, as FastAPI does when it serves the document of a mounted app."""
    servers = document.get("servers", [])
    if not prefix or any(isinstance(s, dict) and s.get("url") == prefix for s in servers):
        return document
    return {**document, "servers": [{"url": prefix}, *servers]}
