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

from ingest.index.arrays import MAX_NAME, Ints, row_bounds

MAX_POSITION = 65_535
_SHIFT = 16
_STRETCH = 1 << 16


@dataclass(frozen=True, slots=True)
class Inverted:
    """Terms in byte order; `starts` bounds each one's postings, `offsets` each posting's places."""

    terms: list[bytes]
    starts: Ints
    texts: Ints
    offsets: Ints
    places: Ints

    def postings(self) -> Iterator[tuple[bytes, Iterator[tuple[int, tuple[int, ...]]]]]:
        """Each term with its postings: a text and the places there."""
        counts, first = np.diff(self.offsets), self.places[self.offsets[:-1]]
        starts = self.starts.tolist()
        for number, term in enumerate(self.terms):
            row = slice(starts[number], starts[number + 1])
            texts, offsets = self.texts[row].tolist(), self.offsets[row].tolist()
            yield term, self._places(texts, counts[row].tolist(), first[row].tolist(), offsets)

    def keys(self) -> Ints:
        """The occurrence key of each place, term after term."""
        return occurrence_keys(self.texts, np.diff(self.offsets), self.places)

    def _places(
        self, texts: list[int], counts: list[int], first: list[int], offsets: list[int]
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        for text, count, place, offset in zip(texts, counts, first, offsets, strict=True):
            # Most stand once in a text: no slice for those.
            yield text, (place,) if count == 1 else tuple(self.places[offset : offset + count].tolist())


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
    places = keys.astype(np.int32)
    places &= MAX_POSITION
    keys >>= _SHIFT
    offsets = row_bounds(keys)
    postings = keys[offsets[:-1]]
    lowest = np.arange(len(terms) + 1) * texts
    starts = np.searchsorted(postings, lowest)
    postings -= np.repeat(lowest[:-1], np.diff(starts))
    return Inverted(terms, starts, postings.astype(np.int32), offsets, places)


def joined(parts: Sequence[Inverted], texts: Sequence[int]) -> Inverted:
    """The postings of several, one after the other; so many texts each has."""
    terms = sorted({term for part in parts for term in part.terms})
    place_of = {term: place for place, term in enumerate(terms)}
    total, keys = max(1, sum(texts)), []
    for part, first, count in zip(parts, accumulate(texts, initial=0), texts, strict=False):
        numbers = np.array([place_of[term] for term in part.terms], np.int64)
        counts = np.diff(part.offsets[part.starts])
        keys.append(ordered(numbers * total, counts, np.arange(first, first + count), part.keys()))
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


def ordered(lowest: Ints, counts: Ints, texts: Ints, keys: Ints) -> Ints:
    """One sortable number for each occurrence, as `group` takes them: by the lowest of its term, by its text and place.

    `counts` says how often each term occurs, `texts` has the new number of each text that the keys go by.

    >>> (ordered(np.array([3]), np.array([1]), np.array([0, 2]), np.array([65541])) >> 16).tolist()
    [5]
    """
    moved = (texts - np.arange(len(texts))) << _SHIFT
    found = np.repeat(lowest << _SHIFT, counts)
    found += keys
    for part in stretches(len(keys)):
        found[part] += moved[text_of(keys[part])]
    return found


def stretches(size: int) -> Iterator[slice]:
    """What has so many rows in parts: what is made of one on the way stays at hand, and is not asked of the system.

    >>> sum(part.stop - part.start for part in stretches(100_000))
    100000
    """
    return (slice(at, min(at + _STRETCH, size)) for at in range(0, size, _STRETCH))


def text_of(keys: Ints) -> Ints:
    """The texts that occurrence keys are in."""
    return keys >> _SHIFT
