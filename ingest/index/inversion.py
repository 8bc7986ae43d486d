"""From texts with terms to terms with texts: inversion in arrays.

A posting is a text with the places of one term in it. Postings are sorted by
term, then text, then place.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from ingest.index.arrays import MAX_NAME, Ints

MAX_POSITION = 65_535
_SHIFT = 16
_STRETCH = 1 << 16


@dataclass(frozen=True, slots=True)
class Inverted:
    """Terms in byte order; `starts` bounds each one's postings, `offsets` each posting's occurrence keys."""

    terms: list[bytes]
    starts: Ints
    texts: Ints
    offsets: Ints
    keys: Ints

    def postings(self) -> Iterator[tuple[bytes, Iterator[tuple[int, tuple[int, ...]]]]]:
        """Each term with its postings: a text and the places there."""
        counts, first = np.diff(self.offsets), self._first_places()
        starts = self.starts.tolist()
        for number, term in enumerate(self.terms):
            row = slice(starts[number], starts[number + 1])
            texts, offsets = self.texts[row].tolist(), self.offsets[row].tolist()
            yield term, self._places(texts, counts[row].tolist(), first[row].tolist(), offsets)

    def occurrences(self) -> Ints:
        """How often each term occurs."""
        return np.diff(self.offsets[self.starts])

    def _first_places(self) -> Ints:
        found = np.empty(len(self.texts), np.int32)
        for part in stretches(len(found)):
            found[part] = self.keys[self.offsets[part]] & MAX_POSITION
        return found

    def _places(
        self, texts: list[int], counts: list[int], first: list[int], offsets: list[int]
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        for text, count, place, offset in zip(texts, counts, first, offsets, strict=True):
            # Most stand once in a text: no slice for those.
            every = (place,) if count == 1 else (self.keys[offset : offset + count] & MAX_POSITION).tolist()
            yield text, tuple(every)


class Collector:
    """Takes in the terms of text after text, in little memory."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._terms = array("i")
        self._places = array("i")
        self._lengths = array("i")

    def add(self, terms: Sequence[str], positions: Sequence[int]) -> None:
        """Take in one text; beyond `MAX_POSITION` positions a text is not searchable."""
        if positions and max(positions) > MAX_POSITION:
            kept = [pair for pair in zip(terms, positions, strict=True) if pair[1] <= MAX_POSITION]
            terms, positions = [term for term, _ in kept], [at for _, at in kept]
        self._terms.extend(map(self._numbers.__getitem__, terms))
        self._places.extend(positions)
        self._lengths.append(len(terms))

    def invert(self, ranks: Ints) -> Inverted:
        """The postings, text `i` renumbered to `ranks[i]`."""
        names = [name.encode()[:MAX_NAME] for name in self._numbers]
        terms = sorted(set(names))
        place_of = {term: place for place, term in enumerate(terms)}
        term_ranks = np.fromiter((place_of[name] for name in names), np.int64, len(names))
        # One number for each occurrence, sorted where it stands: term above, then text, then place.
        keys = term_ranks[_view(self._terms)]
        keys *= max(1, len(ranks))
        keys += np.repeat(np.asarray(ranks, np.int64), _view(self._lengths))
        keys <<= _SHIFT
        keys += _view(self._places)
        keys.sort()
        return group(terms, keys, max(1, len(ranks)))


def _view(numbers: array[int]) -> Ints:
    return np.frombuffer(numbers, np.int32) if len(numbers) else np.zeros(0, np.int32)


def group(terms: list[bytes], keys: Ints, texts: int) -> Inverted:
    """The postings of sorted occurrences, whose numbers are used up."""
    lowest = (np.arange(len(terms) + 1) * texts) << _SHIFT
    bounds = np.searchsorted(keys, lowest)
    keys -= np.repeat(lowest[:-1], np.diff(bounds))
    return grouped(terms, bounds, keys)


def grouped(terms: list[bytes], bounds: Ints, keys: Ints) -> Inverted:
    """The postings of occurrence keys, those of each term in order; `bounds` has where each term's begin and end."""
    texts = np.empty(len(keys), np.int32)
    np.right_shift(keys, _SHIFT, out=texts, casting="unsafe")
    begins = np.ones(len(keys) + 1, np.bool_)
    np.not_equal(texts[1:], texts[:-1], out=begins[1:-1])
    begins[bounds] = True
    offsets = np.flatnonzero(begins)
    return Inverted(terms, np.searchsorted(offsets, bounds), texts[offsets[:-1]], offsets, keys)


def joined(parts: Sequence[Inverted], texts: Sequence[int]) -> Inverted:
    """The postings of several, one after the other; so many texts each has."""
    terms = sorted({term for part in parts for term in part.terms})
    place_of = {term: place for place, term in enumerate(terms)}
    total, keys = max(1, sum(texts)), []
    for part, first, count in zip(parts, accumulate(texts, initial=0), texts, strict=False):
        numbers = np.array([place_of[term] for term in part.terms], np.int64)
        lowest = np.repeat((numbers * total) << _SHIFT, part.occurrences())
        keys.append(lowest + renumbered(part.keys, np.arange(first, first + count)))
    every = np.concatenate(keys)
    every.sort()
    return group(terms, every, total)


def occurrence_keys(texts: Ints, counts: Ints, places: Ints) -> Ints:
    """One sortable number for each place of each text: the text above, the place below.

    >>> occurrence_keys(np.array([1]), np.array([2]), np.array([0, 5])).tolist()
    [65536, 65541]
    """
    found = np.repeat(texts.astype(np.int64) << _SHIFT, counts)
    found += places
    return found


def renumbered(keys: Ints, texts: Ints) -> Ints:
    """The keys of the same occurrences, given the new number of each text that the keys go by.

    >>> (renumbered(np.array([65541, 131077]), np.array([0, 2, 7])) >> 16).tolist()
    [2, 7]
    """
    found = keys.copy()
    renumber(found, texts)
    return found


def renumber(keys: Ints, texts: Ints) -> None:
    """Makes keys in their place what `renumbered` gives: of millions a second copy takes longer than to count."""
    moved = (texts - np.arange(len(texts))) << _SHIFT
    for part in stretches(len(keys)):
        keys[part] += moved[text_of(keys[part])]


def stretches(size: int) -> Iterator[slice]:
    """What has so many rows in parts: what is made of one on the way stays at hand, and is not asked of the system.

    >>> sum(part.stop - part.start for part in stretches(100_000))
    100000
    """
    return (slice(at, min(at + _STRETCH, size)) for at in range(0, size, _STRETCH))


def text_of(keys: Ints) -> Ints:
    """The texts that occurrence keys are in."""
    return keys >> _SHIFT
