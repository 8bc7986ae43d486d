"""What pages state that was stated before: one ruling is made of both, which stands in the place of those of before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ingest.additions.before import Before
from ingest.additions.order import ordinal, read_first
from ingest.assemble import Assembled, merged, ruling_of
from ingest.errors import NotPatched
from ingest.linking.pages import is_stated
from ingest.model import Entry, Ruling, Text

Place = tuple[str, int, int]
"""Where a text or an entry is read: its file, its entry there, its line."""


@dataclass(slots=True)
class _Group:
    """Rulings that pages state, and those of before that have a text of one of them."""

    come: list[Ruling]
    held: dict[str, Ruling]


def restated(assembled: Assembled, before: Before) -> tuple[Assembled, tuple[Ruling, ...]]:
    """What pages state with all that was said of it before; and the rulings of before in whose place it stands.

    Raises `NotPatched` where what was said before does not stand by itself: on a page of its own, under another name.
    """
    rulings, entries, gone = [], {}, []
    for group in _groups(assembled.rulings, before):
        stated = [entry for ruling in group.come for entry in assembled.entries[ruling.id]]
        if group.held:
            stated = _in_order([*stated, *_known(group.held, before)])
            rulings.append(_together(group, stated))
            gone += group.held.values()
        else:
            rulings += group.come
        entries[rulings[-1].id] = tuple(stated)
    rulings.sort(key=lambda ruling: (-ordinal(ruling.date), read_first(entries[ruling.id])))
    return Assembled(tuple(rulings), entries), tuple(gone)


def _groups(rulings: Iterable[Ruling], before: Before) -> list[_Group]:
    """The rulings that pages state, those together that have texts of one ruling of before."""
    groups: list[_Group] = []
    for ruling in rulings:
        ids = {id for text in ruling.texts if (id := before.store.resolve(text.id))}
        group = _Group([ruling], {id: before.ruling(id) for id in sorted(ids)})
        for other in [one for one in groups if not one.held.keys().isdisjoint(ids)]:
            groups.remove(other)
            group = _Group([*other.come, *group.come], other.held | group.held)
        groups.append(group)
    return groups


def _known(held: Mapping[str, Ruling], before: Before) -> list[Entry]:
    """The entries that stated rulings before; on a feed's page alone it is known who else stands there."""
    entries = [entry for id in held for entry in before.stand(id).entries]
    if not all(map(is_stated, entries)):
        raise NotPatched("a page of before states it, too")
    return entries


def _together(group: _Group, entries: Sequence[Entry]) -> Ruling:
    texts: dict[str, Text] = {}
    every = [text for ruling in (*group.held.values(), *group.come) for text in ruling.texts]
    for text in sorted(every, key=lambda text: min(_places(text))):
        known = texts.get(text.id)
        if known and max(_places(known)) > min(_places(text)):
            raise NotPatched("the same text is read before and after")
        texts[text.id] = merged(known, text) if known else text
    ruling = ruling_of(list(texts.values()), entries)
    if ruling.id not in group.held:
        raise NotPatched("a ruling of before would have another name")
    return ruling


def _in_order(entries: Iterable[Entry]) -> list[Entry]:
    """Entries in the order in which files are read."""
    return sorted(entries, key=lambda entry: (entry.file, entry.number))


def _places(text: Text) -> list[Place]:
    return [(source.file, source.entry, source.first_line) for source in text.sources]
