"""Writes a repository of many contracts, for the bench: the same bytes each time."""
import json
import pathlib

WORDS = "session agent memory tool prompt answer budget policy window record signal stream branch ledger cursor".split()


def document(number: int) -> dict:
    """An OpenAPI 3.1 document of about 50 KB: objects, enums, a tagged union, 15 operations."""
    schemas, paths = {}, {}
    for i in range(20):
        noun = f"{WORDS[i % 15].capitalize()}{WORDS[(i * 7 + number) % 15].capitalize()}{i}"
        properties = {
            f"{WORDS[(i + j) % 15]}_{WORDS[(j * 3 + number) % 15]}_{j}": field(j, number) for j in range(11)
        }
        schemas[noun] = {
            "type": "object",
            "description": f"A {noun} as the server of contract {number} shows it to its clients.",
            "required": sorted(properties)[:6],
            "properties": properties,
        }
    names = list(schemas)
    variants = {}
    for i in range(6):
        tag = f"{WORDS[i]}_event"
        name = f"{WORDS[i].capitalize()}Event"
        variants[tag] = f"#/components/schemas/{name}"
        schemas[name] = {
            "type": "object",
            "description": f"Tells of a {WORDS[i]}.",
            "required": ["type", "data"],
            "properties": {
                "type": {"const": tag, "description": "Tag of this event."},
                "data": {"$ref": f"#/components/schemas/{names[i]}", "description": "What happened."},
            },
        }
    schemas["Event"] = {
        "description": "Whatever a stream carries.",
        "oneOf": [{"$ref": ref} for ref in variants.values()],
        "discriminator": {"propertyName": "type", "mapping": variants},
    }
    for i in range(15):
        ref = {"$ref": f"#/components/schemas/{names[i]}"}
        paths[f"/v{number}/{WORDS[i]}/{{id}}"] = {
            "post": {
                "operationId": f"{WORDS[i]}Put{i}",
                "summary": f"Puts a {WORDS[i]}.",
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}, "description": "Which one."}],
                "requestBody": {"required": True, "content": {"application/json": {"schema": ref}}},
                "responses": {"200": {"description": "As it is now.", "content": {"application/json": {"schema": ref}}}},
            }
        }
    return {"openapi": "3.1.0", "info": {"title": f"Contract {number}", "version": "1.0.0"}, "paths": paths, "components": {"schemas": schemas}}


def field(j: int, number: int) -> dict:
    kinds = [
        {"type": "string"},
        {"type": "integer", "minimum": 0},
        {"type": ["number", "null"]},
        {"type": "array", "items": {"type": "string"}},
        {"enum": ["open", "closed", f"state_{number % 5}"]},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"type": "string", "format": "date-time"},
    ]
    return {**kinds[j % len(kinds)], "description": f"What field {j} is about, in some words."}


def write(root: pathlib.Path, count: int) -> None:
    (root / "schemas").mkdir(parents=True)
    config = ["version: 1", "contracts:"]
    for n in range(count):
        (root / f"schemas/c{n:03}.json").write_text(json.dumps(document(n), indent=1) + "\n")
        config.append(f"  c{n:03}: {{inputs: [schemas/c{n:03}.json], ts: {{out: gen/c{n:03}/ts}}, go: {{out: gen/c{n:03}/go, package: c{n:03}}}}}")
    (root / "gaia-gen.yaml").write_text("\n".join(config) + "\n")


def write_json_schemas(root: pathlib.Path, count: int) -> None:
    """The same types as one JSON Schema a contract, for json-schema-to-typescript."""
    (root / "jsonschemas").mkdir()
    for n in range(count):
        schemas = document(n)["components"]["schemas"]
        text = json.dumps({"title": f"Contract{n}", "type": "object", "properties": {k: {"$ref": f"#/definitions/{k}"} for k in schemas}, "definitions": schemas})
        (root / f"jsonschemas/c{n:03}.json").write_text(text.replace("#/components/schemas/", "#/definitions/"))
