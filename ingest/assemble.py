"""Entries become rulings: versions gathered, the same statement met twice made one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.ids import text_id
from ingest.languages.detect import insertions
from ingest.model import LANGUAGES, PIVOT_ORDER, Entry, Paragraph, Ruling, SourceRef, Text

Origins = Callable[[str | None], str]
"""From a source's label to one of `model.ORIGINS`."""

_TRUST = {"official": 0, "unstated": 1, "community": 2, "machine": 3}
_ORDER = {lang: rank for rank, lang in enumerate(LANGUAGES)}


@dataclass(frozen=True, slots=True)
class Assembled:
    """Rulings without links, newest first, and the entries each was read from."""

    rulings: tuple[Ruling, ...]
    entries: Mapping[str, tuple[Entry, ...]]


def assemble(entries: Iterable[Entry], origin_of: Origins) -> Assembled:
    """The rulings that the entries state, each with its versions, links not yet made.

    Entries with the same date and the same text in a language are one ruling.
    Rulings come newest first, in the order of the sources within a day.
    """
    texts: dict[str, Text] = {}
    groups = _Groups()
    stated: list[tuple[Entry, tuple[str, ...]]] = []
    for entry in entries:
        versions = [_text(entry, paragraph, origin_of, texts) for paragraph in entry.paragraphs]
        if not versions:
            continue
        for version in versions:
            known = texts.get(version.id)
            texts[version.id] = merged(known, version) if known else version
        ids = tuple(version.id for version in versions)
        groups.join(ids)
        stated.append((entry, ids))
    _replace(texts, groups, stated)
    return _gathered(texts, groups, stated)


def _replace(texts: dict[str, Text], groups: _Groups, stated: list[tuple[Entry, tuple[str, ...]]]) -> None:
    """Takes out the texts in whose place others come; those others are versions of the same ruling.

    They stand where those stood: what looks at a page finds them on it.
    """
    pairs = (
        (paragraph.replaces, id)
        for entry, ids in stated
        for paragraph, id in zip(entry.paragraphs, ids, strict=True)
        if paragraph.replaces and paragraph.replaces != id
    )
    replaced = [(old, new) for old, new in pairs if old in texts]
    for old, new in replaced:
        groups.join((old, new))
        places = tuple(replace(one, label=texts[new].label) for one in texts[old].sources)
        texts[new] = replace(texts[new], sources=texts[new].sources + places)
    for old, _ in replaced:
        texts.pop(old, None)


def _gathered(texts: Mapping[str, Text], groups: _Groups, stated: list[tuple[Entry, tuple[str, ...]]]) -> Assembled:
    members: dict[str, list[str]] = {}
    for id in texts:
        members.setdefault(groups.find(id), []).append(id)
    places: dict[str, list[Entry]] = {}
    for entry, ids in stated:
        places.setdefault(groups.find(ids[0]), []).append(entry)
    rulings = []
    entries = {}
    for root, ids in members.items():
        ruling = ruling_of([texts[id] for id in ids], places[root])
        rulings.append(ruling)
        entries[ruling.id] = tuple(places[root])
    rulings.sort(key=lambda ruling: ruling.date.toordinal() if ruling.date else 0, reverse=True)
    return Assembled(tuple(rulings), entries)


class _Groups:
    """Text ids that some entry states together (disjoint sets)."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def find(self, id: str) -> str:
        parent = self._parent.setdefault(id, id)
        while parent != id:
            self._parent[id] = grandparent = self._parent[parent]
            id, parent = parent, grandparent
        return id

    def join(self, ids: Iterable[str]) -> None:
        first, *others = ids
        root = self.find(first)
        for other in others:
            self._parent[self.find(other)] = root


def _text(entry: Entry, paragraph: Paragraph, origin_of: Origins, known: Mapping[str, Text]) -> Text:
    """The text of a paragraph; what it has of other languages is looked for only where it is not known yet."""
    id = text_id(entry.date, paragraph.lang, paragraph.body)
    reference = SourceRef(
        entry.file, entry.number, paragraph.first_line, paragraph.last_line, paragraph.label, paragraph.publisher
    )
    return Text(
        id=id,
        lang=paragraph.lang,
        body=paragraph.body,
        origin=paragraph.origin or origin_of(paragraph.label),
        label=paragraph.label,
        insertions=() if id in known else insertions(paragraph.body, paragraph.lang),
        sources=(reference,),
    )


def merged(known: Text, other: Text) -> Text:
    """The text as both sources give it.

    A source that says who is behind it beats one that says nothing; where two
    disagree the more modest claim stands, so that a machine translation is
    never shown as official.
    """
    claims = [text for text in (known, other) if text.origin != "unstated"] or [known]
    modest = max(claims, key=lambda text: _TRUST[text.origin])
    label = modest.label or known.label or other.label
    new = tuple(source for source in other.sources if source not in known.sources)
    return replace(known, origin=modest.origin, label=label, sources=known.sources + new)


def ruling_of(texts: list[Text], entries: Sequence[Entry]) -> Ruling:
    """The ruling of these versions, which these entries state; links not yet made."""
    ordered = sorted(texts, key=lambda text: (_ORDER.get(text.lang, 9), text.lang, _TRUST[text.origin], text.id))
    return Ruling(_pivot(ordered), entries[0].date, tuple(ordered))


def _pivot(texts: list[Text]) -> str:
    """The id of the text that names the ruling; independent of the order of sources."""
    return next(_in_order(texts))


def _in_order(texts: list[Text]) -> Iterator[str]:
    for lang in PIVOT_ORDER:
        yield from sorted(text.id for text in texts if text.lang == lang)
    yield from sorted(text.id for text in texts)
