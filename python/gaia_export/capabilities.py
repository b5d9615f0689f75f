"""Makes a capabilities document from the flags that code declares, in whichever of the usual ways."""

import difflib
import enum
import inspect
import types
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from gaia_export import docstrings, faults, targets
from gaia_export.errors import ExportError
from gaia_export.models import ALIASES

MEMBERS = ("description", "since", "deprecated")

Flag = dict[str, str]

WAYS = "an enum, a Literal, a dict by name, a list of names or of objects with a name, or a class of constants"


def document(target: str) -> dict[str, Any]:
    """Return the document of the flags that a target names, in the order of their declaration.

    Raise ExportError if the target declares nothing, a name twice, or what is not text.
    """
    found: dict[str, tuple[str, Flag]] = {}
    for place, flag in _flags(target, targets.resolve(target)):
        name = flag["name"]
        if name in found:
            raise ExportError(f"{place} declares {name!r} again; {found[name][0]} is the first")
        found[name] = place, flag
    if not found:
        raise ExportError(f"{target} declares no capabilities")
    return {"capabilities": [flag for _, flag in found.values()]}


def _flags(target: str, value: Any) -> Iterator[tuple[str, Flag]]:
    """Yield each flag with the place that declares it."""
    while isinstance(value, ALIASES) or get_origin(value) is Annotated:
        value = value.__value__ if isinstance(value, ALIASES) else get_args(value)[0]
    if isinstance(value, enum.EnumMeta):
        return _of_enum(target, value)
    if get_origin(value) in (Literal, Union, types.UnionType):
        return _of_literal(target, value)
    if isinstance(value, Mapping):
        return _of_mapping(target, value)
    if isinstance(value, AbstractSet):
        return _of_list(target, sorted(value, key=str))
    if isinstance(value, (list, tuple)) and not hasattr(value, "name"):
        return _of_list(target, value)
    if isinstance(value, type) and not hasattr(value, "__pydantic_validator__"):
        return _of_class(target, value)
    raise ExportError(f"{target} is {faults.kind(value)}, not {WAYS}")


def _of_enum(target: str, value: enum.EnumMeta) -> Iterator[tuple[str, Flag]]:
    texts = docstrings.of(value)
    member: enum.Enum
    for name, member in value.__members__.items():  # aliases too: they are names declared twice
        yield f"{target}.{name}", _flag(f"{target}.{name}", member, texts.get(name))


def _of_literal(target: str, value: Any) -> Iterator[tuple[str, Flag]]:
    for arg in get_args(value):
        if isinstance(arg, ALIASES) or get_origin(arg) is not None:
            yield from _flags(target, arg)
        elif get_origin(value) is Literal:
            yield target, _flag(target, arg)
        else:
            raise ExportError(f"{target} is a union with {faults.kind(arg)}, not {WAYS}")


def _of_mapping(target: str, value: Mapping[Any, Any]) -> Iterator[tuple[str, Flag]]:
    for key, about in value.items():
        place = f"{target}[{key!r}]"
        named = _flag(place, key)
        if about is None:
            yield place, named
        elif isinstance(about, str) and not isinstance(about, enum.Enum):
            yield place, _made(place, named["name"], {**named, "description": about})
        elif isinstance(about, Mapping) or any(hasattr(about, m) for m in MEMBERS):
            yield place, {**named, **_described(place, named["name"], about)}
        else:
            raise ExportError(f"{place} is {faults.kind(about)}, not a description")


def _of_list(target: str, value: Iterable[Any]) -> Iterator[tuple[str, Flag]]:
    for i, item in enumerate(value):
        yield f"{target}[{i}]", _flag(f"{target}[{i}]", item)


def _of_class(target: str, value: type) -> Iterator[tuple[str, Flag]]:
    """The public constants of a class and of what it inherits from, bases first."""
    texts = docstrings.of(value)
    constants: dict[str, Any] = {}
    for base in reversed(value.__mro__[:-1]):
        constants |= {n: v for n, v in vars(base).items() if not n.startswith("_") and _is_constant(v)}
    for name, constant in constants.items():
        yield f"{target}.{name}", _flag(f"{target}.{name}", constant, texts.get(name))


def _is_constant(value: Any) -> bool:
    return not (
        inspect.isroutine(value)
        or inspect.isclass(value)
        or inspect.isdatadescriptor(value)
        or hasattr(value, "__get__")
    )


def _flag(place: str, value: Any, description: str | None = None) -> Flag:
    """Make a flag from a name, a member of an enum, or an object with a name. Description is used if it has none."""
    known = {"description": description} if description else {}
    if isinstance(value, enum.Enum):
        inner = value.value
        if isinstance(inner, str):
            about = {m: getattr(value, m) for m in MEMBERS if getattr(value, m, None) is not None}
            return _made(place, inner, known | about)
        return _flag(place, inner, description)
    if isinstance(value, str):
        return _made(place, value, known)
    if isinstance(value, Mapping):
        if "name" not in value:
            raise ExportError(f"{place} has no name")
        return _described(place, value["name"], known | dict(value))
    if hasattr(value, "name") and not isinstance(value, type):
        return _described(place, value.name, value, known)
    raise ExportError(f"{place} is {_shown(value)}, not the name of a capability")


def _described(place: str, name: Any, about: Any, known: Mapping[str, Any] = types.MappingProxyType({})) -> Flag:
    """Make a flag from a name and a mapping or object that says more."""
    if isinstance(about, Mapping):
        for key in about:
            if key not in ("name", *MEMBERS):
                close = difflib.get_close_matches(str(key), MEMBERS, n=1)
                hint = f"; did you mean {close[0]}?" if close else f"; it may have {', '.join(MEMBERS)}"
                raise ExportError(f"{place} has the unknown member {key!r}{hint}")
        if about.get("name", name) != name:
            raise ExportError(f"{place} has another name inside, {about['name']!r}")
        return _made(place, name, {m: about[m] for m in MEMBERS if m in about})
    return _made(place, name, {**known, **{m: v for m in MEMBERS if (v := getattr(about, m, None)) is not None}})


def _made(place: str, name: Any, about: Mapping[str, Any]) -> Flag:
    if not isinstance(name, str) or not name.strip():
        raise ExportError(f"{place} has {_shown(name)} for a name, which is no text")
    flag = {"name": str.__str__(name)}
    for member in MEMBERS:
        value = about.get(member)
        if value is None or value is False and member == "deprecated":
            continue
        if not isinstance(value, str):
            help_ = "; it says since which version" if member == "deprecated" else ""
            raise ExportError(f"{place}: {member} is {_shown(value)}, not text{help_}")
        if value:
            flag[member] = inspect.cleandoc(value)
    return flag


def _shown(value: Any) -> str:
    if value is None or isinstance(value, (bool, int, float, str)):
        return f"the {type(value).__name__} {value!r}" if value is not None else "None"
    return faults.kind(value)
