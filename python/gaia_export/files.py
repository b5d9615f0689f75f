"""Writes and compares the exported files."""

import difflib
import os
import tempfile
from pathlib import Path

from gaia_export.errors import ExportError


def write(out: Path, files: dict[str, bytes]) -> list[str]:
    """Write files, by their slash path below out, and return the paths that changed.

    A file that has the wanted content is not touched. Every new content is on disk
    before the first file is replaced, so a failure leaves all files as they were.
    """
    staged: list[tuple[str, Path, str]] = []
    try:
        for path, data in files.items():
            target = out / path
            if _read(target) != data:
                staged.append((path, target, _stage(target, data)))
        for _, target, temporary in staged:
            os.replace(temporary, target)
    except OSError as err:
        raise ExportError(f"cannot write below {out}: {err}") from err
    finally:
        for _, _, temporary in staged:
            Path(temporary).unlink(missing_ok=True)
    return [path for path, _, _ in staged]


def differences(out: Path, files: dict[str, bytes]) -> list[str]:
    """Return a unified diff, from what is on disk to what is wanted, for each file that differs.

    A JSON file beside them that nothing exports any more counts as a difference.
    """
    found = []
    for path, data in files.items():
        old = _read(out / path)
        if old != data:
            found.append(_diff(path, old or b"", data))
    for directory in sorted({path.rpartition("/")[0] for path in files}):
        for file in sorted((out / directory).glob("*.json")):
            path = f"{directory}/{file.name}"
            if path not in files:
                found.append(_diff(path, _read(file) or b"", b""))
    return found


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as err:
        raise ExportError(f"cannot read {path}: {err.strerror or err}") from err


def _stage(target: Path, data: bytes) -> str:
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o644)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return temporary


def _diff(path: str, old: bytes, new: bytes) -> str:
    def lines(data: bytes) -> list[str]:
        return data.decode("utf-8", "replace").splitlines(keepends=True)

    return "".join(difflib.unified_diff(lines(old), lines(new), f"{path} (committed)", f"{path} (exported)"))
