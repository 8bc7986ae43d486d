"""The house rules, read off the source by `ast`: who may import whom, and how long things may get."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# A module of the left may be imported only from the places of the right.
ONLY_IN = {
    "jieba": ("ingest/languages/zh.py",),
    "bs4": ("ingest/formats/", "ingest/feeds/"),
    "sqlite3": ("ingest/store.py", "ingest/store/", "app/cli/bench/rivals.py"),
    "whoosh": ("ingest/index/whoosh_engine.py", "ingest/index/whoosh/", "app/cli/bench/rivals.py"),
    "opensearchpy": ("ingest/index/opensearch_engine.py", "ingest/index/opensearch/"),
    "setuptools": ("ingest/bundle.py",),
    # The one composition root puts reading and serving together.
    "ingest.formats": ("ingest/", "app/cli.py", "app/cli/"),
    "ingest.pipeline": ("ingest/", "app/cli.py", "app/cli/"),
    # Loads a second dictionary and writes a cache into a shared folder.
    "jieba.analyse": (),
    # Data that runs code when it is read.
    "pickle": (),
    "marshal": (),
    "shelve": (),
}

# Below a place of the left, nothing of the right may be imported.
NEVER = {
    "ingest/": ("app", "flask", "werkzeug"),
    "app/search/": ("flask", "werkzeug", "app.pages", "app.api"),
    "app/present/": ("flask", "werkzeug", "app.pages", "app.api"),
    "app/pages/": ("app.api",),
    "app/api/": ("app.pages",),
}

# These import the standard library and nothing else.
STANDARD_ONLY = ("ingest/model.py",)

LINES_PER_FILE = 280  # the aim is 250
LINES_PER_FUNCTION = 45  # the aim is 10, rarely 25
LONGER = {"ingest/model.py": 400}  # all nouns stand in one module

TOP = set(
    ".ci .gitignore LICENSE Makefile README.md app data deploy docs ingest pyproject.toml requirements templates tests".split()
)
NO_NAMES = {"util.py", "utils.py", "helpers.py", "misc.py", "common.py"}
# Put together here so that this file passes its own test.
UNFINISHED = ["".join(halves) for halves in (("TO", "DO"), ("FIX", "ME"), ("X", "XX"), ("NotImplemented", "Error"))]
NO_WORDS = re.compile(rf"\b(?:{'|'.join(UNFINISHED)})\b")
MACHINE_PATHS = re.compile(r"(?<![\w.~-])/(?:work|root|tmp|Users/\w+|home/\w+)/\w")
PROSE = {".css", ".html", ".js", ".md", ".py", ".toml", ".xml", ""}


def below(name: str, parent: str) -> bool:
    """True for the module itself and everything in it."""
    return name == parent or name.startswith(parent + ".")


def within(path: str, place: str) -> bool:
    """True for the file itself, or where the place is a folder, for what is in it."""
    return path.startswith(place) if place.endswith("/") else path == place


def imported(tree: ast.AST, path: str) -> Iterator[tuple[int, str]]:
    """Line and full name of everything a module imports, at its top or deep inside."""
    package = list(Path(path).with_suffix("").parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield node.lineno, module
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            yield from ((node.lineno, str(arg.value)) for arg in node.args[:1] if isinstance(arg, ast.Constant))


def broken_imports(path: str, name: str) -> Iterator[str]:
    """The rules that one import in one file breaks; a test may import what it tests."""
    if within(path, "tests/"):
        return
    for module, places in ONLY_IN.items():
        if below(name, module) and not any(within(path, place) for place in places):
            yield f"{name} belongs {'in ' + ', '.join(places) if places else 'nowhere'}"
    for place, modules in NEVER.items():
        if within(path, place) and any(below(name, module) for module in modules):
            yield f"{place} never imports {name}"
    if path in STANDARD_ONLY and name.split(".")[0] not in sys.stdlib_module_names:
        yield f"only the standard library here, not {name}"


def long_functions(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and complaint for each function over the limit."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LINES_PER_FUNCTION:
                yield node.lineno, f"{node.name} has {length} lines"


def faults(path: str, source: str) -> list[str]:
    """Everything that the house rules have against one module."""
    tree, lines = ast.parse(source), source.count("\n") + 1
    found = [(line, fault) for line, name in imported(tree, path) for fault in broken_imports(path, name)]
    found += long_functions(tree)
    if lines > LONGER.get(path, LINES_PER_FILE):
        found.append((lines, f"the file has {lines} lines"))
    if Path(path).name in NO_NAMES:
        found.append((1, "a name that says nothing"))
    return [f"{path}:{line}: {fault}" for line, fault in sorted(set(found))]


def unwanted(path: str, text: str) -> list[str]:
    """Notes to self and paths of somebody's machine in a file."""
    return [
        f"{path}:{number}: {match.group()}"
        for number, line in enumerate(text.splitlines(), 1)
        for pattern in (NO_WORDS, MACHINE_PATHS)
        if (match := pattern.search(line))
    ]


def modules(*folders: str) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*.py"))


def written_files() -> list[str]:
    """What git knows or would take in; without git, everything but hidden and made folders."""
    command = "git ls-files --cached --others --exclude-standard -z".split()
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.decode().split("\0")
        return sorted(name for name in names if name and (ROOT / name).is_file())
    return modules("app", "ingest", "tests")


@pytest.mark.parametrize("path", modules("app", "ingest", "tests"))
def test_every_module_keeps_the_house_rules(path: str) -> None:
    assert faults(path, (ROOT / path).read_text("utf-8")) == []


def test_nothing_unfinished_and_no_machine_path_is_written_anywhere() -> None:
    received = {"vendor", "sources"}
    paths = [path for path in written_files() if Path(path).suffix in PROSE and not received & set(Path(path).parts)]
    assert len(paths) > 20
    assert [fault for path in paths for fault in unwanted(path, (ROOT / path).read_text("utf-8"))] == []


def test_the_top_level_is_the_one_that_was_agreed() -> None:
    tops = {Path(path).parts[0] for path in written_files()}
    assert {"app", "ingest", "tests"} <= tops
    assert tops - TOP == set()


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        ("ingest/model.py", "import numpy", "only the standard library"),
        ("ingest/model.py", "from ingest.errors import RosettaError", "only the standard library"),
        ("ingest/linking/cards.py", "from app import services", "ingest/ never imports app"),
        ("ingest/linking/cards.py", "def f():\n    import flask", "ingest/ never imports flask"),
        ("ingest/languages/es.py", "import jieba", "jieba belongs in ingest/languages/zh.py"),
        ("ingest/languages/zh.py", "import jieba.analyse", "jieba.analyse belongs nowhere"),
        ("ingest/checks/base.py", "from bs4 import BeautifulSoup", "bs4 belongs in"),
        ("app/services.py", "import sqlite3 as db", "sqlite3 belongs in"),
        ("app/search/service.py", "from whoosh.query import Term", "whoosh.query belongs in"),
        ("ingest/index/whoosh_engine.py", "import opensearchpy", "opensearchpy belongs in"),
        ("app/search/parse.py", "from flask import request", "app/search/ never imports flask"),
        ("app/present/urls.py", "import flask", "app/present/ never imports flask"),
        ("app/pages/card.py", "from ..api import serialise", "app/pages/ never imports app.api"),
        ("app/api/v1.py", "from app import pages", "app/api/ never imports app.pages"),
        ("app/services.py", "from ingest.pipeline import build", "ingest.pipeline belongs in"),
        ("app/pages/help.py", "from ingest import formats", "ingest.formats belongs in"),
        ("app/services.py", "import importlib\nimportlib.import_module('ingest.formats')", "ingest.formats belongs"),
        ("app/services.py", "import pickle", "pickle belongs nowhere"),
        ("app/utils.py", "", "a name that says nothing"),
        ("app/services.py", "def f():\n" + "    f()\n" * 45, "f has 46 lines"),
        ("app/services.py", "\n" * 280, "the file has 281 lines"),
    ],
)
def test_the_checker_sees_a_breach(path: str, source: str, complaint: str) -> None:
    found = faults(path, source)
    assert any(complaint in fault for fault in found), found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("ingest/model.py", "from collections.abc import Mapping\nfrom datetime import date"),
        ("ingest/languages/zh.py", "import jieba"),
        ("ingest/store/reader.py", "import sqlite3"),
        ("ingest/index/whoosh/engine.py", "from whoosh import index"),
        ("app/cli.py", "from ingest.pipeline import build"),
        ("app/cli/build.py", "from ingest import formats, pipeline"),
        ("app/pages/api_help.py", "import flask\nfrom app.present import urls"),
        ("app/api/v1.py", "from . import serialise\nfrom .. import services"),
        ("app/services.py", "import application, jiebatools"),
        ("app/services.py", "def f():\n" + "    f()\n" * 44),
    ],
)
def test_the_checker_lets_the_rest_through(path: str, source: str) -> None:
    assert faults(path, source) == []


@pytest.mark.parametrize("line", [f"# {word}: later" for word in UNFINISHED] + [f"open('{os.sep}root/x')"])
def test_the_checker_sees_unfinished_work_and_machine_paths(line: str) -> None:
    assert len(unwanted("app/services.py", f"fine\n{line}\n")) == 1


@pytest.mark.parametrize("line", ["todo el mundo", "/rulings/root/x", "https://example.org/root/x", "~/tmp/x"])
def test_the_checker_takes_no_innocent_line_for_one(line: str) -> None:
    assert unwanted("app/services.py", line) == []
