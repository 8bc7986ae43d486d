"""Chinese names by their sound and by their shape: slips of the input method, and pinyin typed as it is."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Self

import numpy as np

from ingest.index.arrays import Ints, Names, Table, decode, encode, joined
from ingest.languages.scripts import is_han
from ingest.lookup.keys import Keyed, Stretches, keys_of
from ingest.model import Span

LONGEST = 8
"""Names of more characters are not looked for by sound."""
SURE = 4
"""From so many characters one may be any other; below that it must sound the same: two of three agree by chance."""
MOST_READ = 80
"""How many characters of a query are looked through."""
_ANY = "*"
_SYLLABLE = 0xE000
"""Syllables are written as characters for private use."""


@dataclass(frozen=True, slots=True)
class Sounds(Table):
    """Finds which of some Chinese names a stretch of text was meant to be; earlier names win.

    `syllables` has for each code point the number of what it sounds like, 0 for none that is known.
    The other tables are names by their keys, side by side with the numbers of names.
    """

    syllables: Ints
    names: Names
    by_name: Ints
    of_name: Ints
    by_sound: Ints
    of_sound: Ints
    by_shape: Ints
    of_shape: Ints
    by_pinyin: Ints
    of_pinyin: Ints

    @classmethod
    def of(cls, names: Iterable[str]) -> Self:
        """The names of two to eight Chinese characters among some."""
        kept = list(_kept(names))
        syllables, spelt = _syllables()
        tables = [
            Keyed.of(list(map(itemgetter(0), some)), [at for _, at in some]) for some in _forms(kept, syllables, spelt)
        ]
        columns = [column for one in tables for column in (one.keys, one.numbers)]
        return cls(syllables, encode(kept), *columns)

    def with_more(self, names: Iterable[str], first: Container[str]) -> Self:
        """These names with others.

        Where two are alike, one that is among the `first` wins, else the one that comes first by its characters:
        so it must have been when these were put together.
        """
        known = Keyed(self.by_name, self.of_name)
        new = [name for name in _kept(names) if name not in known]
        every = joined(self.names, encode(new))
        tables = zip(self._tables(), _forms(new, self.syllables, _spelt(new)), strict=True)
        merged = [
            _merged(table, [(form, len(self.names) + at) for form, at in some], every, first) for table, some in tables
        ]
        return type(self)(self.syllables, every, *(column for one in merged for column in (one.keys, one.numbers)))

    def _tables(self) -> list[Keyed]:
        return [
            Keyed(self.by_name, self.of_name),
            Keyed(self.by_sound, self.of_sound),
            Keyed(self.by_shape, self.of_shape),
            Keyed(self.by_pinyin, self.of_pinyin),
        ]

    def typed_as_pinyin(self, word: str) -> str | None:
        """The name that a word spells without tones, or None."""
        number = Keyed(self.by_pinyin, self.of_pinyin).number(word)
        return self._name(number) if number >= 0 else None

    def slips(self, text: str, free: Iterable[Span]) -> Iterator[tuple[int, int, str]]:
        """What in runs of Chinese characters is a name but for its writing: start, end, name; longest first."""
        for start, end in free:
            stop = min(end, start + MOST_READ)
            piece = text[start:stop]
            starts, ends = _stretches(len(piece))
            meant = self._meant(piece, starts, ends)
            for at in np.flatnonzero(meant >= 0).tolist():
                yield start + int(starts[at]), start + int(ends[at]), self._name(int(meant[at]))

    def _meant(self, piece: str, starts: Ints, ends: Ints) -> Ints:
        """The name that each stretch was meant to be, -1 where it is one, or like none."""
        written = Stretches(piece)
        meant = Keyed(self.by_sound, self.of_sound).find(Stretches(_sound(piece, self.syllables)).keys(starts, ends))
        shapes = Keyed(self.by_shape, self.of_shape)
        for place in range(LONGEST):  # the first place that may be any other decides
            open_ = np.flatnonzero((meant < 0) & (ends - starts > place) & (ends - starts >= SURE))
            at = starts[open_] + place
            meant[open_] = shapes.find(written.replaced(starts[open_], ends[open_], at, _ANY))
        meant[Keyed(self.by_name, self.of_name).find(written.keys(starts, ends)) >= 0] = -1
        return meant

    def _name(self, number: int) -> str:
        return decode(self.names[number])


def _kept(names: Iterable[str]) -> Iterator[str]:
    return (one for one in dict.fromkeys(names) if 2 <= len(one) <= LONGEST and all(map(is_han, one)))


Forms = list[tuple[str, int]]
"""What names look or sound like, each with the place of its name."""


def _forms(names: Sequence[str], syllables: Ints, spelt: Mapping[str, str], first: int = 0) -> list[Forms]:
    """The names themselves, their sounds, their shapes, their pinyin; their places count from the first one's."""
    placed = list(enumerate(names, first))
    return [
        [(name, at) for at, name in placed],
        [(_sound(name, syllables), at) for at, name in placed],
        [(shape, at) for at, name in placed if len(name) >= SURE for shape in _shapes(name)],
        [("".join(spelt.get(char, char) for char in name), at) for at, name in placed],
    ]


def _merged(table: Keyed, forms: Forms, names: Names, first: Container[str]) -> Keyed:
    """The table with more forms; of names that are alike in one the winner stays."""
    best: dict[str, int] = {}
    for form, number in forms:
        rivals = [one for one in (best.get(form, -1), table.number(form), number) if one >= 0]
        best[form] = min(rivals, key=lambda one: ((name := decode(names[one])) not in first, name))
    places = table.find(keys_of(list(best)))
    numbers = table.numbers.copy()
    for form, number in best.items():
        if form in table:
            numbers[np.searchsorted(table.keys, keys_of([form])[0])] = number
    new = [form for form, at in zip(best, places.tolist(), strict=True) if at < 0]
    return Keyed(table.keys, numbers).with_more(new, [best[form] for form in new])


def _stretches(size: int) -> tuple[Ints, Ints]:
    """All stretches of two to eight of so many characters, the longest first."""
    lengths = range(min(LONGEST, size), 1, -1)
    starts = [np.arange(size - length + 1) for length in lengths] or [np.arange(0)]
    ends = [own + length for own, length in zip(starts, lengths, strict=False)] or [np.arange(0)]
    return np.concatenate(starts), np.concatenate(ends)


def _sound(text: str, syllables: Ints) -> str:
    """The text with each character that has a sound replaced by the sign of its syllable."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    known = np.where(codes < len(syllables), syllables[np.minimum(codes, len(syllables) - 1)], 0).astype("<u4")
    return np.where(known > 0, _SYLLABLE + known, codes).astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


def _shapes(name: str) -> Sequence[str]:
    return [f"{name[:at]}{_ANY}{name[at + 1 :]}" for at in range(len(name))]


@lru_cache(maxsize=1)
def _syllables() -> tuple[Ints, dict[str, str]]:
    """The number of the syllable of every code point, and the spelling of every character."""
    spelt = readings()
    numbers = {syllable: number for number, syllable in enumerate(sorted(set(spelt.values())), 1)}
    table = np.zeros(ord(max(spelt)) + 1, np.int16)
    table[[ord(char) for char in spelt]] = [numbers[syllable] for syllable in spelt.values()]
    return table, spelt


def readings() -> dict[str, str]:
    """The pinyin of every character by itself, without its tone.

    >>> spelt = readings(); spelt["谋"], spelt["某"], spelt["女"]
    ('mou', 'mou', 'nv')
    """
    return {chr(code): _toneless(said.partition(",")[0]) for code, said in _pinyin().items()}


def _spelt(names: Iterable[str]) -> dict[str, str]:
    """The pinyin of the characters of some names."""
    said = _pinyin()
    return {char: _toneless(said[ord(char)].partition(",")[0]) for char in set("".join(names)) if ord(char) in said}


def _pinyin() -> Mapping[int, str]:
    # Characters are read one by one: the library's phrases, 40 MB and half a second, are of no use.
    os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")
    from pypinyin.pinyin_dict import pinyin_dict

    return pinyin_dict


def _toneless(syllable: str) -> str:
    apart = unicodedata.normalize("NFD", syllable).replace("u\u0308", "v")
    return "".join(char for char in apart if not unicodedata.combining(char))
