"""The command line."""

import argparse
import os
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import cast

from gaia_export.config import MODES, AppSource, CapabilitiesSource, Form, Source, TypeSource

EPILOG = """\
A TARGET is package.module:attribute. Without --app, --model, --union and --capabilities the documents
of a configuration file are exported.

exit codes: 0 done; 1 --check found differences; 2 it could not work, and wrote nothing

examples:
  gaia-export --app shop.main:app --out openapi.json
  gaia-export --union shop.events:Event --mode serialization > events.json
  gaia-export --app shop.main:app --out openapi.json --check
"""


@dataclass(frozen=True)
class Options:
    """What the command line asks for. Paths are absolute, so that imported code may change directory."""

    source: Source | None  # None: what the configuration file says
    config: Path
    path: list[str]
    out: Path | None  # a file with a source, else a directory; None for standard output, or what the file says
    shown: str  # out as it was given
    check: bool


def parse(given: list[str] | None) -> Options:
    """Return the options of a command line, by default the process's own. A fault ends the process with code 2."""
    parser = _parser()
    options = parser.parse_args(given)
    source = _source(parser, options)
    out = options.out
    if source and out in (None, "-", "/dev/stdout"):
        out = None
        if options.check:
            parser.error("--check compares a file: name it with --out FILE")
    if out == "":
        parser.error("--out needs the name of a file or directory")
    return Options(
        source=source,
        config=Path(_config(parser, options, source)),
        path=_directories(parser, options.path, source),
        out=Path(os.path.abspath(out)) if out is not None else None,
        shown=out or "",
        check=options.check,
    )


def _source(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Source | None:
    given = [name for name in ("app", "model", "union", "capabilities") if getattr(options, name) is not None]
    if len(given) > 1:
        parser.error(f"--{given[0]} and --{given[1]} make two documents; run the command for each")
    if given and options.config is not None:
        parser.error(f"--{given[0]} and --config cannot go together")
    form = given[0] if given else ""
    if form not in ("model", "union"):
        for name in ("mode", "also"):
            if getattr(options, name):
                parser.error(f"--{name} goes with --model or --union")
    if form in ("model", "union"):
        return TypeSource(getattr(options, form), options.mode or "validation", tuple(options.also), cast(Form, form))
    if form == "app":
        return AppSource(options.app)
    return CapabilitiesSource(options.capabilities) if form else None


def _config(parser: argparse.ArgumentParser, options: argparse.Namespace, source: Source | None) -> str:
    if options.config is not None:
        return options.config
    found = [name for name in ("export.yaml", "python/export.yaml") if os.path.exists(name)]
    if not found and source is None:
        parser.error("there is no export.yaml here; say what to export with --app, --model, --union or --capabilities")
    return found[0] if found else "export.yaml"


def _directories(parser: argparse.ArgumentParser, given: list[str], source: Source | None) -> list[str]:
    for directory in given:
        if not os.path.isdir(directory):
            parser.error(f"--path {directory} is not a directory")
    default = ["."] if source else []  # a configuration file stands beside what it names
    return [os.path.abspath(directory) for directory in given or default]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gaia-export",
        description="Write the OpenAPI and JSON Schema documents of FastAPI apps and Pydantic types.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    what = parser.add_argument_group("what to export")
    what.add_argument("--app", metavar="TARGET", help="a FastAPI app, or a function that returns one")
    what.add_argument("--model", metavar="TARGET", help="a type: Pydantic model, dataclass, TypedDict, enum, …")
    what.add_argument("--union", metavar="TARGET", help="an alias of a union of types")
    what.add_argument(
        "--capabilities", metavar="TARGET", help="flags: an enum, Literal, dict, list or class of constants"
    )
    what.add_argument("--config", metavar="FILE", help="a list of documents (default: export.yaml, python/export.yaml)")
    how = parser.add_argument_group("how")
    how.add_argument("--mode", choices=MODES, help="the form of a type that is read, that is written, or both")
    how.add_argument("--also", metavar="TARGET", action="append", default=[], help="define this type too (repeatable)")
    how.add_argument(
        "--path", metavar="DIR", action="append", default=[], help="import from DIR first (repeatable; default: .)"
    )
    how.add_argument("--out", metavar="FILE", help="write FILE (default: standard output); a directory with --config")
    how.add_argument(
        "--check", action="store_true", help="write nothing; show what differs and exit 1 if anything does"
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    return parser


def _version() -> str:
    try:
        return metadata.version("gaia-export")
    except metadata.PackageNotFoundError:
        return "(not installed)"
