"""What can go wrong with material people bring in, said in one line."""

from __future__ import annotations

from dataclasses import dataclass


class RosettaError(Exception):
    """Something a person can mend: what happened, where, and what to do.

    The command prints it as one line on standard error and exits with 2.
    """

    def __init__(self, what: str, *, where: str | None = None, hint: str | None = None) -> None:
        self.what, self.where, self.hint = what, where, hint
        super().__init__(self.__str__())

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.what}{hint}"


class UnreadableSource(RosettaError):
    """No format reads this file; `hint` names those that were tried."""


class CatalogueError(RosettaError):
    """A catalogue file breaks a rule of the catalogue."""


class SnapshotError(RosettaError):
    """A snapshot is missing, damaged or was written by another version."""


class EngineUnavailable(RosettaError):
    """The index is on other machines and they do not answer; asking again later may help."""


class NotPatched(Exception):
    """What pages add can't be put exactly into the snapshot before: a whole build is called for."""


class BuildLocked(RosettaError):
    """Another build holds the lock of this home."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing noticed while reading a source; reading went on.

    `code` is stable and has a message in every interface language; `severity`
    is `info`, `warning` or `error`; `line` counts from 1.
    """

    file: str
    line: int
    code: str
    severity: str
    detail: str = ""

    def __str__(self) -> str:
        tail = f": {self.detail}" if self.detail else ""
        return f"{self.file}:{self.line}: {self.severity}: {self.code}{tail}"
