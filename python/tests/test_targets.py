"""Targets that cannot be had: each says why, in one line."""

import pytest

from gaia_export import cli

SETTINGS = """
from pydantic import BaseModel
class Settings(BaseModel):
    key: int
    name: str
Settings()
"""
RAISES = """
class Broken(Exception):
    def __str__(self):
        raise ValueError("no text either")
raise Broken
"""
LINES = 'raise RuntimeError("first\\n\\n   second\\tthird")'
CANCELLED = "import asyncio\nraise asyncio.CancelledError"
CHAIN = "import chain_b"

FAULTS = {
    "no colon": ("shop", {}, "'shop' does not have the form package.module:attribute"),
    "no attribute": ("shop:", {}, "does not have the form"),
    "no module": (":app", {}, "does not have the form"),
    "relative": (".shop:app", {}, "does not have the form"),
    "keyword": ("shop:class", {}, "does not have the form"),
    "path": ("shop/main.py:app", {}, "package.module:attribute; shop.main:app names a module instead of a file"),
    "file": ("main.py:app", {}, "no module named main.py; that of the file is main\n"),
    "absent": ("absent_a:X", {}, "no module named absent_a; --path names the directory it is in"),
    "absent package": ("absent_b.c:X", {}, "no module named absent_b, which would hold absent_b.c; --path names the"),
    "absent in a module": (
        "mod_a.c:X",
        {"mod_a": ""},
        "no module named mod_a.c; --path names the directory it is in ('mod_a' is not a package)",
    ),
    "dependency": (
        "dep_a:X",
        {"dep_a": "\nimport nowhere"},
        "it needs the module nowhere, which is not installed (dep_a.py:2)",
    ),
    "dependency of a dependency": (
        "chain_a:X",
        {"chain_a": CHAIN, "chain_b": "import nowhere.at_all"},
        "chain_a failed at import: it needs the module nowhere, which is not installed (chain_b.py:1)",
    ),
    "part of a dependency": (
        "dep_b:X",
        {"dep_b": "import json.nothing"},
        "it needs the module json.nothing, which is not in the installed json (dep_b.py:1)",
    ),
    "raised by hand": (
        "dep_c:X",
        {"dep_c": "raise ModuleNotFoundError('turned off')"},
        "ModuleNotFoundError: turned off",
    ),
    "name that is not there": (
        "dep_d:X",
        {"dep_d": "from json import nothing"},
        "dep_d failed at import: ImportError: cannot import name 'nothing' from 'json'",
    ),
    "error": (
        "err_a:X",
        {"err_a": "\n\n1/0"},
        "err_a failed at import: ZeroDivisionError: division by zero (err_a.py:3)",
    ),
    "syntax": (
        "err_b:X",
        {"err_b": "\ndef"},
        "err_b failed at import: SyntaxError: invalid syntax (err_b.py, line 2) (err_b.py:2)",
    ),
    "exit": (
        "err_c:X",
        {"err_c": "raise SystemExit('no licence')"},
        "err_c failed at import: SystemExit: no licence (err_c.py:1)",
    ),
    "exit with 0": ("err_d:X", {"err_d": "import sys\nsys.exit()"}, "err_d failed at import: SystemExit (err_d.py:2)"),
    "several lines": ("err_e:X", {"err_e": LINES}, "RuntimeError: first second third (err_e.py:1)"),
    "settings": (
        "err_f:X",
        {"err_f": SETTINGS},
        "err_f failed at import: ValidationError: 2 validation errors for Settings key Field required",
    ),
    "a message that raises": ("err_g:X", {"err_g": RAISES}, "Broken: its message cannot be shown (ValueError)"),
    "cancelled": ("err_h:X", {"err_h": CANCELLED}, "err_h failed at import: CancelledError (err_h.py:2)"),
    "deep": ("err_i:X", {"err_i": "def f(): f()\nf()"}, "RecursionError: maximum recursion depth exceeded"),
    "misspelt": ("near_a:Pont", {"near_a": "class Point: pass"}, "near_a has no Pont; did you mean Point?"),
    "misspelt below": (
        "near_b:A.colr",
        {"near_b": "class A:\n  color = 1"},
        "near_b.A has no colr; did you mean color?",
    ),
    "nothing near": ("near_c:X", {"near_c": ""}, "near_c has no X\n"),
    "computed": (
        "near_d:X",
        {"near_d": "def __getattr__(name):\n    raise OSError('offline')"},
        "near_d.X: OSError: offline (near_d.py:2)",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_told_in_one_line(project, monkeypatch, capsys, name):
    target, modules, message = FAULTS[name]
    directory = project(**{f"{module}__py": code for module, code in modules.items()})
    monkeypatch.chdir(directory)
    for kind in ("--app", "--model", "--union", "--capabilities"):
        for module in modules:
            monkeypatch.delitem(__import__("sys").modules, module, raising=False)
        assert cli.main([kind, target, "--out", "x.json"]) == 2
        shown = capsys.readouterr()
        assert message in shown.err
        assert shown.err.startswith("gaia-export: ") and shown.err.count("\n") == 1
        assert len(shown.err) < 700
        assert shown.out == ""
    assert not (directory / "x.json").exists()
