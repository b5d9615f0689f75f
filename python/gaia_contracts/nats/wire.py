"""What the models of this contract share beyond those of every contract."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetJsonSchemaHandler, WithJsonSchema
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from typing_extensions import TypeAliasType

from gaia_contracts.wire import Described


class Relayed(BaseModel):
    """A message that keeps the members it does not know, so that a relay passes them on.

    The schema says so with `additionalProperties: true`.
    """

    model_config = ConfigDict(extra="allow")


class Named(Described):
    """A described enum whose constants are named after its members, because its values are no names.

    The names are exported as `x-enum-varnames`, in member order.
    """

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        out = super().__get_pydantic_json_schema__(schema, handler)
        out["x-enum-varnames"] = [member.name for member in cls]
        return out


class Closed(Named):
    """A named enum to which no newer writer adds: a request's receiver refuses other values, or we list constants."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        out = super().__get_pydantic_json_schema__(schema, handler)
        out["x-gaia-open-union"] = False
        return out


@dataclass(frozen=True)
class Exported:
    """Adds keywords to the schema of a type that it annotates."""

    keywords: dict[str, Any]

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        reference = handler(schema)
        handler.resolve_ref_schema(reference).update(self.keywords)
        return reference


def only(value: bool | int) -> Any:
    """Return the type of one value. Unlike `Literal` it tells true and 1 apart."""

    def check(got: bool | int) -> bool | int:
        if got != value:
            raise ValueError(f"must be {value}")
        return got

    return Annotated[type(value), AfterValidator(check), Exported({"const": value})]


Yes = only(True)


def text(
    name: str, description: str, *, pattern: str | None = None, max_length: int | None = None, **keywords: str
) -> Any:
    """Return a string type of its own, exported under its name with the keywords."""
    limits = Field(pattern=pattern, max_length=max_length)
    return TypeAliasType(name, Annotated[str, limits, Exported({"description": description, **keywords})])


def free_text(name: str, description: str, known: type[Named]) -> Any:
    """Return a string type, exported under its name, that takes any string and knows the meaning of some."""
    members = {
        "type": "string",
        "enum": [member.value for member in known],
        "x-enum-varnames": [member.name for member in known],
        "x-enum-descriptions": [member.description for member in known],
    }
    schema = {"description": description, "anyOf": [members, {"type": "string"}]}
    return TypeAliasType(name, Annotated[str, WithJsonSchema(schema)])
