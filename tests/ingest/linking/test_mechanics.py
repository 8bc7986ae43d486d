"""What a ruling is about, told apart from what it only lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.catalogue import Catalogue, load_catalogue
from ingest.languages.detect import insertions
from ingest.linking.finder import Finder
from ingest.linking.mechanics import mechanic_links
from ingest.model import Link, Ruling, Text
from ingest.paths import resource_dir

# Gold tags that are named otherwise here; None where no mechanic of ours is meant.
GOLD = {
    "etb": "enters-the-battlefield-ability",
    "leaves-battlefield": "leaves-the-battlefield",
    "leave-game": "leave-the-game",
    "encoded": "encode",
    "type-changing": "type-changing-effect",
    "characteristics": "characteristic",
    "copy-card": "copy",
    "copy-token": "copy",
    "copy-of-copy": "copy",
    "control": "gain-control",
    "redirect": "redirection-effect",
    "name": "same-name",
    **dict.fromkeys(("cast-trigger", "form", "resolve", "noncreature", "mana-cost", "timing")),
}
OURS = {"copy-token": "copy"}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue(resource_dir("data") / "catalogue")


@pytest.fixture(scope="module")
def finder(catalogue: Catalogue) -> Finder:
    return Finder(catalogue.terms, contexts=catalogue.contexts)


@pytest.fixture(scope="module")
def links(catalogue: Catalogue, finder: Finder):
    def link(**bodies: str) -> list[Link]:
        tags = {"en": "en", "es": "es", "zh": "zh-Hans"}
        texts = [
            Text(lang, tags[lang], body, insertions=tuple(insertions(body, tags[lang])))
            for lang, body in bodies.items()
        ]
        matches = {text.id: finder.find(text.body, text.lang, text.insertions) for text in texts}
        return mechanic_links(Ruling("r", None, tuple(texts)), matches, catalogue.terms)

    return link


def roles(found: list[Link]) -> dict[str, str]:
    return {link.target: link.role for link in found}


@pytest.mark.parametrize(
    "bodies",
    [
        {
            "en": "Face-down cards stay apart. (This includes morph, manifest, disguise, cloak, and a few other effects.)"
        },
        {"en": "Cards may lie face down because of morph, manifest, disguise, or cloak."},
        {"zh": "牌面朝下的牌须能分辨。（这包括变身、显化、伪装、匿伏以及其他一些效应。）"},
        {"es": "Las cartas boca abajo se distinguen. (This includes morph, manifest, disguise, and cloak.)"},
    ],
)
def test_what_stands_in_brackets_or_in_a_row_is_only_listed(links, bodies):
    found = roles(links(**bodies))
    assert found["face-down"] == "about"
    assert {found[term] for term in ("morph", "manifest", "disguise", "cloak")} == {"listed"}


def test_an_example_is_only_listed(links):
    found = roles(links(en="You may pay additional costs, such as kicker costs, for a plotted card."))
    assert (found["plot"], found["additional-cost"], found["kicker"]) == ("about", "about", "listed")


def test_a_rule_that_is_stated_of_a_mechanic_is_about_it(links):
    found = roles(links(en="To cloak a card, put it onto the battlefield face down with ward {2}."))
    assert found["cloak"] == found["ward"] == found["face-down"] == "about"


def test_one_text_that_states_it_is_enough(links):
    found = links(en="Exile it face down (this includes manifest).", zh="要显化某牌，便将它牌面朝下地放进战场。")
    assert roles(found)["manifest"] == "about"


def test_two_mechanics_are_a_row_only_with_a_third(links):
    found = roles(links(en="A manifested creature that would have morph or disguise may be turned face up."))
    assert found["morph"] == found["disguise"] == "about"


def test_encoding_is_filed_under_cipher_too(links):
    assert roles(links(en="The encoded card stays exiled."))["cipher"] == "about"


def test_a_copy_and_a_token_in_one_sentence_are_a_token_copy(links):
    assert "copy-token" in roles(links(en="If the copied permanent is a token, the new one copies it."))
    assert "copy-token" not in roles(links(en="It copies the spell. Then create a token."))


def test_plain_words_are_no_mechanics(links):
    found = roles(links(en="Each player chooses a card before the battlefield changes; it stays face down."))
    assert set(found) == {"face-down"}


def test_a_link_shows_where_it_comes_from(links):
    (link,) = [link for link in links(en="You may plot it.") if link.target == "plot"]
    assert (link.kind, link.basis, link.lang, link.text, link.span) == ("mechanic", "term-in-text", "en", "en", (8, 12))
    assert link.evidence == "plot"


def test_mechanics_of_the_gold_standard(links, shared: Path):
    right = wrong = missed = 0
    entries = [json.loads(line) for line in (shared / "eval" / "gold.jsonl").read_text("utf-8").splitlines()]
    known = {GOLD.get(tag, tag) for entry in entries for tag in entry["mechanics"]} - {None}
    for entry in entries:
        expected = {GOLD.get(tag, tag) for tag in entry["mechanics"]} - {None}
        linked = {OURS.get(link.target, link.target) for link in links(**entry["texts"])} & known
        right += len(linked & expected)
        wrong += len(linked - expected)
        missed += len(expected - linked)
    assert right > 200
    assert 2 * right / (2 * right + wrong + missed) >= 0.95, (right, wrong, missed)
