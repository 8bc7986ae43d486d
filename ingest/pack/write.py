"""The pack on disk: parts compressed once at build, named by what they hold, and a list of them.

A part whose content is as before keeps its name, so that a device which holds it need not fetch
it again with the next snapshot. Families stand by their oldest day: news come in the last parts.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.json import Encoder

from ingest.catalogue import Catalogue
from ingest.model import Card, Family, Ruling
from ingest.pack.parts import card_rows, family_part, term_part

if TYPE_CHECKING:
    from ingest.linking.link import Linked

FORMAT = 1
LIST = "pack.json"
AGES = "ages.json"
"""The age of the first family of each part of families: where one belongs that comes later. No device needs it."""
FAMILIES = 1000
"""Families of one part: some hundred kilobytes, so that a broken download loses little."""
CARDS = 6000

Age = tuple[int, str]
"""The day of a family's oldest ruling, and its id."""

_json = Encoder().encode
_NAME = re.compile(r"[a-z]+-[0-9a-f]{20}")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a pack: its name, which tells kind and content, and its size as it is sent."""

    name: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack on disk: what it holds, and its parts."""

    folder: Path
    format: int
    families: int
    texts: int
    parts: tuple[Part, ...]

    @property
    def bytes(self) -> int:
        """How much there is to fetch in all."""
        return sum(part.bytes for part in self.parts)

    def part(self, name: str) -> bytes | None:
        """A part's JSON, gzipped; None where the pack has none of that name."""
        if not _NAME.fullmatch(name) or name not in {part.name for part in self.parts}:
            return None
        return (self.folder / f"{name}.gz").read_bytes()


def open_pack(folder: Path) -> Pack | None:
    """The pack in a folder; None where there is none, or one of another format."""
    try:
        held = json.loads((folder / LIST).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if held.get("format") != FORMAT:
        return None
    parts = tuple(Part(**part) for part in held.pop("parts"))
    return Pack(folder, parts=parts, **held)


def write_pack(folder: Path, linked: Linked, catalogue: Catalogue, cards: Mapping[str, Card]) -> Pack:
    """The pack of linked rulings, written to a new folder; `cards` are those that rulings name."""
    folder.mkdir()
    rulings = {ruling.id: ruling for ruling in linked.rulings}
    families = sorted(linked.families, key=lambda family: age(family, rulings))
    concepts = {text: [match.target for match in found] for text, found in linked.matches.items()}
    used = {concept for found in concepts.values() for concept in found}
    terms = [catalogue.terms[id] for id in sorted(used & catalogue.terms.keys())]
    contents: list[tuple[str, Any]] = [
        ("terms", term_part(terms, catalogue.weights)),
        *(("cards", rows) for rows in _cut(card_rows(linked.rulings, cards), CARDS)),
    ]
    parts = [write_part(folder, kind, content) for kind, content in contents]
    ages = {}
    for some in _cut(families, FAMILIES):
        parts.append(write_part(folder, "families", family_part(some, rulings, concepts)))
        ages[parts[-1].name] = age(some[0], rulings)
    texts = sum(len(ruling.texts) for ruling in linked.rulings)
    return write_list(Pack(folder, FORMAT, len(families), texts, tuple(parts)), ages)


def write_list(pack: Pack, ages: Mapping[str, Age]) -> Pack:
    """The pack; its list stands beside its parts, with the ages at which those of families begin."""
    held = {"format": FORMAT, "families": pack.families, "texts": pack.texts}
    listed = held | {"parts": [asdict(part) for part in pack.parts]}
    (pack.folder / LIST).write_text(json.dumps(listed), encoding="utf-8")
    (pack.folder / AGES).write_text(json.dumps(ages), encoding="utf-8")
    return pack


def age(family: Family, rulings: Mapping[str, Ruling]) -> Age:
    """The day of its oldest ruling; what has no day stands first, for its age is not known to change."""
    days = (rulings[id].date for id in family.rulings)
    return min(day.toordinal() if day else 0 for day in days), family.id


def _cut(things: Sequence[Any], length: int) -> Iterable[Sequence[Any]]:
    return (things[at : at + length] for at in range(0, len(things), length))


def write_part(folder: Path, kind: str, content: object, level: int = 9) -> Part:
    """A part of that kind, written to the folder."""
    raw = _json(content)
    name = f"{kind}-{hashlib.sha256(raw).hexdigest()[:20]}"
    packed = gzip.compress(raw, level, mtime=0)
    (folder / f"{name}.gz").write_bytes(packed)
    return Part(name, len(packed))
