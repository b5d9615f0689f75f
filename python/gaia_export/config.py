"""Reads export.yaml: which documents to write and what each is made from.

out: ../schemas                # relative to the file
path: [../src]                 # where modules are imported from, beside the file's own directory
contracts:
  sidecar:                     # a directory below out
    openapi.json:
      app: package.module:app  # a FastAPI app, or a function that returns one
    events.json:
      union: package.module:QueryEvent   # an alias of a union
      mode: serialization                # or validation, the default, or both
      also: [package.module:Extra]       # types to define although nothing refers to them
    lock.json:
      model: package.module:Lock         # a model, dataclass, TypedDict, enum, …
    capabilities.json:
      capabilities: package.module:Capability

`type` stands for `model` or `union`, with no check of which it is.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

import yaml

from gaia_export.errors import ExportError

TYPE_KEYS = ("model", "union", "type")
SOURCE_KEYS = ("app", *TYPE_KEYS, "capabilities")
Form = Literal["model", "union", "type"]
MODES = ("validation", "serialization", "both")


@dataclass(frozen=True)
class AppSource:
    """An OpenAPI document made from a FastAPI app."""

    app: str

    @property
    def target(self) -> str:
        """What messages call the source."""
        return self.app


@dataclass(frozen=True)
class TypeSource:
    """A JSON Schema made from a type that Pydantic can express."""

    type: str
    mode: Literal["validation", "serialization", "both"] = "validation"
    also: tuple[str, ...] = ()
    form: Form = "type"  # what the type is said to be

    @property
    def target(self) -> str:
        """What messages call the source."""
        return self.type


@dataclass(frozen=True)
class CapabilitiesSource:
    """A capabilities document made from the flags that code declares."""

    capabilities: str

    @property
    def target(self) -> str:
        """What messages call the source."""
        return self.capabilities


Source = AppSource | TypeSource | CapabilitiesSource


@dataclass(frozen=True)
class Document:
    """One file to write."""

    contract: str
    name: str
    source: Source

    @property
    def path(self) -> str:
        """Where the file belongs, as a slash path below the output directory."""
        return f"{self.contract}/{self.name}"


@dataclass(frozen=True)
class Config:
    """A whole configuration file."""

    directory: Path  # of the file itself; modules in it can be imported
    out: Path
    documents: tuple[Document, ...]  # in the order of the file
    path: tuple[str, ...] = ()  # more directories to import from, absolute


def load(path: Path) -> Config:
    """Read the configuration file at path. Raise ExportError if it is missing or at fault."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise ExportError(f"cannot read {path}: {getattr(err, 'strerror', None) or err}") from err
    try:
        root = yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, RecursionError, ValueError) as err:
        raise ExportError(f"{path} is not YAML: {' '.join(str(err).split())}") from err
    top = _mapping(root, str(path), allowed=("out", "path", "contracts"))
    directory = path.resolve().parent
    return Config(
        directory=directory,
        out=directory / _text(top.get("out", "schemas"), f"{path}: out"),
        documents=tuple(_documents(top.get("contracts"), f"{path}: contracts")),
        path=tuple(_directory(directory, p, f"{path}: path") for p in _texts(top.get("path", []), f"{path}: path")),
    )


class _Loader(yaml.SafeLoader):
    """YAML in which a key that stands twice is an error: the second would hide a document."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge":
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(None, None, f"{key.value!r} stands twice", key.start_mark)
                seen.add(key.value)
        return super().construct_mapping(node, deep)


def _documents(contracts: Any, where: str) -> list[Document]:
    out = []
    for contract, files in _mapping(contracts, where).items():
        _plain_name(contract, f"{where}: {contract!r}")
        for name, spec in _mapping(files, f"{where}.{contract}").items():
            place = f"{where}.{contract}.{name}"
            _plain_name(name, place)
            out.append(Document(contract, name, _source(spec, place)))
    if not out:
        raise ExportError(f"{where} lists no documents")
    return out


def _source(spec: Any, where: str) -> Source:
    spec = _mapping(spec, where, allowed=(*SOURCE_KEYS, "mode", "also"))
    given = [key for key in SOURCE_KEYS if key in spec]
    if len(given) != 1:
        raise ExportError(f"{where} needs one of `{'`, `'.join(SOURCE_KEYS)}`" + _and_has(given))
    key = given[0]
    target = _text(spec[key], f"{where}.{key}")
    if key in TYPE_KEYS:
        return TypeSource(
            target, _mode(spec, where), tuple(_texts(spec.get("also", []), f"{where}.also")), cast(Form, key)
        )
    for other in ("mode", "also"):
        if other in spec:
            raise ExportError(f"{where}: `{other}` goes with `model`, `union` or `type`, not with `{key}`")
    return AppSource(target) if key == "app" else CapabilitiesSource(target)


def _and_has(given: list[str]) -> str:
    return f", and has {' and '.join(f'`{key}`' for key in given)}" if given else ""


def _mode(spec: dict[str, Any], where: str) -> Any:
    mode = spec.get("mode", "validation")
    if mode not in MODES:
        raise ExportError(f"{where}.mode is {mode!r}, not `validation`, `serialization` or `both`")
    return mode


def _directory(base: Path, name: str, where: str) -> str:
    if not (base / name).is_dir():
        raise ExportError(f"{where}: {name} is not a directory")
    return str((base / name).resolve())


def _mapping(value: Any, where: str, allowed: tuple[str, ...] = ()) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise ExportError(f"{where} is not a mapping with text keys")
    for key in value:
        if allowed and key not in allowed:
            raise ExportError(f"{where} has an unknown key {key!r}; it may have {', '.join(allowed)}")
    return value


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise ExportError(f"{where} is not text")
    return value


def _texts(value: Any, where: str) -> list[str]:
    if not isinstance(value, list):
        raise ExportError(f"{where} is not a list")
    return [_text(v, where) for v in value]


def _plain_name(value: str, where: str) -> None:
    if not is_plain_name(value):
        raise ExportError(f"{where} is not a plain file name")


def is_plain_name(value: str) -> bool:
    """Whether value is the name of a file or directory, and no path."""
    return value not in ("", ".", "..") and not any(c in value for c in "/\\\0\n")
