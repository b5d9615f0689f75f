"""What the models of every contract share."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema


class Open(BaseModel):
    """A message that readers accept with members they do not know, and ignore those.

    It says nothing about other members (no `additionalProperties`), so that a
    newer writer may add one.
    """


class Strict(BaseModel):
    """A message that its receiver refuses when it has an undeclared member."""

    model_config = ConfigDict(extra="forbid")


class StrictCamel(Strict):
    """A strict message whose members are camelCase on the wire."""

    model_config = ConfigDict(alias_generator=to_camel)


class OpenCamel(Open):
    """An open message whose members are camelCase on the wire."""

    model_config = ConfigDict(alias_generator=to_camel)


class Described(str, Enum):
    """A string enum whose members each carry a description.

    The descriptions are exported as `x-enum-descriptions`, in member order.
    """

    description: str

    def __new__(cls, value: str, description: str) -> "Described":
        member = str.__new__(cls, value)
        member._value_ = value
        member.description = description
        return member

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        out = handler.resolve_ref_schema(handler(schema))
        out["x-enum-descriptions"] = [member.description for member in cls]
        return out


class Flag(Described):
    """A described enum of capability flags: each member says since when there has been the flag.

    `since` and `deprecated` are versions; `deprecated` is None for a current flag.
    """

    since: str
    deprecated: str | None

    def __new__(cls, value: str, description: str, since: str, deprecated: str | None = None) -> "Flag":
        member = str.__new__(cls, value)
        member._value_ = value
        member.description = description
        member.since = since
        member.deprecated = deprecated
        return member


@dataclass(frozen=True)
class Exported:
    """Adds keywords to the schema of a type that it annotates."""

    keywords: dict[str, Any]

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        reference = handler(schema)
        handler.resolve_ref_schema(reference).update(self.keywords)
        return reference


def untyped(reason: str) -> dict[str, Any]:
    """Return what a member says, as `json_schema_extra`, that has a good reason to allow any value."""
    return {"x-gaia-any": reason}


def omittable(description: str, **constraints: Any) -> Any:
    """Return the declaration of a member that may be left out but is never null.

    Write messages with `exclude_unset=True`: the default stands for "absent" and
    is not a value of the member.
    """
    return Field(default=None, description=description, **constraints)
