"""All that answers a search, family by family: what an export takes along. No HTTP."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from app.search.expand import Expanded, expand
from app.search.findings import SOURCE_CHANGED
from app.search.parse import parse
from app.search.remarks import remarks
from app.search.request import SearchRequest
from ingest.catalogue.definitions import load_definitions
from ingest.exports import Changed, ExportOptions, Group, Statement, statements
from ingest.index.contract import MAX_WINDOW
from ingest.model import Card, Ruling

if TYPE_CHECKING:
    from app.services import Knowledge


class Selection:
    """What answers a search, counted, and given from any place on; nothing is held in memory."""

    def __init__(self, knowledge: Knowledge, request: SearchRequest) -> None:
        self.knowledge = knowledge
        self.request = replace(request, page=1, per_page=MAX_WINDOW)
        self._expanded: Expanded = expand(knowledge, parse(request.q), self.request)
        self.notices = self._expanded.query.notices
        self.total = knowledge.engine.search(self._expanded.plan).total

    def statements(self, languages: Collection[str], start: int = 0, most: int | None = None) -> Iterator[Statement]:
        """The statements in these languages, from the unit numbered `start` on, of `most` units at most."""
        units = islice(self._units(start), most)
        return statements(self._groups(units), self._sayers, languages)

    def _units(self, start: int) -> Iterator[str]:
        """The ids of the families (or rulings) that answer, from the unit numbered `start` on."""
        for offset in range(start - start % MAX_WINDOW, self.total, MAX_WINDOW):
            plan = replace(self._expanded.plan, offset=offset, facet_values=1)
            rows = self.knowledge.engine.search(plan).rows
            yield from (row.id for row in rows[max(0, start - offset) :])

    def _groups(self, units: Iterator[str]) -> Iterator[Group]:
        while window := list(islice(units, MAX_WINDOW)):
            yield from self._families(window) if self.request.collapse == "family" else self._rulings(window)

    def _families(self, ids: Sequence[str]) -> Iterator[Group]:
        for id in ids:
            family = self._family(id)
            yield family, family

    def _rulings(self, ids: Sequence[str]) -> Iterator[Group]:
        """The rulings of a window, those of one family together."""
        by_family: Mapping[str, list[Ruling]] = defaultdict(list)
        for ruling in self.knowledge.store.rulings(ids):
            by_family[self.knowledge.store.family_of(ruling.id) or ruling.id].append(ruling)
        for id, wanted in by_family.items():
            yield wanted, self._family(id)

    def _family(self, id: str) -> list[Ruling]:
        family = self.knowledge.store.family(id)
        return self.knowledge.store.rulings(family.rulings if family else [id])

    def _sayers(self, ruling: Ruling) -> Collection[str]:
        return {one.b for one in self.knowledge.store.relations(ruling.id) if one.kind == "same"}


def export_options(
    knowledge: Knowledge,
    languages: tuple[str, ...],
    codes: Mapping[str, str],
    dialect: str = "",
) -> ExportOptions:
    """The choices of whoever exports, with what this knowledge has to tell.

    That is the names of cards, sources that changed, and findings, said in the language translated into.
    """
    folder = knowledge.catalogue.folder
    _, found = knowledge.store.findings(check=SOURCE_CHANGED, limit=-1)
    changed = {one.text: Changed(**one.params) for one in found if one.text}
    options = ExportOptions(languages=languages)
    return replace(
        options,
        codes=codes,
        cards=_Cards(knowledge),
        changed=changed,
        remarks=remarks(knowledge, options.target),
        definitions=load_definitions(folder) if folder else {},
        dialect=dialect,
        version=knowledge.snapshot,
    )


class _Cards(Mapping[str, Card]):
    """The cards of a knowledge base by id, each read when it is asked for."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._store = knowledge.store

    def __getitem__(self, id: str) -> Card:
        card = self._store.card(id)
        if card is None:
            raise KeyError(id)
        return card

    def __iter__(self) -> Iterator[str]:
        return (card.id for card in self._store.named_cards())

    def __len__(self) -> int:
        return self._store.count_cards()
