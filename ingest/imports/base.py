"""What every reader of returned documents gives: units with texts, and whose they were."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Given:
    """A text as it came back; `id` is the text's when it went out, None where it is new or unknown."""

    body: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """A row or unit: the ruling it went out for, and its texts by language (BCP 47).

    `by` is who proposes, where the document itself says so.
    """

    ruling: str | None
    texts: Mapping[str, Given] = field(default_factory=dict)
    by: str = ""


class Reader(ABC):
    """A format in which corrections come back."""

    id: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    @abstractmethod
    def read(self, data: bytes) -> Iterator[Unit]:
        """Yields the units of a document; raises `ValueError` that says what is wrong with it."""
