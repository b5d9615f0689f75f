"""What the tests share: the repository's places, and its documents as they are exported now."""

import json
from pathlib import Path

import pytest

from gaia_export import cli, config

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def exported() -> dict[str, bytes]:
    """The text of every document of the repository by its path below schemas/."""
    return cli.export(config.load(ROOT / "python" / "export.yaml"))


@pytest.fixture(scope="session")
def sidecar(exported) -> dict[str, dict]:
    """The documents of the sidecar contract by file name."""
    return {p.removeprefix("sidecar/"): json.loads(t) for p, t in exported.items() if p.startswith("sidecar/")}


@pytest.fixture(scope="session")
def gaia(exported) -> dict[str, dict]:
    """The documents of the GAIA contract by file name."""
    return {p.removeprefix("gaia/"): json.loads(t) for p, t in exported.items() if p.startswith("gaia/")}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Write files, given by name, into a directory that code can be imported from, and return it."""

    def make(**files: str) -> Path:
        for name, text in files.items():
            (tmp_path / name.replace("__", ".")).write_text(text, encoding="utf-8")
        return tmp_path

    monkeypatch.syspath_prepend(tmp_path)
    return make
