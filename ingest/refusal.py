"""Sources that a person names for the first time and that nobody can read: not kept for the next build."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.collect import Found
from ingest.errors import Problem
from ingest.places import absolute, resolved
from ingest.reading import Read


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a build's sources, and what was said about those that were refused."""

    sources: list[Path]
    files: list[Found]
    read: Read
    refused: tuple[Problem, ...] = ()


def left_of(sources: Sequence[Path], before: Iterable[Path], files: Sequence[Found], read: Read) -> Left:
    """The sources without the files among them that were not in the set `before` and hold nothing readable.

    A file that is also in a folder of the set stays, for the folder may be mended file by file.
    """
    folders = [resolved(source) for source in sources if source.is_dir()]
    known = {absolute(source) for source in before}
    fresh = {resolved(source) for source in sources} - known - set(folders)
    unreadable = {problem.file for problem in read.problems if problem.code == "unreadable-source"}
    gone = {path for path in fresh if not any(map(path.is_relative_to, folders)) and _all(path, files, unreadable)}
    names = {file.name for file in files if file.path in gone}
    return Left(
        [source for source in sources if resolved(source) not in gone],
        [file for file in files if file.path not in gone],
        replace(read, problems=tuple(problem for problem in read.problems if problem.file not in names)),
        tuple(problem for problem in read.problems if problem.file in names),
    )


def _all(path: Path, files: Iterable[Found], unreadable: set[str]) -> bool:
    """Whether nothing at this path could be read; an archive may hold several files."""
    return all(file.name in unreadable for file in files if file.path == path)
