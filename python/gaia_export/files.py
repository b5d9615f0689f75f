"""Writes and compares the exported files."""

import difflib
import os
import stat
import tempfile
from pathlib import Path

from gaia_export.errors import ExportError


def write(out: Path, files: dict[str, bytes], stale: list[str] | None = None) -> list[str]:
    """Write files, by their slash path below out, remove stale ones, and return the paths that changed.

    A file that has the wanted content is not touched. Every new content is on disk
    before the first file is replaced, so a failure leaves all files as they were.
    """
    staged: list[tuple[str, Path, str]] = []
    try:
        for path, data in files.items():
            target = _real(out / path)
            if _read(target) == data:
                continue
            if _is_special(target):
                target.write_bytes(data)  # a device or pipe: it is written to, never replaced
            else:
                staged.append((path, target, _stage(target, data)))
        for _, target, temporary in staged:
            os.replace(temporary, target)
        for path in stale or []:
            (out / path).unlink(missing_ok=True)
    except OSError as err:
        raise ExportError(f"cannot write below {out}: {err}") from err
    finally:
        for _, _, temporary in staged:
            Path(temporary).unlink(missing_ok=True)
    return [path for path, _, _ in staged] + (stale or [])


def differences(out: Path, files: dict[str, bytes], stale: list[str] | None = None) -> list[str]:
    """Return a unified diff, from what is on disk to what is wanted, for each file that differs; stale ones do."""
    found = []
    for path, data in files.items():
        old = _read(_real(out / path))
        if old != data:
            found.append(_diff(path, old, data))
    return found + [_diff(path, read(out / path), None) for path in stale or []]


def read(path: Path) -> bytes | None:
    """Return the content of a file, or None if it is not there. Raise ExportError if it cannot be read."""
    return _read(path)


def _read(path: Path) -> bytes | None:
    try:
        if _is_special(path):
            return None
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as err:
        raise ExportError(f"cannot read {path}: {err.strerror or err}") from err


def _real(path: Path) -> Path:
    """Follow links, so that the file is replaced and not the link to it."""
    return Path(os.path.realpath(path))


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _stage(target: Path, data: bytes) -> str:
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o644)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return temporary


def _diff(path: str, old: bytes | None, new: bytes | None) -> str:
    def lines(data: bytes | None) -> list[str]:
        return (data or b"").decode("utf-8", "replace").splitlines(keepends=True)

    if not old and not new:
        return f"--- {path} (committed)\n+++ {path} (exported)\n"  # an empty file that should not be there
    diff = difflib.unified_diff(lines(old), lines(new), f"{path} (committed)", f"{path} (exported)")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in diff)
