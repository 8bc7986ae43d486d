"""Builds the knowledge base that is measured, and times each stage."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.cli.bench.memory import watched
from ingest import collect
from ingest.analysis import analyse
from ingest.assemble import Assembled, assemble
from ingest.catalogue import load_catalogue
from ingest.linking.link import Linked
from ingest.linking.statement import Statement
from ingest.model import Family, Link
from ingest.pipeline import build, read_sources
from ingest.recording import Come, write_snapshot
from ingest.snapshot import Home, Snapshot
from ingest.upstream import Past

PAGE_NAME = "one-more-page.txt"
PAGE = """• (2024-06-07 official)

  放逐的牌在下一个维持开始时移回战场。

  The exiled card returns to the battlefield at the beginning of the next upkeep.

• (2024-06-07 official)

  如果你重复此流程，则每次均须选择不同的生物。

  If you repeat this process, you must choose a different creature each time.
"""


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
    """What a build took: seconds by stage, megabytes of all its processes together at their peak."""

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
    family of its own, and no page is checked: for those who only measure the search.
    """
    with watched() as peak:
        stages = Stages()
        if joined:
            build(Home(home), sources, catalogue, progress=stages.step)
        else:
            build_unjoined(Home(home), sources, catalogue, stages)
        stages.step("done")
    return Measured(stages.seconds, peak.mb, joined)


def again_measured(home: Path, folder: Path) -> dict[str, float]:
    """Seconds that the `rosetta build` of a folder takes where nothing changed, and where it has one more page."""
    unchanged = _command(home, folder)
    (folder / PAGE_NAME).write_text(PAGE, encoding="utf-8")
    return {"unchanged_s": unchanged, "one_page_s": _command(home, folder)}


def _command(home: Path, folder: Path) -> float:
    """Seconds from typing the command to its end."""
    began = time.perf_counter()
    command = [sys.executable, "-c", "from app.command import main; main()", "--home", home, "build", folder]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - the program measures itself
    return time.perf_counter() - began


def build_unjoined(home: Home, sources: Sequence[Path], catalogue_dir: Path, stages: Stages) -> Snapshot:
    """The published snapshot of these sources, each ruling alone in its family."""
    catalogue = load_catalogue(catalogue_dir)
    read = read_sources(collect.find(sources), stages.step)
    assembled = assemble(read.entries, catalogue.origin_of)
    analysis = analyse(assembled, catalogue, stages.step)
    stages.step("linking")
    linked = link_alone(assembled, analysis.said)
    with home.lock():
        return write_snapshot(
            home, Come(read, len(read.entries), linked, (), catalogue, Past(), analysis.tokens), "", stages.step
        )


def link_alone(assembled: Assembled, said: Mapping[str, Statement]) -> Linked:
    """The rulings with their mechanics and the cards that their sources state, no two of them joined."""
    rulings = tuple(
        replace(ruling, links=(*_stated(said[ruling.id]), *said[ruling.id].mechanics)) for ruling in assembled.rulings
    )
    families = tuple(Family(ruling.id, (ruling.id,)) for ruling in rulings)
    return Linked(rulings, families, (), {text: found for one in said.values() for text, found in one.matches.items()})


def _stated(statement: Statement) -> Iterator[Link]:
    return (Link("card", card, "feed", "subject") for card in statement.stated)
