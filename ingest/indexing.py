"""Linked rulings become the documents of an index."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.catalogue import Catalogue
from ingest.index import ENGINES
from ingest.index.contract import Doc, Weighted
from ingest.index.spots import CONCEPT, NOWHERE, Block, Spot
from ingest.languages import LANGUAGES
from ingest.linking.spans import TermSpan
from ingest.model import Finding, Ruling, Text
from ingest.synopses import SynopsesWriter
from ingest.tokens import Tokens

if TYPE_CHECKING:
    from ingest.linking.link import Linked

CARD = "card:"
"""What marks a card among the concepts of a document."""

LISTED = 0.5
"""What a mechanic weighs in a ruling that only lists it."""
CARDS = {"subject": 1.0, "mention": 0.7, "candidate": 0.5}
"""What a card weighs in a ruling, by its role there."""
NAMED = 1.2
"""How much more a card weighs where the ruling itself names it."""
OPENS, OPENING = 1.15, 2
"""How much more the first terms of a text weigh: a ruling opens with what it is about."""
SATURATION, LENGTH, TERMS = 0.5, 0.35, 18.75
"""How soon repeating a term adds no more, how much a long text is held back, and how many terms a ruling holds."""
DICTIONARY = "zh.dict"


def write_index(
    directory: Path, linked: Linked, findings: Sequence[Finding], catalogue: Catalogue, tokens: Tokens
) -> None:
    """Writes the index of linked rulings, what a page shows of each, and the dictionary that cuts Chinese.

    `tokens` are the terms of those texts that were read for them before.
    """
    builder = ENGINES["whoosh"].builder(shares(catalogue))
    with SynopsesWriter(directory, linked, catalogue, tokens.numbering) as synopses:
        for family, rulings, docs in documents(linked, findings, tokens):
            for doc in docs:
                builder.add(doc)
            synopses.add(family, rulings, blocks(rulings, linked, tokens))
    builder.finish(directory)
    names = (form for term in catalogue.terms.values() for form in term.forms.get("zh-Hans", ()))
    dictionary = LANGUAGES.segmenter.cut_dictionary(names, tokens.chinese_words())
    (directory / DICTIONARY).write_text(dictionary, encoding="utf-8")


def shares(catalogue: Catalogue) -> dict[str, float]:
    """What part of all rulings there are holds each concept."""
    return {concept: exp(-weight) for concept, weight in catalogue.weights.items()}


def documents(
    linked: Linked, findings: Iterable[Finding], tokens: Tokens
) -> Iterator[tuple[str, list[Ruling], list[Doc]]]:
    """Each family with its rulings, and a document for each text of them."""
    family_of = {id: family.id for family in linked.families for id in family.rulings}
    checks: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        checks[finding.ruling].add(finding.check)
    families: dict[str, list[Ruling]] = defaultdict(list)
    for ruling in linked.rulings:
        families[family_of.get(ruling.id, ruling.id)].append(ruling)
    for family, rulings in families.items():
        found = {ruling.id: tuple(sorted(checks.get(ruling.id, ()))) for ruling in rulings}
        yield (
            family,
            rulings,
            [
                _document(ruling, text, family, linked.matches[text.id], found[ruling.id], tokens)
                for ruling in rulings
                for text in ruling.texts
            ],
        )


def blocks(rulings: Iterable[Ruling], linked: Linked, tokens: Tokens) -> dict[str, Block]:
    """Where the terms and concepts of each text stand."""
    texts = (text for ruling in rulings for text in ruling.texts)
    return {text.id: tokens.block(text, _concept_spots(linked.matches[text.id])) for text in texts}


def _concept_spots(matches: Iterable[TermSpan]) -> Iterator[Spot]:
    return ((CONCEPT + one.target, one.start, one.end, NOWHERE) for one in matches)


def _document(
    ruling: Ruling, text: Text, family: str, matches: Sequence[TermSpan], checks: tuple[str, ...], tokens: Tokens
) -> Doc:
    terms, positions = tokens.of(text)
    return Doc(
        text_id=text.id,
        ruling_id=ruling.id,
        family_id=family,
        lang=text.lang,
        day=ruling.date.toordinal() if ruling.date else 0,
        origin=text.origin,
        cards=_targets(ruling, "card", ("subject",)),
        mechanics=_targets(ruling, "mechanic", ("about", "listed")),
        checks=checks,
        terms=terms,
        positions=positions,
        concepts=_concepts(ruling, matches),
    )


def _targets(ruling: Ruling, kind: str, roles: tuple[str, ...]) -> tuple[str, ...]:
    found = (link.target for link in ruling.links if link.kind == kind and link.role in roles)
    return tuple(dict.fromkeys(found))


def _concepts(ruling: Ruling, matches: Sequence[TermSpan]) -> Weighted:
    """The terms found in a text and the cards its ruling stands on, with what each weighs."""
    roles: Mapping[str, str] = {link.target: link.role for link in ruling.links if link.kind == "mechanic"}
    weighted: dict[str, float] = {}
    opening = {match.target for match in matches[:OPENING]}
    for concept, times in Counter(match.target for match in matches).items():
        weight = strength(times, len(matches)) * (LISTED if roles.get(concept) == "listed" else 1.0)
        weighted[concept] = weight * (OPENS if concept in opening else 1.0)
    for link in ruling.links:
        if link.kind == "card":
            weight = CARDS[link.role] * (1.0 if link.text is None else NAMED)
            weighted[CARD + link.target] = max(weight, weighted.get(CARD + link.target, 0.0))
    return tuple(weighted.items())


def strength(times: int, terms: int) -> float:
    """What a term weighs in a text of so many terms: 1 for one that stands once in a text of usual length.

    >>> strength(1, 10) > strength(1, 40), strength(2, 20) > strength(1, 20)
    (True, True)
    """
    held_back = SATURATION * (1 - LENGTH + LENGTH * terms / TERMS)
    return times * (1 + SATURATION) / (times + held_back)
