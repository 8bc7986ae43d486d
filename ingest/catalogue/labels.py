"""Who is behind a translation, told from the label a source gives it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ingest.errors import CatalogueError
from ingest.languages import fold
from ingest.model import ORIGINS


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels that are known, and the origin each means."""

    origins: Mapping[str, str] = field(default_factory=dict)

    def origin_of(self, label: str | None) -> str:
        """The origin a label means; `unstated` for none and for one nobody listed.

        >>> Labels({"gpt": "machine"}).origin_of("GPT"), Labels().origin_of("offficial")
        ('machine', 'unstated')
        """
        return self.origins.get(_key(label), "unstated") if label else "unstated"


def load_labels(folder: Path) -> Labels:
    """The labels of `labels.toml`."""
    file = folder / "labels.toml"
    if not file.exists():
        return Labels()
    data = tomllib.loads(file.read_text("utf-8"))
    unknown = sorted(set(data) - set(ORIGINS))
    if unknown:
        raise CatalogueError(f"unknown origin {unknown[0]}", where=file.name, hint=f"one of {', '.join(ORIGINS)}")
    return Labels({_key(label): origin for origin, labels in data.items() for label in labels})


def _key(label: str) -> str:
    return fold(label).text.strip()
