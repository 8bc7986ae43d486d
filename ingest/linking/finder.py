"""Finds the catalogue's terms in text: longest match, offsets kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import Any

from ingest.catalogue.contexts import ContextRule
from ingest.languages import LANGUAGES as ALL_LANGUAGES
from ingest.languages.base import Language
from ingest.languages.folding import Folded
from ingest.linking.context import Contexts
from ingest.linking.lexicon import Found, Owner, query_lexicon, text_lexicon, tight
from ingest.linking.naming import in_a_name, spelt_as_names
from ingest.model import LANGUAGES, Insertion, Term

_FALLBACK = {"zh-Hant": "zh-Hans"}
_OTHER_LANGUAGE = 0.9


@dataclass(frozen=True, slots=True)
class Match:
    """A term in a text: half-open offsets into the text as it stands.

    `form` is the catalogue's form, `deprecated` where that is outdated,
    `ambiguous` where the words around it do not settle which term it is.
    """

    start: int
    end: int
    target: str
    form: str
    deprecated: bool = False
    ambiguous: bool = False
    slang: bool = False
    lang: str = "en"

    def __reduce__(self) -> tuple[Callable[..., Match], tuple[object, ...]]:
        # A build sends a million of them from process to process: several times as fast as field by field.
        fields = (self.start, self.end, self.target, self.form, self.deprecated, self.ambiguous, self.slang, self.lang)
        return _sent, fields


def _sent(start: int, end: int, target: str, form: str, *rest: Any) -> Match:
    """A match as another process sent it; what many are called is kept once."""
    return Match(start, end, intern(target), intern(form), *rest)


class Finder:
    """Finds terms in texts and in queries, unless told that one is not needed; safe to share between threads."""

    def __init__(
        self,
        terms: Mapping[str, Term],
        languages: Mapping[str, Language] = ALL_LANGUAGES,
        contexts: Iterable[ContextRule] = (),
        *,
        texts: bool = True,
        queries: bool = True,
    ) -> None:
        rules = tuple(contexts)
        values = tuple(terms.values())
        self.mechanics = frozenset(term.id for term in values if term.mechanic)
        self._never_named = spelt_as_names(terms)
        self._languages = {tag: languages[tag] for tag in LANGUAGES}
        self._contexts = {tag: Contexts(tag, rules) for tag in LANGUAGES}
        self._texts = {tag: text_lexicon(values, lang) for tag, lang in self._languages.items() if texts}
        self._queries = {tag: query_lexicon(values, lang) for tag, lang in self._languages.items() if queries}

    def find(self, text: str, lang: str, insertions: Sequence[Insertion] = (), *, nested: bool = False) -> list[Match]:
        """The terms in a text, by place; spans in another language are read in that.

        Matches do not overlap, the longest stands. With `nested`, those inside
        a longer one come too, after it.
        """
        lang = _FALLBACK.get(lang, lang)
        if lang not in self._texts:
            return []
        found = self._find_in(text, lang, nested)
        if not insertions:
            return found
        own = [match for match in found if not _touches(match, insertions)]
        others = [
            match
            for tag in {_FALLBACK.get(span.lang, span.lang) for span in insertions}
            if tag in self._texts
            for match in self._find_in(text, tag, nested)
            if _inside(match, insertions, tag)
        ]
        return sorted((*own, *others), key=_place)

    def find_query(self, text: str, lang_hint: str = "und") -> list[Match]:
        """The terms in a query: slang too, all languages, the hinted one first.

        A form that several terms own and nothing settles gives one match per
        term, each marked ambiguous.
        """
        hint = _FALLBACK.get(lang_hint, lang_hint)
        candidates: list[_Candidate] = []
        for tag, lexicon in self._queries.items():
            folded = self._languages[tag].fold(text)
            weight = 1.0 if tag == hint else _OTHER_LANGUAGE
            for found in lexicon.occurrences(folded.text):
                owners = self._owners(tag, folded.text, found, keep=True)
                matches = [_match(folded, found, owner, tag) for owner in owners]
                if matches:
                    candidates.append(_Candidate(matches, weight))
        return [match for chosen in _best(candidates) for match in chosen.matches]

    # --- inside --------------------------------------------------------------

    def _find_in(self, text: str, lang: str, nested: bool) -> list[Match]:
        folded = self._languages[lang].fold(text)
        if lang == "zh-Hans":
            folded = tight(folded)
        candidates = []
        for found in self._texts[lang].occurrences(folded.text):
            owners = self._owners(lang, folded.text, found, keep=False)
            matches = [_match(folded, found, owner, lang) for owner in owners]
            if matches and not self._only_named(text, matches[0]):
                candidates.append(_Candidate(matches, 1.0))
        chosen = candidates if nested else _best(candidates)
        return sorted((match for one in chosen for match in one.matches), key=_place)

    def _only_named(self, text: str, match: Match) -> bool:
        return match.target not in self._never_named and in_a_name(text, match.start, match.end, match.lang)

    def _owners(self, lang: str, folded: str, found: Found, *, keep: bool) -> list[Owner]:
        """Whom a form belongs to here: one, none, or in a query all that may be."""
        owners = found.owners
        if len(owners) == 1 and not owners[0].ambiguous:
            return list(owners)
        chosen, settled = self._contexts[lang].choose(folded, found, guess=not keep)
        if chosen:
            return [chosen._replace(ambiguous=False)]
        sure = [] if settled else [owner for owner in owners if not owner.ambiguous]
        if keep and not sure and not settled:
            return [owner._replace(ambiguous=len(owners) > 1) for owner in owners]
        return [sure[0]._replace(ambiguous=len(sure) > 1)] if sure else []


@dataclass(frozen=True, slots=True)
class _Candidate:
    matches: list[Match]
    weight: float

    @property
    def start(self) -> int:
        return self.matches[0].start

    @property
    def end(self) -> int:
        return self.matches[0].end

    @property
    def worth(self) -> float:
        # Squares let one long match win over two short ones that cover as much.
        return self.weight * (self.end - self.start) ** 2


def _best(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """The candidates that do not overlap and are worth most together, by place."""
    ordered = sorted(candidates, key=lambda one: (one.end, one.start))
    ends = [one.end for one in ordered]
    worth = [0.0]
    taken: list[int] = []
    for at, one in enumerate(ordered):
        before = bisect_right(ends, one.start, 0, at)
        with_it = worth[before] + one.worth
        better = with_it > worth[at]
        taken.append(before if better else -1)
        worth.append(with_it if better else worth[at])
    chosen = []
    at = len(ordered)
    while at:
        if taken[at - 1] < 0:
            at -= 1
        else:
            chosen.append(ordered[at - 1])
            at = taken[at - 1]
    return chosen[::-1]


def _match(folded: Folded, found: Found, owner: Owner, lang: str) -> Match:
    start, end = folded.span(found.start, found.end)
    return Match(start, end, owner.target, owner.form, owner.deprecated, owner.ambiguous, owner.slang, lang)


def _place(match: Match) -> tuple[int, int]:
    return match.start, -match.end


def _touches(match: Match, insertions: Sequence[Insertion]) -> bool:
    return any(match.start < span.end and span.start < match.end for span in insertions)


def _inside(match: Match, insertions: Sequence[Insertion], lang: str) -> bool:
    return any(
        span.start <= match.start and match.end <= span.end
        for span in insertions
        if _FALLBACK.get(span.lang, span.lang) == lang
    )
