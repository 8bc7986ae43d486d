"""Chinese names by their sound and by their shape: slips of the input method, and pinyin typed as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ingest.languages.scripts import is_han
from ingest.model import Span

LONGEST = 8
"""Names of more characters are not looked for by sound."""
SURE = 3
"""From so many characters one may be any other; below that it must sound the same."""
MOST_READ = 80
"""How many characters of a query are looked through."""


class SoundIndex:
    """Finds which of some Chinese names a stretch of text was meant to be; earlier names win."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: set[str] = set()
        self._by_sound: dict[str, str] = {}
        self._by_shape: dict[str, str] = {}
        for name in names:
            if 2 <= len(name) <= LONGEST and all(map(is_han, name)):
                self._names.add(name)
                self._by_sound.setdefault(" ".join(map(sound, name)), name)
                for shape in _shapes(name) if len(name) >= SURE else ():
                    self._by_shape.setdefault(shape, name)
        self._by_pinyin = {spelt.replace(" ", ""): name for spelt, name in reversed(self._by_sound.items())}

    def typed_as_pinyin(self, word: str) -> str | None:
        """The name that a word spells without tones, or None."""
        return self._by_pinyin.get(word)

    def slips(self, text: str, free: Iterable[Span]) -> Iterator[tuple[int, int, str]]:
        """Stretches within the free spans that are a name but for its writing, the longest first."""
        for start, end in free:
            stop = min(end, start + MOST_READ)
            for length in range(min(LONGEST, stop - start), 1, -1):
                for at in range(start, stop - length + 1):
                    meant = self._meant(text[at : at + length])
                    if meant:
                        yield at, at + length, meant

    def _meant(self, piece: str) -> str | None:
        if piece in self._names or not all(map(is_han, piece)):
            return None
        meant = self._by_sound.get(" ".join(map(sound, piece)))
        if meant is None and len(piece) >= SURE:
            meant = next((found for shape in _shapes(piece) if (found := self._by_shape.get(shape))), None)
        return meant


@lru_cache(maxsize=1 << 13)
def sound(char: str) -> str:
    """A character's pinyin without its tone.

    >>> sound("谋"), sound("某")
    ('mou', 'mou')
    """
    from pypinyin import Style, lazy_pinyin  # half a megabyte of phrases, which hardly any query needs

    return str(lazy_pinyin(char, style=Style.NORMAL)[0])


def _shapes(name: str) -> Iterator[str]:
    return (f"{name[:at]}*{name[at + 1 :]}" for at in range(len(name)))
