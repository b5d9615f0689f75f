"""Reads export.yaml: which documents to write and what each is made from.

out: ../schemas                # relative to the file
contracts:
  sidecar:                     # a directory below out
    openapi.json:
      app: package.module:app  # a FastAPI app, or a function that returns one
    events.json:
      type: package.module:QueryEvent    # a model, an enum, or an alias of a union
      mode: serialization                # or validation, the default
      also: [package.module:Extra]       # types to define although nothing refers to them
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Union

import yaml

from gaia_export.errors import ExportError


@dataclass(frozen=True)
class AppSource:
    """An OpenAPI document made from a FastAPI app."""

    app: str


@dataclass(frozen=True)
class TypeSource:
    """A JSON Schema made from a type that Pydantic can express."""

    type: str
    mode: Literal["validation", "serialization"] = "validation"
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Document:
    """One file to write."""

    contract: str
    name: str
    source: Union[AppSource, TypeSource]

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


def load(path: Path) -> Config:
    """Read the configuration file at path. Raise ExportError if it is missing or at fault."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise ExportError(f"cannot read {path}: {getattr(err, 'strerror', None) or err}") from err
    try:
        root = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as err:
        raise ExportError(f"{path} is not YAML: {err}") from err
    top = _mapping(root, str(path), allowed=("out", "contracts"))
    directory = path.resolve().parent
    return Config(
        directory=directory,
        out=directory / _text(top.get("out", "schemas"), f"{path}: out"),
        documents=tuple(_documents(top.get("contracts"), f"{path}: contracts")),
    )


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


def _source(spec: Any, where: str) -> Union[AppSource, TypeSource]:
    spec = _mapping(spec, where, allowed=("app", "type", "mode", "also"))
    if ("app" in spec) == ("type" in spec):
        raise ExportError(f"{where} needs either `app` or `type`")
    if "app" in spec:
        if len(spec) > 1:
            raise ExportError(f"{where}: `mode` and `also` go with `type`, not with `app`")
        return AppSource(_text(spec["app"], f"{where}.app"))
    mode = spec.get("mode", "validation")
    if mode not in ("validation", "serialization"):
        raise ExportError(f"{where}.mode is {mode!r}, not `validation` or `serialization`")
    also = spec.get("also", [])
    if not isinstance(also, list):
        raise ExportError(f"{where}.also is not a list")
    return TypeSource(_text(spec["type"], f"{where}.type"), mode, tuple(_text(a, f"{where}.also") for a in also))


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


def _plain_name(value: str, where: str) -> None:
    if value in ("", ".", "..") or any(c in value for c in "/\\\0"):
        raise ExportError(f"{where} is not a plain file name")
