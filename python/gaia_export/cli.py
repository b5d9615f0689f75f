"""The command: export the configured documents, or compare them with what is committed."""

import argparse
import sys
from pathlib import Path

from gaia_export import canonical, config, files, names, sources
from gaia_export.errors import ExportError

USAGE = 2
DIFFERENT = 1


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 1 --check found differences, 2 it could not work."""
    options = _parser().parse_args(arguments)
    try:
        settings = config.load(options.config or _default_config())
        out = options.out or settings.out
        wanted = export(settings)
        if options.check:
            return _check(out, wanted)
        changed = files.write(out, wanted)
    except ExportError as err:
        print(f"gaia-export: {err}", file=sys.stderr)
        return USAGE
    print(f"gaia-export: {len(wanted)} documents, {len(changed)} changed" + "".join(f"\n  {p}" for p in changed))
    return 0


def export(settings: config.Config) -> dict[str, bytes]:
    """Return the text of every configured document by its slash path below the output directory."""
    directory = str(settings.directory)
    if directory not in sys.path:
        sys.path.insert(0, directory)
    contracts: dict[str, dict[str, dict]] = {}
    for document in settings.documents:
        made = canonical.canonical(sources.build(document))
        contracts.setdefault(document.contract, {})[document.name] = made
    for contract, documents in contracts.items():
        names.check(contract, documents)
    return {document.path: _text(document, contracts) for document in settings.documents}


def _text(document: config.Document, contracts: dict[str, dict[str, dict]]) -> bytes:
    try:
        return canonical.text(contracts[document.contract][document.name])
    except ExportError as err:
        raise ExportError(f"{document.path}: {err}") from err


def _check(out: Path, wanted: dict[str, bytes]) -> int:
    found = files.differences(out, wanted)
    for diff in found:
        print(diff, end="")
    if found:
        print(f"gaia-export: {len(found)} documents differ from their sources; export them again", file=sys.stderr)
        return DIFFERENT
    return 0


def _default_config() -> Path:
    beside, below = Path("export.yaml"), Path("python/export.yaml")
    return below if below.exists() and not beside.exists() else beside


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gaia-export",
        description="Write the OpenAPI and JSON Schema documents of FastAPI apps and Pydantic types.",
    )
    parser.add_argument("--config", type=Path, help="what to export (default: export.yaml, else python/export.yaml)")
    parser.add_argument("--out", type=Path, help="where to write, instead of `out` in the configuration")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; show what differs and exit 1 if anything does"
    )
    return parser
