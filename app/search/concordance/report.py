"""The concordance itself: places counted by what stands for the term, the newest rulings first."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.search.concordance.likely import guess
from app.search.concordance.places import Place, places_in
from app.search.concordance.subject import Subject, rulings_with, subject_of
from ingest.model import LANGUAGES

if TYPE_CHECKING:
    from app.services import Knowledge

MOST = 1_000
"""Rulings that are read and counted; how many there are is said."""

KEPT = 16
_kept: OrderedDict[tuple[str, str, str], Concordance] = OrderedDict()
_lock = threading.Lock()

OTHER = "-"
"""Asks for the places of which no rendering is known."""


@dataclass(frozen=True, slots=True)
class Count:
    """How often a form stands for the term; None for places in other words. `key` asks for those places."""

    form: str | None
    key: str
    count: int
    likely: bool


@dataclass(frozen=True, slots=True)
class Concordance:
    """Where a term stands: `total` rulings, of which `counted` were read; counts by language."""

    subject: Subject
    total: int
    counted: int
    places: tuple[Place, ...]
    counts: Mapping[str, tuple[Count, ...]]
    unversioned: Mapping[str, int]

    def where(self, lang: str | None, key: str | None) -> list[Place]:
        """The places that a language renders by what `key` stands for; all without one."""
        if not lang or not key:
            return list(self.places)
        wanted = None if key == OTHER else key
        return [one for one in self.places if lang in one.renderings and one.renderings[lang].key == wanted]


def concordance(knowledge: Knowledge, words: str, lang: str | None = None) -> Concordance:
    """The concordance of a term or of words; of blank ones an empty one."""
    if not words.strip():
        return Concordance(Subject("", lang or LANGUAGES[0], None), 0, 0, (), {}, {})
    subject = subject_of(knowledge, words, lang if lang in LANGUAGES else None)
    key = (knowledge.snapshot, subject.term.id if subject.term else f"\0{subject.words}", subject.lang)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    made = _made(knowledge, subject)
    with _lock:
        _kept[key] = made
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made


def _made(knowledge: Knowledge, subject: Subject) -> Concordance:
    total, ids = rulings_with(knowledge, subject, MOST)
    rulings = knowledge.store.rulings(ids[:MOST])
    places = places_in(knowledge, subject, rulings)
    others = [lang for lang in LANGUAGES if lang != subject.lang]
    for lang in others:
        guess(knowledge, places, lang)
    return Concordance(
        subject,
        total,
        len(rulings),
        tuple(places),
        {lang: _counts(places, lang) for lang in others},
        {lang: len({one.ruling.id for one in places if lang not in one.renderings}) for lang in others},
    )


def _counts(places: list[Place], lang: str) -> tuple[Count, ...]:
    """What stands for the term in a language, most often first; places in other words last."""
    held = [one.renderings[lang] for one in places if lang in one.renderings]
    forms: dict[str, Counter[str]] = {}
    likely: set[str] = set()
    for one in held:
        if one.form is not None and one.key is not None:
            forms.setdefault(one.key, Counter())[one.form.casefold()] += 1
            likely |= {one.key} if one.likely else set()
    counted = [Count(seen.most_common(1)[0][0], key, seen.total(), key in likely) for key, seen in forms.items()]
    left = sum(one.form is None for one in held)
    counted.sort(key=lambda one: (one.likely, -one.count, one.key))
    return tuple(counted + ([Count(None, OTHER, left, False)] if left else []))
