"""Checks that the types of a contract can be told apart by name.

The documents of a contract are loaded together, so a name means one thing in all
of them.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from gaia_export.errors import ExportError

Schema = dict[str, Any]

DATA = ("const", "default", "enum", "example", "examples")

# How Pydantic ends the names of the two forms of one type.
FORM = re.compile(r"-(Input|Output)$")


@dataclass
class Origins:
    """Which Python types the definitions of a document stand for."""

    # The long name that Pydantic gives a type if it must, as `shop__models__Item`,
    # to its short name and to the type itself: `Item`, `shop.models.Item`.
    long: dict[str, tuple[str, str]] = field(default_factory=dict)
    generators: list[GenerateJsonSchema] = field(default_factory=list)

    def swallowed(self) -> Exception | None:
        """Return why a definition was left out: Pydantic 2.10 notes the reason and goes on without it."""
        for generator in self.generators:
            for err in getattr(generator, "_core_defs_invalid_for_json_schema", {}).values():
                return err
        return None

    def types(self, short: str) -> list[str]:
        """Return the types of one short name, sorted."""
        return sorted({type_ for name, type_ in self.long.values() if name == short})

    def shared(self, name: str) -> str | None:
        """Return the short name that a definition would have if no other type had it too.

        "" if the definition has its short name; None if nothing is known about it.
        """
        base = FORM.sub("", name)
        if any(base == short for short, _ in self.long.values()):
            return ""
        short, _ = self.long.get(re.sub(r"__\d+$", "", base), (None, ""))
        return short


@contextmanager
def recorded() -> Iterator[Origins]:
    """Record which types the definitions are made from that Pydantic names meanwhile."""
    origins = Origins()
    original = GenerateJsonSchema.get_defs_ref

    def get_defs_ref(self: GenerateJsonSchema, reference: Any) -> Any:
        if not any(self is known for known in origins.generators):
            origins.generators.append(self)
        type_ = _without_ids(reference[0])
        short = re.sub(r"(?:[^.,[\]]+\.)+([^.,[\]]+)", r"\1", type_)
        origins.long[self.normalize_name(type_)] = (self.normalize_name(short), type_)
        return original(self, reference)

    GenerateJsonSchema.get_defs_ref = get_defs_ref  # type: ignore[method-assign,assignment]
    try:
        yield origins
    finally:
        GenerateJsonSchema.get_defs_ref = original  # type: ignore[method-assign]


def _without_ids(reference: str) -> str:
    """Return `shop.Page[shop.Item]` for Pydantic's `shop.Page:12[shop.Item:34]`."""
    return "".join(part.rsplit(":", 1)[0] for part in re.split(r"([][,])", reference))


def undefined(document: Schema) -> list[str]:
    """Return the references of a document to named schemas that it does not define, sorted."""
    known = {f"#/components/schemas/{name}" for name in document.get("components", {}).get("schemas", {})}
    known |= {f"#/$defs/{name}" for name in document.get("$defs", {})}
    named = ("#/components/schemas/", "#/$defs/")
    return sorted(r for r in _references(document) if r.startswith(named) and r.count("/") < 4 and r not in known)


def _references(node: Any) -> set[str]:
    """The references below node; what stands in examples and defaults is data."""
    if isinstance(node, list):
        return {r for below in node for r in _references(below)}
    if not isinstance(node, dict):
        return set()
    own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
    return own.union(*(_references(v) for k, v in node.items() if k not in DATA and not k.startswith("x-")))


def check_document(document: Schema, origins: Origins) -> None:
    """Raise ExportError if types of a document share a name: Pydantic puts the modules of models before it."""
    root = document.get("title")
    if root in document.get("$defs", {}) and "$ref" not in document:
        raise ExportError(f"two types are named {root}: the one at the root, and one that it uses")
    for name, schema in _definitions(document):
        short = origins.shared(name)
        types = origins.types(short) if short else []
        if short is None:
            short, types = _by_title(name, schema, document)
        if len(types) > 1:
            raise ExportError(f"{len(types)} models are named {short}: {', '.join(types)}")
        if types:
            raise ExportError(f"more than one model is {types[0]}; their names must differ")


def _by_title(name: str, schema: Any, document: Schema) -> tuple[str, list[str]]:
    """Tell from the titles alone, for a document that was made before anyone watched: `a__b__Item`, titled `Item`."""

    def long(name: str, schema: Any) -> bool:
        return isinstance(schema, dict) and schema.get("title") == title and name.endswith(f"__{title}")

    title = schema.get("title") if isinstance(schema, dict) else None
    if not isinstance(title, str) or not title or not long(FORM.sub("", name), schema):
        return "", []
    found = [FORM.sub("", n) for n, s in _definitions(document) if long(FORM.sub("", n), s)]
    return title, sorted({n.replace("__", ".") for n in found})


def check(contract: str, documents: dict[str, tuple[Schema, Origins]]) -> None:
    """Raise ExportError if two different types of a contract have one name. Keys are file names."""
    seen: dict[str, tuple[str, Any]] = {}
    for file, (document, _) in documents.items():
        for name, schema in _definitions(document):
            shape = _bare_references(schema)
            first, other = seen.setdefault(name, (file, shape))
            if other != shape:
                types = [documents[f][1].types(FORM.sub("", name)) for f in (first, file)]
                raise ExportError(f"{contract}: {first} and {file} define different types named {name}{_both(types)}")


def _both(types: list[list[str]]) -> str:
    if any(len(found) != 1 for found in types):
        return ""
    (a,), (b,) = types
    return f" ({a} and {b})" if a != b else f" (both are {a}, in different modes)"


def _definitions(document: Schema) -> list[tuple[str, Any]]:
    out = list(document.get("components", {}).get("schemas", {}).items())
    out += document.get("$defs", {}).items()
    if "openapi" not in document and "title" in document:
        out.append((document["title"], {k: v for k, v in document.items() if k not in ("$schema", "$defs", "title")}))
    return out


def _bare_references(node: Any) -> Any:
    """Return node with references reduced to the names they end in, the same in every document."""
    if isinstance(node, dict):
        return {
            k: v.rpartition("/")[2] if k == "$ref" and isinstance(v, str) else _bare_references(v)
            for k, v in node.items()
        }
    return [_bare_references(v) for v in node] if isinstance(node, list) else node
