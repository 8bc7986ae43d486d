"""What a build keeps beside its snapshot for pages that come later; what can't be read calls for a whole build."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ingest.additions.shared import Shared
from ingest.additions.stands import Stand, Stands
from ingest.catalogue import Catalogue
from ingest.errors import NotPatched
from ingest.languages import LANGUAGES
from ingest.linking.link import Linked
from ingest.linking.names_in import NameTable
from ingest.linking.speakers import Speakers
from ingest.linking.statement import stated_cards
from ingest.model import Entry

FACTS = "facts.json"
COLUMNS: Mapping[str, tuple[type[Any], tuple[str, ...]]] = {
    "speakers": (Speakers, ("ids", "days", "words", "firsts")),
    "stands": (Stands, ("ids", "bounds", "data")),
    "shared": (Shared, ("keys", "rulings")),
}


@dataclass(frozen=True, slots=True)
class Kept:
    """What pages that come later hang on: who speaks for what, where rulings stand, what they share, all names.

    `terms` are the ids of the catalogue's terms in its order; `content` is the sum that the hash of the
    snapshot's content is made of; `plain` says whether all that the build knew came from its sources' own
    pages and from the catalogue.
    """

    speakers: Speakers
    stands: Stands
    shared: Shared
    names: NameTable
    plain: bool
    terms: tuple[str, ...] = ()
    content: int = 0

    @classmethod
    def of(
        cls, linked: Linked, stands: Mapping[str, Stand], names: NameTable, terms: Iterable[str], *, plain: bool
    ) -> Kept:
        """What is kept of linked rulings, given where each stands."""
        return cls(linked.speakers, Stands.of(stands), Shared.of(linked.rulings), names, plain, tuple(terms))

    def save(self, folder: Path, content: int) -> None:
        """Writes it into a folder that is made, with the sum of the content."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, (_, columns) in COLUMNS.items():
            for column in columns:
                np.save(folder / f"{name}.{column}.npy", getattr(getattr(self, name), column), allow_pickle=False)
        self.names.save(folder)
        facts = {"plain": self.plain, "terms": self.terms, "content": f"{content % (1 << 256):x}"}
        (folder / FACTS).write_text(json.dumps(facts), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Kept:
        """What `save` wrote; raises `NotPatched` where it is not there or not whole."""
        try:
            facts = json.loads((folder / FACTS).read_text(encoding="utf-8"))
            held = {name: kind(*_columns(folder, name, columns)) for name, (kind, columns) in COLUMNS.items()}
            names = NameTable.load(folder, LANGUAGES)
            terms, content = tuple(facts["terms"]), int(facts["content"], 16)
            kept = cls(**held, names=names, plain=facts["plain"], terms=terms, content=content)
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            raise NotPatched(f"what was kept can't be read: {error}") from error
        if not all(getattr(kept, name).whole() for name in COLUMNS):
            raise NotPatched("what was kept is not whole")
        return kept


def stands(entries: Mapping[str, Sequence[Entry]], turns: Mapping[str, str], catalogue: Catalogue) -> dict[str, Stand]:
    """Where rulings stand, given the entries of each and the keywords that the pages of some turn on."""
    return {
        id: Stand(own, [card.id for card in stated_cards(own, catalogue)], turns.get(id)) for id, own in entries.items()
    }


def _columns(folder: Path, name: str, columns: Sequence[str]) -> list[Any]:
    return [np.load(folder / f"{name}.{column}.npy", allow_pickle=False) for column in columns]
