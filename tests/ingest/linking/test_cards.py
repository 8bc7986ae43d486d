"""Which card a page is about: decided, by heading, by what it names, or not settled and shown so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date as Date

import pytest

from ingest.catalogue import CardNames, Catalogue
from ingest.catalogue.decisions import Decisions
from ingest.catalogue.facts import CardFacts, Facts
from ingest.linking.card_finder import card_finder
from ingest.linking.cards import PageOfCard, Subject, subjects
from ingest.linking.pages import named_in
from ingest.model import Card, Entry, Paragraph, Ruling, Text

from .conftest import DAY, Told, id_of, page

Judge = Callable[..., list[Subject]]


@pytest.fixture
def judge(catalogue: Catalogue) -> Judge:
    """The subjects of a page of English texts, facts of cards being those given."""

    def made(*bodies: str, heading: str | None = None, facts: dict[str, Facts] | None = None) -> list[Subject]:
        known = replace(catalogue, facts=CardFacts(extra=facts or {}))
        rulings = [Ruling(f"r{at}", DAY, (Text(f"t{at}", "en", body),)) for at, body in enumerate(bodies)]
        held = PageOfCard(heading, rulings, {DAY})
        return subjects(held, named_in([held], card_finder(catalogue)), known)

    return made


def roles(found: list[Subject]) -> dict[str, str]:
    return {one.card: one.role for one in found}


def test_a_heading_beats_the_names_in_the_text(told: Callable[..., Told]) -> None:
    body = "Storm Crow and Lightning Bolt are named here; Storm Crow twice."
    found = told(page("Stolen Identity", {"en": body}))
    assert found.subjects(body) == {"stolen-identity": "heading"}
    assert found.with_role(body, "mention") == {"storm-crow", "lightning-bolt"}


@pytest.mark.parametrize(
    ("heading", "card"),
    [("光形", "lightform"), ("Nota de rescate", "ransom-note"), ("## nota de RESCATE:", "ransom-note")],
)
def test_a_decided_heading_is_a_card_though_no_table_has_it(told: Callable[..., Told], heading: str, card: str) -> None:
    body = "The counters of the permanent stay where they are."
    assert told(page(heading, {"en": body})).subjects(body) == {card: "decided"}


def test_a_decision_beats_the_heading(told: Callable[..., Told], catalogue: Catalogue) -> None:
    body = "The top card stays where it is."
    decided = replace(catalogue, decisions=Decisions(cards=((id_of(body), "storm-crow"),)))
    found = told(page("Stolen Identity", {"en": body}), decided)
    assert found.subjects(body) == {"storm-crow": "decided", "stolen-identity": "heading"}


def test_a_section_title_is_no_card(told: Callable[..., Told]) -> None:
    body = "If Stolen Identity is countered, nothing of it happens."
    assert told(page("单卡释疑", {"en": body})).subjects(body) == {"stolen-identity": "name-in-text"}


def test_the_heading_of_a_face_is_the_whole_card(told: Callable[..., Told], catalogue: Catalogue) -> None:
    face = next(card for card in catalogue.cards.all() if card.kind == "face" and card.oracle_id)
    body = "It enters with its front face up."
    (card,) = told(page(face.names["en"], {"en": body})).subjects(body)
    assert card == catalogue.cards.by_oracle_id(face.oracle_id).id
    assert catalogue.cards.get(card).kind == "card"


def test_named_in_full_beats_a_card_named_less(judge: Judge) -> None:
    found = judge(
        "Stolen Identity copies the object.",
        "If Stolen Identity resolves, exile it.",
        "The token can't become what Clone becomes.",
    )
    assert roles(found) == {"stolen-identity": "subject"}


def test_what_is_not_settled_is_shown_as_candidates_with_reasons(judge: Judge) -> None:
    found = judge("Storm Crow and Lightning Bolt may both be chosen.")
    assert roles(found) == {"storm-crow": "candidate", "lightning-bolt": "candidate"}
    assert all("named in 1 of 1" in one.evidence for one in found)


def test_a_known_day_settles_between_two_that_are_named(judge: Judge) -> None:
    text = "Storm Crow and Lightning Bolt may both be chosen."
    known = {"storm-crow": Facts(days=frozenset({DAY})), "lightning-bolt": Facts(days=frozenset({Date(1999, 1, 1)}))}
    found = judge(text, text + " Really.", facts=known)
    assert found[0].card == "storm-crow"
    assert DAY.isoformat() in found[0].evidence


def test_an_example_that_many_cards_use_gives_way(judge: Judge) -> None:
    text = "For example, Storm Crow and Lightning Bolt may both be chosen."
    assert roles(judge(text, facts={"lightning-bolt": Facts(elsewhere=40)})) == {"storm-crow": "subject"}


def test_a_token_is_never_a_subject(told: Callable[..., Told], catalogue: Catalogue) -> None:
    own = CardNames(extra=[Card("reed-imp", {"en": "Reed Imp"}, kind="token"), Card("horn", {"en": "Gatekeeper Horn"})])
    body = "Two Reed Imp tokens enter tapped: a Reed Imp, and a Reed Imp more, whatever Gatekeeper Horn says."
    found = told(page(None, {"en": body}), replace(catalogue, cards=own))
    assert found.subjects(body) == {"horn": "name-in-text"}
    assert found.with_role(body, "mention") == {"reed-imp"}


def test_nothing_named_nothing_claimed(judge: Judge) -> None:
    assert judge("The permanent stays tapped.", "It can't be untapped this turn.") == []


def test_short_names_alone_stay_open_between_namesakes(told: Callable[..., Told]) -> None:
    body = "Fblthp is returned to its owner's hand, and Fblthp isn't sacrificed."
    found = told(page(None, {"en": body}))
    assert found.subjects(body) == {}
    assert {"fblthp-the-lost", "fblthp-lost-on-the-range"} <= found.with_role(body, "candidate")


def test_a_link_shows_where_the_card_is_named(told: Callable[..., Told]) -> None:
    body = "When Stolen Identity resolves, choose the artifact."
    (link,) = told(page(None, {"en": body})).links(body)
    assert body[slice(*link.span)] == "Stolen Identity"


def test_a_ruling_of_a_thousand_cards_is_linked_to_each(told: Callable[..., Told], catalogue: Catalogue) -> None:
    body = "An ability that many cards share works the same on each."
    known = {card.oracle_id: card for card in catalogue.cards.all() if card.kind == "card" and card.oracle_id}
    cards = [catalogue.cards.by_oracle_id(oracle) for oracle in list(known)[:1000]]
    entries = [
        Entry("feed", at, at, None, DAY, None, (Paragraph(body, at, at, "en"),), card.names["en"], card.oracle_id)
        for at, card in enumerate(cards, start=1)
    ]
    assert set(told(entries).subjects(body)) == {card.id for card in cards}
