"""Where the index's terms stand in each text: found once, by whichever process reads the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ingest.index.spots import MOST, Block, Numbering, Spot
from ingest.languages import LANGUAGES, Languages
from ingest.model import Text


@dataclass(frozen=True, slots=True)
class Counted:
    """The spots of some texts, by id: rows of numbers into `names`. A text too long for a row's offsets has none."""

    names: Sequence[str]
    blocks: dict[str, Block]


def count(texts: Iterable[Text], languages: Languages = LANGUAGES) -> Counted:
    """The spots of texts, as these languages read them."""
    numbering = Numbering()
    blocks = {text.id: numbering.pack(_spots(text, languages)) for text in texts if len(text.body) <= MOST}
    return Counted(list(numbering), blocks)


def chinese_words(terms: Iterable[str]) -> Iterator[str]:
    """The Chinese words and characters among the index's terms, as the dictionary cuts them.

    >>> list(chinese_words(["=ward", "zh~生物", "zh1~生", "zh2~生物"]))
    ['生物', '生']
    """
    return (term.partition("~")[2] for term in terms if term.startswith(("zh~", "zh1~")))


def _spots(text: Text, languages: Languages = LANGUAGES) -> list[Spot]:
    return languages.of(text.lang).spots(text.body, text.insertions)


@dataclass(slots=True)
class Tokens:
    """The terms of all texts under common numbers."""

    numbering: Numbering = field(default_factory=Numbering)
    _blocks: dict[str, Block] = field(default_factory=dict)
    _names: list[str] = field(default_factory=list)

    def add(self, counted: Counted) -> None:
        """Takes in the spots of more texts."""
        numbers = self.numbering.number(counted.names)
        for text, block in counted.blocks.items():
            block["name"] = numbers[block["name"]]
            self._blocks[text] = block

    def of(self, text: Text) -> tuple[list[str], list[int]]:
        """The terms of a text and their positions, side by side."""
        block = self._blocks.get(text.id)
        if block is None:
            spots = _spots(text)
            return [name for name, *_ in spots], [position for *_, position in spots]
        names = self._numbered()
        return [names[number] for number in block["name"].tolist()], block["position"].tolist()

    def block(self, text: Text, more: Iterable[Spot] = ()) -> Block:
        """Where the terms of a text stand and what else stands there, in rows under the common numbers."""
        block = self._blocks.get(text.id)
        own = self.numbering.pack(_spots(text)) if block is None else block
        return np.concatenate([own, self.numbering.pack(more)])

    def chinese_words(self) -> Iterator[str]:
        """The words and characters of all Chinese texts, as the dictionary cuts them."""
        return chinese_words(self.numbering)

    def _numbered(self) -> list[str]:
        if len(self._names) != len(self.numbering):
            self._names = list(self.numbering)
        return self._names
