"""What is known of the build before: its record, what it compared, what it kept; its rulings as they were compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.additions.kept import Kept
from ingest.additions.stands import Stand
from ingest.catalogue import Catalogue, load_catalogue
from ingest.errors import NotPatched, SnapshotError
from ingest.fingerprint import code_hash
from ingest.linking.comparing import Comparisons
from ingest.linking.link import profile_of
from ingest.linking.pages import is_stated, lists_of_one
from ingest.linking.profile import Profile
from ingest.linking.remembered import remembered
from ingest.linking.statement import StatementReader
from ingest.model import Relation, Ruling
from ingest.snapshot import ADDITIONS, COMPARED, RECORD, Snapshot
from ingest.store import Store


@dataclass(frozen=True, slots=True)
class Before:
    """The build before."""

    snapshot: Snapshot
    store: Store
    compared: Comparisons
    kept: Kept
    gone: frozenset[str] = frozenset()
    """The rulings in whose place new ones stand."""

    def relations(self, id: str) -> list[Relation]:
        """The relations of a ruling to those that stay; none of one that is gone."""
        held = () if id in self.gone else self.store.relations(id)
        return [one for one in held if one.b not in self.gone]

    def on_card(self, card: str) -> list[Ruling]:
        """The rulings on a card that stay."""
        return [self.ruling(id) for id in self.store.card_rulings(card) if id not in self.gone]

    def ruling(self, id: str) -> Ruling:
        """A ruling of before; `NotPatched` where it is gone, for then record and tables disagree."""
        ruling = self.store.ruling(id)
        if ruling is None:
            raise NotPatched(f"no ruling {id}")
        return ruling

    def catalogue(self, folder: Path) -> Catalogue:
        """The catalogue in a folder, which is as it was; its terms as the record has them, which takes less time."""
        held = {term.id: term for term in self.store.terms()}
        if held.keys() != set(self.kept.terms):
            raise NotPatched("other terms are kept than recorded")
        return load_catalogue(folder, {id: held[id] for id in self.kept.terms})

    def lists(self, ruling: Ruling) -> frozenset[object]:
        """The lists that a ruling of before stands in."""
        return lists_of_one(ruling, self.stand(ruling.id).entries)

    def profile(self, ruling: Ruling, reader: StatementReader, catalogue: Catalogue) -> Profile:
        """A ruling of before as it was compared; `reader` needs no cards, they are found by what was kept."""
        stand = self.stand(ruling.id)
        if not all(map(is_stated, stand.entries)):
            reader = StatementReader(catalogue, self.kept.names.finder(ruling.texts))
        cards = [card for id in stand.cards if (card := catalogue.cards.get(id))]
        said = reader.read(replace(ruling, links=()), stand.entries, cards)
        return profile_of(ruling, said, stand.turns, lists_of_one(ruling, stand.entries), catalogue)

    def stand(self, id: str) -> Stand:
        """Where a ruling of before is stated."""
        stand = self.kept.stands.stand(id)
        if stand is None:
            raise NotPatched(f"nothing kept of {id}")
        return stand


@contextmanager
def known(snapshot: Snapshot) -> Iterator[Before]:
    """What is known of a snapshot's build; raises `NotPatched` where that is not all of it."""
    kept = Kept.load(snapshot.path / ADDITIONS)
    compared = remembered(snapshot.path / COMPARED, code_hash())
    if compared is None or not kept.plain or len(compared.digests) != len(kept.speakers.ids):
        raise NotPatched("not all that was compared is kept")
    try:
        store = Store(snapshot.path / RECORD)
    except SnapshotError as error:
        raise NotPatched(str(error)) from error
    try:
        yield Before(snapshot, store, compared, kept)
    finally:
        store.close()


class Profiles(Mapping[str, Profile]):
    """The profiles of rulings by id: new ones as they are, those of before made when they are asked for."""

    def __init__(self, new: Mapping[str, Profile], before: Before, catalogue: Catalogue) -> None:
        self._held, self._before, self._catalogue = dict(new), before, catalogue
        self._reader = StatementReader(catalogue)

    def __getitem__(self, id: str) -> Profile:
        if id not in self._held:
            self._held[id] = self._before.profile(self._before.ruling(id), self._reader, self._catalogue)
        return self._held[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)
