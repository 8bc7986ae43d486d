"""`rosetta build`, `status` and `explain` as a person at a terminal meets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ingest.paths import resource_dir
from ingest.snapshot import RECORD, Home

ROOT = Path(__file__).resolve().parents[3]
INTERRUPTED = """
import builtins
before = builtins.__import__
def interrupted(name, *others, **named):
    if name == "{module}":
        raise KeyboardInterrupt
    return before(name, *others, **named)
builtins.__import__ = interrupted
"""
"""An interpreter in which somebody presses Ctrl-C as a module is imported."""

PAGE = "Lightform\n\n• (2018-07-13 official)\n\n  它不会因此横置。\n\n  Turning it face up doesn't tap it.\n\n• (2018-02-31)\n"


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "pages" / "light.txt"
    path.parent.mkdir()
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_build_says_what_was_built_and_what_was_noticed(rosetta, tmp_path, page):
    note = page.with_name("note.txt")
    note.write_text("Just a note.", encoding="utf-8")
    home = tmp_path / "home"
    code, out, err = rosetta("build", "--home", home, page.parent)
    assert code == 0
    assert out.startswith("built ") and "1 sources, 2 entries, 2 texts, 1 rulings" in out
    assert "light.txt:9: error: no such day: • (2018-02-31) [impossible-date]" in err
    assert "light.txt:9: warning: the label that says who translated is missing" in err
    assert "note.txt:1: error: cannot be used as a source: no format reads this file (tried" in err

    code, out, _ = rosetta("build", "--home", home, "--strict")
    assert (code, out.split()[0]) == (2, "unchanged")

    with Home(home).lock():
        code, out, err = rosetta("build", "--home", home, "--no-wait", "--force")
    assert (code, out) == (2, "")
    assert err.startswith("rosetta: ") and "another build is running" in err and err.count("\n") == 1

    code, out, _ = rosetta("build", "--home", home, "--remove", note.parent, "--add", page)
    assert (code, out.split()[0]) == (0, "built")
    code, out, _ = rosetta("--home", home, "status", "--json")
    status = json.loads(out)
    assert status["sources"] == [str(page)]
    assert [snapshot["serving"] for snapshot in status["snapshots"]] == [True, False]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "nowhere"], "nowhere: no such file or folder"),
        (["explain", "nowhere.txt"], "nowhere.txt: no such file"),
    ],
)
def test_what_cannot_be_done_is_one_line_on_standard_error(rosetta, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    code, out, err = rosetta("--home", tmp_path / "home", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("rosetta: ") and said in err


@pytest.mark.parametrize("command", [["explain"], ["build", "--add"], ["build"]])
def test_what_is_no_file_is_called_what_it_is(rosetta, tmp_path, command):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "broken").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    for name, said in (("loop", "leads back to itself"), ("broken", "link to nothing"), ("pipe", "a named pipe")):
        code, out, err = rosetta("--home", tmp_path / "home", *command, tmp_path / name)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert said in err and name in err


def test_explain_of_a_folder_says_that_it_is_one(rosetta, tmp_path):
    code, _, err = rosetta("explain", tmp_path)
    assert code == 2 and "a folder, not a file" in err and err.count("\n") == 1


def test_a_source_named_for_the_first_time_that_nobody_can_read_is_not_kept(rosetta, tmp_path, page):
    home, empty = tmp_path / "home", tmp_path / "empty.txt"
    empty.write_text("", encoding="utf-8")
    built = rosetta("build", "--home", home, page)[1].split()[1]
    code, out, err = rosetta("build", "--home", home, "--add", empty)
    assert (code, out.split()[:2]) == (0, ["unchanged", built])
    assert "empty.txt:1: error: " in err and "not kept as a source" in err
    assert rosetta("build", "--home", home, "--add", empty, "--strict")[0] == 2
    code, _, err = rosetta("build", "--home", home)
    assert code == 0 and "light.txt" in err and "empty.txt" not in err
    assert json.loads(rosetta("--home", home, "status", "--json")[1])["sources"] == [str(page)]


def test_a_new_source_beside_one_nobody_can_read_is_built(rosetta, tmp_path, page):
    home, note, more = tmp_path / "home", tmp_path / "note.txt", tmp_path / "more.txt"
    note.write_text("Just a note.", encoding="utf-8")
    more.write_text("Opt\n\n13/07/2018\n\nIt stays tapped.\n", encoding="utf-8")
    _, out, err = rosetta("build", "--home", home, page, note, more)
    assert "2 sources" in out and "note.txt:1" in err
    assert rosetta("build", "--home", home)[1].startswith("unchanged")
    assert json.loads(rosetta("--home", home, "status", "--json")[1])["sources"] == [str(page), str(more)]


def test_a_file_of_a_kept_source_that_breaks_later_stays_in_the_set(rosetta, tmp_path, page):
    home, other = tmp_path / "home", tmp_path / "other.txt"
    other.write_text(PAGE, encoding="utf-8")
    rosetta("build", "--home", home, page.parent, other)
    other.write_text("", encoding="utf-8")
    for path in (page.parent / "new.txt", other):
        path.write_text("", encoding="utf-8")
    _, _, err = rosetta("build", "--home", home, "--add", page.parent / "new.txt")
    assert "other.txt:1: error" in err and "new.txt:1: error" in err and "not kept" not in err
    kept = json.loads(rosetta("--home", home, "status", "--json")[1])["sources"]
    assert kept[:2] == [str(page.parent), str(other)]


def test_what_makes_no_difference_to_the_set_is_said(rosetta, tmp_path, page):
    home, empty = tmp_path / "home", tmp_path / "empty"
    empty.mkdir()
    assert "note" not in rosetta("build", "--home", home, page)[2]
    code, _, err = rosetta("build", "--home", home, "--add", empty, "--remove", tmp_path / "never.txt")
    assert code == 0
    assert f"note: {empty}: an empty folder" in err
    assert f"note: {tmp_path / 'never.txt'}: not in the set, which is {page}" in err
    code, _, err = rosetta("build", "--home", home, "--remove", empty)
    assert code == 0 and "note" not in err


@pytest.mark.parametrize("module", ["click", "app.settings", "app.cli.options"])
def test_an_interruption_while_the_command_starts_is_one_line(tmp_path, module):
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED.format(module=module), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-c", "from app.command import main; main(['status'])"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "rosetta: interrupted")


def test_the_command_that_is_installed_is_the_one_that_can_be_interrupted():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts == {"rosetta": "app.command:main"}


def test_an_interruption_while_the_command_works_is_said(rosetta, tmp_path, page, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("ingest.pipeline.read_sources", interrupted)
    code, _, err = rosetta("build", "--home", tmp_path / "home", page)
    assert code == 130 and err.strip() == "rosetta: interrupted"


def test_a_home_that_cannot_be_written_is_one_line(rosetta, tmp_path, page):
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, _, err = rosetta("build", "--home", tmp_path / "file" / "home", page)
    assert code == 2 and err.startswith("rosetta: ") and "cannot write" in err and err.count("\n") == 1


def test_status_shows_what_serves(rosetta, home):
    code, out, _ = rosetta("--home", home, "status")
    lines = out.splitlines()
    assert (code, lines[0]) == (0, f"home {home}")
    assert lines[1].startswith(f"* {Home(home).current_name()}  ") and "107 texts" in lines[1]


def test_status_of_an_empty_home(rosetta, tmp_path):
    code, out, _ = rosetta("--home", tmp_path, "status", "--changes")
    assert (code, out.splitlines()[1:]) == (0, ["nothing is built yet: run rosetta build"])


def test_status_tells_a_damaged_snapshot(rosetta, tmp_path):
    name = "20240607T000000000-0123456789"
    folder = tmp_path / "snapshots" / name
    folder.mkdir(parents=True)
    (folder / RECORD).write_bytes(b"cut")
    manifest = {"name": name, "created": "", "inputs": "", "content": "", "files": {RECORD: "0" * 64}}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    code, out, _ = rosetta("--home", tmp_path, "status", "--changes")
    assert code == 0 and f"  {name}  DAMAGED: " in out
    assert json.loads(rosetta("--home", tmp_path, "status", "--json")[1])["snapshots"][0]["sound"] is False


def test_explain_reads_like_a_clerk_s_notes(rosetta, home):
    path = resource_dir("data") / "sources" / "002_bacb15291984ad90.txt"
    code, out, err = rosetta("--home", home, "explain", path)
    assert (code, err) == (0, "")
    notes = out.split("\n\n")
    assert notes[0].startswith("002_bacb15291984ad90.txt: read as dated, 14 entries, 14 texts (en 4, es 10)")
    assert len(notes) == 15
    assert notes[6].startswith("entry 6, line 23: 2024-02-02\n  es, line 25, unstated, text spanxqn76ca2ojyj\n")
    assert notes[6].count("    holds en: “or morph”\n") == 2
    assert "  about: " in notes[6]


def test_explain_works_where_nothing_is_built(rosetta, tmp_path, page):
    code, out, _ = rosetta("--home", tmp_path / "home", "explain", page)
    assert code == 0
    assert "  remark (error): no such day: • (2018-02-31)" in out
    assert "  zh-Hans, line 5, official, text " in out
    assert not (tmp_path / "home").exists()


def test_explain_refuses_what_nobody_can_read(rosetta, tmp_path, page):
    page.write_text("Just a note.", encoding="utf-8")
    code, out, err = rosetta("--home", tmp_path, "explain", page)
    assert (code, out) == (2, "") and "light.txt:1: no format reads this file" in err
