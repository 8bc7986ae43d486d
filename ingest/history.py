"""What a build changed, and the ids that went: nothing is lost, every permalink answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from ingest.model import PIVOT_ORDER, Ruling, Text
from ingest.normalize import normalise_body
from ingest.store import Store
from ingest.store.schema import dumps, ruling_json, ruling_of
from ingest.store.writer import Change, Former

SURE = 80.0
"""Likeness (of 100) from which a text that came is the one that went, mended."""
SURE_BESIDE = 50.0
"""The same where another version of the ruling stayed as it was."""
SURE_ON_CARD = 65.0
"""The same where a feed gives both for one card on one day."""
MOST_ALIKE = 20
KEPT_CHANGES = 200_000


@dataclass(frozen=True, slots=True)
class Stated:
    """A text in the ruling that states it."""

    text: Text
    ruling: Ruling


def history(
    previous: Store | None, rulings: Sequence[Ruling], snapshot: str, held: Sequence[Ruling] | None = None
) -> tuple[list[Former], list[Change]]:
    """The texts no longer stated, each with its successor if it has one, and the changes made.

    `held` are the rulings of the previous record, where they were read already.

    Carries on what the previous record held, so that an id answers however
    many builds ago it went.
    """
    if previous is None:
        return [], []
    now = {text.id: Stated(text, ruling) for ruling in rulings for text in ruling.texts}
    was = all_rulings(previous) if held is None else held
    before = {text.id: Stated(text, ruling) for ruling in was for text in ruling.texts}
    gone = [stated for id, stated in before.items() if id not in now]
    come = [stated for id, stated in now.items() if id not in before]
    former = {item.id: item for item in previous.all_former() if item.id not in now}
    successors = dict(_successors([*gone, *_withdrawn(former)], come))
    for stated in gone:
        former[stated.text.id] = Former(stated.text.id, _beside(stated, now), snapshot, ruling_json(stated.ruling))
    changes = [*previous.changes(), *_changes(before, now, gone, come, successors, snapshot)]
    return [_followed(former[id], successors) for id in sorted(former)], changes[-KEPT_CHANGES:]


def history_of_more(
    previous: Store, rulings: Sequence[Ruling], replaced: Sequence[Ruling] = ()
) -> tuple[list[Former], list[Change]]:
    """The texts no longer stated that have another successor now, and the changes made, where rulings came.

    No text of those that were `replaced` went: each stands in one of the new rulings.
    """
    now = {text.id: Stated(text, ruling) for ruling in rulings for text in ruling.texts}
    before = {text.id: Stated(text, ruling) for ruling in replaced for text in ruling.texts}
    come = [stated for id, stated in now.items() if id not in before]
    former = {item.id: item for item in previous.all_former()}
    successors = dict(_successors([*_withdrawn(former)], come))
    changes = [*_changes(before, now, [], come, successors, "")]
    followed = [(item, _followed(item, successors)) for item in former.values()]
    return [now for was, now in followed if now != was], changes


def _beside(gone: Stated, now: dict[str, Stated]) -> str | None:
    """Another version of the ruling that is still stated: the ruling lives on, and so do its permalinks."""
    return next((text.id for text in gone.ruling.texts if text.id in now), None)


def _withdrawn(former: dict[str, Former]) -> Iterator[Stated]:
    """The texts that went in an earlier build and have no successor yet: one may come late."""
    for item in former.values():
        if item.successor is None:
            ruling = ruling_of(item.data)
            yield from (Stated(text, ruling) for text in ruling.texts if text.id == item.id)


def _followed(item: Former, successors: dict[str, str]) -> Former:
    """The former text with its newest successor, so that no chain grows from build to build."""
    newest = successors.get(item.id) or successors.get(item.successor or "") or item.successor
    return replace(item, successor=newest)


def all_rulings(store: Store, step: int = 2000) -> Iterator[Ruling]:
    """Every ruling of a record, in its order."""
    for offset in range(0, store.count_rulings(), step):
        yield from store.list_rulings(offset, step)


def _successors(gone: list[Stated], come: list[Stated]) -> Iterator[tuple[str, str]]:
    """Pairs of the id that went and the one that came in its place, best likeness first."""
    candidates = sorted(_candidates(gone, come), reverse=True)
    taken: set[str] = set()
    for _, old, new in candidates:
        if old not in taken and new not in taken:
            taken |= {old, new}
            yield old, new


def _candidates(gone: list[Stated], come: list[Stated]) -> Iterator[tuple[float, str, str]]:
    by_day = defaultdict(list)
    by_body = defaultdict(list)
    for stated in come:
        by_day[stated.text.lang, stated.ruling.date].append(stated)
        by_body[normalise_body(stated.text.body)].append(stated)
    for old in gone:
        for new in by_body[normalise_body(old.text.body)]:  # only its date or its language was mended
            yield 100.0, old.text.id, new.text.id
        yield from _alike(old, by_day[old.text.lang, old.ruling.date])


def _alike(old: Stated, come: list[Stated]) -> Iterator[tuple[float, str, str]]:
    """The texts of the same day and language that may be the old one, mended."""
    siblings = {text.id for text in old.ruling.texts}
    bodies = [stated.text.body for stated in come]
    for _, likeness, index in process.extract(
        old.text.body, bodies, scorer=fuzz.ratio, score_cutoff=SURE_BESIDE, limit=MOST_ALIKE
    ):
        new = come[index]
        beside = any(text.id in siblings for text in new.ruling.texts)
        if likeness >= SURE or beside or (likeness >= SURE_ON_CARD and _feed_cards(old) & _feed_cards(new)):
            yield likeness, old.text.id, new.text.id


def _feed_cards(stated: Stated) -> set[str]:
    return {link.target for link in stated.ruling.links if link.basis == "feed"}


def _changes(
    before: dict[str, Stated],
    now: dict[str, Stated],
    gone: list[Stated],
    come: list[Stated],
    successors: dict[str, str],
    snapshot: str,
) -> Iterator[Change]:
    for stated in gone:
        successor = now.get(successors.get(stated.text.id, ""))
        if successor:
            yield Change(snapshot, "corrected", successor.ruling.id, wording(stated, stated, successor, now))
        else:
            yield Change(snapshot, "withdrawn", stated.ruling.id, wording(stated, stated, None))
    replaced = {new for old, new in successors.items() if old in before}
    for stated in come:
        if stated.text.id not in replaced:
            known = any(text.id in before for text in stated.ruling.texts)
            kind = "version-added" if known else "added"
            yield Change(snapshot, kind, stated.ruling.id, wording(stated, None, stated))


def wording(stated: Stated, old: Stated | None, new: Stated | None, now: Mapping[str, Stated] | None = None) -> str:
    """What a change is shown by; `stated` is the text that went, or one that is new.

    Where a source was reworded, `beside` are its translations that stayed as they were.
    """
    kept = now if now and stated.text.lang == PIVOT_ORDER[0] else {}
    beside = [text.id for text in stated.ruling.texts if text.lang != stated.text.lang and text.id in kept]
    return dumps(
        {
            "text": stated.text.id,
            "lang": stated.text.lang,
            "before": old.text.body if old else None,
            "after": new.text.body if new else None,
            "dates": [_day(old), _day(new)],
            "files": sorted({source.file for source in stated.text.sources}),
        }
        | ({"beside": beside} if beside else {})
    )


def _day(stated: Stated | None) -> str | None:
    return stated.ruling.date.isoformat() if stated and stated.ruling.date else None
