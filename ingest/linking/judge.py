"""How two rulings relate: a pure function of their profiles, with its reason in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from ingest.linking.profile import Profile, Wording

TEMPLATE = 0.62
"""Likeness of templates, in one language, from which two rulings state one rule."""
CONCEPTS = 0.60
"""Cosine of concepts from which they do across languages."""
RELATED = 0.42
SAME_WORDS = 0.86
SAME_CONCEPTS = 0.80
COVERED = 0.80
"""Share of a ruling's concepts that the other must hold for the two to be the same."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two rulings are: in concepts, each covering the other, and in words where they share a language."""

    cosine: float
    covers: float
    lang: str | None = None
    words: float = 0.0
    template: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """A typed relation, how sure, and why."""

    kind: str
    score: float
    reason: str


def judge(a: Profile, b: Profile, negations: frozenset[str] = frozenset({"not"})) -> Verdict | None:
    """The relation of two rulings, or None where they have little to do with each other.

    Likeness alone never joins: what the two are *about* must agree too.
    `negations` are the concepts that turn a statement round.
    """
    like = likeness(a, b)
    score = max(like.cosine, like.template)
    if not _alike(like):
        return Verdict("related", score, f"concepts {like.cosine:.2f}") if like.cosine >= RELATED else None
    if other := _other_subject(a, b):
        return Verdict("parallel", score, other)
    if turned := _turned_round(a, b, like, negations):
        return Verdict("related", score, turned)
    return _same_or_reworded(like, score)


def likeness(a: Profile, b: Profile) -> Likeness:
    """How alike two profiles are."""
    shared = a.concepts.keys() & b.concepts.keys()
    product = sum(a.concepts[c] * b.concepts[c] for c in shared)
    cosine = product / (a.norm * b.norm) if a.norm and b.norm else 0.0
    covers = min(_covered(a, b), _covered(b, a))
    best = Likeness(cosine, covers)
    for lang in a.wordings.keys() & b.wordings.keys():
        one, other = a.wordings[lang], b.wordings[lang]
        template = Indel.normalized_similarity(one.template, other.template)
        if template > best.template or best.lang is None:
            best = Likeness(cosine, covers, lang, Indel.normalized_similarity(one.words, other.words), template)
    return best


def _covered(a: Profile, b: Profile) -> float:
    whole = sum(a.concepts.values())
    return sum(weight for concept, weight in a.concepts.items() if concept in b.concepts) / whole if whole else 0.0


def _alike(like: Likeness) -> bool:
    return like.template >= TEMPLATE or like.cosine >= CONCEPTS


def _other_subject(a: Profile, b: Profile) -> str:
    """Why the two state a rule of different things, or nothing."""
    one, other = _subjects(a, b), _subjects(b, a)
    here, there = one - other - b.listed, other - one - a.listed
    if here and there:
        return f"{_names(here)} here, {_names(there)} there"
    if a.cards and b.cards and not a.cards & b.cards:
        return f"{_names(a.cards)} here, {_names(b.cards)} there"
    numbers = _numbers(a, b)
    return f"numbers {numbers}" if numbers else ""


def _subjects(a: Profile, b: Profile) -> frozenset[str]:
    """What a ruling is about: where it names no mechanic and the other does, that of its page."""
    if a.subjects or not b.subjects or a.page is None:
        return a.subjects
    return frozenset({a.page})


def _numbers(a: Profile, b: Profile) -> str:
    """Numbers or symbols that each has and the other lacks, in a language both have."""
    for lang in a.wordings.keys() & b.wordings.keys():
        one, other = a.wordings[lang].numbers, b.wordings[lang].numbers
        here, there = one - other, other - one
        if here and there:
            return f"{_names(here)} here, {_names(there)} there"
    return ""


def _turned_round(a: Profile, b: Profile, like: Likeness, negations: frozenset[str]) -> str:
    """Why one denies what the other says: nearly the same words, but one negation more."""
    if like.lang is None or like.template < SAME_WORDS:
        return ""
    one, other = (_count(profile.wordings[like.lang], like.lang) for profile in (a, b))
    return "one denies what the other says" if one != other else ""


_NEGATIVE: Mapping[str, frozenset[str]] = {
    "en": frozenset("not no never can't cannot don't doesn't won't isn't aren't didn't wasn't weren't couldn't wouldn't shouldn't haven't hasn't neither nor without".split()),
    "es": frozenset("no nunca ni ningun ninguno ninguna tampoco jamas sin".split()),
    "zh-Hans": frozenset("不未没无非"),
}


def _count(wording: Wording, lang: str) -> int:
    return sum(word in _NEGATIVE.get(lang, ()) for word in wording.words)


def _same_or_reworded(like: Likeness, score: float) -> Verdict:
    if like.lang and like.words >= SAME_WORDS:
        return Verdict("same", score, f"{like.words:.0%} of the words, in {like.lang}")
    if like.cosine >= SAME_CONCEPTS and like.covers >= COVERED:
        return Verdict("same", score, f"{like.covers:.0%} of the concepts of each")
    said = f"words {like.words:.2f} in {like.lang}, " if like.lang else ""
    return Verdict("reworded", score, f"{said}concepts {like.cosine:.2f}, covered {like.covers:.2f}")


def _names(values: object) -> str:
    return ", ".join(sorted(map(str, values)))  # type: ignore[call-overload]
