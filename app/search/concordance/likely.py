"""What is likely to stand for a term where the glossary's word does not: words rare but beside it."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from app.search.concordance.places import Place
from app.search.telling import is_small
from ingest.index.contract import Plan, Scope

if TYPE_CHECKING:
    from app.services import Knowledge

FEWEST = 3
"""Places a word must be met in before it is said to be likely."""
SHARE = 0.15
"""The share of the places left that it must stand in."""
GUESSES = 5
RARER = 6.0
"""How many times as often as elsewhere."""


def guess(knowledge: Knowledge, places: list[Place], lang: str) -> None:
    """Gives places without a known rendering in a language the likely one; the likeliest word first."""
    left = [place for place in places if (one := place.renderings.get(lang)) and one.form is None]
    rulings = _rulings(knowledge, lang) if left else 0
    for _ in range(GUESSES):
        held = _held(knowledge, left, lang)
        term = _likeliest(knowledge, held, len(left), rulings)
        if term is None:
            return
        taken = set(map(id, held[term]))
        for place in held[term]:
            _set(knowledge, place, lang, term)
        left = [place for place in left if id(place) not in taken]


def _held(knowledge: Knowledge, places: list[Place], lang: str) -> dict[str, list[Place]]:
    """For each word of the index the places whose passage holds it."""
    language = knowledge.languages.of(lang)
    found: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        rendering = place.renderings[lang]
        words = rendering.text.body[slice(*rendering.passage)]
        for term in {
            token.term for token in language.tokens(words) if _is_word(token.term, words[token.start : token.end])
        }:
            found[term].append(place)
    return found


def _is_word(term: str, surface: str) -> bool:
    """Whether a term of the index is a word by itself: a stem, or a Chinese word of two characters or more."""
    kind, _, rest = term.partition("~")
    return bool(rest) and kind != "zh2" and kind != "zh1" and len(rest) > 1 and not is_small(surface)


def _rulings(knowledge: Knowledge, lang: str) -> int:
    """How many rulings there are in a language: about as many as texts."""
    scope = Scope(langs=(lang,))
    return knowledge.engine.search(Plan(scope=scope, sort="date", collapse="none", limit=0, facet_values=1)).total


def _likeliest(knowledge: Knowledge, held: dict[str, list[Place]], size: int, rulings: int) -> str | None:
    counts = Counter({term: len(some) for term, some in held.items() if len(some) >= max(FEWEST, SHARE * size)})
    known = [term for term, _ in counts.most_common(400)]
    scores = {}
    for term, frequency in zip(known, knowledge.engine.document_frequency(known), strict=True):
        times = (counts[term] / size) / max(frequency / max(rulings, 1), 1e-9)
        if times >= RARER:
            scores[term] = counts[term] * math.log(times)
    return max(scores, key=lambda term: (scores[term], len(term), term), default=None)


def _set(knowledge: Knowledge, place: Place, lang: str, term: str) -> None:
    rendering = place.renderings[lang]
    start, end = rendering.passage
    spans = knowledge.languages.of(lang).spans_of(rendering.text.body, frozenset({term}))
    inside = [span for span in spans if start <= span[0] and span[1] <= end]
    if inside:
        form = rendering.text.body[slice(*inside[0])]
        place.renderings[lang] = rendering.as_likely(inside[0], form, term)
