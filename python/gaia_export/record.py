"""Remembers which files were exported, so that one whose entry is gone can be removed.

A file named `.gaia-export` in the output directory lists them. Only a file that is listed there
and still is in canonical form counts as ours: nothing else is ever removed.
"""

import json
from pathlib import Path

from gaia_export import canonical, config, files
from gaia_export.errors import ExportError

NAME = ".gaia-export"
HEADER = "# The files that gaia-export wrote here, so that it can remove those that are configured no more.\n"


def text(out: Path, wanted: list[str]) -> bytes:
    """Return the record after an export of the wanted slash paths.

    Files of contracts that this export does not know stay in it: another configuration may write them.
    """
    others = [path for path in _listed(out) if _contract(path) not in _contracts(wanted)]
    return (HEADER + "".join(f"{path}\n" for path in sorted({*wanted, *others}))).encode("utf-8")


def left_over(out: Path, wanted: list[str]) -> tuple[list[str], list[str]]:
    """Return the paths in the directories of the wanted contracts that nothing exports any more.

    The first are ours to remove; the others are JSON files that somebody else wrote or changed.
    """
    listed = [path for path in _listed(out) if path not in wanted and _contract(path) in _contracts(wanted)]
    ours = [path for path in listed if _is_ours(out / path)]
    beside = [f"{name}/{file.name}" for name in _contracts(wanted) for file in sorted((out / name).glob("*.json"))]
    return ours, [path for path in beside if path not in wanted and path not in ours]


def _contract(path: str) -> str:
    return path.rpartition("/")[0]


def _contracts(paths: list[str]) -> list[str]:
    return sorted({_contract(path) for path in paths})


def _listed(out: Path) -> list[str]:
    """The paths in the record that can be ours: a directory and a file, no links, nothing outside."""
    data = files.read(out / NAME) or b""
    lines = data.decode("utf-8", "replace").splitlines()
    return [line for line in dict.fromkeys(lines) if _is_document(out, line)]


def _is_document(out: Path, path: str) -> bool:
    parts = path.split("/")
    if len(parts) != 2 or not all(config.is_plain_name(part) for part in parts):
        return False
    return not (out / parts[0]).is_symlink() and not (out / path).is_symlink() and (out / path).is_file()


def _is_ours(file: Path) -> bool:
    """Whether a file is as an export leaves it."""
    data = files.read(file)
    try:
        document = json.loads(data or b"")
        return isinstance(document, dict) and canonical.text(canonical.canonical(document)) == data
    except (ValueError, RecursionError, AttributeError, TypeError, KeyError, ExportError):
        return False
