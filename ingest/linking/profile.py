"""What two rulings are compared by: concepts, words, subjects, numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.languages import Languages
from ingest.linking.mechanics import asides
from ingest.linking.own_names import of_its_own
from ingest.linking.spans import TermSpan
from ingest.linking.wording import Wording, numbers_of, wording
from ingest.model import Ruling, Term, Text

KEYWORD_KINDS = frozenset({"keyword ability", "keyword action", "ability word"})
SCOPE_KINDS = KEYWORD_KINDS | {"zone", "object", "card type"}
"""Kinds of terms that say what a rule reaches: every translation names them."""
UNSAID = frozenset({"ability", "card"})
"""Objects that a language may leave to the grammar."""
NameSpan = tuple[int, int, str]
"""Where a text names a card, and which."""

TELLING = 5.0
"""Weight from which a keyword is not one of the words that rulings are made of, as cast and exile are."""
NAME, NUMBER = 9.0, 3.0
"""What a card's name and a number weigh beside concepts, whose weights are those of rarity."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A ruling as it is compared.

    `subjects` are the keyword mechanics it is about, `listed` those it only
    lists, `page` the one that its page turns on, `cards` those it names;
    `reach` are the terms that say what its rule reaches, in all its versions;
    `lists` the pages and days it stands under. `vector` holds the concepts with
    names and numbers beside them: what finds a ruling among many.
    """

    id: str
    concepts: Mapping[str, float]
    norm: float
    vector: Mapping[str, float]
    wordings: Mapping[str, Wording]
    subjects: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    page: str | None = None
    cards: frozenset[str] = frozenset()
    own: bool = False
    """Whether it names no card but those it stands on."""
    reach: frozenset[str] = frozenset()
    lists: frozenset[object] = frozenset()
    telling: frozenset[str] = frozenset()
    """Those of its subjects that are no everyday words of rulings."""
    sorts: frozenset[str] = frozenset()
    """The types of creatures, artifacts … that it names, but for those that most rulings name."""


class Profiler:
    """Makes profiles; `weights` says how much a concept tells, `names` where texts name cards."""

    def __init__(
        self,
        terms: Mapping[str, Term],
        languages: Languages,
        weights: Mapping[str, float],
        names: Mapping[str, Sequence[NameSpan]],
    ) -> None:
        self._terms, self._languages, self._weights, self._names = terms, languages, weights, names

    def profile(
        self,
        ruling: Ruling,
        found: Mapping[str, Sequence[TermSpan]],
        page: str | None = None,
        lists: frozenset[object] = frozenset(),
        wordings: Mapping[str, Wording] | None = None,
    ) -> Profile:
        """The profile of a ruling with the terms found in its texts; `wordings` where they are known already."""
        matches = {text.id: self._outside_names(text, found[text.id]) for text in ruling.texts}
        concepts = self._concepts(ruling.texts, matches)
        mechanics = [link for link in ruling.links if link.kind == "mechanic" and self._is_keyword(link.target)]
        about = frozenset(link.target for link in mechanics if link.role == "about")
        return Profile(
            id=ruling.id,
            concepts=concepts,
            norm=length(concepts),
            vector=self.vector(ruling.texts, concepts),
            wordings=self.wordings(ruling, found) if wordings is None else wordings,
            subjects=about,
            listed=frozenset(link.target for link in mechanics) - about,
            page=page,
            cards=(cards := self._cards(ruling)),
            own=cards <= {link.target for link in ruling.links if link.kind == "card" and link.role == "subject"},
            lists=lists,
            reach=frozenset.intersection(*(self._reach(matches[text.id]) for text in ruling.texts)),
            telling=frozenset(filter(self._tells, about)),
            sorts=frozenset(m.target for found in matches.values() for m in found if self._is_sort(m.target)),
        )

    def vector(self, texts: Sequence[Text], concepts: Mapping[str, float]) -> Mapping[str, float]:
        """Concepts, the cards that the texts name, and their numbers and symbols, each with what it weighs."""
        more = {f"card:{card}": NAME for text in texts for _, _, card in self._names.get(text.id, ())}
        more |= {f"number:{number}": NUMBER for text in texts for number in numbers_of(text.body)}
        return {**concepts, **more} if more else concepts

    def _outside_names(self, text: Text, matches: Sequence[TermSpan]) -> list[TermSpan]:
        """A term within a card's name is not spoken of."""
        names = self._names.get(text.id, ())
        return [m for m in matches if not any(a < m.end and m.start < b for a, b, _ in names)]

    def _cards(self, ruling: Ruling) -> frozenset[str]:
        """The cards a ruling names: by their own link, or as the card it stands on. An example is none."""
        names_its_own = any(map(self._names_its_own, ruling.texts))
        cards = (link for link in ruling.links if link.kind == "card")
        return frozenset(link.target for link in cards if link.span or (names_its_own and link.basis == "feed"))

    def _names_its_own(self, text: Text) -> bool:
        aside = asides(text.body)
        stated = "".join(c for at, c in enumerate(text.body) if not any(a <= at < b for a, b in aside))
        named = self._names.get(text.id, ())
        return of_its_own(replace(text, body=stated)) or any(
            not any(a <= start and end <= b for a, b in aside) for start, end, _ in named
        )

    def _is_keyword(self, target: str) -> bool:
        term = self._terms.get(target)
        return term is not None and term.kind in KEYWORD_KINDS

    def _is_telling(self, target: str) -> bool:
        return self._is_keyword(target) and self._tells(target)

    def _tells(self, target: str) -> bool:
        return self._weights.get(target, TELLING) >= TELLING

    def _is_sort(self, target: str) -> bool:
        kind = self._terms[target].kind
        return kind.endswith(" type") and kind != "card type" and self._tells(target)

    def _reach(self, matches: Sequence[TermSpan]) -> frozenset[str]:
        found = (m.target for m in matches if self._terms[m.target].kind in SCOPE_KINDS)
        return frozenset(found) - UNSAID

    def _concepts(self, texts: Iterable[Text], matches: Mapping[str, Sequence[TermSpan]]) -> dict[str, float]:
        """Concepts of all versions together: the count of the version that has most of each."""
        counts: Counter[str] = Counter()
        for text in texts:
            counts |= Counter(match.target for match in matches[text.id])
        return {c: (1 + math.log(n)) * self._weights.get(c, 1.0) for c, n in counts.items()}

    def wordings(self, ruling: Ruling, found: Mapping[str, Sequence[TermSpan]]) -> dict[str, Wording]:
        """How a ruling reads in each of its languages."""
        matches = {text.id: self._outside_names(text, found[text.id]) for text in ruling.texts}
        return {text.lang: self._wording(text, matches[text.id]) for text in reversed(ruling.texts)}

    def _wording(self, text: Text, matches: Sequence[TermSpan]) -> Wording:
        blanks = [(m.start, m.end) for m in matches if self._is_keyword(m.target)]
        blanks += [(a, b) for a, b, _ in self._names.get(text.id, ())]
        terms = (m.target for m in matches if self._terms[m.target].kind != "word")
        keywords = (m.target for m in matches if self._is_sort(m.target) or self._is_telling(m.target))
        return wording(self._languages.of(text.lang).fold(text.body), blanks, terms, keywords)


def length(vector: Mapping[str, float]) -> float:
    """The length of a vector."""
    return math.sqrt(sum(weight * weight for weight in vector.values()))


def alike(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    """The cosine of two vectors, 0 where one is empty.

    >>> alike({"x": 1.0}, {"x": 2.0}), alike({"x": 1.0}, {})
    (1.0, 0.0)
    """
    small, large = sorted((a, b), key=len)
    product = sum(weight * large[key] for key, weight in small.items() if key in large)
    lengths = length(a) * length(b)
    return product / lengths if lengths else 0.0
