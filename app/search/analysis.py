"""A query's words as every language would read them, merged word by word."""

from __future__ import annotations

from collections.abc import Iterable

from ingest.languages import Languages
from ingest.languages.base import QueryToken
from ingest.languages.detect import detect
from ingest.linking.finder import Match

LATIN = ("en", "es")


def words(text: str, languages: Languages) -> list[QueryToken]:
    """The words of a query, each with what stands for it in any language.

    A word of an alphabet is read as English and as Spanish, for a query does
    not say which it is; the better weight of an alternative counts.
    """
    merged: dict[tuple[int, int], QueryToken] = {}
    for tag in LATIN:
        for token in languages.of(tag).query_tokens(text):
            place = (token.start, token.end)
            known = merged.get(place)
            merged[place] = _both(known, token) if known else token
    return [merged[place] for place in sorted(merged)]


def _both(one: QueryToken, other: QueryToken) -> QueryToken:
    weights = dict(one.alternatives)
    for term, weight in other.alternatives:
        weights[term] = max(weight, weights.get(term, 0.0))
    return QueryToken(one.text, one.start, one.end, tuple(weights.items()))


def language_of(text: str, matches: Iterable[Match], fallback: str) -> str:
    """The language a query is in: by script, by its sentence words, else by the terms it names.

    `fallback` (the interface's language) where nothing tells.
    """
    detected = detect(text)
    if detected.startswith("zh"):
        return "zh-Hans"
    if detected != "und":
        return detected
    votes: dict[str, int] = {}
    for match in matches:
        if not any(map(str.isalpha, match.form)):
            continue  # numbers are the same in every language
        votes[match.lang] = votes.get(match.lang, 0) + match.end - match.start
    latin = {lang: count for lang, count in votes.items() if lang in LATIN}
    best = max(latin, key=lambda lang: (latin[lang], lang == fallback), default=None)
    return best or (fallback if fallback in LATIN else "en")
