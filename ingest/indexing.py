"""Linked rulings become the documents of an index."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp
from pathlib import Path

from ingest.catalogue import Catalogue
from ingest.index import ENGINES
from ingest.index.contract import Doc, Weighted
from ingest.languages import LANGUAGES
from ingest.linking import Linked
from ingest.linking.finder import Match
from ingest.model import Finding, Ruling, Text

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


def write_index(directory: Path, linked: Linked, findings: Sequence[Finding], catalogue: Catalogue) -> None:
    """Writes the index of linked rulings, and the Chinese dictionary that cuts queries as it cut them."""
    builder = ENGINES["whoosh"].builder({concept: exp(-weight) for concept, weight in catalogue.weights.items()})
    for doc in documents(linked, findings):
        builder.add(doc)
    builder.finish(directory)
    bodies = (text.body for ruling in linked.rulings for text in ruling.texts)
    names = (form for term in catalogue.terms.values() for form in term.forms.get("zh-Hans", ()))
    dictionary = LANGUAGES.segmenter.cut_dictionary([*bodies, *names])
    (directory / DICTIONARY).write_text(dictionary, encoding="utf-8")


def documents(linked: Linked, findings: Iterable[Finding] = ()) -> Iterator[Doc]:
    """One document for each text of each ruling."""
    family_of = {id: family.id for family in linked.families for id in family.rulings}
    checks: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        checks[finding.ruling].add(finding.check)
    for ruling in linked.rulings:
        found = tuple(sorted(checks.get(ruling.id, ())))
        for text in ruling.texts:
            yield _document(ruling, text, family_of.get(ruling.id, ruling.id), linked.matches[text.id], found)


def _document(ruling: Ruling, text: Text, family: str, matches: Sequence[Match], checks: tuple[str, ...]) -> Doc:
    postings = LANGUAGES.of(text.lang).postings(text.body, text.insertions)
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
        terms=[term for term, _ in postings],
        positions=[position for _, position in postings],
        concepts=_concepts(ruling, matches),
    )


def _targets(ruling: Ruling, kind: str, roles: tuple[str, ...]) -> tuple[str, ...]:
    found = (link.target for link in ruling.links if link.kind == kind and link.role in roles)
    return tuple(dict.fromkeys(found))


def _concepts(ruling: Ruling, matches: Sequence[Match]) -> Weighted:
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
