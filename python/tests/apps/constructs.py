"""An app and models with the constructs whose export has changed between versions.

They have no other meaning; a construct that a new version spells in a new way is
added here together with its rule in gaia_export.normalize.
"""

import datetime
import decimal
import enum
import uuid
from typing import Annotated, Any, Generic, Literal, Optional, TypeVar, Union

from fastapi import Body, FastAPI, File, Form, Header, Query, UploadFile
from pydantic import BaseModel, ConfigDict, Field, HttpUrl, Json, RootModel, SecretStr, computed_field

T = TypeVar("T")

Short = Annotated[str, Field(max_length=3)]


class Colour(str, enum.Enum):
    RED = "red"
    BLUE = "blue"


class Only(str, enum.Enum):
    ONE = "one"


class Number(enum.IntEnum):
    ONE = 1
    TWO = 2


class Inner(BaseModel):
    """A model that others refer to."""

    count: int = Field(1, ge=0, lt=10, description="An integer with bounds.")
    ratio: float = Field(2.0, gt=0, description="A number with a whole bound and a whole default.")


class Cat(BaseModel):
    kind: Literal["cat"] = "cat"
    meow: Optional[str] = None


class Dog(BaseModel):
    kind: Literal["dog"] = "dog"
    loud: bool = False


Pet = Annotated[Union[Cat, Dog], Field(discriminator="kind")]


class Page(BaseModel, Generic[T]):
    items: list[T]
    total: int


class Tree(BaseModel):
    """A recursive model."""

    children: list["Tree"] = []


class Numbers(RootModel[list[int]]):
    """A model that is an array."""


class Empty(BaseModel):
    pass


class Extras(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int]


class Everything(BaseModel):
    only: Only
    number: Number = Number.ONE
    literal: Literal["x"]
    literal_default: Literal["x"] = "x"
    mixed: Literal["x", 1, None, True]
    described: Inner = Field(description="A reference with a sibling.")
    made: Inner = Field(default_factory=Inner, description="A reference with a factory.")
    optional: Optional[Inner] = Field(None, description="A nullable reference.")
    extras: Extras
    bare_dict: dict
    free_dict: dict[str, Any]
    int_dict: dict[str, int]
    enum_dict: dict[Colour, int]
    free_enum_dict: dict[Colour, Any]
    int_keys: dict[int, str]
    anything: Any
    anything_optional: Optional[Any] = None
    bare_list: list
    pair: tuple[int, str]
    ints: tuple[int, ...]
    set_of: set[int]
    frozen: frozenset[str] = frozenset()
    limited: Annotated[list[int], Field(min_length=1, max_length=3)] = [1]
    dec: decimal.Decimal
    dec_optional: Optional[decimal.Decimal] = Field(None, max_digits=5, decimal_places=2)
    when: datetime.datetime
    day: datetime.date
    clock: datetime.time
    span: datetime.timedelta
    uid: uuid.UUID
    raw: bytes
    embedded: Json
    secret: SecretStr
    url: HttpUrl
    pet: Pet
    pets: list[Pet]
    page: Page[Inner]
    free_page: Page[dict[str, Any]]
    pattern: str = Field(pattern="^a+$", min_length=1, max_length=3, examples=["a"])
    renamed: str = Field("d", alias="camelCase")
    read_only: str = Field(json_schema_extra={"readOnly": True})
    old: str = Field("q", deprecated=True)
    omittable: str = Field(default=None, description="May be left out, is never null.")

    @computed_field
    @property
    def computed(self) -> int:
        """A member that is only written."""
        return 1


def make_app() -> FastAPI:
    """Return the app; a factory, to cover that way of naming one."""
    app = FastAPI(title="Constructs", version="1")

    @app.post("/everything")
    def everything(
        body: Everything,
        q: Optional[int] = Query(None, ge=1, description="A query parameter."),
        many: list[str] = Query([]),
        x_trace: str = Header("x"),
        literal: Literal["a"] = "a",
        only: Only = Only.ONE,
    ) -> Everything: ...

    @app.post("/upload")
    def upload(
        file: UploadFile,
        several: list[UploadFile] = File(...),
        maybe: Optional[UploadFile] = None,
        raw: bytes = File(...),
        name: str = Form("x"),
    ) -> dict: ...

    @app.post("/two-bodies")
    def two_bodies(a: Inner, b: Inner = Body(embed=True)) -> Page[Inner]: ...

    @app.post("/form")
    def form(model: Annotated[Inner, Form()]) -> str: ...

    @app.get("/query-model")
    def query_model(model: Annotated[Inner, Query()]) -> Optional[Inner]: ...

    @app.get("/pets", responses={404: {"description": "None."}})
    def pets() -> list[Pet]: ...

    @app.get("/map")
    def mapping() -> dict[str, int]: ...

    @app.get("/any")
    def anything() -> Any: ...

    @app.delete("/nothing", status_code=204)
    def nothing(): ...

    @app.get("/tree/{depth}")
    def tree(depth: int, u: uuid.UUID, at: datetime.datetime) -> Tree: ...

    @app.put("/numbers")
    def numbers(body: Numbers) -> Numbers: ...

    @app.put("/empty")
    def empty(body: Empty) -> Empty: ...

    return app
