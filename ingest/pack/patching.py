"""The offline pack made from the one before: parts in which nothing changed are copied, the others remade."""

from __future__ import annotations

import gzip
import json
import shutil
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec.json import decode

from ingest.addition import Addition
from ingest.catalogue import Catalogue
from ingest.errors import NotPatched
from ingest.pack.parts import card_rows, family_part, term_rows
from ingest.pack.shelf import Held, put_together, taken_apart
from ingest.pack.write import AGES, CARDS, FAMILIES, FORMAT, Age, Pack, Part, open_pack, write_list, write_part
from ingest.store import Store

LEVEL = 6
"""Parts remade are compressed in half the time, to one hundredth more than those of a whole build."""


@dataclass(frozen=True, slots=True)
class _Made:
    """A part to come: its content, or None where it is the one of before; the age at which its families begin."""

    kind: str
    content: Any = None
    before: Part | None = None
    begins: Age | None = None


def patch_pack(
    before: Path, after: Path, addition: Addition, catalogue: Catalogue, record: Store, was: Store | None = None
) -> Pack:
    """The pack `before` with an addition, written to the new folder `after`; `record` is that of the new snapshot.

    `was`, the record of the one before, tells which families say what they said: those stay where they are.
    Raises `NotPatched` where the pack before is none of this format, or holds other families.
    """
    pack, ages = _opened(before)
    made = chain(
        _terms(pack, addition, catalogue),
        _cards(pack, addition, record),
        _families(pack, ages, _without_same(addition, was) if was else addition),
    )
    after.mkdir()
    with ThreadPoolExecutor(2) as threads:  # to compress takes longest, and meanwhile the next part is made
        written = list(threads.map(lambda one: (one, _put(pack.folder, after, one)), made))
    parts = tuple(part for _, part in written)
    texts = pack.texts + sum(len(ruling.texts) for ruling in addition.rulings)
    families = pack.families + len(addition.families) - len(addition.gone)
    begins = {part.name: one.begins for one, part in written if one.begins}
    return write_list(Pack(after, FORMAT, families, texts, parts), begins)


def _opened(folder: Path) -> tuple[Pack, Mapping[str, Age]]:
    """A pack and the age at which each of its parts of families begins."""
    pack = open_pack(folder)
    try:
        begins = {name: (day, id) for name, (day, id) in json.loads((folder / AGES).read_text("utf-8")).items()}
    except (OSError, ValueError) as error:
        raise NotPatched(f"the pack before does not say how old its families are: {error}") from error
    if pack is None or set(begins) != {part.name for part in _of(pack, "families")}:
        raise NotPatched("the pack before is of another format")
    return pack, begins


def _of(pack: Pack, kind: str) -> list[Part]:
    return [part for part in pack.parts if part.name.startswith(f"{kind}-")]


def _read(pack: Pack, part: Part) -> Any:
    return decode(gzip.decompress((pack.folder / f"{part.name}.gz").read_bytes()))


def _put(before: Path, after: Path, made: _Made) -> Part:
    """The part, in the new folder."""
    if made.before is None:
        return write_part(after, made.kind, made.content, LEVEL)
    shutil.copyfile(before / f"{made.before.name}.gz", after / f"{made.before.name}.gz")
    return made.before


def _terms(pack: Pack, addition: Addition, catalogue: Catalogue) -> Iterator[_Made]:
    """The terms, with those that no text held before."""
    texts = (text.id for ruling in addition.rulings for text in ruling.texts)
    said = {match.target for text in texts for match in addition.matches.get(text, ())} & catalogue.terms.keys()
    for part in _of(pack, "terms"):
        held = _read(pack, part)
        new = said - {row[0] for row in held["terms"]}
        rows = [*held["terms"], *term_rows((catalogue.terms[id] for id in new), catalogue.weights)]
        held["terms"] = sorted(rows, key=lambda row: row[0])
        yield _Made("terms", held) if new else _Made("terms", before=part)


def _cards(pack: Pack, addition: Addition, record: Store) -> Iterator[_Made]:
    """The cards, with those that no ruling stood on before."""
    rows = card_rows(addition.rulings, addition.cards)
    known = {row[0] for row in card_rows(addition.replaced, addition.cards)}
    new = [row for row in rows if row[0] not in known and addition.new >= set(record.card_rulings(row[0]))]
    parts = [_read(pack, part) for part in _of(pack, "cards")] if new else []
    firsts = [part[0][0] for part in parts]
    coming: dict[int, list[Any]] = {}
    for row in new:
        coming.setdefault(_place(firsts, row[0]), []).append(row)
    for place, part in enumerate(_of(pack, "cards")):
        held = {row[0]: row for row in (*parts[place], *coming[place])} if place in coming else {}
        cut = _halved([held[id] for id in sorted(held)], CARDS)
        yield from (_Made("cards", some) for some in cut) if held else [_Made("cards", before=part)]
    if new and not firsts:
        yield _Made("cards", new)


def _families(pack: Pack, begins: Mapping[str, Age], addition: Addition) -> Iterator[_Made]:
    """The families, those that are gone taken out, the new ones where their age puts them."""
    parts = sorted(_of(pack, "families"), key=lambda part: begins[part.name])
    starts = [begins[part.name] for part in parts]
    old = addition.members.keys() - addition.new | addition.left
    coming: dict[int, list[Held]] = {}
    for family in _held(addition):
        coming.setdefault(_place(starts, family.age), []).append(family)
    touched = {_place(starts, one) for one in _ages_of_gone(addition)} | coming.keys()
    held = {place: taken_apart(_read(pack, parts[place])) for place in touched if parts}
    kept = {place: [one for one in some if old.isdisjoint(one.rulings)] for place, some in held.items()}
    gone = [one for some in held.values() for one in some if not old.isdisjoint(one.rulings)]
    if sorted(id for one in gone for id in one.rulings) != sorted(old):
        raise NotPatched("the pack before holds other families")
    for place, part in enumerate(parts or [None]):
        if part and place not in touched:
            yield _Made("families", before=part, begins=begins[part.name])
            continue
        stay, come = kept.get(place, []), sorted(coming.get(place, ()), key=lambda one: one.age)
        if part and _full(stay, held[place], come):
            yield _Made("families", before=part, begins=begins[part.name])
            yield _Made("families", put_together(come), begins=come[0].age)
            continue
        families = sorted([*stay, *come], key=lambda one: one.age)
        for some in _halved(families, FAMILIES):
            yield _Made("families", put_together(some), begins=some[0].age)


def _full(stay: Sequence[Held], held: Sequence[Held], come: Sequence[Held]) -> bool:
    """Whether a part is as it was and full, and what comes is newer: then it is a part of its own, as news are."""
    if not come or len(stay) < max(FAMILIES, len(held)):
        return False
    return come[0].age > max(one.age for one in stay)


def _without_same(addition: Addition, was: Store) -> Addition:
    """The addition without those families in which only something else is related or found."""
    gone = set(addition.gone)
    held = (family for family in addition.families if addition.new.isdisjoint(family.rulings))
    same = {family.id for family in held if family.id in gone and was.family(family.id) == family}
    families = tuple(family for family in addition.families if family.id not in same)
    members = {id: addition.members[id] for family in families for id in family.rulings}
    return replace(addition, families=families, gone=tuple(gone - same), members=members)


def _held(addition: Addition) -> Iterator[Held]:
    """The new families as parts hold them."""
    concepts = {text: [match.target for match in found] for text, found in addition.matches.items()}
    for family in addition.families:
        part = family_part([family], addition.members, concepts)
        yield from taken_apart(part)


def _ages_of_gone(addition: Addition) -> Iterator[Age]:
    """Where the families that are gone may stand: their day, and no day where a ruling has none."""
    held = {ruling.id: ruling for ruling in addition.replaced} | dict(addition.members)
    undated = any(ruling.date is None for ruling in held.values())
    for id in addition.gone:
        if id not in held:
            raise NotPatched(f"no ruling {id} stands in a family")
        day = held[id].date
        yield (day.toordinal() if day else 0), id
        if undated:
            yield 0, id


def _place(firsts: Sequence[Any], wanted: Any) -> int:
    """In which of the stretches that begin so something belongs."""
    return max(0, bisect_right(firsts, wanted) - 1)


def _halved(things: Sequence[Any], length: int) -> Iterable[Sequence[Any]]:
    """The things in one stretch, in halves where it would be more than twice so long; nothing makes none."""
    half = (len(things) + 1) // 2 if len(things) > 2 * length else max(1, len(things))
    return [things[at : at + half] for at in range(0, len(things), half)]
