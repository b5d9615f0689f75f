"""Apps as a target: what counts as one, what its document holds, and what it leaves out."""

import json
import os
import subprocess
import sys

import pytest

from conftest import ROOT
from gaia_export import cli

HEAD = """
import fastapi, functools, starlette.applications, starlette.routing
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict
"""
APPS = (
    HEAD
    + """
class Wrapper:
    def __init__(self, app): self.app = app
    async def __call__(self, scope, receive, send): ...

class Shop(FastAPI):
    def __init__(self): super().__init__(title="Shop")

app = FastAPI(title="Shop", openapi_url=None)
wrapped = Wrapper(Wrapper(app))
def make(title="Shop", *args, **more): return FastAPI(title=title)
def make_wrapped(): return wrapped
partial = functools.partial(make, title="Shop")
site = starlette.applications.Starlette(routes=[
    starlette.routing.Route("/", lambda r: None),
    starlette.routing.Mount("/api", app=app, name="api"),
])
def make_site(): return site
class holder:
    made = app
"""
)


def export(project, capsys, module, text, target):
    project(**{f"{module}__py": text})
    code = cli.main(["--app", f"{module}:{target}"])
    shown = capsys.readouterr()
    assert code == 0, shown.err
    return json.loads(shown.out), shown.err


@pytest.mark.parametrize(
    "target", ["app", "wrapped", "make", "make_wrapped", "partial", "Shop", "site", "make_site", "holder.made"]
)
def test_what_counts_as_an_app(project, capsys, target):
    document, warnings = export(project, capsys, f"apps_{target.replace('.', '_').lower()}", APPS, target)
    assert document["info"]["title"] == "Shop"
    assert warnings == ""
    assert document.get("servers") == ([{"url": "/api"}] if "site" in target else None)


FAULTS = {
    "module": ("json:decoder", "", "json:decoder is a module, not a FastAPI app"),
    "None": ("X", "X = None", "is None, not a FastAPI app or a function that returns one"),
    "router": ("X", "X = fastapi.APIRouter()", "is an APIRouter, not a FastAPI app"),
    "empty Starlette": ("X", "X = starlette.applications.Starlette()", "is a Starlette, not a FastAPI app"),
    "arguments": (
        "X",
        "def X(settings, /, db, *, log, level=1): ...",
        "needs arguments (settings, db, log); name an app",
    ),
    "class with arguments": ("X", "class X:\n  def __init__(self, db): ...", "needs arguments (db)"),
    "returns None": ("X", "def X(): ...", "X returned None, not a FastAPI app"),
    "returns a class": ("X", "def X(): return FastAPI", "X returned the class FastAPI, not a FastAPI app"),
    "async": ("X", "async def X(): return FastAPI()", "X is an async function; name an app, or a plain function"),
    "raises": ("X", "def X():\n  raise ValueError('no settings')", "X: ValueError: no settings (MODULE.py:6)"),
    "exits": ("X", "def X():\n  raise SystemExit(1)", "X: SystemExit: 1 (MODULE.py:6)"),
    "two mounted": (
        "X",
        "X = starlette.applications.Starlette()\nfor p in ('/a', '/b'):\n  X.mount(p, FastAPI())",
        "mounts 2 FastAPI apps (at /a, /b); name one of them as the target",
    ),
    "openapi raises": (
        "X",
        "X = FastAPI()\ndef o():\n  raise KeyError('x')\nX.openapi = o",
        "X: KeyError: 'x' (MODULE.py:7)",
    ),
    "openapi of another kind": (
        "X",
        "X = FastAPI()\nX.openapi = lambda: '{}'",
        "its openapi() returned a str, not a document",
    ),
    "not JSON": (
        "X",
        "X = FastAPI()\nX.openapi = lambda: {'openapi': '3.1.0', 'x-a': [{1, 2}]}",
        "a value that JSON cannot hold: /x-a/0 is a set",
    ),
    "not a number": ("X", "X = FastAPI()\nX.openapi = lambda: {'x-a': float('nan')}", "a value that JSON cannot hold"),
    "holds itself": (
        "X",
        "X = FastAPI()\nd = {}\nd['x'] = d\nX.openapi = lambda: d",
        "nested too deeply, or holds itself",
    ),
    "model that cannot be expressed": (
        "X",
        """
from typing import Callable
X = FastAPI()
class Inner(BaseModel):
    call: Callable[[], int]
class Outer(BaseModel):
    a: int
    inner: list[Inner]
@X.post("/a")
def a(body: Outer): ...
""",
        "X: field call of MODULE.Inner cannot be expressed as a schema: Cannot generate a JsonSchema for",
    ),
    "two models": (
        "X",
        """
X = FastAPI()
class Item(BaseModel):
    a: int
class Other:
    class Item(BaseModel):
        b: int
@X.post("/a")
def a(one: Item, two: Other.Item): ...
""",
        "2 models are named Item: MODULE.Item, MODULE.Other.Item",
    ),
    "two models made by a function": (
        "X",
        """
from pydantic import create_model
X = FastAPI()
one, two = create_model("Item", a=(int, 1)), create_model("Item", b=(int, 1))
@X.post("/a")
def a(one: one, two: two): ...
""",
        "more than one model is MODULE.Item; their names must differ",
    ),
    "two models, exported at import": (
        "X",
        """
X = FastAPI()
class Item(BaseModel):
    a: int
class Other:
    class Item(BaseModel):
        b: int
@X.post("/a")
def a(one: Item, two: Other.Item): ...
X.openapi()
""",
        "2 models are named Item: MODULE.Item, MODULE.Other.Item",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_no_app(project, monkeypatch, capsys, name):
    target, text, message = FAULTS[name]
    module = "no_app_" + "".join(c if c.isalnum() else "_" for c in name.replace(",", ""))
    monkeypatch.chdir(project(**{f"{module}__py": HEAD + text}))
    assert cli.main(["--app", target if ":" in target else f"{module}:{target}", "--out", "x.json"]) == 2
    shown = capsys.readouterr()
    assert message.replace("MODULE", module) in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


LEFT_OUT = (
    HEAD
    + """
from starlette.staticfiles import StaticFiles
app = FastAPI()
admin = FastAPI(title="Admin")
@admin.get("/users")
def users() -> int: ...
app.mount("/admin", admin)
app.mount("/files", StaticFiles(directory="."))
app.mount("/other", starlette.applications.Starlette())
router = fastapi.APIRouter()
@router.websocket("/ws")
async def ws(socket: fastapi.WebSocket): ...
@router.get("/shown")
def shown() -> int: ...
app.include_router(router, prefix="/v1")
"""
)


def test_what_the_document_leaves_out_is_told(project, capsys):
    document, warnings = export(project, capsys, "left_out", LEFT_OUT, "app")
    assert list(document["paths"]) == ["/v1/shown"]
    before = "gaia-export: warning: left_out:app: "
    assert sorted(warnings.splitlines()) == [
        before + "/admin is an app of its own (FastAPI 'Admin'), which is not in this document",
        before + "/other is an app of its own (Starlette), which is not in this document",
        before + "/v1/ws is a WebSocket, which OpenAPI cannot describe",
    ]


FORMS = (
    HEAD
    + """
class Item(BaseModel):
    model_config = ConfigDict(json_schema_serialization_defaults_required=True)
    a: int = 1
def make(separate):
    app = FastAPI(separate_input_output_schemas=separate)
    @app.post("/items")
    def items(item: Item) -> Item: ...
    @app.webhooks.post("item-made")
    def made(item: Item): ...
    return app
one, two = make(False), make(True)
"""
)


def test_one_or_two_forms_of_a_model(project, capsys):
    one, _ = export(project, capsys, "forms_a", FORMS, "one")
    two, _ = export(project, capsys, "forms_a", FORMS, "two")
    own = ["Item", "Item-Input", "Item-Output"]
    assert [n for n in one["components"]["schemas"] if n in own] == ["Item"]
    assert [n for n in two["components"]["schemas"] if n in own] == ["Item-Input", "Item-Output"]
    assert list(two["webhooks"]) == ["item-made"]


SEVERAL = (
    HEAD
    + """
from fastapi import Form
app = FastAPI()
@app.api_route("/a/{b}", methods=["POST", "GET", "DELETE", "PATCH"])
def proxy(b: str) -> int: ...
@app.api_route("/form", methods=["PUT", "POST"])
def form(x: str = Form(), y: str = Form()) -> int: ...
@app.api_route("/chosen", methods=["GET", "POST"], operation_id="chosen")
def chosen() -> int: ...
"""
)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_route_of_several_methods_has_an_id_for_each(project, seed):
    """FastAPI ends the one id that it makes with the method that comes first in a set."""
    directory = project(several_a__py=SEVERAL)
    got = subprocess.run(
        [sys.executable, "-m", "gaia_export", "--app", "several_a:app"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONHASHSEED": seed},
        cwd=directory,
        capture_output=True,
        text=True,
    )
    document = json.loads(got.stdout)
    ids = {m: o["operationId"] for m, o in document["paths"]["/a/{b}"].items()}
    assert ids == {method: f"proxy_a__b__{method}" for method in ("get", "post", "patch", "delete")}
    assert [n for n in document["components"]["schemas"] if n.startswith("Body")] == ["Body_form_form_put"]
    for method in ("put", "post"):
        assert '"$ref": "#/components/schemas/Body_form_form_put"' in json.dumps(document["paths"]["/form"][method])
    assert got.stderr.splitlines() == [
        "gaia-export: warning: several_a:app: 2 operations have the operationId chosen: GET /chosen, POST /chosen"
    ]


DANGLES = (
    HEAD
    + """
app = FastAPI()
@app.get("/a", responses={404: {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Lost"}}}}})
def a() -> int: ...
"""
)


def test_a_reference_that_leads_nowhere_is_told(project, capsys):
    _, warnings = export(project, capsys, "dangles_a", DANGLES, "app")
    assert "dangles_a:app: the document refers to #/components/schemas/Lost, which it does not define" in warnings


WARNS = (
    HEAD
    + """
class Item(BaseModel):
    f: object = fastapi
app = FastAPI()
@app.post("/a")
def a(item: Item): ...
@app.get("/b", operation_id="twice")
def b() -> int: ...
@app.get("/c", operation_id="twice")
def c() -> int: ...
"""
)


def test_warnings_of_the_frameworks_are_passed_on_in_one_line(project, capsys):
    _, warnings = export(project, capsys, "warns_a", WARNS, "app")
    lines = warnings.splitlines()
    assert all(line.startswith("gaia-export: warning: warns_a:app: ") for line in lines)
    assert any("2 operations have the operationId twice: GET /b, GET /c" in line for line in lines)
    assert any("is not JSON serializable" in line for line in lines)
    assert len(lines) == 2
