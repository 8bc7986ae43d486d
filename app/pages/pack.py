"""The offline pack as devices fetch it: a list of parts, and each part under the name of its content."""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path

from flask import Response, current_app, request
from werkzeug.exceptions import NotFound

from app.http.snapshot import knowledge
from app.services import Knowledge, Services
from ingest.pack import Pack, open_pack
from ingest.snapshot import PACK

KEPT = 365 * 24 * 3600


def pack_of(services: Services, held: Knowledge | None) -> Pack | None:
    """The pack of the snapshot that serves; None where it has none."""
    return _opened(services.home.snapshots / held.snapshot / PACK) if held else None


def listed() -> Response:
    """The parts of the pack with their sizes, and of which snapshot and day it is."""
    pack, held = _pack(), knowledge()
    members = {
        "snapshot": held.snapshot,
        "created": held.created,
        "families": pack.families,
        "texts": pack.texts,
        "bytes": pack.bytes,
        "parts": [asdict(part) for part in pack.parts],
    }
    return Response(json.dumps(members), mimetype="application/json")


def part(name: str) -> Response:
    """One part, compressed as it lies on the disk; it never changes under its name."""
    packed = _pack().part(name)
    if packed is None:
        raise NotFound()
    compressed = "gzip" in request.accept_encodings
    response = Response(packed if compressed else gzip.decompress(packed), mimetype="application/json")
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    response.cache_control.public = True
    response.cache_control.max_age = KEPT
    response.cache_control.immutable = True
    return response


def _pack() -> Pack:
    services: Services = current_app.extensions["rosetta"]
    pack = pack_of(services, knowledge())
    if pack is None:
        raise NotFound()
    return pack


@lru_cache(maxsize=4)
def _opened(folder: Path) -> Pack | None:
    return open_pack(folder)
