"""How two rulings relate: a pure function of their profiles, with its reason in words."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import Indel

from ingest.linking.polarity import opposed
from ingest.linking.profile import UNSAID, Profile, Wording

CONCEPTS = 0.60
"""Cosine of concepts from which they do across languages."""
COVERED = 1.5
"""What cosine and the share of the lesser covered one must come to, for two in different languages to say the same."""
LONGER = 2.0
"""How many times as long as the other one of them may be."""
WORDS = {"zh-Hans": 1.73, "zh-Hant": 1.73}
"""Characters of Chinese to a word of English, in official translations."""
RELATED = 0.42
BOTH = 1.15
"""What template and concepts must come to together, in one language."""
SOME = 0.36
"""The least likeness of templates, in one language."""
SURE = 0.76
"""What the better of both must come to where the two share no mechanic that they could be kin by."""
NEARLY_ALL = 0.86
A_FEW = 4
"""How many words come and go between two short texts that say nearly all alike."""
SAME_CONCEPTS = 0.70
TEMPLATE = 0.60
"""Likeness of templates from which rulings on different things are parallel and not only related."""
OWN_CARDS = "each of its own card"
"""Why two that say one thing, each of the card it stands on, are not the same."""
DENIED = 0.34
"""Share of what one denies that the other must deny too."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two rulings are: in concepts, and in their templates where they share a language."""

    cosine: float
    lang: str | None = None
    template: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """A typed relation, how sure, and why."""

    kind: str
    score: float
    reason: str
    apart: bool = False
    """Whether the two contradict each other: no third may bring them together."""


def judge(a: Profile, b: Profile) -> Verdict | None:
    """The relation of two rulings, or None where they have little to do with each other.

    Likeness alone never joins: what the two are about, what they reach and what
    they deny must agree too.
    """
    like = likeness(a, b)
    score = max(like.cosine, like.template)
    if not _alike(like):
        return Verdict("related", score, f"too little alike: {score:.2f}") if like.cosine >= RELATED else None
    if other := _other_subject(a, b, like.lang):
        return Verdict("parallel" if _one_template(like) else "related", score, other)
    if _on_other_cards(a, b):
        return Verdict("related", score, f"{OWN_CARDS}: {_names(a.cards)} here, {_names(b.cards)} there")
    if apart := _other_things(a, b, like.lang) or _too_unlike(a, b, like):
        return Verdict("related", score, apart)
    if a.lists & b.lists and _words(a, b, like.lang) < NEARLY_ALL:
        return Verdict("related", score, "stand beside each other on one page of one day, which says nothing twice")
    if like.lang is None and (little := _little_in_common(a, b, like.cosine)):
        return Verdict("related", score, little)
    if turned := _turned_round(a, b, like):
        return Verdict("related", score, turned, apart=True)
    return _same_or_reworded(a, b, like, score)


def likeness(a: Profile, b: Profile) -> Likeness:
    """How alike two profiles are."""
    shared = a.concepts.keys() & b.concepts.keys()
    product = sum(a.concepts[c] * b.concepts[c] for c in shared)
    cosine = product / (a.norm * b.norm) if a.norm and b.norm else 0.0
    best = Likeness(cosine)
    # Where concepts alone do not relate the two, a template that can't make them alike need not be worked out.
    cutoff = max(SOME, BOTH - cosine) if cosine < RELATED else 0.0
    for lang in sorted(a.wordings.keys() & b.wordings.keys()):
        one, other = a.wordings[lang].template, b.wordings[lang].template
        template = Indel.normalized_similarity(one, other, score_cutoff=min(1.0, cutoff))
        if template > best.template or best.lang is None:
            best = Likeness(cosine, lang, template)
    return best


def _words(a: Profile, b: Profile, lang: str | None) -> float:
    """How alike the words of two rulings are in a language."""
    return Indel.normalized_similarity(a.wordings[lang].words, b.wordings[lang].words) if lang else 0.0


def _alike(like: Likeness) -> bool:
    if like.lang:
        return like.template >= SOME and like.template + like.cosine >= BOTH
    return like.cosine >= CONCEPTS


def _kin(a: Profile, b: Profile) -> bool:
    """Whether the two are of one mechanic, by themselves or by their pages, or of one card."""
    return not (a.telling | {a.page}).isdisjoint((b.telling | {b.page}) - {None}) or not a.cards.isdisjoint(b.cards)


def _one_template(like: Likeness) -> bool:
    """Whether two rulings on different things say the same of each."""
    return like.lang is None or like.template >= TEMPLATE


def _other_subject(a: Profile, b: Profile, lang: str | None) -> str:
    """Why the two state a rule of different things, or nothing."""
    one, other = _subjects(a, b), _subjects(b, a)
    here, there = one - other - b.listed, other - one - a.listed
    if here and there:
        return f"another mechanic: {_names(here)} here, {_names(there)} there"
    if _on_other_cards(a, b) and not (a.own and b.own):
        return f"another card: {_names(a.cards)} here, {_names(b.cards)} there"
    if swapped := _swapped(a, b, lang):
        return swapped
    numbers = _numbers(a, b)
    return f"other numbers: {numbers}" if numbers else ""


def _on_other_cards(a: Profile, b: Profile) -> bool:
    """Whether the two name cards, and none in common."""
    return bool(a.cards and b.cards) and a.cards.isdisjoint(b.cards)


def _other_things(a: Profile, b: Profile, lang: str | None) -> str:
    """What things each of the two speaks of and the other doesn't: the rule may be one, so a third may join them."""
    here, there = _only(a, b, lang) - a.listed - UNSAID, _only(b, a, lang) - b.listed - UNSAID
    return f"other things: {_names(here)} here, {_names(there)} there" if here and there else ""


def _nearly_all(a: Wording, b: Wording) -> bool:
    """Whether two texts say all but a few words alike."""
    few = Indel.distance(a.words, b.words, score_cutoff=A_FEW) <= A_FEW
    return few or Indel.normalized_similarity(a.template, b.template) >= NEARLY_ALL


def _swapped(a: Profile, b: Profile, lang: str | None) -> str:
    """Why, of two that say nearly all alike, one speaks once more of one keyword and the other of another."""
    if lang is None or not _nearly_all(a.wordings[lang], b.wordings[lang]):
        return ""
    one, other = a.wordings[lang].keywords, b.wordings[lang].keywords
    here, there = set(one - other) - b.listed, set(other - one) - a.listed
    return f"other things: {_names(here)} here, {_names(there)} there" if here and there else ""


def _too_unlike(a: Profile, b: Profile, like: Likeness) -> str:
    """Why two in one language, with no mechanic or card in common, say too little alike; or nothing."""
    if like.lang is None or _kin(a, b):
        return ""
    if alone := (a.telling - b.subjects - b.listed) | (b.telling - a.subjects - a.listed):
        return f"only one is about {_names(alone)}"
    if (sorts := a.sorts ^ b.sorts) and like.template < NEARLY_ALL:
        return f"only one is about {_names(sorts)}"
    best = max(like.template, like.cosine)
    return f"too little alike for two without a mechanic in common: {best:.2f}" if best < SURE else ""


def _little_in_common(a: Profile, b: Profile, cosine: float) -> str:
    """Why two in different languages say too little that is the same, or nothing: what is rare raises any cosine."""
    covered = min(_covered(a, b), _covered(b, a))
    if covered + cosine < COVERED:
        return f"only {covered:.0%} of one is in the other"
    short, long = sorted((_length(a), _length(b)))
    return f"one is {long / short:.1f} times as long as the other" if long > LONGER * short else ""


def _covered(a: Profile, b: Profile) -> float:
    """How much of what one speaks of the other speaks of, by weight."""
    whole = sum(a.concepts.values())
    return sum(weight for concept, weight in a.concepts.items() if concept in b.concepts) / whole if whole else 0.0


def _length(a: Profile) -> float:
    """How long a ruling is, in words of English."""
    return max(1.0, min(len(wording.words) / WORDS.get(lang, 1.0) for lang, wording in a.wordings.items()))


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


def _turned_round(a: Profile, b: Profile, like: Likeness) -> str:
    """Why one denies what the other says: what their negations stand before is not the same."""
    if like.lang is None:
        return ""
    if _nearly_all(a.wordings[like.lang], b.wordings[like.lang]) and (
        opposite := opposed(a.wordings[like.lang].words, b.wordings[like.lang].words)
    ):
        return f"negation: {opposite}"
    one, other = a.wordings[like.lang].denied, b.wordings[like.lang].denied
    fewer, shared = min(len(one), len(other)), len(one & other)
    nothing = not fewer and max(len(one), len(other)) > 0 and like.template >= NEARLY_ALL
    if nothing or (fewer and shared < DENIED * fewer):
        return f"negation: one denies {_names(one - other) or 'nothing'}, the other {_names(other - one) or 'nothing'}"
    return ""


def _same_or_reworded(a: Profile, b: Profile, like: Likeness, score: float) -> Verdict:
    """Same where both reach the same things; reworded where one names a thing that the other doesn't."""
    if differ := _reach(a, b, like.lang):
        return Verdict("reworded", score, f"the same rule, but only one speaks of {_names(differ)}")
    if like.cosine < SAME_CONCEPTS:
        return Verdict("reworded", score, f"the same rule in other terms: concepts {like.cosine:.2f}")
    said = (
        f"{_words(a, b, like.lang):.0%} of the words, in {like.lang}"
        if like.lang
        else f"{like.cosine:.0%} of the concepts"
    )
    return Verdict("same", score, said)


def _reach(a: Profile, b: Profile, lang: str | None) -> frozenset[str]:
    """Terms that only one of the two has."""
    return _only(a, b, lang) | _only(b, a, lang)


def _only(a: Profile, b: Profile, lang: str | None) -> frozenset[str]:
    """Terms that the first has and the other lacks.

    In a language both have, any term of the game; else what all versions of the
    first name and none of the other.
    """
    if lang:
        return a.wordings[lang].terms - b.wordings[lang].terms
    return a.reach - b.concepts.keys()


def _names(values: object) -> str:
    return ", ".join(sorted(map(str, values)))  # type: ignore[call-overload]
