"""The mechanics that all cards of a family have, whether or not its texts name them.

A ruling on a card often leaves its mechanic unnamed: what happens to "the copy" is said of cards with
cipher. That its cards have it is no mention of it, but tells of which copy the ruling speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ingest.model import Ruling


def in_common(rulings: Iterable[Ruling], mechanics_of: Callable[[str], frozenset[str]]) -> frozenset[str]:
    """The mechanics that every card has that the rulings are about; none where they are about no card."""
    cards = {link.target for one in rulings for link in one.links if link.kind == "card" and link.role == "subject"}
    return frozenset.intersection(*map(mechanics_of, cards)) if cards else frozenset()
