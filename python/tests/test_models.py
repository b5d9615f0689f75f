"""Types as a target: what is taken, modes, unions, titles, names, and what cannot be expressed."""

import json
import subprocess
import sys

import pytest

from conftest import ROOT
from gaia_export import cli

MODELS = '''
import dataclasses, enum
from typing import Annotated, Any, Callable, Generic, Literal, NamedTuple, NewType, Optional, TypeVar, Union
from typing_extensions import TypeAliasType, TypedDict
from pydantic import BaseModel, ConfigDict, Field, RootModel, computed_field

class Cat(BaseModel):
    """A cat."""
    kind: Literal["cat"]
    lives: int = 9

class Dog(BaseModel):
    kind: Literal["dog"]
    size: int = 1
    @computed_field
    def large(self) -> bool: ...

class Node(BaseModel):
    below: list["Node"] = []
    friend: Optional["Friend"] = None

class Friend(BaseModel):
    of: Node

class Tree(BaseModel):
    below: list["Tree"] = []
    pet: Optional[Dog] = None

T = TypeVar("T")
class Page(BaseModel, Generic[T]):
    items: list[T]

@dataclasses.dataclass
class Point:
    x: int

class Movie(TypedDict):
    title: str

class Row(NamedTuple):
    a: int

class Colour(enum.Enum):
    RED = "red"

class Names(RootModel[list[str]]): ...

class Reason(BaseModel):
    data: Any = Field(description="What was seen.", json_schema_extra={"x-gaia-any": "the observer decides"})

Pet = Annotated[Union[Cat, Dog], Field(discriminator="kind")]
Plain = Cat | Dog
Named = TypeAliasType("Named", Union[Cat, Dog])
Maybe = Optional[Cat]
UserID = NewType("UserID", int)
CatPage = Page[Cat]
Ids = list[int]
Shade = Literal["light", "dark"]
class Outer:
    Inner = Annotated[str, Field(max_length=9)]
'''


@pytest.fixture
def export(project, capsys, request):
    module = "".join(c if c.isalnum() else "_" for c in request.node.name).lower().strip("_")
    module = "_".join(part for part in module.split("_") if part)

    def run(target, *more, form="--model", fails=False):
        project(**{f"{module}__py": MODELS})
        code = cli.main([form, f"{module}:{target}", *(m.replace("MODULE", module) for m in more)])
        shown = capsys.readouterr()
        assert code == (2 if fails else 0), shown.err
        return shown.err.replace(module, "MODULE") if fails else json.loads(shown.out)

    return run


TITLES = {
    "Cat": "Cat",
    "Point": "Point",
    "Movie": "Movie",
    "Row": "Row",
    "Colour": "Colour",
    "Names": "Names",
    "UserID": "UserID",
    "CatPage": "Page[Cat]",
    "Ids": "Ids",
    "Shade": "Shade",
    "Maybe": "Maybe",
    "Plain": "Plain",
    "Outer.Inner": "Inner",
}


@pytest.mark.parametrize("target", TITLES)
def test_whatever_pydantic_takes_is_a_model(export, target):
    document = export(target)
    assert document["title"] == TITLES[target]
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("target", ["Pet", "Plain", "Named"])
def test_unions(export, target):
    document = export(target, form="--union")
    assert list(document["$defs"])[:2] == ["Cat", "Dog"]


NO_UNIONS = {
    "Cat": "is the class Cat, not a union of types",
    "Maybe": "is Optional[MODULE.Cat], not a union of types",
    "Ids": "is list[int], not a union of types",
    "Shade": "is Literal['light', 'dark'], not a union of types",
    "Names": "is the class Names, not a union of types",
}


@pytest.mark.parametrize("target", NO_UNIONS)
def test_what_is_no_union(export, target):
    assert f"gaia-export: MODULE:{target} {NO_UNIONS[target]}" in export(target, form="--union", fails=True)


def test_modes(export):
    assert list(export("Dog")["properties"]) == ["kind", "size"]
    assert list(export("Dog", "--mode", "serialization")["properties"]) == ["kind", "size", "large"]


def test_both_modes_of_a_union(export):
    document = export("Pet", "--mode", "both", form="--union")
    assert list(document) == ["$schema", "$defs"]
    assert list(document["$defs"]) == ["Cat", "Dog-Input", "Dog-Output", "Pet-Input", "Pet-Output"]
    assert document["$defs"]["Pet-Output"]["discriminator"]["mapping"]["dog"] == "#/$defs/Dog-Output"


def test_both_modes_of_what_has_one_form(export):
    assert list(export("Cat", "--mode", "both")["$defs"]) == ["Cat"]
    assert list(export("Ids", "--mode", "both", "--also", "MODULE:Shade")["$defs"]) == ["Ids", "Shade"]


def test_both_modes_of_recursive_types(export):
    """Those whose forms say the same are one; those that reach a difference are two."""
    document = export("Node", "--mode", "both")
    assert list(document["$defs"]) == ["Friend", "Node"]
    assert document["$defs"]["Node"]["properties"]["below"]["items"] == {"$ref": "#/$defs/Node"}
    assert list(export("Tree", "--mode", "both")["$defs"]) == ["Dog-Input", "Dog-Output", "Tree-Input", "Tree-Output"]


def test_both_modes_load_as_two_types(export, tmp_path):
    if subprocess.run(["go", "version"], capture_output=True).returncode:
        pytest.skip("there is no go command to run gaia-gen with")
    document = export("Pet", "--mode", "both", form="--union")
    (tmp_path / "pets.json").write_text(json.dumps(document))
    given = ["go", "run", "./cmd/gaia-gen", str(tmp_path / "pets.json"), "--ts", str(tmp_path / "ts")]
    got = subprocess.run(given, cwd=ROOT, capture_output=True, text=True)
    assert got.returncode == 0, got.stderr
    types = (tmp_path / "ts" / "types.ts").read_text()
    for name in ("Cat ", "DogInput", "DogOutput", "PetInput", "PetOutput"):
        assert f" {name}" in types


def test_also_defines_more(export):
    document = export("Cat", "--also", "MODULE:Colour", "--also", "MODULE:Ids")
    assert document["title"] == "Cat"
    assert list(document["$defs"]) == ["Colour", "Ids"]


def test_reasons_for_untyped_members_follow_the_description(export):
    data = export("Reason")["properties"]["data"]
    assert list(data.items())[:2] == [("description", "What was seen."), ("x-gaia-any", "the observer decides")]


INEXPRESSIBLE = {
    "callable": (
        "class Inner(BaseModel):\n  call: Callable[[], int]\nclass X(BaseModel):\n  a: int\n  inner: list[Inner]",
        "X: field call of MODULE.Inner cannot be expressed as a schema: Cannot generate a JsonSchema for",
    ),
    "arbitrary": (
        "class Odd: ...\nclass X(BaseModel):\n  model_config = ConfigDict(arbitrary_types_allowed=True)\n  odd: Odd",
        "X: field odd of MODULE.X cannot be expressed as a schema: Cannot generate a JsonSchema for",
    ),
    "computed": (
        "class X(BaseModel):\n    @computed_field\n    def call(self) -> Callable[[], int]: ...",
        "X: field call of MODULE.X cannot be expressed as a schema",
    ),
    "dataclass": (
        "class Odd: ...\n@dataclasses.dataclass\nclass X:\n    odd: Odd",
        "X: field odd of MODULE.X cannot be expressed as a schema: Unable to generate pydantic-core schema for",
    ),
    "typed dict": (
        "class Odd: ...\nclass X(TypedDict):\n    odd: list[Odd]",
        "X: field odd of MODULE.X cannot be expressed as a schema: Unable to generate pydantic-core schema for",
    ),
    "at import": (
        "class Odd: ...\nclass X(BaseModel):\n    a: int\n    odd: Odd",
        "MODULE failed at import: field odd of MODULE.X: PydanticSchemaGenerationError: Unable to generate",
    ),
    "undefined": (
        "class X(BaseModel):\n    a: int\n    b: list['Nowhere']",
        "MODULE.X cannot be expressed as a schema: name 'Nowhere' is not defined",
    ),
    "not a type": ("class X: ...", "X cannot be expressed as a schema: Unable to generate pydantic-core schema"),
    "own code": (
        "class X(BaseModel):\n  @classmethod\n  def __get_pydantic_json_schema__(cls, a, b):\n    raise OSError('no')",
        "X: OSError: no (MODULE.py:",
    ),
    "function": ("def X(a: int): ...", "X is a function, which cannot be expressed as a schema: it is not a type"),
    "instance": ("class A(BaseModel):\n    a: int = 1\nX = A()", "X is an A, which cannot be expressed as a schema"),
    "text": ("X = 'int'", "X is a str, not a type"),
    "module": ("import json as X", "X is a module, not a type"),
    "two of one name": (
        "class A:\n  class Item(BaseModel):\n    a: int\nclass B:\n  class Item(BaseModel):\n    b: int\n"
        "class X(BaseModel):\n  one: A.Item\n  two: list[B.Item]",
        "2 models are named Item: MODULE.A.Item, MODULE.B.Item",
    ),
    "two of one name, one at the root": (
        "class A:\n  class X(BaseModel):\n    a: int\nclass X(BaseModel):\n  two: list[A.X]",
        "2 models are named X: MODULE.A.X, MODULE.X",
    ),
    "two generics of one name": (
        "class A:\n  class Item(BaseModel):\n    a: int\nclass B:\n  class Item(BaseModel):\n    b: int\n"
        "class X(BaseModel):\n  one: Page[A.Item]\n  two: Page[B.Item]",
        "2 models are named Item: MODULE.A.Item, MODULE.B.Item",
    ),
    "alias with the name of a model": (
        "class A:\n  class X(BaseModel):\n    a: int\nX = list[A.X]",
        "two types are named X: the one at the root, and one that it uses",
    ),
    "value that JSON cannot hold": (
        "class X(BaseModel):\n  a: int = Field(1, json_schema_extra={'examples': [object()]})",
        "X: field a of MODULE.X cannot be expressed as a schema: PydanticSerializationError: Unable to serialize",
    ),
}


@pytest.mark.parametrize("mode", ["validation", "serialization", "both"])
@pytest.mark.parametrize("name", INEXPRESSIBLE)
def test_what_cannot_be_expressed(project, monkeypatch, capsys, name, mode):
    text, message = INEXPRESSIBLE[name]
    if (name, mode) == ("computed", "validation"):
        pytest.skip("a computed field is only written")
    module = f"not_expressed_{'_'.join(name.replace(',', '').split())}_{mode}"
    monkeypatch.chdir(project(**{f"{module}__py": MODELS + text}))
    assert cli.main(["--model", f"{module}:X", "--mode", mode, "--out", "x.json"]) == 2
    shown = capsys.readouterr()
    if mode == "both" and name.startswith("alias"):
        message = "MODULE:X and another type are both named X"  # here nothing stands at the root
    assert message.replace("MODULE", module) in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


def test_two_modules_with_a_model_of_one_name(project, capsys):
    """The message names the modules, so that one knows where to look."""
    item = "from pydantic import BaseModel\nclass Item(BaseModel):\n    {}: int\n"
    use = "import shop_one, shop_two\nPair = tuple[shop_one.Item, shop_two.Item]\n"
    project(shop_one__py=item.format("a"), shop_two__py=item.format("b"), shop_pair__py=use)
    assert cli.main(["--model", "shop_pair:Pair"]) == 2
    assert capsys.readouterr().err == "gaia-export: 2 models are named Item: shop_one.Item, shop_two.Item\n"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the type statement is of Python 3.12")
def test_the_type_statement(project, capsys):
    project(statement_a__py=MODELS + "\ntype X = Cat | Dog\n")
    assert cli.main(["--union", "statement_a:X"]) == 0
