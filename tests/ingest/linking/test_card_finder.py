"""Card names in text: written as names, whole, and of cards before faces and tokens."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from ingest.catalogue import Catalogue
from ingest.languages import LANGUAGES
from ingest.linking.card_finder import CardFinder, CardMatch, card_finder, plain_words
from ingest.linking.nicknames import short_name
from ingest.model import Card


@pytest.fixture(scope="module")
def finder(catalogue: Catalogue) -> CardFinder:
    return card_finder(catalogue)


@pytest.fixture
def of(catalogue: Catalogue) -> Callable[..., CardFinder]:
    """A finder of a few made-up cards."""
    plain = plain_words(catalogue.terms)
    return lambda *cards: CardFinder(cards, LANGUAGES, plain)


def card(name: str, zh: str = "", es: str = "", kind: str = "card", id: str = "") -> Card:
    names = {"en": name, **({"zh-Hans": zh} if zh else {}), **({"es": es} if es else {})}
    return Card(id or name.lower().replace(",", "").replace(" ", "-"), names, kind=kind)


def targets(found: list[CardMatch]) -> set[str]:
    return {match.target for match in found}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("If you clone the creature, the opt out clause and fear itself stay.", set()),
        ("Fear is an ability that few creatures have.", set()),
        ("Whatever you opt for, no clone gains fear.", set()),
        ("A spell such as Opt draws a card.", {"opt"}),
        ("It becomes what Clone would become.", {"clone"}),
        ("Counter the spell that Fear enchants with.", {"fear"}),
    ],
)
def test_a_name_that_is_a_word_counts_only_where_it_is_written_as_a_name(
    finder: CardFinder, text: str, named: set[str]
) -> None:
    assert targets(finder.find(text, "en")) == named


@pytest.mark.parametrize(
    "text",
    [
        "A Storm Crowd is no card.",
        "The Lightning Boltwing is none either.",
        "Xstorm Crow is not a crow.",
    ],
)
def test_a_name_is_never_part_of_a_longer_word(of: Callable[..., CardFinder], text: str) -> None:
    found = of(card("Storm Crow"), card("Lightning Bolt"))
    assert found.find("Storm Crow and Lightning Bolt meet.", "en")
    assert found.find(text, "en") == []


def test_the_longest_name_stands(finder: CardFinder) -> None:
    assert targets(finder.find("You cast Unearthly Power from your hand.", "en")) <= {"unearthly-power"}
    found = finder.find("Copy Stolen Identity, then the spell resolves.", "en")
    assert targets(found) == {"stolen-identity"}


def test_the_plural_of_a_name_is_the_card(of: Callable[..., CardFinder]) -> None:
    text = "Two Bronze Gatekeepers count twice."
    (match,) = of(card("Bronze Gatekeeper")).find(text, "en")
    assert text[match.start : match.end] == "Bronze Gatekeepers"


def test_curly_apostrophes_and_capitals_are_forgiven_where_they_say_nothing(of: Callable[..., CardFinder]) -> None:
    found = of(card("Gatekeeper's Horn", id="gatekeepers-horn"))
    for text in ("Sound Gatekeeper’s Horn now.", "Sound GATEKEEPER'S HORN now."):
        assert targets(found.find(text, "en")) == {"gatekeepers-horn"}
    assert found.find("the gatekeeper's horn is any horn", "en") == []


def test_a_legend_goes_by_its_short_name(of: Callable[..., CardFinder]) -> None:
    found = of(card("Mirelda, Warden of Reeds"), card("Mirelda the Quiet"))
    matches = found.find("Whenever Mirelda attacks, Mirelda, Warden of Reeds untaps.", "en")
    short = [match for match in matches if match.short]
    assert targets(short) == {"mirelda-warden-of-reeds", "mirelda-the-quiet"}
    assert all(match.ambiguous for match in short)
    (full,) = [match for match in matches if not match.short]
    assert (full.target, full.ambiguous) == ("mirelda-warden-of-reeds", False)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Mirelda, Warden of Reeds", "Mirelda"),
        ("Mirelda the Quiet", "Mirelda"),
        ("Opt", ""),
        ("Dusk // Dawn", ""),
        ("Of the Reeds", ""),
    ],
)
def test_short_names(name: str, short: str) -> None:
    assert short_name(name) == short


def test_chinese_namesakes_share_the_end_of_their_names(of: Callable[..., CardFinder]) -> None:
    found = of(
        card("Mirelda, Warden of Reeds", "芦苇守望者米蕾妲"),
        card("Mirelda the Quiet", "静默的米蕾妲"),
        card("Reed", "芦苇"),
    )
    matches = found.find("每当米蕾妲攻击时，横置它。", "zh-Hans")
    assert targets(matches) == {"mirelda-warden-of-reeds", "mirelda-the-quiet"}
    assert all(match.short for match in matches)
    (full,) = found.find("静默的米蕾妲进战场时，抓一张牌。", "zh-Hans")
    assert (full.target, full.short) == ("mirelda-the-quiet", False)


def test_a_short_chinese_name_counts_only_where_it_is_set_apart(of: Callable[..., CardFinder]) -> None:
    found = of(card("Fright", "恐惧"))
    assert found.find("该生物具有恐惧异能。", "zh-Hans") == []
    assert targets(found.find("若你操控「恐惧」，则横置它。", "zh-Hans")) == {"fright"}


def test_an_english_name_stands_untranslated_in_other_texts(of: Callable[..., CardFinder]) -> None:
    found = of(card("Bronze Gatekeeper", es="Portero de bronce"))
    for text, lang in (
        ("操控 Bronze Gatekeeper 的牌手抓一张牌。", "zh-Hans"),
        ("El jugador que controla Bronze Gatekeeper roba una carta.", "es"),
        ("Quien controla Portero de bronce roba una carta.", "es"),
    ):
        assert targets(found.find(text, lang)) == {"bronze-gatekeeper"}


@pytest.mark.parametrize("text", ["Cast Dusk from your hand.", "Cast Dawn from your hand.", "Cast Dusk // Dawn."])
def test_a_face_is_the_card_that_it_is_on(of: Callable[..., CardFinder], text: str) -> None:
    found = of(card("Dusk // Dawn", id="dusk-dawn"), card("Dusk", kind="face"), card("Dawn", kind="face"))
    assert targets(found.find(text, "en")) == {"dusk-dawn"}


def test_a_token_never_shadows_a_card(of: Callable[..., CardFinder]) -> None:
    both = of(card("Reed Imp", kind="token", id="reed-imp-token"), card("Reed Imp"))
    assert targets(both.find("You control a Reed Imp and a land.", "en")) == {"reed-imp"}
    alone = of(card("Reed Imp", kind="token", id="reed-imp-token"))
    assert targets(alone.find("You control a Reed Imp and a land.", "en")) == {"reed-imp-token"}


def test_a_type_that_is_written_like_a_name_is_no_card_unless_quoted(catalogue: Catalogue) -> None:
    assert catalogue.terms["omen"].names["en"] == "Omen"
    found = CardFinder([card("Omen")], LANGUAGES, plain_words(catalogue.terms))
    assert found.find("You may cast the Omen from your hand.", "en") == []
    assert targets(found.find("You may choose the name “Omen” for it.", "en")) == {"omen"}


def test_matches_do_not_overlap_and_are_in_order(finder: CardFinder) -> None:
    text = "Lightning Bolt, Storm Crow and Stolen Identity; then Lightning Bolt again."
    found = finder.find(text, "en")
    assert len(found) == 4
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_no_cards_no_names(of: Callable[..., CardFinder]) -> None:
    assert of().find("Storm Crow flies.", "en") == []


@pytest.mark.parametrize("lang", ["en", "es", "zh-Hans", "zh-Hant", "und"])
def test_hostile_texts_are_only_texts(finder: CardFinder, lang: str) -> None:
    for text in ("", " ", "\0" * 50, "Opt" * 3000, "‮Opt‬", "𝕊𝕥𝕠𝕣𝕞 ℂ𝕣𝕠𝕨", "恐" * 5000, "’'“”" * 1000, "İ" * 500):
        assert all(0 <= match.start < match.end <= len(text) for match in finder.find(text, lang))
