"""Who speaks for a statement: of those that share a text word for word the oldest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.columns import inserted
from ingest.errors import NotPatched
from ingest.model import Relation, Ruling
from ingest.normalize import normalise_body

LITERAL = "the same words"
"""Why two are the same that have a text in common word for word."""
Said = tuple[str, str]
"""A language and a text's words."""
Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Speakers:
    """The rulings that are compared, oldest first, with their days; which ruling said each text first.

    `words` are numbers that stand for texts, in order, `firsts` the ids of the rulings.
    """

    ids: Array
    days: Array
    words: Array
    firsts: Array

    @classmethod
    def of(cls, speakers: Sequence[Ruling], first: Mapping[Said, str]) -> Speakers:
        """The columns of the rulings that speak; `first` tells who said each text first."""
        return cls(*_standing(speakers), *_saying(first))

    def first(self, said: Said) -> str | None:
        """Who of them said a text first, None where nobody did."""
        word = np.uint64(_word(said))
        at = int(np.searchsorted(self.words, word))
        return self.firsts[at].decode() if at < len(self.words) and self.words[at] == word else None

    def place(self, ruling: Ruling) -> int:
        """The place of the one that a ruling would stand before."""
        day, id = oldest_first(ruling)
        first, last = (int(np.searchsorted(self.days, day.toordinal(), side)) for side in ("left", "right"))
        return first + int(np.searchsorted(self.ids[first:last], id.encode()))

    def with_more(self, speakers: Sequence[Ruling], places: Array, first: Mapping[Said, str]) -> Speakers:
        """These and more, each put before the one at its place; `first` tells who said each text that is new."""
        ids, days = _standing(speakers)
        words, firsts = _saying(first)
        at = np.searchsorted(self.words, words)
        return Speakers(
            inserted(self.ids, places, ids),
            inserted(self.days, places, days),
            inserted(self.words, at, words),
            inserted(self.firsts, at, firsts),
        )

    def places(self, ids: Iterable[str]) -> Array:
        """The places of those of some rulings that speak, in order."""
        return np.flatnonzero(np.isin(self.ids, np.array(sorted(ids), np.bytes_)))

    def without(self, ids: Collection[str]) -> Speakers:
        """These without some rulings, and without what those said first."""
        leaving = np.array(sorted(ids), np.bytes_)
        stay, said = (~np.isin(column, leaving) for column in (self.ids, self.firsts))
        return Speakers(self.ids[stay], self.days[stay], self.words[said], self.firsts[said])

    def whole(self) -> bool:
        """Whether the columns are as long as each other."""
        return self.ids.shape == self.days.shape and self.words.shape == self.firsts.shape


def _standing(speakers: Sequence[Ruling]) -> tuple[Array, Array]:
    ids = np.array([ruling.id for ruling in speakers], np.bytes_)
    return ids, np.array([oldest_first(ruling)[0].toordinal() for ruling in speakers], np.int32)


def _saying(first: Mapping[Said, str]) -> tuple[Array, Array]:
    """The numbers of texts in order, and who said each first."""
    words = np.fromiter(map(_word, first), np.uint64, len(first))
    order = np.argsort(words, kind="stable")
    return words[order], np.array(list(first.values()), np.bytes_)[order]


def _word(said: Said) -> int:
    return int.from_bytes(hashlib.blake2b("\n".join(said).encode(), digest_size=8).digest(), "big")


def oldest_first(ruling: Ruling) -> tuple[Date, str]:
    """What rulings are put in order by."""
    return ruling.date or Date.max, ruling.id


def literally_same(rulings: Iterable[Ruling]) -> tuple[list[Ruling], list[Relation], dict[Said, str]]:
    """One ruling for each distinct statement, the relations of the others to it, and who said each text first."""
    first: dict[Said, str] = {}
    speakers, relations = [], []
    for ruling in sorted(rulings, key=oldest_first):
        said = [(text.lang, normalise_body(text.body)) for text in ruling.texts]
        known = next((first[one] for one in said if one in first), None)
        for one in said:
            first.setdefault(one, ruling.id)
        if known is None or known == ruling.id:
            speakers.append(ruling)
            continue
        a, b = sorted((known, ruling.id))
        relations.append(Relation(a, b, "same", LITERAL, 1.0))
        if len(ruling.texts) > 1:  # its other versions may join others still
            speakers.append(ruling)
    return speakers, relations, first


def more_literally_same(
    rulings: Iterable[Ruling], before: Speakers, held: Callable[[str], Ruling | None]
) -> tuple[list[Ruling], list[Relation], dict[Said, str]]:
    """What `literally_same` adds for more rulings; `held` gives a ruling of before.

    Raises `NotPatched` where one of them said first what a ruling of before speaks for.
    """
    rulings = list(rulings)
    texts = {(text.lang, normalise_body(text.body)): None for ruling in rulings for text in ruling.texts}
    spoken = {said: id for said in texts if (id := before.first(said))}
    elder = [one for id in set(spoken.values()) if (one := held(id))]
    speakers, relations, first = literally_same([*elder, *rulings])
    new = {ruling.id for ruling in rulings}
    if any(first[said] != id for said, id in spoken.items()):
        raise NotPatched("what a ruling of before speaks for was said earlier")
    return (
        [ruling for ruling in speakers if ruling.id in new],
        [one for one in relations if one.a in new or one.b in new],
        {said: id for said, id in first.items() if said in texts and said not in spoken},
    )
