"""What people decided: headings, labels, joins and separations."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.catalogue import load_catalogue
from ingest.catalogue.contexts import load_contexts
from ingest.catalogue.decisions import load_decisions
from ingest.catalogue.headings import Headings, load_headings
from ingest.catalogue.labels import load_labels
from ingest.errors import CatalogueError
from ingest.paths import resource_dir

CATALOGUE = resource_dir("data") / "catalogue"
ONE, TWO = "aaaabbbbccccdddd", "ddddccccbbbbaaaa"


def test_unofficial_headings_are_read_as_the_card_a_person_decided():
    headings = load_headings(CATALOGUE)
    assert headings.card("光形") == "lightform"
    assert headings.card("nota de  rescate".replace("  ", " ")) == "ransom-note"
    assert headings.card("Lightform") is None


def test_every_decided_heading_names_a_card_that_exists():
    catalogue = load_catalogue(CATALOGUE)
    assert catalogue.headings.cards
    assert all(catalogue.cards.get(id) for id in catalogue.headings.cards.values())


@pytest.mark.parametrize("title", ["单卡释疑", "單卡釋疑", "Rulings", "ACLARACIONES"])
def test_titles_of_sections_name_no_card(title):
    assert load_headings(CATALOGUE).is_section(title)
    assert not load_headings(CATALOGUE).is_section("明光赋形")


def test_a_catalogue_without_decisions_decides_nothing(tmp_path: Path):
    assert load_headings(tmp_path) == Headings()
    assert load_decisions(tmp_path).joined == ()
    assert load_contexts(tmp_path) == ()


@pytest.mark.parametrize(
    ("label", "origin"),
    [
        ("official", "official"),
        ("GPT", "machine"),
        ("MTGZH", "community"),
        ("offficial", "unstated"),
        (None, "unstated"),
    ],
)
def test_a_label_nobody_listed_is_never_official(label, origin):
    assert load_labels(CATALOGUE).origin_of(label) == origin


def test_joins_and_separations_are_read(tmp_path: Path):
    (tmp_path / "decisions.toml").write_text(
        f'[[join]]\ntexts = ["{ONE}", "{TWO}"]\nkind = "reworded"\nwhy = "era"\n'
        f'[[apart]]\ntexts = ["{ONE}", "{TWO}"]\n[[card]]\ncard = "opt"\ntexts = ["{ONE}"]\n',
        "utf-8",
    )
    decisions = load_decisions(tmp_path)
    assert [(d.texts, d.kind) for d in decisions.joined] == [((ONE, TWO), "reworded")]
    assert [d.texts for d in decisions.apart] == [(ONE, TWO)]
    assert decisions.cards == ((ONE, "opt"),)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('[[join]]\ntexts = ["short"]', "no text id"),
        (f'[[join]]\ntexts = ["{ONE}"]', "fewer than two"),
        (f'[[join]]\ntexts = ["{ONE}", "{TWO}"]\nkind = "alike"', "of kind alike"),
        (f'[[card]]\ntexts = ["{ONE}"]', "names no card"),
    ],
)
def test_a_decision_that_can_not_be_meant_is_refused(tmp_path: Path, written: str, says: str):
    (tmp_path / "decisions.toml").write_text(written, "utf-8")
    with pytest.raises(CatalogueError, match=says):
        load_decisions(tmp_path)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('[[rule]]\nforms = ["a"]', "no lang"),
        ('[[rule]]\nlang = "en"', "neither"),
        ('[[rule]]\nlang = "en"\nform = ["a"]', "unknown key form"),
    ],
)
def test_a_context_rule_that_can_not_be_meant_is_refused(tmp_path: Path, written: str, says: str):
    (tmp_path / "contexts.toml").write_text(written, "utf-8")
    with pytest.raises(CatalogueError, match=says):
        load_contexts(tmp_path)
