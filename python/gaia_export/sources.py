"""Makes the documents that a configuration asks for, each from what its target names."""

import contextlib
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gaia_export import apps, capabilities, faults, models, names, plain
from gaia_export.config import AppSource, CapabilitiesSource, Source
from gaia_export.errors import ExportError

Warn = Callable[[str], None]


@dataclass(frozen=True)
class Made:
    """A document as FastAPI or Pydantic makes it, not yet canonical, and what its definitions are made from."""

    document: dict[str, Any]
    origins: names.Origins


def build(path: str, source: Source, warn: Warn) -> Made:
    """Return the document of a source.

    Path begins the messages, if it is not ""; warn gets what is no reason to stop.
    """
    before = f"{path}: " if path else ""

    def say(line: str) -> None:
        warn(before + line)

    try:
        with names.recorded() as origins, _warnings(source, say):
            document = plain.document(_document(source, say))
            _check_references(source, document, origins, say)
        names.check_document(document, origins)
    except ExportError as err:
        raise ExportError(before + str(err)) from err
    return Made(document, origins)


def _check_references(source: Source, document: dict[str, Any], origins: names.Origins, warn: Warn) -> None:
    for reference in names.undefined(document):
        err = origins.swallowed()
        if err is not None:
            raise ExportError(faults.at_work(source.target, err)) from err
        warn(f"{source.target}: the document refers to {reference}, which it does not define")


def _document(source: Source, warn: Warn) -> dict[str, Any]:
    if isinstance(source, AppSource):
        return apps.openapi(source.app, warn)
    if isinstance(source, CapabilitiesSource):
        return capabilities.document(source.capabilities)
    return models.json_schema(source)


@contextlib.contextmanager
def _warnings(source: Source, warn: Warn) -> Iterator[None]:
    """Hand Python's warnings to warn, once each; deprecations are about the code and not about the document."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for category in (DeprecationWarning, PendingDeprecationWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        yield
    for line in dict.fromkeys(faults.said(w.message) for w in caught if isinstance(w.message, Warning)):
        if not line.startswith("Duplicate Operation ID"):  # said of the document, once ids are mended
            warn(f"{source.target}: {line}")
