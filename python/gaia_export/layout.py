"""What stands where in the two kinds of document, and in which order it is written.

A `Kind` describes one object of the specifications: the order of its keywords and
what the value of each is. A value that no kind describes is data (a default, an
example) or an extension and keeps the order it has.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

# Called with each schema and the name it stands under: a property, a definition,
# a parameter; "" elsewhere. It returns the schema to write.
EditSchema = Callable[[dict[str, Any], str], dict[str, Any]]


@dataclass(frozen=True)
class Kind:
    """One object of the specifications.

    A child is the name of a kind, perhaps wrapped: `list:` for a list of them, `map:`
    for an object whose keys are names and keep their order, `sorted:` for one whose
    keys are sorted.
    """

    order: tuple[str, ...]
    children: dict[str, str] = field(default_factory=dict)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


KINDS: dict[str, Kind] = {
    "openapi": Kind(
        _words("openapi $self info jsonSchemaDialect servers security tags externalDocs paths webhooks components"),
        {
            "info": "info",
            "servers": "list:server",
            "tags": "list:tag",
            "paths": "sorted:path",
            "webhooks": "sorted:path",
            "components": "components",
        },
    ),
    "capabilities": Kind(_words("capabilities"), {"capabilities": "list:flag"}),
    "flag": Kind(_words("name description since deprecated")),
    "info": Kind(_words("title summary description termsOfService contact license version")),
    "server": Kind(_words("url name description variables")),
    "tag": Kind(_words("name summary description externalDocs parent kind")),
    "components": Kind(
        _words("schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems"),
        {
            "schemas": "sorted:schema",
            "responses": "sorted:response",
            "parameters": "sorted:parameter",
            "requestBodies": "sorted:body",
            "headers": "sorted:parameter",
            "securitySchemes": "sorted:security",
            "callbacks": "sorted:callback",
            "pathItems": "sorted:path",
        },
    ),
    "path": Kind(
        _words("$ref summary description servers parameters get query put post patch delete options head trace"),
        {"servers": "list:server", "parameters": "list:parameter"}
        | {method: "operation" for method in _words("get query put post patch delete options head trace")},
    ),
    "operation": Kind(
        _words(
            "operationId tags summary description externalDocs deprecated security servers"
            " parameters requestBody responses callbacks"
        ),
        {
            "servers": "list:server",
            "parameters": "list:parameter",
            "requestBody": "body",
            "responses": "sorted:response",
            "callbacks": "sorted:callback",
        },
    ),
    "callback": Kind((), {"*": "path"}),
    "parameter": Kind(
        _words(
            "$ref name in description required deprecated allowEmptyValue style explode allowReserved"
            " schema content example examples"
        ),
        {"schema": "schema", "content": "sorted:media"},
    ),
    "body": Kind(_words("$ref description required content"), {"content": "sorted:media"}),
    "response": Kind(
        _words("$ref summary description headers content links"),
        {"headers": "sorted:parameter", "content": "sorted:media"},
    ),
    "media": Kind(_words("schema itemSchema example examples encoding"), {"schema": "schema", "itemSchema": "schema"}),
    "security": Kind(_words("$ref type description name in scheme bearerFormat flows openIdConnectUrl")),
    "discriminator": Kind(_words("propertyName mapping defaultMapping")),
    "schema": Kind(
        _words(
            "$schema $id $anchor $dynamicAnchor $vocabulary $comment $ref $dynamicRef"
            " title description deprecated readOnly writeOnly"
            " type format contentEncoding contentMediaType contentSchema const enum default example examples"
            " pattern minLength maxLength multipleOf minimum exclusiveMinimum maximum exclusiveMaximum"
            " minItems maxItems uniqueItems minContains maxContains prefixItems items unevaluatedItems contains"
            " minProperties maxProperties additionalProperties unevaluatedProperties propertyNames"
            " required dependentRequired properties patternProperties dependentSchemas"
            " discriminator oneOf anyOf allOf not if then else xml externalDocs $defs definitions"
        ),
        {"discriminator": "discriminator"}
        | {k: "schema" for k in _words("contentSchema items unevaluatedItems contains additionalProperties")}
        | {k: "schema" for k in _words("unevaluatedProperties propertyNames not if then else")}
        | {k: "list:schema" for k in _words("prefixItems oneOf anyOf allOf")}
        | {k: "map:schema" for k in _words("properties patternProperties dependentSchemas")}
        | {k: "sorted:schema" for k in _words("$defs definitions")},
    ),
}


def arrange(node: Any, kind: str, edit: EditSchema) -> Any:
    """Return node, an object of the given kind, with every schema edited and every keyword in its place."""
    return _arrange(node, kind, edit, "")


def _arrange(node: Any, child: str, edit: EditSchema, name: str) -> Any:
    wrapper, colon, inner = child.partition(":")
    if colon and wrapper == "list":
        return [_arrange(v, inner, edit, "") for v in node] if isinstance(node, list) else node
    if not isinstance(node, dict):
        return node  # a boolean schema, or something only the author can explain
    if colon:
        names = sorted(node) if wrapper == "sorted" else node
        return {n: _arrange(node[n], inner, edit, n) for n in names}
    if child == "schema":
        node = edit(node, name)
    elif child == "parameter":
        node = _parameter(node, edit, name)
    kind = KINDS[child]
    rest = kind.children.get("*", "")
    out = {}
    for key in sorted(node, key=lambda k: _rank(kind, k)):
        below = kind.children.get(key, rest)
        out[key] = _arrange(node[key], below, edit, "") if below else node[key]
    return out


def _parameter(node: dict[str, Any], edit: EditSchema, name: str) -> dict[str, Any]:
    """Edit the schema of a parameter under the parameter's name, and say its description once."""
    schema = node.get("schema")
    if not isinstance(schema, dict):
        return node
    schema = edit(schema, node.get("name", name))
    if schema.get("description") == node.get("description"):
        schema = {k: v for k, v in schema.items() if k != "description"}
    return {**node, "schema": schema}


def _rank(kind: Kind, key: str) -> tuple[int, int, str]:
    """Known keywords in their order, then the others, then extensions; the latter two by name.

    Extensions of this project follow the description, because they say as much as it does.
    """
    order = kind.order
    if key in order:
        return order.index(key), 0, ""
    if key.startswith("x-gaia-") and "description" in order:
        return order.index("description"), 1, key
    return len(order), key.startswith("x-"), key
