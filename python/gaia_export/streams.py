"""Keeps standard output for documents.

Code that is imported may print, log to sys.stdout, or start processes that do.
While streams are taken all of that goes to standard error.
"""

import contextlib
import io
import os
import sys
from dataclasses import dataclass
from typing import Any, BinaryIO, TextIO

from gaia_export.errors import ExportError


@dataclass
class Streams:
    """The two streams of the command itself."""

    out: BinaryIO | None  # None if standard output is closed
    err: TextIO
    _before: tuple[Any, Any, int]  # sys.stdout, sys.argv, and a copy of descriptor 1 or -1

    def write(self, data: bytes) -> None:
        """Write data to standard output. Raise ExportError if it cannot be written."""
        try:
            if self.out is None:
                raise OSError("it is closed")
            self.out.write(data)
            self.out.flush()
        except (OSError, ValueError) as err:
            raise ExportError(f"cannot write to standard output: {getattr(err, 'strerror', None) or err}") from err

    def print(self, line: str) -> None:
        """Write a line to standard output."""
        self.write((line + "\n").encode("utf-8", "backslashreplace"))

    def complain(self, line: str) -> None:
        """Write a line of the command's own to standard error; never fails."""
        with contextlib.suppress(OSError, ValueError, AttributeError):
            print(f"gaia-export: {line}", file=self.err, flush=True)

    def give_back(self) -> None:
        """Undo what `take` did."""
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
        sys.stdout, sys.argv, copy = self._before
        if copy >= 0 and self.out is not None:
            os.dup2(copy, 1)
            with contextlib.suppress(OSError):
                self.out.close()  # and the copy with it


def take() -> Streams:
    """Point standard output to standard error, and return the streams that the command itself writes to.

    The arguments of the command are hidden too, so that code which parses sys.argv
    when it is imported finds none.
    """
    stdout, argv = sys.stdout, sys.argv
    out, copy = _own_copy(stdout)
    sys.stdout = sys.stderr if sys.stderr is not None else io.StringIO()
    sys.argv = argv[:1]
    return Streams(out, sys.stderr, (stdout, argv, copy))


def _own_copy(stdout: TextIO | None) -> tuple[BinaryIO | None, int]:
    """Return a stream to where stdout leads, and its descriptor if descriptor 1 was redirected."""
    if stdout is None:
        return None, -1
    try:
        stdout.flush()
        if stdout.fileno() != 1:
            return stdout.buffer, -1
        copy = os.dup(1)
    except io.UnsupportedOperation:
        return getattr(stdout, "buffer", None), -1  # somebody, such as a test, has replaced it
    except (OSError, ValueError, AttributeError):
        return None, -1
    _redirect()
    return os.fdopen(copy, "wb"), copy


def _redirect() -> None:
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.close(null)
