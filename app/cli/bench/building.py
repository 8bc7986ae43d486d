"""Builds the knowledge base that is measured, and times each stage."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ingest import collect
from ingest.assemble import Assembled, assemble
from ingest.catalogue import Catalogue, load_catalogue
from ingest.files import hashes
from ingest.indexing import write_index
from ingest.languages import LANGUAGES
from ingest.linking import Linked
from ingest.linking.finder import Finder
from ingest.linking.mechanics import mechanic_links
from ingest.model import Entry, Family, Link, Ruling
from ingest.pipeline import Read, build, read_sources
from ingest.snapshot import INDEX, RECORD, Home, Manifest, Snapshot
from ingest.store import write_store
from ingest.store.writer import Record
from ingest.suggestions import suggestion_keys


class Stages:
    """Seconds by stage; a stage ends where the next one starts."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.seconds: dict[str, float] = {}
        self._clock = clock
        self._current = "reading"
        self._since = clock()

    def step(self, name: str, done: int = 0, of: int = 1) -> None:
        """Takes the word of a build that it has come to a stage."""
        now = self._clock()
        self.seconds[self._current] = self.seconds.get(self._current, 0.0) + now - self._since
        self._current, self._since = name, now


@dataclass(frozen=True, slots=True)
class Measured:
    """What a build took: seconds by stage, megabytes at its peak."""

    seconds: dict[str, float]
    peak_mb: float
    joined: bool

    @property
    def total(self) -> float:
        """Seconds from start to end."""
        return sum(self.seconds.values())


def build_measured(home: Path, sources: Sequence[Path], catalogue: Path, *, joined: bool) -> Measured:
    """Builds a knowledge base into an empty home; what that took.

    `joined` builds as `rosetta build` does. Otherwise no ruling is compared with another, each is a
    family of its own, and nothing is checked: minutes less, for those who only measure the search.
    """
    stages = Stages()
    if joined:
        build(Home(home), sources, catalogue, progress=stages.step)
    else:
        build_unjoined(Home(home), sources, catalogue, stages)
    stages.step("done")
    return Measured(stages.seconds, peak_mb(), joined)


def peak_mb() -> float:
    """The most memory this process has held so far, in megabytes."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / (1e6 if sys.platform == "darwin" else 1e3)


def build_unjoined(home: Home, sources: Sequence[Path], catalogue_dir: Path, stages: Stages) -> Snapshot:
    """The published snapshot of these sources, each ruling alone in its family."""
    catalogue = load_catalogue(catalogue_dir)
    read = read_sources(collect.find(sources))
    stages.step("linking")
    linked = link_alone(assemble(read.entries, catalogue.origin_of), catalogue)
    stages.step("recording")
    name = home.new_name("0" * 10)
    with home.lock(), home.writing() as aside:
        write_store(aside / RECORD, _record(name, read, linked, catalogue))
        stages.step("indexing")
        write_index(aside / INDEX, linked, (), catalogue)
        counts = {"entries": len(read.entries), "rulings": len(linked.rulings), "texts": len(linked.matches)}
        counts |= {"sources": len(read.sources), "families": len(linked.families), "findings": 0, "problems": 0}
        made = datetime.now(UTC).isoformat(timespec="seconds")
        files = [source.path for source in read.sources]
        return home.publish(aside, Manifest(name, made, "", "0" * 10, files, counts, hashes(aside)))


def link_alone(assembled: Assembled, catalogue: Catalogue) -> Linked:
    """The rulings with their mechanics and the cards that their sources state, no two of them joined."""
    finder = Finder(catalogue.terms, LANGUAGES, catalogue.contexts)
    matches = {
        text.id: tuple(finder.find(text.body, text.lang, text.insertions))
        for ruling in assembled.rulings
        for text in ruling.texts
    }
    rulings = tuple(
        Ruling(
            ruling.id,
            ruling.date,
            ruling.texts,
            (
                *_stated(assembled.entries[ruling.id], catalogue),
                *mechanic_links(ruling, matches, catalogue.terms),
            ),
        )
        for ruling in assembled.rulings
    )
    families = tuple(Family(ruling.id, (ruling.id,)) for ruling in rulings)
    return Linked(rulings, families, (), matches)


def _stated(entries: Sequence[Entry], catalogue: Catalogue) -> list[Link]:
    named = (catalogue.cards.by_name(entry.card) for entry in entries if entry.card)
    cards = dict.fromkeys(found[0].id for found in named if found)
    return [Link("card", card, "feed", "subject") for card in cards]


def _record(name: str, read: Read, linked: Linked, catalogue: Catalogue) -> Record:
    targets = {link.target for ruling in linked.rulings for link in ruling.links if link.kind == "card"}
    cards = {id: card for id in sorted(targets) if (card := catalogue.card(id))}
    return Record(
        rulings=linked.rulings,
        families=linked.families,
        sources=read.sources,
        cards=cards,
        suggestions=suggestion_keys(linked.rulings, cards, catalogue.terms),
        terms=catalogue.terms,
        problems=read.problems,
        meta={"snapshot": name},
    )
