"""Reads the texts that stand below the constants of a class, where editors show them.

class Capability(StrEnum):
    MEMORY = "memory"
    \"\"\"Remembers what was said.\"\"\"
"""

import ast
import inspect
import itertools
import textwrap


def of(class_: type) -> dict[str, str]:
    """Return the text below each constant of a class by the constant's name.

    Bases count, unless the class says more. Empty if the source is not to be had.
    """
    found: dict[str, str] = {}
    for base in reversed(class_.__mro__):
        if base.__module__ not in ("builtins", "enum"):
            found |= _own(base)
    return found


def _own(class_: type) -> dict[str, str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(class_)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return {}
    body = tree.body[0].body if tree.body and isinstance(tree.body[0], ast.ClassDef) else []
    found = {}
    for constant, text in itertools.pairwise(body):
        name = _name(constant)
        value = text.value.value if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) else None
        if name and isinstance(value, str):
            found[name] = inspect.cleandoc(value)
    return found


def _name(statement: ast.stmt) -> str:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target: ast.expr = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    else:
        return ""
    return target.id if isinstance(target, ast.Name) else ""
