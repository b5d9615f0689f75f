"""The package as a user installs it: from the registry's dependencies, and run outside the repository."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

SHOP = """
from fastapi import FastAPI
from pydantic import BaseModel

print("the shop is open")

class Item(BaseModel):
    name: str

app = FastAPI(title="Shop")

@app.get("/items")
def items() -> list[Item]: ...
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An environment with the package and what it depends on, and nothing else."""
    directory = tmp_path_factory.mktemp("installed")
    shutil.copytree(
        ROOT / "python", directory / "python", ignore=shutil.ignore_patterns("__pycache__", "tests", "gaia_contracts")
    )
    subprocess.run([sys.executable, "-m", "venv", str(directory / "env")], check=True)
    bin_ = directory / "env" / ("Scripts" if os.name == "nt" else "bin")
    got = subprocess.run(
        [bin_ / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", "./python"],
        cwd=directory,
        capture_output=True,
        text=True,
    )
    if got.returncode and ("NewConnectionError" in got.stderr or "Temporary failure in name" in got.stderr):
        pytest.skip("the package registry cannot be reached")
    assert got.returncode == 0, got.stderr
    return bin_


def run(installed, directory, *arguments):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [installed / "gaia-export", *arguments], cwd=directory, env=environment, capture_output=True, text=True
    )


def test_the_command_works_on_a_project_elsewhere(installed, tmp_path):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "main.py").write_text(SHOP)
    got = run(installed, tmp_path, "--app", "shop.main:app")
    assert got.returncode == 0, got.stderr
    assert list(json.loads(got.stdout)["paths"]) == ["/items"]
    assert got.stderr == "the shop is open\n"
    assert run(installed, tmp_path, "--model", "shop.main:Item", "--out", "item.json").returncode == 0
    assert run(installed, tmp_path, "--model", "shop.main:Item", "--out", "item.json", "--check").returncode == 0
    assert json.loads((tmp_path / "item.json").read_text())["title"] == "Item"
    assert run(installed, "/", "--model", "shop.main:Item", "--path", str(tmp_path)).returncode == 0


def test_the_installed_command_knows_its_version(installed, tmp_path):
    assert run(installed, tmp_path, "--version").stdout == "gaia-export 0.1.0\n"


def test_the_first_commands_of_the_readme_work_as_pasted(installed, tmp_path):
    text = (ROOT / "python" / "README.md").read_text(encoding="utf-8")
    block = text.partition("```sh\n")[2].partition("```")[0]
    assert "gaia-export --app" in block
    lines = [line for line in block.splitlines() if not line.startswith(("pip ", "python3 -m venv", ". "))]
    environment = {**os.environ, "PATH": f"{installed}{os.pathsep}{os.environ['PATH']}"}
    got = subprocess.run(
        ["sh", "-eu", "-c", "\n".join(lines)], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert got.returncode == 0, got.stderr
    assert json.loads((tmp_path / "openapi.json").read_text())["openapi"] == "3.1.0"
