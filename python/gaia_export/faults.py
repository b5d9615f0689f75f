"""Puts what other people's code raises into one line: what it was, and where.

Modules, factories and models may raise anything, with messages of any length
that may themselves raise.
"""

import traceback
from pathlib import Path
from types import FrameType
from typing import Any

from pydantic.errors import PydanticErrorMixin

LONGEST = 400

# The functions of Pydantic that stand on the stack while it works on a type, and
# the variable in which each holds the class.
CLASS_IN = {
    "__new__": "cls_name",  # of the metaclass: the class does not exist yet
    "_model_schema": "cls",
    "_dataclass_schema": "dataclass",
    "_typed_dict_schema": "typed_dict_cls",
    "_namedtuple_schema": "namedtuple_cls",
    "model_schema": "schema",
    "dataclass_schema": "schema",
    "typed_dict_schema": "schema",
}

# Those that hold the name of a member in `name` while they work on it.
MEMBER_IN = (
    "_generate_md_field_schema",
    "_generate_dc_field_schema",
    "_generate_td_field_schema",
    "_generate_namedtuple_field_schema",
    "_named_required_fields_schema",
)


def named(err: BaseException) -> str:
    """Return the name of an exception and its message, as in `ValueError: no settings`."""
    message = said(err)
    return f"{type(err).__name__}: {message}" if message else type(err).__name__


def said(err: BaseException) -> str:
    """Return the message of an exception in one line, shortened if it is very long; "" if it has none."""
    try:
        message = err.message if isinstance(err, PydanticErrorMixin) else str(err)
        line = " ".join(str(message).split())
    except Exception as broken:  # __str__ is the module's own code too
        return f"its message cannot be shown ({type(broken).__name__})"
    return line if len(line) <= LONGEST else line[:LONGEST] + "…"


def place(err: BaseException) -> str:
    """Return ` (file:line)` for the last line of the user's code that err went through, or "" if there is none.

    Code below a directory of packages is not the user's, unless nothing else is there.
    """
    if isinstance(err, SyntaxError) and err.filename:
        return f" ({_short(err.filename)}:{err.lineno})"
    lines = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(err.__traceback__)
        if not frame.f_code.co_filename.startswith(("<", str(Path(__file__).parent)))
    ]
    own = [found for found in lines if not _installed(found[0])]
    if not own:
        return ""
    return f" ({_short(own[-1][0])}:{own[-1][1]})"


def member(err: BaseException) -> str:
    """Return the model and member that Pydantic was working on when it raised err.

    For example `field f of shop.models.Order`, `shop.models.Order`, or "" if unknown.
    """
    owner = field = ""
    for frame, _ in traceback.walk_tb(err.__traceback__):
        name = frame.f_code.co_name
        if not frame.f_globals.get("__name__", "").startswith("pydantic."):
            continue
        if name in CLASS_IN:
            found = _class(frame, CLASS_IN[name])
            owner, field = (found, "") if found else (owner, field)
        elif name in MEMBER_IN and isinstance(frame.f_locals.get("name"), str):
            field = frame.f_locals["name"]
    return f"field {field} of {owner}" if owner and field else owner


def at_work(target: str, err: BaseException) -> str:
    """Return what to say about an err that a target raised while a document was made from it."""
    about = member(err)
    if not about and not isinstance(err, PydanticErrorMixin):
        return f"{target}: {named(err)}{place(err)}"
    why = said(err) if isinstance(err, PydanticErrorMixin) else named(err)
    return (
        f"{target}: {about} cannot be expressed as a schema: {why}"
        if about
        else (f"{target} cannot be expressed as a schema: {why}")
    )


def kind(value: Any) -> str:
    """Return what value is, as in `None`, `an int` or `the class Order`."""
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    name = type(value).__name__
    return f"an {name}" if name[0] in "aeiouAEIO" else f"a {name}"


def qualified(type_: Any) -> str:
    """Return the module and name of a class."""
    return f"{type_.__module__}.{type_.__qualname__}"


def _class(frame: FrameType, variable: str) -> str:
    value = frame.f_locals.get(variable)
    if isinstance(value, dict):
        value = value.get("cls")
    if isinstance(value, type):
        return qualified(value)
    if isinstance(value, str) and isinstance(space := frame.f_locals.get("namespace"), dict):
        return f"{space.get('__module__', '?')}.{space.get('__qualname__', value)}"
    return ""


def _installed(file: str) -> bool:
    parts = Path(file).parts
    return "site-packages" in parts or "dist-packages" in parts or file.startswith(_standard_library())


def _standard_library() -> str:
    return str(Path(traceback.__file__).parent)


def _short(file: str) -> str:
    try:
        return str(Path(file).resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file
