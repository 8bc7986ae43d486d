"""From nothing to the whole game in two commands."""

from __future__ import annotations

import json
import os

import pytest
from click.testing import CliRunner

from app.cli import cli
from ingest.feeds import http
from ingest.paths import resource_dir

from .conftest import NAMES

PAGE = "Storm Oracle\n\n• (2009-10-01 gpt)\n\n  众多声明中的第七条。\n\n  Statement 7 of many.\n"


@pytest.mark.slow
def test_two_commands_to_the_whole_game_and_what_pages_one_has(site, tmp_path, monkeypatch):
    monkeypatch.setenv("ROSETTA_SCRYFALL_URL", site.address)
    home = os.fspath(tmp_path / "home")

    def rosetta(*words):
        done = CliRunner().invoke(cli, [*words, "--home", home])
        assert done.exit_code == 0, done.output
        return done.output

    said = rosetta("fetch", "scryfall", "--cards", "all_cards")
    assert "rulings.json" in said and "now run rosetta build" in said
    assert "50 rulings" in rosetta("build", "--remove", os.fspath(resource_dir("data") / "sources"))
    page = tmp_path / "page.txt"
    page.write_text(PAGE, encoding="utf-8")
    assert "50 rulings" in rosetta("build", "--add", os.fspath(page))
    answer = json.loads(rosetta("search", "风暴神谕", "--json"))
    (hit,) = [hit for hit in answer["hits"] if any(text["lang"] == "zh-Hans" for text in hit["texts"])]
    assert {text["lang"]: text["origin"] for text in hit["texts"]} == {"en": "unstated", "zh-Hans": "machine"}
    assert [one["names"] for one in hit["cards"]] == [{"en": "Storm Oracle", "es": NAMES[1][1], "zh-Hans": NAMES[0][1]}]
    assert "Scryfall" in rosetta("status")


def test_only_scryfall_has_several_files_of_cards(tmp_path):
    done = CliRunner().invoke(cli, ["fetch", "mtgjson", "--cards", "all_cards", "--home", os.fspath(tmp_path)])
    assert isinstance(done.exception, http.RosettaError) and "one file of cards" in str(done.exception)
