"""Where the server's threads take their memory from."""

from __future__ import annotations

import ctypes
import os

CHOSEN = "MALLOC_ARENA_MAX"
"""What whoever runs a server may have set, which then holds."""
_ARENA_MAX = -8
"""The number of this parameter in the C library's `malloc.h`."""


def share_one_arena() -> bool:
    """Whether all threads take memory from one place from now on: where the C library is one that can be told so.

    Else each has a place of its own and keeps what the largest question that it answered took. Python's
    threads take turns anyway, so none waits for another here.
    """
    if os.environ.get(CHOSEN):
        return False
    try:
        tell = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # not glibc
        return False
    return bool(tell(_ARENA_MAX, 1))
