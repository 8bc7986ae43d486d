"""What became of what feeds said before: a loss too great to be true, a wording that changed under its translations."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from datetime import date as Date

from rapidfuzz import fuzz

from ingest.errors import RosettaError
from ingest.feeds import NAMES
from ingest.history import SURE_BESIDE, Stated, all_rulings, history, wording
from ingest.model import Ruling, Source
from ingest.store import Store
from ingest.store.writer import Change, Former

MOST_LOST = 0.03
"""Share of a feed's statements that may go from one day to the next."""
FEW = 10
"""So many may always go."""


@dataclass(frozen=True, slots=True)
class Past:
    """What was stated before and is no more, and all changes; those of this build name no snapshot yet."""

    former: Sequence[Former] = ()
    changes: Sequence[Change] = ()

    def named(self, snapshot: str) -> Past:
        """The same with the name of the snapshot that this build publishes."""
        former = [item if item.since else replace(item, since=snapshot) for item in self.former]
        changes = [change if change.snapshot else replace(change, snapshot=snapshot) for change in self.changes]
        return Past(former, changes)


def compared(
    previous: Store | None, sources: Sequence[Source], rulings: Sequence[Ruling], named: Iterable[str] | None
) -> Past:
    """What became of what the last build stated.

    Raises `RosettaError` where a feed lost much; `named` are the names of the files
    given, or None where any loss is accepted.
    """
    if previous is None:
        return Past()
    held = tuple(all_rulings(previous))
    before, now = upstream(previous.sources(), held), upstream(sources, rulings)
    if named is not None:
        require_no_great_loss(previous, before, now, sources, named)
    former, changes = history(previous, rulings, "", held)
    reworded = dict(feed_changes(before, now, rulings))
    new = {new for _, new in reworded.values()}
    told = [change for change in changes if change.snapshot or change.kind != "added" or _text(change) not in new]
    return Past(former, [*told, *(change for change, _ in reworded.values())])


def _text(change: Change) -> str:
    return str(json.loads(change.data)["text"])


@dataclass(frozen=True, slots=True)
class Upstream:
    """What feeds stated in one build: statements a day by feed, the rulings and texts they gave."""

    days: Mapping[str, Counter[Date | None]]
    texts: Mapping[str, Stated]


def upstream(sources: Iterable[Source], rulings: Iterable[Ruling]) -> Upstream:
    """What the feeds among the sources state."""
    feeds = {source.path: source.format for source in sources if source.format in NAMES}
    days: dict[str, Counter[Date | None]] = defaultdict(Counter)
    texts: dict[str, Stated] = {}
    for ruling in rulings if feeds else ():
        for text in ruling.texts:
            held = [feeds[source.file] for source in text.sources if source.file in feeds]
            if held and text.lang == "en":
                texts[text.id] = Stated(text, ruling)
                for feed in held:
                    days[feed][ruling.date] += 1
    return Upstream(days, texts)


def require_no_great_loss(
    previous: Store, before: Upstream, now: Upstream, sources: Sequence[Source], named: Iterable[str]
) -> None:
    """Returns nothing; raises `RosettaError` where a feed lacks much of what it had.

    Counted by day, so that a new wording is no loss and news make up for none.
    A feed that a person took out of the sources (`named` are their names) has lost nothing.
    """
    files = {source.path: source.format for source in previous.sources()}
    given = set(named)
    here = {source.format for source in sources} | {format for path, format in files.items() if path in given}
    for feed, had in before.days.items():
        has = now.days.get(feed, Counter())
        total, lost = had.total(), sum(max(0, count - has[day]) for day, count in had.items())
        if feed in here and lost > FEW and lost > MOST_LOST * total:
            where = next(path for path, format in files.items() if format == feed)
            raise RosettaError(
                f"{feed}: {lost} of {total} statements it had are gone; nothing was changed",
                where=where,
                hint="fetch it again; if they are meant to be gone, rosetta build --accept-loss",
            )


def feed_changes(
    before: Upstream, now: Upstream, rulings: Iterable[Ruling]
) -> Iterator[tuple[str, tuple[Change, str]]]:
    """What feeds no longer say although some page still does: the text, the change, the text in its place if any.

    It is `corrected` where they say it differently now. What nobody says any more is told by `history`.
    """
    held = {text.id: Stated(text, ruling) for ruling in rulings for text in ruling.texts}
    come = defaultdict(list)
    for id, stated in now.texts.items():
        if id not in before.texts:
            come[stated.ruling.date].append(stated)
    for id, old in before.texts.items():
        if id in held and id not in now.texts:
            yield id, _change(old, held, come)


def _change(old: Stated, held: Mapping[str, Stated], come: Mapping[Date | None, list[Stated]]) -> tuple[Change, str]:
    cards = feed_cards(old.ruling)
    alike = [
        (fuzz.ratio(old.text.body, new.text.body), new.text.id)
        for new in come.get(old.ruling.date, ())
        if cards & feed_cards(new.ruling)
    ]
    score, id = max(alike, default=(0.0, ""))
    still = held[old.text.id]
    if score < SURE_BESIDE:
        return Change("", "withdrawn", still.ruling.id, wording(old, old, None)), ""
    said = wording(replace(old, ruling=still.ruling), old, held[id], held)
    return Change("", "corrected", held[id].ruling.id, said), id


def feed_cards(ruling: Ruling) -> set[str]:
    """The cards that feeds say a ruling is about."""
    return {link.target for link in ruling.links if link.basis == "feed"}


def reworded(
    changes: Iterable[Change], rulings: Iterable[Ruling], sources: Iterable[Source]
) -> dict[str, tuple[str, str, str]]:
    """For each translation older than its source: how that read, how it reads now, the day it was noticed.

    It ends when the translation changes, or the source goes back to what it was.
    """
    changed: dict[str, tuple[str, str, str]] = {}
    for change in changes:
        said = json.loads(change.data) if change.kind == "corrected" else {}
        for id in said.get("beside", ()):
            first = changed[id][0] if id in changed else said["before"]
            changed[id] = (first, said["after"], _day(change.snapshot))
    feeds = {source.path for source in sources if source.format in NAMES}
    return dict(_standing(changed, rulings, feeds)) if changed else {}


def _standing(
    changed: Mapping[str, tuple[str, str, str]], rulings: Iterable[Ruling], feeds: set[str]
) -> Iterator[tuple[str, tuple[str, str, str]]]:
    for ruling in rulings:
        fed = {text.body for text in ruling.texts if any(source.file in feeds for source in text.sources)}
        for text in ruling.texts:
            before, after, _ = told = changed.get(text.id, ("", "", ""))
            if before != after and before not in fed:
                yield text.id, told


def _day(snapshot: str) -> str:
    """The day of a snapshot, today for the one that is being built."""
    day = snapshot[:8] or datetime.now(UTC).strftime("%Y%m%d")
    return f"{day[:4]}-{day[4:6]}-{day[6:]}"


def in_known_order(previous: Store, rulings: Sequence[Ruling], sources: Iterable[Source]) -> tuple[Ruling, ...]:
    """The rulings, those of feeds in the order in which they first came within their day.

    A feed lists the same in another order tomorrow; nothing a person sees moves.
    """
    files = {source.path for source in sources if source.format in NAMES}
    if not files:
        return tuple(rulings)
    rank = {id: place for place, id in enumerate(previous.ruling_ids())}
    places: dict[Date | None, list[int]] = defaultdict(list)
    for place, ruling in enumerate(rulings):
        if any(source.file in files for text in ruling.texts for source in text.sources):
            places[ruling.date].append(place)
    ordered = list(rulings)
    for held in places.values():
        moved = sorted((rulings[place] for place in held), key=lambda ruling: rank.get(ruling.id, len(rank)))
        for place, ruling in zip(held, moved, strict=True):
            ordered[place] = ruling
    return tuple(ordered)
