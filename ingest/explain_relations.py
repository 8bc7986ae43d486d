"""Why a ruling was joined with others, and why it was kept apart from those that come close."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ingest.linking.link import Linked
from ingest.model import Relation, Ruling
from ingest.store import Store

WIDTH = 72
MOST_JOINED, MOST_APART = 8, 5
"""How many of each are told, the likest first."""
_JOINED = {"same": "says the same as", "reworded": "words the same rule differently from"}
_APART = {
    "parallel": "says of another thing what is said in",
    "related": "comes close to",
    # Alike as a pair; but a third stands between, or most of the two families say different things.
    "same": "is much like, but of another family than",
    "reworded": "is much like, but of another family than",
}


class Known:
    """What is known of rulings and of how they relate: by the record that is served, else by a file alone."""

    def __init__(self, linked: Linked, store: Store | None) -> None:
        self._store = store
        self._rulings = {ruling.id: ruling for ruling in linked.rulings}
        self._families = {id: family.id for family in linked.families for id in family.rulings}
        self._relations: dict[str, list[Relation]] = defaultdict(list)
        for one in linked.relations:
            self._relations[one.a].append(one)
            self._relations[one.b].append(Relation(one.b, one.a, one.kind, one.reason, one.score))

    def relations(self, ruling: Ruling) -> tuple[list[Relation], list[Relation]]:
        """The relations of a ruling to those of its family, and to others, the likest first."""
        served = self._store.resolve(ruling.id) if self._store else None
        relations = self._store.relations(served) if self._store and served else self._relations[ruling.id]
        likest = sorted(relations, key=lambda one: (-one.score, one.kind, one.b))
        family = self._family(served or ruling.id)
        joined = [one for one in likest if one.kind in _JOINED and self._family(one.b) == family]
        return joined, [one for one in likest if one not in joined and self._family(one.b) != family]

    def ruling(self, id: str) -> Ruling | None:
        """The ruling of an id."""
        return (self._store.ruling(id) if self._store else None) or self._rulings.get(id)

    def _family(self, id: str) -> str | None:
        return (self._store.family_of(id) if self._store else None) or self._families.get(id)


def relations_in_words(ruling: Ruling, known: Known) -> Iterator[str]:
    """Lines that say what a ruling was joined with, what it was kept apart from, and why."""
    joined, apart = known.relations(ruling)
    if joined:
        yield "  joined, for it"
        yield from _told(joined, MOST_JOINED, _JOINED, known)
    if apart:
        yield "  kept apart, though it"
        yield from _told(apart, MOST_APART, _APART, known)


def _told(relations: Sequence[Relation], most: int, words: dict[str, str], known: Known) -> Iterator[str]:
    for one in relations[:most]:
        yield f"    {words[one.kind]} {_place(one.b, known)}: {one.reason}"
    if len(relations) > most:
        yield f"    and {len(relations) - most} more"


def _place(id: str, known: Known) -> str:
    ruling = known.ruling(id)
    if ruling is None:
        return id
    source = ruling.texts[0].sources[0]
    return f"{source.file} entry {source.entry} “{shortened(ruling.texts[0].body, WIDTH // 2)}”"


def shortened(text: str, width: int = WIDTH) -> str:
    """A text on one line, cut to a width.

    >>> shortened("Put the card\\ninto your hand.", 12)
    'Put the car…'
    """
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= width else one_line[: width - 1] + "…"
