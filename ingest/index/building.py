"""Makes the tables of an index from documents and inverted postings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from ingest.index import scoring
from ingest.index.arrays import MAX_NAME, Floats, Ints, Names, Rows, encode
from ingest.index.contract import Doc, Weighted
from ingest.index.inversion import Inverted
from ingest.index.tables import Facet, Places, Postings, Texts, Units

FACET_KINDS = ("mechanics", "cards", "languages", "origins", "years", "checks")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a text beside its words."""

    text_id: str
    ruling_id: str
    family_id: str
    lang: str
    day: int
    origin: str
    cards: tuple[str, ...]
    mechanics: tuple[str, ...]
    checks: tuple[str, ...]
    concepts: Weighted
    length: int

    @classmethod
    def of(cls, doc: Doc, length: int) -> Facts:
        """What a document says of its text, which has so many positions."""
        return cls(
            doc.text_id, doc.ruling_id, doc.family_id, doc.lang, doc.day, doc.origin,
            doc.cards, doc.mechanics, doc.checks, doc.concepts, length,
        )  # fmt: skip

    def values(self, kind: str) -> tuple[str, ...]:
        """The values this text gives its unit for a facet."""
        if kind == "years":
            return (str(date.fromordinal(self.day).year),) if self.day else ()
        single = {"languages": self.lang, "origins": self.origin}
        return (single[kind],) if kind in single else getattr(self, kind)


def ranked(facts: Iterable[Facts], unit_of: Callable[[Facts], str]) -> dict[str, int]:
    """The units, each with its number: newest date first, then id."""
    days: dict[str, int] = {}
    for one in facts:
        unit = unit_of(one)
        days[unit] = max(days.get(unit, 0), one.day)
    order = sorted(days, key=lambda unit: (-days[unit], unit))
    return {unit: number for number, unit in enumerate(order)}


def text_order(facts: Sequence[Facts]) -> list[int]:
    """The documents in the order of their text numbers."""
    families = ranked(facts, lambda one: one.family_id)
    rulings = ranked(facts, lambda one: one.ruling_id)

    def place(at: int) -> tuple[int, int, str]:
        one = facts[at]
        return families[one.family_id], rulings[one.ruling_id], one.text_id

    return sorted(range(len(facts)), key=place)


def make_texts(facts: Sequence[Facts], languages: Names, origins: Names) -> Texts:
    """The table of texts, in their order."""
    return Texts(
        encode(one.text_id for one in facts),
        np.searchsorted(languages, encode(one.lang for one in facts)).astype(np.int32),
        np.searchsorted(origins, encode(one.origin for one in facts)).astype(np.int32),
        np.array([one.day for one in facts], np.int32),
    )


def make_units(facts: Sequence[Facts], unit_of: Callable[[Facts], str]) -> Units:
    """The table of units, from texts in their order."""
    numbers, families = ranked(facts, unit_of), ranked(facts, lambda one: one.family_id)
    members: list[list[int]] = [[] for _ in numbers]
    family_of = np.zeros(len(numbers), np.int32)
    for at, one in enumerate(facts):
        unit = numbers[unit_of(one)]
        members[unit].append(at)
        family_of[unit] = families[one.family_id]
    of_text = np.array([numbers[unit_of(one)] for one in facts], np.int32)
    return Units(encode(numbers), of_text, Rows.of(members), family_of)


def make_facet(facts: Sequence[Facts], units: Units, kind: str) -> Facet:
    """One facet of the units, each value of a unit once."""
    held: list[dict[str, None]] = [{} for _ in range(len(units.texts))]
    for one, unit in zip(facts, units.of_text.tolist(), strict=True):
        held[unit].update(dict.fromkeys(one.values(kind)))
    names = sorted({value.encode()[:MAX_NAME] for values in held for value in values})
    number_of = {name: number for number, name in enumerate(names)}
    rows = [[number_of[value.encode()[:MAX_NAME]] for value in values] for values in held]
    return Facet.of(np.array(names, np.bytes_), Rows.of(rows))


def make_postings(found: Inverted, texts: Texts, lengths: Ints) -> tuple[Postings, Places]:
    """Terms with what they add, and where they stand."""
    per_term = np.diff(found.starts)
    weights = _weights(np.repeat(np.arange(len(found.terms)), per_term), found.texts, texts, len(found.terms))
    spoken = int(texts.languages.max(initial=0)) + 1
    norms = scoring.norms(scoring.relative_lengths(lengths, texts.languages, spoken))
    added = scoring.impacts(np.repeat(weights, per_term), np.diff(found.offsets), norms[found.texts])
    names = np.array(found.terms, np.bytes_)
    return (
        Postings(names, found.starts, found.texts, added, weights),
        Places(found.offsets[found.starts], found.keys),
    )


@dataclass(frozen=True, slots=True)
class Concepts:
    """Concepts in byte order; of each mention of one its number, its text, and what it weighs there."""

    names: Names
    numbers: Ints
    texts: Ints
    weights: Floats


def make_concepts(facts: Sequence[Facts]) -> Concepts:
    """The concepts that the facts of texts name, in the order of the texts."""
    names = sorted({concept.encode()[:MAX_NAME] for one in facts for concept, _ in one.concepts})
    number_of = {name: number for number, name in enumerate(names)}
    held = ((number_of[concept.encode()[:MAX_NAME]], weight) for one in facts for concept, weight in one.concepts)
    rows = np.fromiter(held, np.dtype([("name", np.int64), ("weight", np.float32)]))
    owners = np.repeat(np.arange(len(facts), dtype=np.int32), [len(one.concepts) for one in facts])
    return Concepts(np.array(names, np.bytes_), rows["name"], owners, rows["weight"])


def make_postings_of_concepts(concepts: Concepts, texts: Texts, shares: Mapping[str, float]) -> tuple[Postings, Floats]:
    """Concepts with what they add, rarity by the weight they have in the text; and those weights.

    `shares` says what part of all rulings there are holds a concept; one that
    it leaves out is as rare as the rarest.
    """
    names = concepts.names
    order = _by_name(concepts, len(texts.ids))
    numbers, owners, held = concepts.numbers[order], concepts.texts[order], concepts.weights[order]
    known = _known(names.tolist(), shares) if shares else None
    weights = _weights(numbers, owners, texts, len(names), known)
    starts = np.searchsorted(numbers, np.arange(len(names) + 1))
    return Postings(names, starts, owners, (weights[numbers] * held).astype(np.float32), weights), held


def _by_name(concepts: Concepts, texts: int) -> Ints:
    """The order of mentions by concept, then text; of those that a cut name made one, by weight."""
    keys = concepts.numbers * max(1, texts) + concepts.texts
    # What is merged of two indexes is in order but for the few of the second: that is seen, and hardly sorted.
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    return np.lexsort((concepts.weights, keys)) if (ordered[1:] == ordered[:-1]).any() else order


def _known(names: Sequence[bytes], shares: Mapping[str, float]) -> Floats:
    rarest = min(shares.values())
    return np.array([shares.get(name.decode(errors="ignore"), rarest) for name in names], np.float64)


def _weights(numbers: Ints, owners: Ints, texts: Texts, vocabulary: int, known: Floats | None = None) -> Floats:
    spoken = int(texts.languages.max(initial=0)) + 1
    per_language = np.bincount(texts.languages, minlength=spoken)
    return scoring.rarity(numbers, texts.languages[owners], vocabulary, per_language, known)
