"""The command: export documents, or compare them with what is there."""

import os
import sys
import traceback
from collections.abc import Callable
from typing import NoReturn

from gaia_export import arguments, canonical, config, files, names, record, sources, streams, targets
from gaia_export.arguments import Options
from gaia_export.errors import ExportError
from gaia_export.streams import Streams

DONE = 0
DIFFERENT = 1
FAILED = 2
INTERRUPTED = 130

Warn = Callable[[str], None]


def command() -> NoReturn:
    """Run the command as a process, and end it even if imported code has left threads running."""
    options = arguments.parse(None)
    taken = streams.take()
    code = FAILED
    try:
        code = run(options, taken)
        sys.stdout.flush()
    except BaseException:  # a fault of ours, or imported code that raises when it is flushed
        traceback.print_exc(file=taken.err)
        taken.complain("internal error, please report it")
    finally:
        # Standard output is not given back: a thread may print at any time.
        os._exit(code)


def main(given: list[str] | None = None) -> int:
    """Run the command in this process and return its exit code.

    0 done, 1 --check found differences, 2 it could not work and has written nothing, 130 it was interrupted.
    """
    try:
        options = arguments.parse(given)
    except SystemExit as err:
        return int(err.code or 0)
    taken = streams.take()
    try:
        return run(options, taken)
    finally:
        taken.give_back()


def run(options: Options, to: Streams) -> int:
    """Do what options ask for and return the exit code."""

    def warn(line: str) -> None:
        to.complain(f"warning: {line}")

    try:
        targets.add_paths(options.path)
        if options.source:
            return _one(options.source, options, to, warn)
        return _configured(options, to, warn)
    except ExportError as err:
        to.complain(str(err))
        return FAILED
    except KeyboardInterrupt:
        to.complain("interrupted")
        return INTERRUPTED


def _one(source: config.Source, options: Options, to: Streams, warn: Warn) -> int:
    """Export the one document that the flags describe."""
    made = sources.build("", source, warn)
    data = _text("", canonical.canonical(made.document))
    if options.out is None:
        to.write(data)
        return DONE
    directory, wanted = options.out.parent, {options.out.name: data}
    if options.check:
        return _check(files.differences(directory, wanted), f"{options.shown} differs from its source", to)
    changed = files.write(directory, wanted)
    to.print(f"gaia-export: {options.shown} {'written' if changed else 'is unchanged'}")
    return DONE


def _configured(options: Options, to: Streams, warn: Warn) -> int:
    """Export the documents of the configuration file."""
    settings = config.load(options.config)
    out = options.out or settings.out
    documents = export(settings, warn)
    stale, others = record.left_over(out, list(documents))
    for path in others:
        warn(f"{path} has no entry in {options.config}; it is kept, because gaia-export did not write it as it is")
    wanted = {**documents, record.NAME: record.text(out, list(documents))}
    if options.check:
        found = files.differences(out, wanted, stale)
        count = len(found)
        verdict = "1 file differs from its source" if count == 1 else f"{count} files differ from their sources"
        return _check(found, verdict, to)
    changed = files.write(out, wanted, stale)
    lines = [f"{path} (removed)" if path in stale else path for path in changed if path != record.NAME]
    to.print("\n  ".join([f"gaia-export: {len(documents)} documents, {len(lines)} changed", *lines]))
    return DONE


def export(settings: config.Config, warn: Warn = lambda line: None) -> dict[str, bytes]:
    """Return the text of every configured document by its slash path below the output directory."""
    targets.add_paths([str(settings.directory), *settings.path])
    contracts: dict[str, dict[str, tuple[dict, names.Origins]]] = {}
    for document in settings.documents:
        made = sources.build(document.path, document.source, warn)
        contracts.setdefault(document.contract, {})[document.name] = canonical.canonical(made.document), made.origins
    for contract, documents in contracts.items():
        names.check(contract, documents)
    return {d.path: _text(d.path, contracts[d.contract][d.name][0]) for d in settings.documents}


def _text(path: str, document: dict) -> bytes:
    try:
        return canonical.text(document)
    except ExportError as err:
        raise ExportError(f"{path}: {err}" if path else str(err)) from err


def _check(found: list[str], verdict: str, to: Streams) -> int:
    if not found:
        return DONE
    to.write("".join(found).encode("utf-8", "backslashreplace"))
    to.complain(f"{verdict}; export again")
    return DIFFERENT
