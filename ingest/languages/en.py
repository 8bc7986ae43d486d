"""English: regular plurals, conjugation, abbreviations."""

from __future__ import annotations

import re

from ingest.languages.latin import LatinLanguage

_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_SHORT_SYLLABLE = re.compile(r"^[^aeiou]*(?:qu)?[aeiou][bcdfghjklmnpqrstvz]$")
_HEAD_ENDS = re.compile(r"\s(?:of|to|with|from|in|on|at|for|by)\s")


class English(LatinLanguage):
    """English."""

    tag = "en"
    name = "English"
    codes = ("eng", "en-US", "en-GB")
    stemmer = "english"
    denials = ("non ",)
    abbreviations = frozenset({"e.g", "i.e", "vs", "mr", "mrs", "ms", "dr", "st", "no", "cf", "jr", "sr"})

    def inflect(self, lemma: str, part: str) -> set[str]:
        """The regular forms of a lemma, the lemma included.

        >>> sorted(English().inflect("plot", "verb"))
        ['plot', 'plots', 'plotted', 'plotting']
        >>> sorted(English().inflect("copy of a card", "noun"))
        ['copies of a card', 'copy of a card']
        """
        if part == "verb":
            verb, _, rest = lemma.partition(" ")
            tail = f" {rest}" if rest else ""
            return {form + tail for form in _conjugate(verb)}
        if part == "noun":
            head = _HEAD_ENDS.search(lemma)
            end = head.start() if head else len(lemma)
            return {lemma, _add_s(lemma[:end]) + lemma[end:]}
        return {lemma}


def _add_s(word: str) -> str:
    if _SIBILANT.search(word):
        return f"{word}es"
    if _CONSONANT_Y.search(word):
        return f"{word[:-1]}ies"
    return f"{word}s"


def _conjugate(verb: str) -> set[str]:
    return {verb, _add_s(verb), _with_suffix(verb, "ed"), _with_suffix(verb, "ing")}


def _with_suffix(verb: str, suffix: str) -> str:
    if verb.endswith("ee"):
        return verb + suffix.removeprefix("e")
    if verb.endswith("e"):
        return verb[:-1] + suffix
    if suffix == "ed" and _CONSONANT_Y.search(verb):
        return f"{verb[:-1]}ied"
    if _SHORT_SYLLABLE.match(verb):
        return f"{verb}{verb[-1]}{suffix}"
    return verb + suffix
