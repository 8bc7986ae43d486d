"""What the documentation says, held against what there is: commands, options, pages, links."""

from __future__ import annotations

import re
import shlex

import click
import pytest

from app.cli import cli
from app.pages import PAGES
from tests.conftest import ROOT

DOCS = sorted((ROOT / "docs").glob("*.md"))
COMMANDS = [
    (path.name, line) for path in DOCS for line in path.read_text("utf-8").splitlines() if line.startswith("rosetta ")
]


def test_there_is_documentation_with_commands() -> None:
    assert DOCS and len(COMMANDS) > 10


@pytest.mark.parametrize(("name", "line"), COMMANDS)
def test_every_command_is_understood(name: str, line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    command = cli.get_command(click.Context(cli), words[0])
    assert command is not None
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known, name


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_every_page_and_place_it_names_is_there(path) -> None:
    text = path.read_text("utf-8")
    rules = {page.rule for page in PAGES}
    pages = set(re.findall(r"^\| `(/[a-z]+)` \|", text, re.MULTILINE))
    assert pages <= rules
    for place in re.findall(r"`((?:data|ingest|app|tests|templates)/[^`\s*]*)`", text):
        assert (ROOT / place).exists(), place
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (path.parent / link).exists(), link


def test_the_readme_leads_to_all_of_it() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [path.name for path in DOCS if f"docs/{path.name}" not in readme] == []
