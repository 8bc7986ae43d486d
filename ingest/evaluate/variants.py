"""Rulings changed on purpose, to see whether the original and its variant are told apart or joined.

The choice is the random generator's: the same seed, the same variants.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Date
from datetime import timedelta

from ingest.assemble import assemble
from ingest.catalogue import Catalogue
from ingest.ids import text_id
from ingest.languages import LANGUAGES
from ingest.linking.finder import Finder
from ingest.linking.link import link
from ingest.linking.mechanics import mechanic_links
from ingest.linking.own_names import own_names
from ingest.linking.profile import TELLING
from ingest.model import Card, Entry, Paragraph, Ruling, Text

NUMBER = re.compile(r"(?<![\d/])[+-]?[2-9](?:/[+-]?[2-9])?(?!\d)|\b(?:two|three|four|five|six)\b")
SPELT = ("two", "three", "four", "five", "six")
DENIALS = (("can't", "can"), ("won't", "will"), ("doesn't", "does"), ("isn't", "is"), ("aren't", "are"))
ERAS = (
    ("enters the battlefield", "enters"),
    ("enter the battlefield", "enter"),
    ("mana value", "converted mana cost"),
    ("ceases to exist", "will cease to exist"),
    ("this way", "in this way"),
    ("their library", "his or her library"),
    ("as long as", "for as long as"),
    ("tries to resolve", "would resolve"),
)
LATER = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class Original:
    """A ruling of the corpus and the card that it stands on."""

    card: Card
    day: Date
    body: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A ruling and what was made of it: of which `kind`, on which card."""

    kind: str
    original: Original
    card: Card
    body: str


@dataclass(frozen=True, slots=True)
class VariantReport:
    """How many variants of each kind there are, how many were judged right, and those that were not."""

    tried: Mapping[str, int]
    right: Mapping[str, int]
    wrong: tuple[tuple[Variant, str], ...] = field(default=())

    @property
    def accuracy(self) -> float:
        """The share that was judged right."""
        return sum(self.right.values()) / sum(self.tried.values()) if self.tried else 0.0


class Changes:
    """Makes variants: all the kinds of change, each by name."""

    def __init__(self, catalogue: Catalogue, cards: Sequence[Card], seed: int) -> None:
        self._chance, self._cards, self._terms = random.Random(seed), cards, catalogue.terms  # noqa: S311 - repeatable, no secret
        self._finder = Finder(catalogue.terms, LANGUAGES, catalogue.contexts)
        self._keywords = [
            term.names["en"]
            for term in catalogue.terms.values()
            if term.kind == "keyword ability" and catalogue.weights.get(term.id, 0) >= TELLING
        ]

    def all(self, original: Original) -> Iterator[Variant]:
        """A variant of each kind that the ruling has something for."""
        kinds: dict[str, Callable[[Original], str | None]] = {
            "mechanic": self._mechanic,
            "number": self._number,
            "negation": self._negation,
            "wording": self._era,
        }
        for kind, change in kinds.items():
            body = change(original)
            if body and body != original.body:
                yield Variant(kind, original, original.card, body)
        if found := own_names([original.card], Text("", "en", original.body)):
            other = self._chance.choice(self._cards)
            body = original.body
            for start, end, _ in reversed(found):
                body = body[:start] + other.names["en"] + body[end:]
            yield Variant("card", original, other, body)

    def _mechanic(self, original: Original) -> str | None:
        text = Text("text", "en", original.body)
        names = own_names([original.card], text)
        matches = {"text": self._finder.find(text.body, "en")}
        about = {
            link.target
            for link in mechanic_links(Ruling("", None, (text,)), matches, self._terms)
            if link.role == "about"
        }
        found = sorted(
            {
                match.form
                for match in matches["text"]
                if match.target in about
                and match.form in self._keywords
                and not any(start < match.end and match.start < end for start, end, _ in names)
            }
        )
        if not found:
            return None
        form = self._chance.choice(found)
        other = self._chance.choice([name for name in self._keywords if name not in original.body.lower()])
        return re.sub(rf"\b{re.escape(form)}\b", other, original.body, flags=re.IGNORECASE)

    def _number(self, original: Original) -> str | None:
        found = list(NUMBER.finditer(original.body))
        if not found:
            return None
        one = self._chance.choice(found)
        if one.group() in SPELT:
            other = self._chance.choice([word for word in SPELT if word != one.group()])
        else:
            other = re.sub(r"\d", lambda digit: str(11 - int(digit.group())), one.group())
        return re.sub(rf"(?<![\w/+-]){re.escape(one.group())}(?![\w/])", other, original.body)

    def _negation(self, original: Original) -> str | None:
        found = [(denied, said) for denied, said in DENIALS if original.body.count(denied) == 1]
        if not found or sum(original.body.count(denied) for denied, _ in DENIALS) > 1:
            return None  # of several denials one does not turn the rule round
        denied, said = self._chance.choice(found)
        return original.body.replace(denied, said)

    def _era(self, original: Original) -> str | None:
        body = original.body
        for new, old in ERAS:
            body = body.replace(new, old)
        return body if body != original.body else None


def drawn(originals: Iterable[Original], catalogue: Catalogue, each: int, seed: int) -> list[Variant]:
    """So many variants of each kind."""
    pool = list(originals)
    random.Random(seed).shuffle(pool)  # noqa: S311 - repeatable, no secret
    changes = Changes(catalogue, sorted({one.card.id: one.card for one in pool}.values(), key=lambda c: c.id), seed)
    found: dict[str, list[Variant]] = {}
    for original in pool:
        for variant in changes.all(original):
            if len(found.setdefault(variant.kind, [])) < each:
                found[variant.kind].append(variant)
        if len(found) == 5 and all(len(held) == each for held in found.values()):
            break
    return [variant for kind in sorted(found) for variant in found[kind]]


def evaluate(variants: Sequence[Variant], catalogue: Catalogue) -> VariantReport:
    """How each variant is related to its original when all are linked: only another wording may join them."""
    entries = [entry for number, variant in enumerate(variants) for entry in _entries(2 * number + 1, variant)]
    linked = link(assemble(entries, catalogue.origin_of), catalogue)
    family = {ruling: family.id for family in linked.families for ruling in family.rulings}
    kinds = {frozenset((relation.a, relation.b)): relation.kind for relation in linked.relations}
    tried: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong = []
    for variant in variants:
        a, b = (text_id(day, "en", body) for day, body in _versions(variant))
        joined = family[a] == family[b]
        tried[variant.kind] += 1
        if joined == (variant.kind == "wording"):
            right[variant.kind] += 1
        else:
            wrong.append((variant, kinds.get(frozenset((a, b)), "in one family" if joined else "none")))
    return VariantReport(tried, right, tuple(wrong))


def _versions(variant: Variant) -> tuple[tuple[Date, str], tuple[Date, str]]:
    original = variant.original
    return (original.day, original.body), (original.day + LATER, variant.body)


def _entries(number: int, variant: Variant) -> Iterator[Entry]:
    for at, (card, (day, body)) in enumerate(
        zip((variant.original.card, variant.card), _versions(variant), strict=True), start=number
    ):
        paragraph = Paragraph(body, at, at, "en")
        yield Entry("corpus", at, at, None, day, None, (paragraph,), card.names["en"], card.oracle_id)
