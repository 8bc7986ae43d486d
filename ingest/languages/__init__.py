"""The languages of the product: one plug-in each, one line each in the registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from ingest.languages.base import Language, QueryToken
from ingest.languages.codes import canonical
from ingest.languages.en import English
from ingest.languages.es import Spanish
from ingest.languages.folding import Folded, fold
from ingest.languages.und import Undetermined
from ingest.languages.zh import Chinese, Segmenter
from ingest.languages.zh_hant import TraditionalChinese

__all__ = [
    "LANGUAGES",
    "Folded",
    "Language",
    "Languages",
    "QueryToken",
    "Segmenter",
    "canonical",
    "fold",
    "language",
    "load_languages",
]


class Languages(Mapping[str, Language]):
    """The product's languages by tag, sharing one Chinese dictionary.

    `of` also answers for what is read but not offered: traditional Chinese
    and text whose language is not known.
    """

    def __init__(self, segmenter: Segmenter | None = None) -> None:
        self._chinese = Chinese(segmenter)
        offered = (English(), Spanish(), self._chinese)
        read = (*offered, TraditionalChinese(self._chinese), Undetermined())
        self._offered: dict[str, Language] = {one.tag: one for one in offered}
        self._read: dict[str, Language] = {one.tag: one for one in read}
        for one in read:
            one.peers = self._read

    def of(self, code: str) -> Language:
        """The language under any usual code; the undetermined one for others."""
        return self._read[canonical(code) or "und"]

    @property
    def segmenter(self) -> Segmenter:
        """The Chinese dictionary in use."""
        return self._chinese.segmenter

    def sparing(self) -> AbstractContextManager[None]:
        """While it lasts Chinese is read with no more of the dictionary than the texts call for: for few of them."""
        return self._chinese.sparing()

    def __getitem__(self, tag: str) -> Language:
        return self._offered[tag]

    def __iter__(self) -> Iterator[str]:
        return iter(self._offered)

    def __len__(self) -> int:
        return len(self._offered)


LANGUAGES = Languages()
"""The languages with jieba's whole dictionary, loaded when Chinese is first cut."""


def language(code: str) -> Language:
    """The language under any usual code; see `Languages.of`.

    >>> language("zh_CN").name, language("sp").name
    ('简体中文', 'español')
    """
    return LANGUAGES.of(code)


def load_languages(dictionary: Path) -> Languages:
    """The languages with the dictionary that a snapshot carries."""
    return Languages(Segmenter.parse(dictionary.read_text(encoding="utf-8")))
