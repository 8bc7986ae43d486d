"""What a person running the service can set, from the environment; nothing is needed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ingest.paths import default_home, resource_dir


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the knowledge base is, and how the service behaves.

    `home` is the folder of snapshots (`ROSETTA_HOME`); `catalogue` that of the
    catalogue (`ROSETTA_CATALOGUE`); `base_url` what permalinks in citations
    start with (`ROSETTA_BASE_URL`), the request's own host where it is empty.
    """

    home: Path
    catalogue: Path
    base_url: str = ""
    refresh_seconds: float = 1.0

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, home: Path | None = None) -> Settings:
        """The settings that the environment gives; a `home` given outright wins."""
        given = os.environ if environment is None else environment
        return cls(
            home=home or Path(given.get("ROSETTA_HOME") or default_home()),
            catalogue=Path(given.get("ROSETTA_CATALOGUE") or resource_dir("data") / "catalogue"),
            base_url=given.get("ROSETTA_BASE_URL", "").rstrip("/"),
        )
