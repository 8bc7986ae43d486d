"""Whether a passage affirms or denies: cues of negation, and what they weigh."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cues:
    """What speaks for a negation that was dropped or added, by target language."""

    dropped: Mapping[str, float] = field(default_factory=dict)
    added: Mapping[str, float] = field(default_factory=dict)


def load_cues(path: Path) -> Cues:
    """The cues of a file, none where there is no such file."""
    return Cues()
