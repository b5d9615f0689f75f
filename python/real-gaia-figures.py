"""Prints what came out of one app: python real-gaia-figures.py TARGET DIRECTORY, as real-gaia.sh left it."""

import json
import re
import sys
from collections import Counter
from importlib import metadata
from pathlib import Path
from typing import Any

METHODS = ("get", "put", "post", "patch", "delete", "options", "head", "trace")


def document(path: Path) -> list[str]:
    """Return lines on an OpenAPI document: its operations, schemas, and how much of it says something."""
    api = json.loads(path.read_text(encoding="utf-8"))
    operations = [o for item in api["paths"].values() for m, o in item.items() if m in METHODS]
    schemas = api.get("components", {}).get("schemas", {})
    properties = [p for s in schemas.values() for p in s.get("properties", {}).values()]
    described = [p for p in properties if isinstance(p, dict) and p.get("description")]
    untyped = [o for o in operations if not _typed(o)]
    return [
        f"openapi.json: OpenAPI {api['openapi']}, {path.stat().st_size} bytes",
        f"operations: {len(operations)} on {len(api['paths'])} paths, {len(untyped)} without a typed success response",
        f"schemas: {len(schemas)}",
        f"properties: {len(properties)}, described {len(described)}",
    ]


def _typed(operation: dict[str, Any]) -> bool:
    """Whether a 2xx response of an operation has a schema that says something."""
    bodies = [r.get("content", {}) for s, r in operation.get("responses", {}).items() if s.startswith("2")]
    return any(media.get("schema") for content in bodies for media in content.values())


def findings(log: Path) -> list[str]:
    """Return a line for each kind of warning in the generator's log, and one for the exporter's."""
    text = log.read_text(encoding="utf-8")
    kinds = Counter(re.findall(r"warning: .*\[([\w/-]+)\]", text))
    lines = [f"gaia-gen warnings: {sum(kinds.values())}"]
    lines += [f"  {rule}: {n}" for rule, n in sorted(kinds.items(), key=lambda k: (-k[1], k[0]))]
    return lines


def main() -> None:
    """Print the figures of the app whose files are in the directory."""
    target, where = sys.argv[1], Path(sys.argv[2])
    versions = " ".join(f"{p} {metadata.version(p)}" for p in ("amd-gaia", "fastapi", "pydantic", "starlette"))
    exported = (where / "export.log").read_text(encoding="utf-8").splitlines()
    warned = [line for line in exported if line.startswith("gaia-export: warning: ")]
    lines = document(where / "openapi.json")
    lines.append(f"gaia-export warnings: {len(warned)}")
    lines += [f"  {line.removeprefix('gaia-export: warning: ')}" for line in warned]
    lines += findings(where / "gen.log")
    for kind in ("ts", "go"):
        files = sorted((where / kind).iterdir())
        total = sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files)
        lines.append(f"{kind}: {total} lines in {', '.join(f.name for f in files)}; compiles")
    print("\n  ".join([f"{target} ({versions})", *lines]))


main()
