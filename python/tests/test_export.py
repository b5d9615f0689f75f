"""The exporter as a command: configuration, targets, files, --check, failures."""

import json
import os
import re
import subprocess
import sys

import pytest

from conftest import ROOT
from gaia_export import canonical, cli

MODELS = '''
from typing import Annotated, Literal, Union
from pydantic import BaseModel, Field

class Point(BaseModel):
    """A place."""
    x: int = Field(description="{text}")
    next: "Point | None" = None

class Line(BaseModel):
    kind: Literal["line"]

class Dot(BaseModel):
    kind: Literal["dot"]
    at: Point

Shape = Annotated[Union[Line, Dot], Field(discriminator="kind", title="Shape")]
Name = Annotated[str, Field(max_length=9)]
'''
CONFIG = """
out: out
contracts:
  c:
    point.json: {{type: "{module}:Point"}}
    shape.json: {{type: "{module}:Shape", also: ["{module}:Name"]}}
"""


@pytest.fixture
def models(project, request):
    """A project that exports two documents from a module of its own."""
    module = re.sub(r"[^a-z]+", "_", "models " + request.node.name).strip("_")
    directory = project(
        **{module + "__py": MODELS.format(text="How far."), "export__yaml": CONFIG.format(module=module)}
    )
    return directory, module


def run(directory, *arguments):
    return cli.main(["--config", str(directory / "export.yaml"), *arguments])


def test_writes_what_is_configured(models, capsys):
    directory, _ = models
    assert run(directory) == 0
    assert sorted(p.name for p in (directory / "out" / "c").iterdir()) == ["point.json", "shape.json"]
    assert capsys.readouterr().out == "gaia-export: 2 documents, 2 changed\n  c/point.json\n  c/shape.json\n"
    shape = (directory / "out" / "c" / "shape.json").read_text()
    assert '"title": "Shape"' in shape
    assert '"Name": {\n      "type": "string",\n      "maxLength": 9\n    }' in shape


def test_unchanged_files_are_not_touched(models, capsys):
    directory, _ = models
    run(directory)
    file = directory / "out" / "c" / "point.json"
    os.utime(file, (1, 1))
    assert run(directory) == 0
    assert file.stat().st_mtime == 1
    assert "0 changed" in capsys.readouterr().out


def test_out_wins_over_the_configuration(models, tmp_path):
    directory, _ = models
    assert run(directory, "--out", str(tmp_path / "elsewhere")) == 0
    assert (tmp_path / "elsewhere" / "c" / "point.json").exists()
    assert not (directory / "out").exists()


def test_check_shows_what_differs(models, capsys):
    directory, _ = models
    run(directory)
    assert run(directory, "--check") == 0
    file = directory / "out" / "c" / "point.json"
    edited = file.read_text().replace("How far.", "How near.")
    file.write_text(edited)
    capsys.readouterr()
    assert run(directory, "--check") == 1
    shown = capsys.readouterr()
    assert re.search(r'^- +"description": "How near.",$', shown.out, re.M)
    assert re.search(r'^\+ +"description": "How far.",$', shown.out, re.M)
    assert "+++ c/point.json (exported)" in shown.out
    assert shown.err == "gaia-export: 1 file differs from its source; export again\n"
    assert file.read_text() == edited


def test_check_reports_missing_documents(models, capsys):
    directory, _ = models
    run(directory)
    (directory / "out" / "c" / "shape.json").unlink()
    capsys.readouterr()
    assert run(directory, "--check") == 1
    assert "--- c/shape.json (committed)" in capsys.readouterr().out
    assert not (directory / "out" / "c" / "shape.json").exists()


def test_a_document_whose_entry_is_gone_is_removed(models, capsys):
    directory, module = models
    run(directory)
    (directory / "export.yaml").write_text(f'out: out\ncontracts: {{c: {{point.json: {{type: "{module}:Point"}}}}}}')
    capsys.readouterr()
    assert run(directory, "--check") == 1
    assert "--- c/shape.json (committed)" in capsys.readouterr().out
    assert (directory / "out" / "c" / "shape.json").exists()
    assert run(directory) == 0
    assert capsys.readouterr().out == "gaia-export: 1 documents, 1 changed\n  c/shape.json (removed)\n"
    assert [p.name for p in (directory / "out" / "c").iterdir()] == ["point.json"]
    assert run(directory, "--check") == 0


def test_two_configurations_may_share_a_directory(models):
    """A contract that a configuration does not know may be another's."""
    directory, module = models
    run(directory)
    other = directory / "other.yaml"
    other.write_text(f'out: out\ncontracts: {{d: {{point.json: {{type: "{module}:Point"}}}}}}')
    assert cli.main(["--config", str(other)]) == 0
    for given in ([], ["--check"]):
        assert run(directory, *given) == 0
        assert cli.main(["--config", str(other), *given]) == 0
    assert len(list((directory / "out").glob("*/*.json"))) == 3


KEPT = {
    "not ours": ("old.json", b'{"a": 1}\n', ""),
    "in our form, but never exported": ("old.json", b'{\n  "title": "T",\n  "type": "string"\n}\n', ""),
    "exported, then edited": ("shape.json", b'{"a": 1}\n', ""),
    "not JSON": ("shape.json", b"\xff", ""),
    "a record that somebody wrote": ("shape.json", b"[]", "../export.yaml\n/etc/passwd\nc/../../export.yaml\nc\n"),
}


@pytest.mark.parametrize("name", KEPT)
def test_a_file_that_somebody_else_wrote_is_kept(models, capsys, name):
    file, content, more = KEPT[name]
    directory, module = models
    run(directory)
    (directory / "out" / "c" / file).write_bytes(content)
    record = directory / "out" / ".gaia-export"
    record.write_text(record.read_text() + more)
    settings = f'out: out\ncontracts: {{c: {{point.json: {{type: "{module}:Point"}}}}}}'
    (directory / "export.yaml").write_text(settings)
    capsys.readouterr()
    assert run(directory) == 0
    assert (directory / "out" / "c" / file).read_bytes() == content
    assert (directory / "export.yaml").read_text() == settings
    said = f"warning: c/{file} has no entry in {directory / 'export.yaml'}; it is kept"
    assert said in capsys.readouterr().err
    assert run(directory, "--check") == 0
    assert said in capsys.readouterr().err


def test_a_link_is_never_removed(models, tmp_path):
    directory, module = models
    run(directory)
    shape = directory / "out" / "c" / "shape.json"
    (tmp_path / "mine.json").write_bytes(shape.read_bytes())
    shape.unlink()
    shape.symlink_to(tmp_path / "mine.json")
    (directory / "export.yaml").write_text(f'out: out\ncontracts: {{c: {{point.json: {{type: "{module}:Point"}}}}}}')
    assert run(directory) == 0
    assert shape.is_symlink() and (tmp_path / "mine.json").exists()


def test_a_changed_description_changes_one_line(project):
    texts = {}
    for module, text in {"before_change": "How far.", "after_change": "How near."}.items():
        directory = project(**{module + "__py": MODELS.format(text=text), "export__yaml": CONFIG.format(module=module)})
        assert run(directory, "--out", str(directory / module)) == 0
        texts[module] = (directory / module / "c" / "point.json").read_text().splitlines()
    changed = [(a, b) for a, b in zip(*texts.values(), strict=True) if a != b]
    assert [(a.strip(), b.strip()) for a, b in changed] == [
        ('"description": "How far.",', '"description": "How near.",'),
    ]


ROOTS = """
from __future__ import annotations
from pydantic import BaseModel

class Plain(BaseModel):
    inner: Inner

class Inner(BaseModel):
    a: int

class Node(BaseModel):
    below: list[Node]
"""


def test_a_root_stands_at_the_root_unless_it_is_recursive(project):
    spec = 'contracts: {c: {plain.json: {type: "roots_a:Plain"}, node.json: {type: "roots_a:Node"}}}'
    directory = project(roots_a__py=ROOTS, export__yaml=spec)
    assert run(directory) == 0
    plain, node = (json.loads((directory / "schemas" / "c" / f).read_text()) for f in ("plain.json", "node.json"))
    assert plain["properties"] == {"inner": {"$ref": "#/$defs/Inner"}}
    assert list(plain["$defs"]) == ["Inner"]
    assert node["$ref"] == "#/$defs/Node"
    assert node["$defs"]["Node"]["properties"]["below"]["items"] == {"$ref": "#/$defs/Node"}


APP = """
import fastapi
from contextlib import asynccontextmanager

@asynccontextmanager
async def lifespan(app):
    raise RuntimeError("the lifespan ran")
    yield

app = fastapi.FastAPI(lifespan=lifespan)
def make(): return app
def make_with(setting): return app
def broken(): raise ValueError("no settings")
NOT_AN_APP = 7
"""


def source(**spec):
    body = ", ".join(f'{k}: "{v}"' for k, v in spec.items())
    return "contracts: {c: {d.json: {%s}}}" % body


@pytest.mark.parametrize("target", ["app", "make"])
def test_an_app_is_exported_without_its_lifespan(project, target):
    directory = project(apps_a__py=APP, export__yaml=source(app=f"apps_a:{target}"))
    assert run(directory) == 0
    assert '"openapi": "3.1.0"' in (directory / "schemas" / "c" / "d.json").read_text()


TWO_MODELS = """
from pydantic import BaseModel
class Item(BaseModel):
    a: int
class Other:
    class Item(BaseModel):
        b: int
class Both(BaseModel):
    first: Item
    second: Other.Item
"""

FAILURES = {
    "no module": (source(type="absent_module:X"), {}, "no module named absent_module"),
    "no attribute": (source(type="bad_a:X"), {"bad_a__py": ""}, "bad_a has no X"),
    "no colon": (source(type="bad_b"), {}, "does not have the form package.module:attribute"),
    "fails at import": (source(type="bad_c:X"), {"bad_c__py": "1/0"}, "bad_c failed at import: ZeroDivisionError"),
    "imports what is missing": (
        source(type="bad_d:X"),
        {"bad_d__py": "import absent_thing"},
        "bad_d failed at import: it needs the module absent_thing, which is not installed (",
    ),
    "exits at import": (
        source(type="bad_m:X"),
        {"bad_m__py": "raise SystemExit(0)"},
        "bad_m failed at import: SystemExit: 0",
    ),
    "syntax": (source(type="bad_e:X"), {"bad_e__py": "def"}, "bad_e failed at import: SyntaxError"),
    "not an app": (source(app="bad_f:NOT_AN_APP"), {"bad_f__py": APP}, "is an int, not a FastAPI app"),
    "factory with arguments": (
        source(app="bad_g:make_with"),
        {"bad_g__py": APP},
        "bad_g:make_with needs arguments (setting)",
    ),
    "factory that fails": (source(app="bad_h:broken"), {"bad_h__py": APP}, "ValueError: no settings"),
    "not expressible": (
        source(type="bad_i:f"),
        {"bad_i__py": "from typing import Callable\nf = Callable[[int], int]"},
        "cannot be expressed as a schema",
    ),
    "not a type": (source(type="bad_j:X"), {"bad_j__py": "class X: pass"}, "cannot be expressed as a schema"),
    "two models of one name": (
        source(type="bad_k:Both"),
        {"bad_k__py": TWO_MODELS},
        "2 models are named Item: bad_k.Item, bad_k.Other.Item",
    ),
    "one name in two documents": (
        'contracts: {c: {a.json: {type: "bad_l:Item"}, b.json: {type: "bad_l:Other.Item"}}}',
        {"bad_l__py": TWO_MODELS},
        "c: a.json and b.json define different types named Item (bad_l.Item and bad_l.Other.Item)",
    ),
    "no configuration": (None, {}, "cannot read"),
    "not YAML": ("a: [", {}, "is not YAML"),
    "not a mapping": ("- a", {}, "is not a mapping"),
    "unknown key": ("outt: x\ncontracts: {}", {}, "unknown key 'outt'; it may have out, path, contracts"),
    "unknown document key": (source(typ="a:b"), {}, "unknown key 'typ'"),
    "nothing to do": ("contracts: {}", {}, "lists no documents"),
    "app and type": (
        source(app="a:b", type="a:b"),
        {},
        "needs one of `app`, `model`, `union`, `type`, `capabilities`, and has `app` and `type`",
    ),
    "mode of an app": (
        source(app="a:b", mode="validation"),
        {},
        "`mode` goes with `model`, `union` or `type`, not with `app`",
    ),
    "unknown mode": (source(type="a:b", mode="write"), {}, "is 'write', not `validation`, `serialization` or `both`"),
    "mode of flags": (source(capabilities="a:b", mode="both"), {}, "not with `capabilities`"),
    "no source": (source(mode="both"), {}, "needs one of `app`, `model`, `union`, `type`, `capabilities`"),
    "a key that stands twice": ("contracts: {c: {a.json: {app: x}, a.json: {app: y}}}", {}, "'a.json' stands twice"),
    "path that is none": ("path: [nowhere]\n" + source(type="a:b"), {}, "path: nowhere is not a directory"),
    "not a union": (
        source(union="bad_n:X"),
        {"bad_n__py": "X = int"},
        "bad_n:X is the class int, not a union of types",
    ),
    "not a model": (source(model="bad_o:X"), {"bad_o__py": "X = None"}, "bad_o:X is None, not a type"),
    "path outside": ('contracts: {c: {"../d.json": {type: "a:b"}}}', {}, "is not a plain file name"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_failures_say_why_and_write_nothing(project, capsys, name):
    settings, files, message = FAILURES[name]
    directory = project(**files, **({"export__yaml": settings} if settings is not None else {}))
    assert run(directory) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""
    assert not (directory / "schemas").exists()


def test_one_failure_keeps_all_documents_as_they_were(project):
    spec = 'contracts: {c: {a.json: {type: "good_a:X"}, b.json: {type: "absent_module:X"}}}'
    directory = project(good_a__py="from pydantic import BaseModel\nclass X(BaseModel): a: int", export__yaml=spec)
    assert run(directory) == 2
    assert not (directory / "schemas").exists()


@pytest.mark.parametrize("obstacle", ["directory", "file"])
def test_an_output_that_cannot_be_written_changes_nothing(models, capsys, obstacle):
    directory, _ = models
    run(directory)
    before = (directory / "out" / "c" / "point.json").read_bytes()
    (directory / "out" / "c" / "point.json").write_bytes(b"old")
    blocked = directory / "out" / "c" / "shape.json"
    blocked.unlink()
    if obstacle == "directory":
        blocked.mkdir()
        arguments = ()
    else:
        (directory / "blocked").write_text("")
        arguments = ("--out", str(directory / "blocked"))
    assert run(directory, *arguments) == 2
    assert "gaia-export: cannot" in capsys.readouterr().err
    assert (directory / "out" / "c" / "point.json").read_bytes() == b"old" != before
    assert not [p for p in (directory / "out" / "c").iterdir() if p.name.startswith(".")]


ENTRIES = """
path: [src]
contracts:
  c:
    flags.json: {capabilities: "entries_a:FLAGS"}
    shape.json: {union: "entries_a:Shape", mode: both}
    line.json: {model: "entries_a:Line"}
"""


def test_every_kind_of_entry(models):
    directory, _ = models
    (directory / "src").mkdir()
    (directory / "src" / "entries_a.py").write_text(MODELS.format(text="") + '\nFLAGS = ["a.b"]\n')
    (directory / "export.yaml").write_text(ENTRIES)
    assert run(directory) == 0
    made = {p.name: json.loads(p.read_text()) for p in (directory / "schemas" / "c").iterdir()}
    assert made["flags.json"] == {"capabilities": [{"name": "a.b"}]}
    assert made["line.json"]["title"] == "Line"
    assert list(made["shape.json"]["$defs"]) == ["Dot", "Line", "Point", "Shape"]


def test_the_same_in_any_process(tmp_path):
    """Neither the seed of the hashes nor the working directory shows in the output."""
    texts = []
    for seed in ("1", "2"):
        out = tmp_path / seed
        subprocess.run(
            [sys.executable, "-m", "gaia_export", "--config", str(ROOT / "python" / "export.yaml"), "--out", str(out)],
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "python")},
        )
        texts.append({p.relative_to(out): p.read_bytes() for p in out.rglob("*.json")})
    assert len(texts[0]) >= 3
    assert texts[0] == texts[1]


def test_committed_documents_are_what_the_sources_say(exported):
    """Each app is booted in process: first the meaning is compared, in which order and spelling have no part, then the bytes."""
    for path, data in exported.items():
        committed = (ROOT / "schemas" / path).read_bytes()
        assert meaning(committed) == meaning(data), f"{path}: the sources say something else; export it again"
        assert committed == data, f"{path}: the sources say the same in other bytes; export it again"


def meaning(data):
    document = json.loads(data)
    return document if "capabilities" in document else canonical.canonical(document)
