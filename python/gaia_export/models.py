"""Makes JSON Schemas from whatever types Pydantic can express."""

import dataclasses
import inspect
import types
import typing
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import typing_extensions
from pydantic import TypeAdapter

from gaia_export import faults, targets
from gaia_export.config import TypeSource
from gaia_export.errors import ExportError

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]
Mode = Literal["validation", "serialization"]

# How Pydantic ends the names of two forms of one type when both are wanted and they differ.
FORMS: dict[Mode, str] = {"validation": "Input", "serialization": "Output"}


# What `type X = …` makes, in the language and for versions of it that lack the statement.
ALIASES = (typing_extensions.TypeAliasType, getattr(typing, "TypeAliasType", typing_extensions.TypeAliasType))


def json_schema(source: TypeSource) -> Schema:
    """Return the JSON Schema of a type: its own keywords at the root, what it refers to in $defs.

    A root that Pydantic would write as a lone reference into $defs is written out
    at the root instead, unless it is recursive; a root without a name gets the target's as
    its title. With mode `both` everything stands in $defs: `X` where reading and
    writing X have one form, else `X-Input` and `X-Output`, as FastAPI names them.
    """
    values = {target: targets.resolve(target) for target in (source.type, *source.also)}
    _check_form(source, values[source.type])
    adapters = {target: _adapter(target, value) for target, value in values.items()}
    modes: list[Mode] = list(FORMS) if source.mode == "both" else [source.mode]
    schemas, defs = _generate(adapters, modes)
    if source.mode == "both":
        for target in adapters:
            _define_both(defs, target, *(schemas[target, mode] for mode in modes))
        return {"$schema": DIALECT, "$defs": _joined(defs)}
    for target in source.also:
        _define(defs, target, _leaf(target), schemas[target, modes[0]])
    root = _inline_root(schemas[source.type, modes[0]], defs)
    if "$ref" not in root:
        root = {"title": _leaf(source.type), **root}
    return {"$schema": DIALECT, **root} | ({"$defs": defs} if defs else {})


def is_union(value: Any) -> bool:
    """Whether value is a union of two types or more, apart from null, perhaps annotated or named by `type`."""
    while True:
        if isinstance(value, ALIASES):
            value = value.__value__
        elif get_origin(value) is Annotated:
            value = get_args(value)[0]
        else:
            break
    arms = [arm for arm in get_args(value) if arm is not type(None)]
    return get_origin(value) in (Union, types.UnionType) and len(arms) > 1


def _check_form(source: TypeSource, value: Any) -> None:
    if source.form == "union" and not is_union(value):
        raise ExportError(f"{source.type} is {_described(value)}, not a union of types; a model will take it")
    if source.form == "model" and (value is None or isinstance(value, (str, types.ModuleType))):
        raise ExportError(f"{source.type} is {faults.kind(value)}, not a type")


def _described(value: Any) -> str:
    if get_origin(value) is not None:
        return str(value).replace("typing.", "")
    return faults.kind(value)


def _adapter(target: str, value: Any) -> TypeAdapter[Any]:
    if inspect.isroutine(value) or _is_instance(value):
        raise ExportError(f"{target} is {faults.kind(value)}, which cannot be expressed as a schema: it is not a type")
    adapter: TypeAdapter[Any] = _express(target, lambda: TypeAdapter(value))
    _express(target, lambda: adapter.rebuild(raise_errors=True))  # says which name is not defined, where
    return adapter


def _is_instance(value: Any) -> bool:
    """Whether value is an object of a model or dataclass instead of a type."""
    if isinstance(value, type) or get_origin(value) is not None:
        return False
    return dataclasses.is_dataclass(value) or hasattr(type(value), "__pydantic_validator__")


def _generate(adapters: dict[str, TypeAdapter[Any]], modes: list[Mode]) -> tuple[dict[tuple[str, str], Schema], Schema]:
    """Return the schema of each target in each mode, and the definitions that they share."""
    inputs = [(target, mode, adapter) for target, adapter in adapters.items() for mode in modes]
    first = next(iter(adapters))
    try:
        schemas, rest = TypeAdapter.json_schemas(inputs)
    except KeyboardInterrupt:
        raise
    except BaseException as err:
        raise ExportError(faults.at_work(_culprit(adapters, modes, first), err)) from err
    return {key: dict(schema) for key, schema in schemas.items()}, dict(rest.get("$defs", {}))


def _culprit(adapters: dict[str, TypeAdapter[Any]], modes: list[Mode], first: str) -> str:
    """The first target that cannot be expressed by itself."""
    for target, adapter in adapters.items():
        for mode in modes:
            try:
                adapter.json_schema(mode=mode)
            except Exception:
                return target
    return first


def _express(target: str, make: Any) -> Any:
    try:
        return make()
    except (KeyboardInterrupt, ExportError):
        raise
    except BaseException as err:  # the model's own code
        raise ExportError(faults.at_work(target, err)) from err


def _inline_root(root: Schema, defs: Schema) -> Schema:
    name = root.get("$ref", "").removeprefix("#/$defs/")
    if set(root) != {"$ref"} or name not in defs or _refers(defs, name):
        return root
    return defs.pop(name)


def _refers(node: Any, name: str) -> bool:
    if isinstance(node, dict):
        return node.get("$ref") == f"#/$defs/{name}" or any(_refers(v, name) for v in node.values())
    return isinstance(node, list) and any(_refers(v, name) for v in node)


def _define_both(defs: Schema, target: str, reading: Schema, writing: Schema) -> None:
    """Put a target's two forms into defs, as one definition if they are equal."""
    name = _leaf(target)
    if reading == writing:
        _define(defs, target, name, reading)
    else:
        _define(defs, target, f"{name}-{FORMS['validation']}", reading)
        _define(defs, target, f"{name}-{FORMS['serialization']}", writing)


def _define(defs: Schema, target: str, name: str, schema: Schema) -> None:
    if set(schema) == {"$ref"}:
        return  # Pydantic has put it into defs under its own name
    if defs.setdefault(name, schema) != schema:
        raise ExportError(f"{target} and another type are both named {name}")


def _joined(defs: Schema) -> Schema:
    """Return defs with one definition for two forms that say the same.

    Pydantic joins such forms itself, but not those of recursive types, whose
    references to themselves differ by name.
    """
    first, second = (f"-{end}" for end in FORMS.values())
    pairs = {n.removesuffix(first) for n in defs if n.endswith(first) and n.removesuffix(first) + second in defs}
    pairs -= defs.keys()
    while True:
        short = {name + end: name for name in pairs for end in (first, second)}
        differ = {n for n in pairs if _renamed(defs[n + first], short) != _renamed(defs[n + second], short)}
        if not differ:
            return {short.get(name, name): _renamed(schema, short) for name, schema in defs.items()}
        pairs -= differ


def _renamed(node: Any, names: dict[str, str]) -> Any:
    """Return node with references to other names."""
    if isinstance(node, dict):
        return {k: _renamed(v, names) for k, v in node.items()}
    if isinstance(node, list):
        return [_renamed(v, names) for v in node]
    if isinstance(node, str) and node.startswith("#/$defs/"):
        name = node.removeprefix("#/$defs/")
        return f"#/$defs/{names.get(name, name)}"
    return node


def _leaf(target: str) -> str:
    """The last name of a target: Alias in `shop.models:Outer.Alias`."""
    return target.rpartition(":")[2].rpartition(".")[2]
