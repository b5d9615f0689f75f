"""The command with flags: where documents go, what stands on which stream, exit codes."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from conftest import ROOT
from gaia_export import cli

APP = """
import fastapi
app = fastapi.FastAPI(title="Shop")
@app.get("/a")
def a() -> int: ...
"""
MODEL = "from pydantic import BaseModel\nclass Point(BaseModel):\n    x: int\n"


@pytest.fixture
def here(project, monkeypatch):
    """A directory of modules that is the working directory."""

    def make(**files):
        directory = project(**files)
        monkeypatch.chdir(directory)
        return directory

    return make


def process(directory, *arguments, **more):
    """Run the command as a process of its own in directory."""
    return subprocess.run(
        [sys.executable, "-m", "gaia_export", *arguments],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python"), **more.pop("env", {})},
        capture_output=True,
        timeout=60,
        **more,
    )


def test_a_document_goes_to_standard_output(here, capsys):
    here(out_a__py=APP)
    assert cli.main(["--app", "out_a:app"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["info"]["title"] == "Shop"
    assert shown.err == ""
    assert cli.main(["--app", "out_a:app", "--out", "-"]) == 0
    assert capsys.readouterr().out == shown.out


def test_a_document_goes_to_a_file(here, capsys):
    directory = here(out_b__py=MODEL)
    given = ["--model", "out_b:Point", "--out", "made/point.json"]
    assert cli.main(given) == 0
    assert capsys.readouterr().out == "gaia-export: made/point.json written\n"
    file = directory / "made" / "point.json"
    assert json.loads(file.read_bytes())["title"] == "Point"
    os.utime(file, (1, 1))
    assert cli.main(given) == 0
    assert capsys.readouterr().out == "gaia-export: made/point.json is unchanged\n"
    assert file.stat().st_mtime == 1


def test_check_compares_the_file(here, capsys):
    directory = here(out_c__py=MODEL)
    given = ["--model", "out_c:Point", "--out", "point.json"]
    assert cli.main([*given, "--check"]) == 1
    assert capsys.readouterr().err == "gaia-export: point.json differs from its source; export again\n"
    assert not (directory / "point.json").exists()
    cli.main(given)
    capsys.readouterr()
    assert cli.main([*given, "--check"]) == 0
    assert capsys.readouterr() == ("", "")
    (directory / "point.json").write_text("{}")
    assert cli.main([*given, "--check"]) == 1
    assert "\n-{}\n\\ No newline at end of file\n+{\n" in capsys.readouterr().out
    assert (directory / "point.json").read_text() == "{}"


def test_a_link_keeps_leading_to_the_file(here):
    directory = here(out_d__py=MODEL)
    (directory / "link.json").symlink_to("real.json")
    assert cli.main(["--model", "out_d:Point", "--out", "link.json"]) == 0
    assert (directory / "link.json").is_symlink()
    assert (directory / "real.json").read_bytes().startswith(b"{")


def test_a_file_keeps_its_permissions(here):
    directory = here(out_e__py=MODEL)
    (directory / "p.json").write_text("")
    (directory / "p.json").chmod(0o600)
    assert cli.main(["--model", "out_e:Point", "--out", "p.json"]) == 0
    assert (directory / "p.json").stat().st_mode & 0o777 == 0o600


def test_a_device_is_written_to_and_not_replaced(here):
    here(out_f__py=MODEL)
    assert cli.main(["--model", "out_f:Point", "--out", os.devnull]) == 0
    assert not os.path.isfile(os.devnull)


LOUD = """
import os, subprocess, sys
print("printed")
sys.stdout.write("written")
sys.__stdout__.write("behind the back\\n")
os.write(1, b"by descriptor\\n")
subprocess.run([sys.executable, "-c", "print('by a process')"])
def make():
    print("by the factory")
    import fastapi
    return fastapi.FastAPI()
"""


def test_nothing_but_the_document_reaches_standard_output(here):
    directory = here(loud__py=LOUD)
    got = process(directory, "--app", "loud:make")
    assert got.returncode == 0
    assert json.loads(got.stdout)["openapi"] == "3.1.0"
    for words in (b"printed", b"written", b"behind the back", b"by descriptor", b"by a process", b"by the factory"):
        assert words in got.stderr


def test_what_is_printed_in_the_background_is_not_in_the_document(here):
    code = """
        import threading, time, fastapi
        def chatter():
            while True:
                print("tick", flush=True)
        threading.Thread(target=chatter, daemon=True).start()
        app = fastapi.FastAPI(description="x" * 2_000_000)
    """
    directory = here(chatter__py="\n".join(line[8:] for line in code.splitlines()))
    got = process(directory, "--app", "chatter:app")
    assert got.returncode == 0
    assert len(json.loads(got.stdout)["info"]["description"]) == 2_000_000


def test_threads_do_not_keep_the_command_alive(here):
    code = "import threading, time\nthreading.Thread(target=time.sleep, args=(300,)).start()\n"
    directory = here(threads__py=code + MODEL, threads_bad__py=code + "1/0")
    started = time.monotonic()
    assert process(directory, "--model", "threads:Point").stdout.startswith(b"{")
    assert process(directory, "--model", "threads_bad:Point").returncode == 2
    assert time.monotonic() - started < 45


HOSTILE = {
    "sets arguments": "import sys\nsys.argv[:] = ['x', '--check']\n",
    "parses arguments": "import argparse\nargparse.ArgumentParser().parse_args()\n",
    "changes directory": "import os\nos.chdir('/')\n",
    "replaces standard output": "import sys, io\nsys.stdout = io.StringIO()\n",
    "closes standard output": "import sys\nsys.stdout.close()\n",
    "closes standard error": "import sys\nsys.stderr.close()\n",
    "starts a process that loads the main module": """
import multiprocessing
if __name__ != "__mp_main__":
    p = multiprocessing.get_context("spawn").Process(target=print, args=("child",))
    p.start()
    p.join()
    assert p.exitcode == 0
""",
    "catches its own exit": "try:\n    raise SystemExit(3)\nexcept SystemExit:\n    pass\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_an_import_does_to_the_process_does_no_harm(here, name):
    directory = here(hostile__py=HOSTILE[name] + MODEL)
    plain = here(plain_model__py=MODEL)
    want = process(plain, "--model", "plain_model:Point").stdout
    assert want
    assert process(directory, "--model", "hostile:Point").stdout == want
    got = process(directory, "--model", "hostile:Point", "--out", "made.json")
    assert got.returncode == 0
    assert (directory / "made.json").read_bytes() == want


def test_interruption(here):
    directory = here(slow__py="import time\nprint('started', flush=True)\ntime.sleep(60)\n")
    running = subprocess.Popen(
        [sys.executable, "-m", "gaia_export", "--model", "slow:X", "--out", "x.json"],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
        stderr=subprocess.PIPE,
    )
    with running:
        assert running.stderr.readline() == b"started\n"
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 130
        assert running.stderr.read() == b"gaia-export: interrupted\n"
    assert not (directory / "x.json").exists()


@pytest.mark.parametrize("target", ["interrupts:X", "interrupts_app:app", "interrupts_model:X"])
def test_interruption_anywhere(here, capsys, target):
    here(
        interrupts__py="raise KeyboardInterrupt",
        interrupts_app__py="def app():\n    raise KeyboardInterrupt",
        interrupts_model__py=("class X:\n    def __get_pydantic_core_schema__(*a):\n        raise KeyboardInterrupt\n"),
    )
    assert cli.main(["--app" if "app" in target else "--model", target]) == 130
    assert capsys.readouterr() == ("", "gaia-export: interrupted\n")


def test_standard_output_that_cannot_be_written(here):
    directory = here(out_g__py=MODEL)
    with open("/dev/full", "wb") as full:
        got = subprocess.run(
            [sys.executable, "-m", "gaia_export", "--model", "out_g:Point"],
            env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
            cwd=directory,
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert got.returncode == 2
    assert got.stderr == b"gaia-export: cannot write to standard output: No space left on device\n"
    closed = process(directory, "--model", "out_g:Point", preexec_fn=lambda: os.close(1))
    assert (closed.returncode, closed.stderr) == (2, b"gaia-export: cannot write to standard output: it is closed\n")


def test_text_beyond_ascii_in_any_locale(here):
    directory = here(out_h__py='import fastapi\napp = fastapi.FastAPI(title="naïve ☃")')
    plain = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert "naïve ☃".encode() in process(directory, "--app", "out_h:app", env=plain).stdout
    got = process(directory, "--app", "out_h:app", "--out", "a.json", "--check", env=plain)
    assert got.returncode == 1
    assert "naïve ☃".encode() in got.stdout


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_the_same_for_every_seed(here, seed):
    code = "FLAGS = {'b', 'a', 'c', 'd'}\n" + MODEL
    directory = here(seeds__py=code)
    got = process(directory, "--capabilities", "seeds:FLAGS", env={"PYTHONHASHSEED": seed})
    assert [f["name"] for f in json.loads(got.stdout)["capabilities"]] == ["a", "b", "c", "d"]


def test_modules_are_looked_for_in_the_given_directories(here, capsys):
    directory = here(first__py="")
    for name in ("one", "two"):
        (directory / name).mkdir()
        (directory / name / "where_a.py").write_text(f"FLAGS = ['{name}']")
    assert cli.main(["--capabilities", "where_a:FLAGS", "--path", "two", "--path", "one"]) == 0
    assert '"two"' in capsys.readouterr().out


USAGE = {
    "two sources": (["--app", "a:b", "--model", "a:b"], "--app and --model make two documents"),
    "source and configuration": (["--app", "a:b", "--config", "x"], "--app and --config cannot go together"),
    "mode of an app": (["--app", "a:b", "--mode", "both"], "--mode goes with --model or --union"),
    "also of flags": (["--capabilities", "a:b", "--also", "a:c"], "--also goes with --model or --union"),
    "mode without a source": (["--mode", "both"], "--mode goes with --model or --union"),
    "unknown mode": (["--model", "a:b", "--mode", "write"], "invalid choice: 'write'"),
    "check of standard output": (["--model", "a:b", "--check"], "--check compares a file"),
    "no such directory": (["--model", "a:b", "--path", "nowhere"], "--path nowhere is not a directory"),
    "nothing to do": ([], "there is no export.yaml here; say what to export with --app"),
    "empty out": (["--model", "a:b", "--out", ""], "--out needs the name"),
}


@pytest.mark.parametrize("name", USAGE)
def test_faults_of_the_command_line(here, capsys, name):
    given, message = USAGE[name]
    here()
    assert cli.main(given) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


def test_help_and_version(capsys):
    assert cli.main(["--help"]) == 0
    assert "--capabilities TARGET" in capsys.readouterr().out
    assert cli.main(["--version"]) == 0


def test_an_output_that_is_a_directory(here, capsys):
    directory = here(out_i__py=MODEL)
    (directory / "d").mkdir()
    assert cli.main(["--model", "out_i:Point", "--out", "d"]) == 2
    assert "d: Is a directory" in capsys.readouterr().err
