"""What feeds publish, and where: the list of files that `rosetta fetch` brings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

from ingest.errors import RosettaError

ADDRESSES = {
    "scryfall": ("ROSETTA_SCRYFALL_URL", "https://api.scryfall.com"),
    "mtgjson": ("ROSETTA_MTGJSON_URL", "https://mtgjson.com/api/v5"),
}
"""For each feed the setting that names another address, and the address."""
RULINGS = "rulings"
CARDS = ("oracle_cards", "all_cards")
"""Scryfall's files of cards: each card once, or every printing in every language (some gigabytes)."""
ATOMIC = ("AtomicCards.json.gz", "Keywords.json.gz")


@dataclass(frozen=True, slots=True)
class Published:
    """A file to fetch: its address, the name it is kept under, and what is said of it beforehand."""

    url: str
    name: str
    size: int | None = None
    sha256: str | None = None


Get = Callable[[str], bytes]
"""The whole of a small file at an address."""


def published(feed: str, get: Get, environment: Mapping[str, str], cards: str = CARDS[0]) -> list[Published]:
    """The files of a feed, in the order to fetch them; raises `RosettaError` where its list is no list."""
    setting, usual = ADDRESSES[feed]
    base = (environment.get(setting) or usual).rstrip("/")
    return _scryfall(base, get, (RULINGS, cards)) if feed == "scryfall" else _mtgjson(base, get)


def kept_as(kind: str) -> str:
    """The name that a file of bulk data is kept under, without what tells how it is packed.

    >>> kept_as("all_cards")
    'all-cards.json'
    """
    return f"{kind.replace('_', '-')}.json"


def _scryfall(base: str, get: Get, kinds: tuple[str, ...]) -> list[Published]:
    listed = _listed(get(f"{base}/bulk-data"), f"{base}/bulk-data")
    found = {item.get("type"): item for item in listed}
    missing = [kind for kind in kinds if not isinstance(found.get(kind, {}).get("download_uri"), str)]
    if missing:
        raise RosettaError(f"no {missing[0]} in the list of bulk data", where=f"{base}/bulk-data", hint="try later")
    return [_bulk(base, kind, found[kind]) for kind in kinds]


def _bulk(base: str, kind: str, item: dict[str, Any]) -> Published:
    url = urljoin(base + "/", item["download_uri"])
    packed = urlsplit(url).path.endswith(".gz")
    # `size` is of the file unpacked; it says something of the bytes only where they are sent so.
    size = item.get("size") if isinstance(item.get("size"), int) and not packed else None
    return Published(url, kept_as(kind) + (".gz" if packed else ""), size)


def _listed(data: bytes, where: str) -> list[dict[str, Any]]:
    try:
        listed = json.loads(data)["data"]
        return [item for item in listed if isinstance(item, dict)]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise RosettaError("not the list of bulk data", where=where, hint="try later") from error


def _mtgjson(base: str, get: Get) -> list[Published]:
    return [Published(f"{base}/{name}", name, sha256=_checksum(get(f"{base}/{name}.sha256"))) for name in ATOMIC]


def _checksum(data: bytes) -> str:
    """The checksum a file beside the file gives, in lower case.

    >>> _checksum(b"AB" * 32 + b"  AtomicCards.json.gz") == "ab" * 32
    True
    """
    word = (data[:200].decode("ascii", "replace").split() or [""])[0].lower()
    if len(word) != 64 or set(word) - set("0123456789abcdef"):
        raise RosettaError("no checksum where one was expected", where=word[:40], hint="try later")
    return word
