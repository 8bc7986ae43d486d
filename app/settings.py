"""What a person running the service can set, from the environment; nothing is needed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ingest.errors import RosettaError
from ingest.paths import default_home, resource_dir

LOG_LEVELS = ("error", "warning", "info")
ENGINES = ("whoosh", "opensearch")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the knowledge base is, and how the service behaves.

    `home` is the folder of snapshots (`ROSETTA_HOME`); `catalogue` that of the
    catalogue (`ROSETTA_CATALOGUE`); `base_url` what permalinks in citations
    start with (`ROSETTA_BASE_URL`), the request's own host where it is empty.
    `log` is what the server writes (`ROSETTA_LOG`): `error`, `warning`, or `info`
    with a line for each request. `rate_limit` is what one address may ask
    (`ROSETTA_RATE_LIMIT`, such as `120 per minute`), no limit where it is empty;
    `rate_storage` where that is counted (`ROSETTA_RATE_STORAGE`, such as
    `redis://localhost`), in each worker for itself where it is empty. `proxies`
    is how many proxies of yours stand in front (`ROSETTA_PROXIES`), each of which
    tells whom it asks for. `engine` answers searches (`ROSETTA_ENGINE`): `whoosh`,
    or `opensearch`, a cluster (`ROSETTA_OPENSEARCH_URL`); then `records` is the
    folder or address that records are published at (`ROSETTA_RECORDS`).
    """

    home: Path
    catalogue: Path
    base_url: str = ""
    refresh_seconds: float = 1.0
    log: str = "warning"
    rate_limit: str = ""
    rate_storage: str = ""
    proxies: int = 0
    engine: str = "whoosh"
    records: str = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None, home: Path | None = None) -> Settings:
        """The settings that the environment gives; a `home` given outright wins."""
        given = os.environ if environment is None else environment
        log = given.get("ROSETTA_LOG", "").lower() or "warning"
        engine = given.get("ROSETTA_ENGINE", "").lower() or ENGINES[0]
        proxies = given.get("ROSETTA_PROXIES", "") or "0"
        if log not in LOG_LEVELS:
            raise RosettaError(f"no such log: {log[:40]}", where="ROSETTA_LOG", hint=f"one of {', '.join(LOG_LEVELS)}")
        if engine not in ENGINES:
            raise RosettaError(
                f"no such engine: {engine[:40]}", where="ROSETTA_ENGINE", hint=f"one of {', '.join(ENGINES)}"
            )
        if not proxies.isascii() or not proxies.isdigit():
            raise RosettaError(
                f"no number: {proxies[:40]}", where="ROSETTA_PROXIES", hint="how many there are, such as 1"
            )
        return cls(
            home=home or Path(given.get("ROSETTA_HOME") or default_home()),
            catalogue=Path(given.get("ROSETTA_CATALOGUE") or resource_dir("data") / "catalogue"),
            base_url=given.get("ROSETTA_BASE_URL", "").rstrip("/"),
            log=log,
            rate_limit=given.get("ROSETTA_RATE_LIMIT", "").strip(),
            rate_storage=given.get("ROSETTA_RATE_STORAGE", "").strip(),
            proxies=int(proxies),
            engine=engine,
            records=given.get("ROSETTA_RECORDS", "").strip(),
        )
