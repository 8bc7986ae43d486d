"""Where terms stand in a text, packed: the record keeps it so that no search analyses a text anew."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ingest.linking.spans import TermSpan

MOST_SPANNED = 0xFFFF
"""Characters of a text whose terms are kept."""


def pack(matches: Iterable[TermSpan], numbers: Mapping[str, int]) -> bytes:
    """The matches as numbers of two bytes: term, start, end; those beyond the 65,535th character are left out.

    >>> unpack(pack([TermSpan(2, 4, "tap"), TermSpan(5, 9, "cast")], {"cast": 0, "tap": 1}))
    [(1, 2, 4), (0, 5, 9)]
    """
    kept = [one for one in matches if one.end <= MOST_SPANNED and numbers.get(one.target, MOST_SPANNED) < MOST_SPANNED]
    flat = array("H", [number for one in kept for number in (numbers[one.target], one.start, one.end)])
    return _little(flat).tobytes()


def unpack(data: bytes) -> list[tuple[int, int, int]]:
    """The number of each term with its start and end, in the order of the text."""
    flat = array("H")
    flat.frombytes(data)
    values = iter(_little(flat))
    return list(zip(values, values, values, strict=True))


def numbers(data: bytes) -> set[int]:
    """The numbers of the terms of a text.

    >>> numbers(pack([TermSpan(2, 4, "tap"), TermSpan(5, 8, "tap")], {"tap": 1}))
    {1}
    """
    flat = array("H")
    flat.frombytes(data)
    return set(_little(flat)[::3])


def packed(matches: Mapping[str, Sequence[TermSpan]], terms: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Each text's id with its packed matches; terms are numbered in order of their ids."""
    numbers = {term: number for number, term in enumerate(sorted(terms))}
    return ((text, pack(found, numbers)) for text, found in matches.items())


def _little(flat: array[int]) -> array[int]:
    if sys.byteorder == "big":
        flat.byteswap()
    return flat
