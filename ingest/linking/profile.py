"""What two rulings are compared by: concepts, words, subjects, numbers."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.languages import Languages
from ingest.linking.finder import Match
from ingest.model import Link, Ruling, Term, Text

KEYWORD_KINDS = frozenset({"keyword ability", "keyword action", "ability word"})
_PIECE = re.compile(r"\{[^{}\s]{1,8}\}|[+-]?[\dx*]+/[+-]?[\dx*]+|[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:'[^\W\d_]+)*")
_NUMBER = re.compile(r"\{[^{}\s]{1,8}\}|[+-]?[\dx*]+/[+-]?[\dx*]+|\d+")
MASK = "\0"
"""Stands in a template for a mechanic, a card or a number."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A text as it is compared: its words, and its template, where names and numbers are blanks."""

    words: tuple[str, ...]
    template: tuple[str, ...]
    numbers: Counter[str]


@dataclass(frozen=True, slots=True)
class Profile:
    """A ruling as it is compared.

    `subjects` are the keyword mechanics it is about, `listed` those it only
    lists, `page` the one that its page turns on, `cards` those it names.
    """

    id: str
    concepts: Mapping[str, float]
    norm: float
    wordings: Mapping[str, Wording]
    subjects: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    page: str | None = None
    cards: frozenset[str] = field(default_factory=frozenset)


class Profiler:
    """Makes profiles; `weights` says how much a concept tells (see `Frequencies`)."""

    def __init__(self, terms: Mapping[str, Term], languages: Languages, weights: Mapping[str, float]) -> None:
        self._terms, self._languages, self._weights = terms, languages, weights

    def profile(
        self, ruling: Ruling, links: Sequence[Link], matches: Mapping[str, Sequence[Match]], page: str | None
    ) -> Profile:
        """The profile of a ruling with the terms found in its texts."""
        concepts = self._concepts(ruling.texts, matches)
        mechanics = [link for link in links if link.kind == "mechanic" and self._is_keyword(link.target)]
        about = frozenset(link.target for link in mechanics if link.role == "about")
        return Profile(
            id=ruling.id,
            concepts=concepts,
            norm=math.sqrt(sum(weight * weight for weight in concepts.values())),
            wordings={text.lang: self._wording(text, links, matches[text.id]) for text in reversed(ruling.texts)},
            subjects=about,
            listed=frozenset(link.target for link in mechanics) - about,
            page=page,
            cards=frozenset(link.target for link in links if link.kind == "card" and link.span),
        )

    def _is_keyword(self, target: str) -> bool:
        term = self._terms.get(target)
        return term is not None and term.kind in KEYWORD_KINDS

    def _concepts(self, texts: Iterable[Text], matches: Mapping[str, Sequence[Match]]) -> dict[str, float]:
        """Concepts of all versions together: the count of the version that has most of each."""
        counts: Counter[str] = Counter()
        for text in texts:
            counts |= Counter(match.target for match in matches[text.id])
        return {c: (1 + math.log(n)) * self._weights.get(c, 1.0) for c, n in counts.items()}

    def _wording(self, text: Text, links: Sequence[Link], matches: Sequence[Match]) -> Wording:
        folded = self._languages.of(text.lang).fold(text.body)
        blanks = [(m.start, m.end) for m in matches if self._is_keyword(m.target)]
        blanks += [link.span for link in links if link.kind == "card" and link.text == text.id and link.span]
        words, template = [], []
        for piece in _PIECE.finditer(folded.text):
            start, end = folded.span(piece.start(), piece.end())
            word = piece.group()
            words.append(word)
            blank = _NUMBER.fullmatch(word) or any(a <= start and end <= b for a, b in blanks)
            if not blank:
                template.append(word)
            elif not template or template[-1] != MASK:
                template.append(MASK)
        numbers = Counter(_NUMBER.findall(folded.text))
        return Wording(tuple(words), tuple(template), numbers)
