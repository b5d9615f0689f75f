"""The canonical form: order, spelling, numbers, text."""

import json

import pytest

from gaia_export.canonical import canonical, text
from gaia_export.errors import ExportError


def write(document):
    return text(canonical(document)).decode("utf-8")


def same(a, b):
    assert write(a) == write(b)


def schema(**properties):
    return {"type": "object", "properties": properties}


def test_keywords_have_one_order_and_properties_keep_theirs():
    document = {
        "properties": {"z": {"title": "Z!", "type": "string"}, "a": {}},
        "x-b": 1,
        "x-a": 2,
        "unheard": 3,
        "type": "object",
    }
    got = canonical(document)
    assert list(got) == ["type", "properties", "unheard", "x-a", "x-b"]
    assert list(got["properties"]) == ["z", "a"]
    assert list(got["properties"]["z"]) == ["title", "type"]


def test_extensions_of_the_project_follow_the_description():
    """They say as much as it does, and are read with it."""
    extensions = {"x-other": 1, "x-gaia-open-union": False, "x-gaia-any": "why", "x-enum-varnames": ["A"]}
    got = canonical({"$defs": {"D": {"type": "object", "description": "d", "title": "T", **extensions}}})["$defs"]["D"]
    assert got["x-gaia-any"] == "why"
    assert " ".join(got) == (
        "title description x-gaia-any x-gaia-open-union type additionalProperties x-enum-varnames x-other"
    )
    assert " ".join(canonical({"type": "string", "x-gaia-name": "N"})) == "x-gaia-name type"
    operation = {"x-gaia-stream": {"tag": "t", "events": "e"}, "operationId": "o", "responses": {}, "x-gaia-op": {}}
    got = canonical({"openapi": "3.1.0", "paths": {"/a": {"get": operation}}})["paths"]["/a"]["get"]
    assert list(got) == ["operationId", "x-gaia-op", "x-gaia-stream", "responses"]
    assert list(got["x-gaia-stream"]) == ["tag", "events"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {"const": "a", "enum": ["a"]},
        {"type": "string", "format": "binary"},
        {"allOf": [{"$ref": "#/$defs/A"}]},
        {"default": None},
        {"properties": {"loc": {}, "msg": {}, "type": {}}},
    ],
)
@pytest.mark.parametrize("name", ["x-gaia-any", "x-gaia-name", "x-gaia-unheard"])
def test_no_spelling_costs_an_extension(schema, name):
    document = {"properties": {"a": {**schema, name: "why"}}, "$defs": {"ValidationError": {**schema, name: "why"}}}
    got = canonical(document)
    assert got["properties"]["a"][name] == got["$defs"]["ValidationError"][name] == "why"


def test_capabilities():
    flag = {"since": "1", "deprecated": "2", "name": "n", "description": "d"}
    got = canonical({"capabilities": [flag]})
    assert list(got["capabilities"][0]) == ["name", "description", "since", "deprecated"]


def test_named_things_are_sorted():
    document = {
        "paths": {
            "/b": {"post": {"responses": {"422": {"description": "d"}, "200": {"description": "d"}}}, "get": {}},
            "/a": {},
        },
        "components": {"schemas": {"B": {}, "A": {}}},
        "info": {"version": "1", "title": "t"},
        "openapi": "3.1.0",
    }
    got = canonical(document)
    assert list(got) == ["openapi", "info", "paths", "components"]
    assert list(got["info"]) == ["title", "version"]
    assert list(got["paths"]) == ["/a", "/b"]
    assert list(got["paths"]["/b"]) == ["get", "post"]
    assert list(got["paths"]["/b"]["post"]["responses"]) == ["200", "422"]
    assert list(got["components"]["schemas"]) == ["A", "B"]


def test_data_is_not_a_schema():
    """Keywords inside a default, an example, an enum or an extension are somebody's values."""
    value = {"type": "object", "title": "Value", "default": None, "z": 1, "a": {"type": "object"}}
    document = {"default": value, "examples": [value], "enum": [value], "x-gaia-thing": value}
    got = canonical(document)
    for key in ("default", "x-gaia-thing"):
        assert list(got[key]) == list(value)
        assert got[key] == value
    assert got["examples"] == [value]
    assert got["enum"] == [value]
    assert canonical({"const": value}) == {"const": value}


@pytest.mark.parametrize("name", ["default", "title", "type", "properties", "enum", "$ref", "const", "x-a"])
def test_a_property_may_be_named_like_a_keyword(name):
    document = schema(**{name: {"type": "string", "description": "d", "default": None}})
    assert canonical(document)["properties"] == {name: {"description": "d", "type": "string"}}


@pytest.mark.parametrize(
    "old, new",
    [
        ({"type": "string", "default": None}, {"type": "string"}),
        ({"const": "a", "enum": ["a"], "type": "string"}, {"const": "a", "type": "string"}),
        ({"type": "object"}, {"type": "object", "additionalProperties": True}),
        (
            {"type": "object", "propertyNames": {"enum": ["a"]}},
            {"type": "object", "propertyNames": {"enum": ["a"]}, "additionalProperties": True},
        ),
        ({"type": "string", "format": "binary"}, {"type": "string", "contentMediaType": "application/octet-stream"}),
        ({"type": "string", "pattern": r"^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$"}, {"type": "string"}),
        ({"allOf": [{"$ref": "#/$defs/A"}], "description": "d"}, {"$ref": "#/$defs/A", "description": "d"}),
        ({"minimum": 1.0}, {"minimum": 1}),
    ],
)
def test_one_spelling(old, new):
    same(old, new)
    same(schema(a=old), schema(a=new))
    same({"anyOf": [old, {"type": "null"}]}, {"anyOf": [new, {"type": "null"}]})
    same({"type": "array", "items": old}, {"type": "array", "items": new})
    same({"$defs": {"D": old}}, {"$defs": {"D": new}})


@pytest.mark.parametrize(
    "document",
    [
        {"default": False},
        {"default": 0},
        {"default": ""},
        {"const": "a", "enum": ["a", "b"]},
        {"enum": ["a"]},
        {"type": "object", "properties": {}},
        {"type": "object", "additionalProperties": False},
        {"type": "object", "patternProperties": {"^a": {}}},
        {"type": "object", "allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]},
        {"allOf": [{"$ref": "#/$defs/A", "description": "d"}]},
        {"type": "string", "format": "byte"},
        {"type": "string", "pattern": "^a$"},
        {"minimum": 0.5},
        {"maximum": 1e300},
        {"title": "Root", "type": "string"},
        {"properties": {"a": {"title": "Alpha"}}},
        {"properties": {"a": True, "b": False}},
        {"$defs": {"Page_Item_": {"title": "Page[Item]"}}},
    ],
)
def test_what_means_something_stays(document):
    assert canonical(document) == document
    assert canonical(schema(x=document)) == schema(x=document)


@pytest.mark.parametrize(
    "name, title",
    [("run_id", "Run Id"), ("apiVersion", "Apiversion"), ("id", "ID"), ("ttft", "Ttft"), ("größe", "Größe")],
)
def test_a_title_that_restates_its_name_goes(name, title):
    assert canonical(schema(**{name: {"title": title}}))["properties"] == {name: {}}


def test_a_parameter_says_its_name_and_description_once():
    parameter = {
        "in": "query",
        "name": "max_steps",
        "description": "d",
        "schema": {"type": "integer", "title": "Max Steps", "description": "d"},
    }
    document = {"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [parameter]}}}}
    got = canonical(document)["paths"]["/a"]["get"]["parameters"][0]
    assert got == {"name": "max_steps", "in": "query", "description": "d", "schema": {"type": "integer"}}


def test_the_framework_schemas_have_one_form():
    loc = {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "title": "Location"}
    old = {
        "properties": {"loc": loc, "msg": {"type": "string"}, "type": {"type": "string"}},
        "required": ["loc", "msg", "type"],
        "type": "object",
    }
    new = {
        **old,
        "properties": {**old["properties"], "input": {"title": "Input"}, "ctx": {"type": "object", "title": "Context"}},
    }

    def components(schema):
        return {"openapi": "3.1.0", "components": {"schemas": {"ValidationError": schema}}}

    same(components(old), components(new))
    described = canonical(components(old))["components"]["schemas"]["ValidationError"]
    assert all(p["description"] for p in described["properties"].values())


def test_a_model_that_only_shares_the_frameworks_name_is_left_alone():
    own = {"type": "object", "properties": {"reason": {"type": "string"}}}
    assert canonical({"$defs": {"ValidationError": own, "HTTPValidationError": own}})["$defs"]["ValidationError"] == own


def test_canonical_is_a_fixed_point(exported):
    for path, data in exported.items():
        document = json.loads(data)
        assert text(canonical(document)) == data, path


def test_text():
    assert text({"description": "naïve — ☃"}).decode("utf-8") == '{\n  "description": "naïve — ☃"\n}\n'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}])
def test_what_json_cannot_hold_is_an_error(value):
    with pytest.raises(ExportError, match="JSON cannot hold"):
        text({"default": value})


def test_half_a_surrogate_pair_is_an_error():
    with pytest.raises(ExportError, match="surrogate"):
        text({"default": "x\ud800"})
