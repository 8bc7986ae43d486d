"""Numbers that keep an order and leave room in it for what comes later."""

from __future__ import annotations

from ingest.errors import NotPatched

ROOM = 1 << 42
"""How far apart neighbours are numbered: each time that more come between the same two, a third of it is left."""
LEAST = 1 << 10
"""So much is always left, for what is found in a ruling is numbered after it."""


def between(before: int | None, after: int | None, count: int) -> list[int]:
    """So many numbers between two neighbours, in order; None is where nothing stands.

    The middle third takes them, for nobody knows on which side the next will come.
    `NotPatched` where too little room is left.

    >>> [one // ROOM for one in between(None, ROOM, 2)], [one // ROOM for one in between(ROOM, None, 2)]
    ([-1, 0], [2, 3])
    >>> first, last = between(0, 9 * LEAST, 2); 0 < first < last < 9 * LEAST
    True
    """
    if after is None:
        start = before or 0
        return [start + ROOM * place for place in range(1, count + 1)]
    if before is None:
        return [after - ROOM * place for place in range(count, 0, -1)]
    third = (after - before) // 3
    step = third // count if count else 0
    if count and step < LEAST:
        raise NotPatched("no room is left in the order of the rulings")
    return [before + third + step * place for place in range(count)]
