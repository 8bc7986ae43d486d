"""Card names in queries: found in tables that a snapshot holds, however they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Self

import numpy as np

from ingest.index.arrays import Ints, Names, Rows, Table, decode, encode, inserted
from ingest.languages.base import Language
from ingest.languages.scripts import is_han
from ingest.linking.card_finder import CardMatch, Named, Occurrence, longest, names_of, plain_words, plural, spread_out
from ingest.linking.nicknames import called, ends_of, short_name
from ingest.lookup.keys import Keyed, stretches
from ingest.model import LANGUAGES, Card, Term

_SHORT, _WORD, _SEVERAL = 1, 2, 4
_ENDS = "ends"
Meant = tuple[tuple[str, ...], int]
"""The ids of the cards that a name may mean, and what kind of name it is."""


@dataclass(frozen=True, slots=True)
class _Names(Table):
    """Names by their keys; the numbers of the cards each may mean, what kind of name it is, how long any is."""

    keys: Ints
    numbers: Ints
    cards: Rows
    kinds: Ints
    most: Ints

    @classmethod
    def of(cls, names: Mapping[str, Meant], number: Mapping[str, int]) -> Self:
        keyed = Keyed.of(list(names))
        cards = Rows.of([[number[id] for id in cards] for cards, _ in names.values()])
        kinds = np.array([kind for _, kind in names.values()], np.uint8)
        return cls(keyed.keys, keyed.numbers, cards, kinds, np.array([max(map(len, names), default=0)], np.int32))

    def moved(self, places: Ints) -> Self:
        """The same names, where cards came in at these places among the others."""
        values = self.cards.values + np.searchsorted(places, self.cards.values, "right")
        cards = Rows(self.cards.starts, values.astype(np.int32))
        return type(self)(self.keys, self.numbers, cards, self.kinds, self.most)

    def with_more(self, names: Mapping[str, Meant], number: Mapping[str, int]) -> Self:
        """These names with others, and with those of them that mean others now; the old rows of these lie idle."""
        if not names:
            return self
        more, rows = type(self).of(names, number), len(self.kinds)
        places = Keyed(self.keys, self.numbers).find(more.keys)
        numbers = self.numbers.copy()
        numbers[np.searchsorted(self.keys, more.keys[places >= 0])] = rows + more.numbers[places >= 0]
        new = np.searchsorted(self.keys, more.keys[places < 0])
        return type(self)(
            np.insert(self.keys, new, more.keys[places < 0]),
            np.insert(numbers, new, rows + more.numbers[places < 0]),
            self.cards.followed_by(more.cards),
            np.append(self.kinds, more.kinds),
            np.maximum(self.most, more.most),
        )

    def within(self, folded: str, starts: Sequence[int], ends: Sequence[int], most: int) -> list[tuple[int, int, int]]:
        """The names of so many characters at most that stand from one of the starts to one of the ends.

        Of each the start, the end and the number.
        """
        begins, stops, keys = _pieces(folded, tuple(starts), tuple(ends), most)
        found = Keyed(self.keys, self.numbers).find(keys)
        (hits,) = (found >= 0).nonzero()
        return list(zip(begins[hits].tolist(), stops[hits].tolist(), found[hits].tolist(), strict=True))


@lru_cache(maxsize=64)
def _pieces(folded: str, starts: Sequence[int], ends: Sequence[int], most: int) -> tuple[Ints, Ints, Ints]:
    """The pieces of a text from a start to an end with their keys: every language looks for its names among them."""
    firsts, lasts = np.array(starts, np.int64)[:, None], np.array(ends, np.int64)
    lengths = lasts - firsts
    row, column = ((lengths > 0) & (lengths <= most)).nonzero()
    begins, stops = firsts[row, 0], lasts[column]
    return begins, stops, stretches(folded).keys(begins, stops)


@dataclass(frozen=True, slots=True)
class _Ids(Table):
    """The cards' ids by number."""

    ids: Names


class CardNames:
    """Finds the names of some cards in queries; safe to share between threads."""

    def __init__(self, ids: _Ids, names: Mapping[str, _Names], languages: Mapping[str, Language]) -> None:
        self._ids, self._names, self._languages = ids, names, languages
        self._most = max(int(table.most[0]) for table in names.values())

    @classmethod
    def of(cls, cards: Sequence[Card], terms: Mapping[str, Term], languages: Mapping[str, Language]) -> Self:
        """The names of these cards; those that are also words or `terms` count only where nothing else is asked."""
        ids = np.array([card.id.encode() for card in cards], np.bytes_)
        number = {card.id: place for place, card in enumerate(cards)}
        plain = plain_words(terms)
        names = {
            lang: _Names.of(with_kinds(names_of(cards, languages[lang], plain[lang])), number) for lang in LANGUAGES
        }
        names[_ENDS] = _ends(cards, number)
        return cls(_Ids(ids), names, languages)

    def with_more(self, ids: Sequence[str], cards: Sequence[Card], names: Mapping[str, Mapping[str, Meant]]) -> Self:
        """These names where cards of these ids come in, and what some names mean then, by language.

        `cards` are all, old and new, in order of their ids: their ends hang on each other.
        """
        new = encode(sorted(ids))
        places = np.searchsorted(self._ids.ids, new)
        number = {card.id: place for place, card in enumerate(cards)}
        held = {lang: self._names[lang].moved(places).with_more(names[lang], number) for lang in LANGUAGES}
        every = _Ids(inserted(self._ids.ids, places, new))
        return type(self)(every, held | {_ENDS: _ends(cards, number)}, self._languages)

    def meant(self, name: str, lang: str) -> Meant | None:
        """What a folded name means in a language, None where it is no name."""
        names = self._names[lang]
        at = Keyed(names.keys, names.numbers).number(name)
        return (self._called(names, at), int(names.kinds[at])) if at >= 0 else None

    def save(self, directory: Path) -> None:
        """Writes the tables."""
        self._ids.save(directory, "cards")
        for name, table in self._names.items():
            table.save(directory, f"cards.{name}")

    @classmethod
    def load(cls, directory: Path, languages: Mapping[str, Language]) -> Self:
        """What `save` wrote, mapped."""
        names = {name: _Names.load(directory, f"cards.{name}") for name in (*LANGUAGES, _ENDS)}
        return cls(_Ids.load(directory, "cards"), names, languages)

    def find_query(self, text: str) -> list[CardMatch]:
        """The cards a query may name, in any language and however typed."""
        named = spread_out(longest(one for lang in LANGUAGES for one in self._occurrences(text, lang)))
        taken = [(one.start, one.end) for one in named]
        folded = self._languages["zh-Hans"].fold(text)
        for start, end, card in called(folded.text, self._ends_in(folded.text)):
            begin, stop = folded.span(start, end)
            if all(stop <= first or last <= begin for first, last in taken):
                named.append(CardMatch(begin, stop, card, "zh-Hans", short=True))
        return named

    def _occurrences(self, text: str, lang: str) -> Iterator[Occurrence]:
        language, names = self._languages[lang], self._names[lang]
        folded = language.fold(text)
        bounds = language.boundaries(folded.text)
        # No name begins or ends with a space.
        starts = [at for at in bounds if not folded.text[at : at + 1].isspace()]
        stops = [at for at in bounds if not folded.text[at - 1 : at].isspace()]
        ends = _with_plurals(folded.text, stops) if lang == "en" else stops
        for start, end, number in names.within(folded.text, starts, ends, self._most):
            kind = int(names.kinds[number])
            stop = plural(folded.text, end, language) if lang == "en" and kind & _SEVERAL else end
            bare = kind & _WORD and folded.text.strip() != folded.text[start:stop]
            if not bare and language.is_boundary(folded.text, stop):
                yield Occurrence(*folded.span(start, stop), lang, self._called(names, number), bool(kind & _SHORT))

    def _ends_in(self, folded: str) -> dict[str, tuple[str, ...]]:
        """The ends of legends' names that a folded text has, with those they are of."""
        ends, size = self._names[_ENDS], len(folded)
        if not any(map(is_han, folded)):
            return {}
        found = ends.within(folded, range(size), range(size + 1), int(ends.most[0]))
        return {folded[start:end]: self._called(ends, number) for start, end, number in found}

    def _called(self, names: _Names, number: int) -> tuple[str, ...]:
        return tuple(map(decode, self._ids.ids[names.cards[number]].tolist()))


def _ends(cards: Iterable[Card], number: Mapping[str, int]) -> _Names:
    """The ends that legends' names are called by."""
    ends = ends_of(card for card in cards if short_name(card.names["en"]))
    return _Names.of({end: (held, _SHORT) for end, held in ends.items()}, number)


def with_kinds(names: Mapping[str, Named]) -> dict[str, Meant]:
    """The names with the cards that each may mean and what a query has to know of it."""
    return {folded: (named.cards, _kind(named)) for folded, named in names.items()}


def _kind(named: Named) -> int:
    """What a query has to know of a name; in Chinese even a short one is seldom typed by mistake."""
    word = named.plain if is_han(named.written[0]) else named.word
    return _SHORT * named.short | _WORD * word | _SEVERAL * named.several


def _with_plurals(folded: str, bounds: Iterable[int]) -> list[int]:
    """The ends of words, and before each the end of the word without its last s."""
    held = list(bounds)
    return sorted({*held, *(at - 1 for at in held if folded[at - 1 : at] == "s")})
