"""What the README says, done: its curl lines, its commands, the places it names."""

from __future__ import annotations

import re
import shlex
from urllib.parse import quote, urlsplit

import click
import pytest
from flask.testing import FlaskClient

from app.cli import cli
from ingest.checks import CHECKS
from ingest.exports import EXPORTS
from ingest.formats import FORMATS
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
CURL = [line for line in README.splitlines() if line.startswith("curl ")]
COMMANDS = [line for line in README.splitlines() if line.startswith("rosetta ")]
ADDRESS = "http://127.0.0.1:8000"


def address(line: str) -> str:
    """The path and query of a curl line, as curl sends them."""
    parts = urlsplit(shlex.split(line)[-1])
    assert f"{parts.scheme}://{parts.netloc}" == ADDRESS
    return quote(f"{parts.path}?{parts.query}", safe='/?&=+%:"')


@pytest.mark.parametrize("line", CURL)
def test_every_curl_line_answers_with_something(client: FlaskClient, line: str) -> None:
    answer = client.get(address(line))
    assert answer.status_code == 200, line
    body = answer.get_json()
    assert not body.get("warnings"), line
    listed = [value for value in body.values() if isinstance(value, list | dict) and value]
    assert listed, f"{line} answers with nothing"


def test_there_are_curl_lines_in_three_languages() -> None:
    searches = [line for line in CURL if "/search?" in line]
    assert len(searches) >= 3
    assert any("牌面朝下" in line for line in searches) and any("boca" in line for line in searches)


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_exists_with_its_options(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    command = cli.get_command(click.Context(cli), words[0])
    assert command is not None
    known = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_every_place_the_readme_names_is_there() -> None:
    named = re.findall(r"`((?:data|ingest|app|tests|templates)/[^`\s]*)`", README) + re.findall(
        r"\]\(([^)h][^)]*)\)", README
    )
    assert named
    for place in named:
        pattern = re.sub(r"\{([^}]*)\}", "*", place)
        assert list(ROOT.glob(pattern)), f"{place} is not there"


def test_the_registries_it_names_are_not_empty() -> None:
    assert FORMATS and CHECKS and EXPORTS


def test_the_notice_of_the_publisher_stands() -> None:
    for words in ("unofficial Fan Content", "Fan Content Policy", "Not approved", "Wizards of the Coast LLC"):
        assert words in " ".join(README.split())
