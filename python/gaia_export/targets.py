"""Finds what a target names: an object in importable code, as `package.module:attribute`."""

import difflib
import importlib
import keyword
import sys
from typing import Any

from gaia_export import faults
from gaia_export.errors import ExportError


def resolve(target: str) -> Any:
    """Return the object that a target names. Raise ExportError if there is none, or its module fails at import."""
    module_name, attribute = _split(target)
    value: Any = _module(module_name)
    for i, part in enumerate(attribute):
        value = _member(value, part, ".".join([module_name, *attribute[:i]]))
    return value


def add_paths(directories: list[str]) -> None:
    """Put directories before everything else that modules are imported from, in their order."""
    sys.path[:] = directories + [p for p in sys.path if p not in directories]
    importlib.invalidate_caches()


def _split(target: str) -> tuple[str, list[str]]:
    module, colon, attribute = target.partition(":")
    names = attribute.split(".")
    if colon and _dotted(module.split(".")) and _dotted(names):
        return module, names
    message = f"{target!r} does not have the form package.module:attribute"
    stem = module.removesuffix(".py").removeprefix("./").replace("\\", "/").replace("/", ".")
    if stem != module and colon and _dotted(stem.split(".")):
        message += f"; {stem}:{attribute} names a module instead of a file"
    raise ExportError(message)


def _dotted(names: list[str]) -> bool:
    return all(name.isidentifier() and not keyword.iskeyword(name) for name in names)


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as err:
        raise ExportError(_not_found(name, err)) from err
    except KeyboardInterrupt:
        raise
    except BaseException as err:  # whatever the module's own code raises, SystemExit and worse included
        about = faults.member(err)
        about = f" {about}:" if about else ""
        raise ExportError(f"{name} failed at import:{about} {faults.named(err)}{faults.place(err)}") from err


def _not_found(name: str, err: ModuleNotFoundError) -> str:
    """Say which module is missing: the target's own, or one that it imports."""
    missing = err.name or ""
    if name.endswith(".py") and missing in (name, name.removesuffix(".py")):
        return f"no module named {name}; that of the file is {name.removesuffix('.py')}"
    if missing and (name + ".").startswith(missing + "."):
        if missing != name and "." not in missing:
            return f"no module named {missing}, which would hold {name}; --path names the directory it is in"
        return f"no module named {missing}; --path names the directory it is in" + _not_a_package(err)
    if not missing:
        return f"{name} failed at import: {faults.named(err)}{faults.place(err)}"
    top = missing.partition(".")[0]
    why = "is not installed" if top == missing or top not in sys.modules else f"is not in the installed {top}"
    return f"{name} failed at import: it needs the module {missing}, which {why}{faults.place(err)}"


def _not_a_package(err: ModuleNotFoundError) -> str:
    """The part of Python's message about a module that was taken for a package."""
    return f" ({str(err).partition('; ')[2]})" if "; " in str(err) else ""


def _member(value: Any, name: str, where: str) -> Any:
    try:
        return getattr(value, name)
    except AttributeError as err:
        close = difflib.get_close_matches(name, [n for n in dir(value) if not n.startswith("_")], n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise ExportError(f"{where} has no {name}{hint}") from err
    except KeyboardInterrupt:
        raise
    except BaseException as err:  # a module or class may compute its attributes
        raise ExportError(f"{where}.{name}: {faults.named(err)}{faults.place(err)}") from err
