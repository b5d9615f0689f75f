"""Capabilities documents: each way of declaring flags, and what is no flag."""

import json

import pytest

from gaia_export import canonical, cli

HEAD = """
import dataclasses, enum
from collections import OrderedDict
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple, Union
from typing_extensions import TypeAliasType
from pydantic import BaseModel

class Described(str, enum.Enum):
    def __new__(cls, value, description, since, deprecated=None):
        self = str.__new__(cls, value)
        self._value_ = value
        self.description, self.since, self.deprecated = description, since, deprecated
        return self

@dataclasses.dataclass
class Flag:
    name: str
    description: str = ""
    since: str | None = None
    deprecated: str | None = None

class Row(NamedTuple):
    name: str
    since: str

class Model(BaseModel):
    name: str
    description: str

class A(str, enum.Enum):
    ONE = "a.one"
    TWO = "b"
"""
FULL = [
    {"name": "a.one", "description": "The first.", "since": "0.21"},
    {"name": "b", "description": "The second.", "since": "0.22", "deprecated": "0.24"},
]
NAMES = [{"name": "a.one"}, {"name": "b"}]
DESCRIBED = [{"name": "a.one", "description": "The first."}, {"name": "b"}]

WAYS = {
    "enum with attributes": (
        "class X(Described):\n  ONE = 'a.one', 'The first.', '0.21'\n  TWO = 'b', 'The second.', '0.22', '0.24'",
        FULL,
    ),
    "enum of text": ("class X(str, enum.Enum):\n  ONE = 'a.one'\n  TWO = 'b'", NAMES),
    "enum": ("class X(enum.Enum):\n  ONE = 'a.one'\n  TWO = 'b'", NAMES),
    "enum of objects": (
        "class X(enum.Enum):\n  ONE = Flag('a.one', 'The first.', '0.21')\n"
        "  TWO = Flag('b', 'The second.', '0.22', '0.24')",
        FULL,
    ),
    "enum of dicts": (
        "class X(enum.Enum):\n  ONE = {'name': 'a.one', 'description': 'The first.'}\n  B = {'name': 'b'}",
        DESCRIBED,
    ),
    "enum with texts below": (
        "class X(enum.Enum):\n  ONE = 'a.one'\n  '''\n  The first.\n  '''\n  TWO = 'b'\n  def m(self): 'no text'",
        DESCRIBED,
    ),
    "functional enum": ("X = enum.Enum('X', {'ONE': 'a.one', 'TWO': 'b'})", NAMES),
    "Literal": ("X = Literal['a.one', 'b']", NAMES),
    "nested Literal": ("X = Literal[Literal['a.one'], 'b']", NAMES),
    "annotated Literal": ("X = Annotated[Literal['a.one', 'b'], 'x']", NAMES),
    "named Literal": ("X = TypeAliasType('X', Literal['a.one', 'b'])", NAMES),
    "union of Literals": ("X = Union[Literal['a.one'], Literal['b']]", NAMES),
    "Literal of members": ("X = Literal[A.ONE, A.TWO]", NAMES),
    "dict to text": ("X = {'a.one': 'The first.', 'b': ''}", DESCRIBED),
    "dict to None": ("X = {'a.one': 'The first.', 'b': None}", DESCRIBED),
    "dict to dicts": (
        "X = {'a.one': {'description': 'The first.', 'since': '0.21'},"
        " 'b': {'since': '0.22', 'deprecated': '0.24', 'description': 'The second.', 'name': 'b'}}",
        FULL,
    ),
    "dict to objects": (
        "X = {'a.one': Flag('a.one', 'The first.', '0.21'), 'b': Flag('b', 'The second.', '0.22', '0.24')}",
        FULL,
    ),
    "dict of members": ("X = {A.ONE: 'The first.', A.TWO: None}", DESCRIBED),
    "other mappings": ("X = MappingProxyType(OrderedDict([('a.one', 'The first.'), ('b', None)]))", DESCRIBED),
    "list of names": ("X = ['a.one', 'b']", NAMES),
    "tuple of names": ("X = ('a.one', 'b')", NAMES),
    "set of names": ("X = frozenset({'b', 'a.one'})", NAMES),
    "list of members": ("X = [A.ONE, A.TWO]", NAMES),
    "list of dicts": (
        "X = [{'name': 'a.one', 'description': 'The first.'}, {'name': 'b', 'deprecated': None}]",
        DESCRIBED,
    ),
    "list of objects": ("X = [Flag('a.one', 'The first.', '0.21'), Flag('b', 'The second.', '0.22', '0.24')]", FULL),
    "tuple of named tuples": (
        "X = (Row('a.one', '1'), Row('b', '2'))",
        [{"name": "a.one", "since": "1"}, {"name": "b", "since": "2"}],
    ),
    "list of models": ("X = [Model(name='a.one', description='The first.'), 'b']", DESCRIBED),
    "class of constants": (
        "class X:\n  ONE = 'a.one'\n  '''The first.'''\n  TWO: str = 'b'\n  three: int\n  _hidden = 'c'\n"
        "  def method(self): ...\n  @classmethod\n  def make(cls): ...\n  @property\n  def p(self): ...",
        DESCRIBED,
    ),
    "class of objects": ("class X:\n  ONE = Flag('a.one', 'The first.')\n  TWO = Flag('b')", DESCRIBED),
    "class that inherits": ("class Base:\n  ONE = 'a.one'\n  'The first.'\nclass X(Base):\n  TWO = 'b'", DESCRIBED),
    "attribute of a class": ("class Holder:\n  X = ['a.one', 'b']\nX = Holder.X", NAMES),
    "deprecated: no": ("X = {'a.one': {'description': 'The first.', 'deprecated': False}, 'b': None}", DESCRIBED),
}

FAULTS = {
    "twice in an enum": (
        "class X(enum.Enum):\n  ONE = 'a'\n  TWO = 'a'",
        "MODULE:X.TWO declares 'a' again; MODULE:X.ONE is the first",
    ),
    "twice in a list": ("X = ['a', 'b', 'a']", "MODULE:X[2] declares 'a' again; MODULE:X[0] is the first"),
    "twice in a class": ("class X:\n  A = 'a'\n  B = 'a'", "MODULE:X.B declares 'a' again; MODULE:X.A is the first"),
    "tuple as a key": ("X = {('a',): None}", "MODULE:X[('a',)] is a tuple, not the name of a capability"),
    "twice in a dict": (
        "class B(enum.Enum):\n  ONE = 'a'\nX = {B.ONE: None, 'a': None}",
        "MODULE:X['a'] declares 'a' again; MODULE:X[<B.ONE: 'a'>] is the first",
    ),
    "number in an enum": ("class X(enum.IntEnum):\n  A = 1", "MODULE:X.A is the int 1, not the name of a capability"),
    "auto in an enum": ("class X(enum.Enum):\n  A = enum.auto()", "MODULE:X.A is the int 1, not the name"),
    "number in a list": ("X = ['a', 7]", "MODULE:X[1] is the int 7, not the name of a capability"),
    "None in a list": ("X = [None]", "MODULE:X[0] is None, not the name of a capability"),
    "number in a Literal": ("X = Literal['a', 1]", "MODULE:X is the int 1, not the name of a capability"),
    "number in a class": (
        "class X:\n  A = 'a'\n  B = 3.5",
        "MODULE:X.B is the float 3.5, not the name of a capability",
    ),
    "number as a key": ("X = {1: 'one'}", "MODULE:X[1] is the int 1, not the name of a capability"),
    "nested list": ("X = [['a']]", "MODULE:X[0] is a list, not the name of a capability"),
    "empty name": ("X = ['']", "MODULE:X[0] has the str '' for a name, which is no text"),
    "blank name": ("X = [{'name': ' '}]", "MODULE:X[0] has the str ' ' for a name"),
    "no name": ("X = [{'description': 'd'}]", "MODULE:X[0] has no name"),
    "name that is no text": ("X = [{'name': 3}]", "MODULE:X[0] has the int 3 for a name, which is no text"),
    "other name inside": ("X = {'a': {'name': 'b'}}", "MODULE:X['a'] has another name inside, 'b'"),
    "misspelt member": ("X = {'a': {'descripton': 'd'}}", "unknown member 'descripton'; did you mean description?"),
    "unknown member": (
        "X = [{'name': 'a', 'zzz': 1}]",
        "unknown member 'zzz'; it may have description, since, deprecated",
    ),
    "description that is no text": (
        "X = {'a': {'description': 3}}",
        "MODULE:X['a']: description is the int 3, not text",
    ),
    "description that is a method": (
        "class X(str, enum.Enum):\n  A = 'a'\n  def description(self): ...",
        "MODULE:X.A: description is a method, not text",
    ),
    "since that is a number": ("X = {'a': {'since': 0.22}}", "MODULE:X['a']: since is the float 0.22, not text"),
    "deprecated that is true": (
        "X = {'a': {'deprecated': True}}",
        "MODULE:X['a']: deprecated is the bool True, not text; it says since which version",
    ),
    "dict to flags": ("X = {'a': True}", "MODULE:X['a'] is a bool, not a description"),
    "text": ("X = 'a'", "MODULE:X is a str, not an enum, a Literal, a dict by name, a list of names"),
    "None": ("X = None", "MODULE:X is None, not an enum"),
    "function": ("def X(): ...", "MODULE:X is a function, not an enum"),
    "model": ("class X(BaseModel):\n  a: str = 'a'", "MODULE:X is the class X, not an enum"),
    "union of types": ("X = Union[int, str]", "MODULE:X is a union with the class int, not an enum"),
    "empty list": ("X = []", "MODULE:X declares no capabilities"),
    "empty class": ("class X: ...", "MODULE:X declares no capabilities"),
    "empty enum": ("class X(enum.Enum): ...", "MODULE:X declares no capabilities"),
}


def module_of(name, text, project, monkeypatch):
    module = "flags_" + "_".join("".join(c if c.isalnum() else " " for c in name).split())
    monkeypatch.chdir(project(**{f"{module}__py": HEAD + text}))
    return module


@pytest.mark.parametrize("name", WAYS)
def test_ways_of_declaring_flags(project, monkeypatch, capsys, name):
    text, want = WAYS[name]
    module = module_of(name, text, project, monkeypatch)
    assert cli.main(["--capabilities", f"{module}:X"]) == 0
    shown = capsys.readouterr()
    document = json.loads(shown.out)
    assert document == {"capabilities": want}
    assert [list(flag) for flag in document["capabilities"]] == [list(flag) for flag in want]
    assert canonical.text(canonical.canonical(document)).decode() == shown.out
    assert shown.err == ""


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_no_flag(project, monkeypatch, capsys, name):
    text, message = FAULTS[name]
    module = module_of(name, text, project, monkeypatch)
    assert cli.main(["--capabilities", f"{module}:X", "--out", "x.json"]) == 2
    shown = capsys.readouterr()
    assert message.replace("MODULE", module) in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""
