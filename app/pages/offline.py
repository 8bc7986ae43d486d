"""The knowledge base without a network: the pack to fetch, and what searches it once it is here.

The service worker answers with this page for every address that it can't reach and has not kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.pages.pack import pack_of
from app.pages.view import Answer, Ask
from app.present.dates import size
from app.present.urls import api
from ingest.model import LANGUAGES, ORIGINS

SAID = (
    "hit.general",
    "list.names",
    "version.label",
    "citation.open",
    "citation.close",
    "citation.card",
    "citation.plain",
    "citation.card-undated",
    "citation.plain-undated",
    "date.unknown",
    "offline.cards-more",
    "offline.total",
    "offline.understood",
    "offline.nothing",
    "offline.opening",
    "offline.broken",
    "offline.state.none",
    "offline.state.begun",
    "offline.state.fetching",
    "offline.state.failed",
    "offline.state.full",
    "offline.state.ready",
    "offline.state.newer",
    "offline.state.removed",
    "offline.state.impossible",
)
"""What the module of this page says by itself, beside the names of languages and origins."""


@dataclass(frozen=True, slots=True)
class OfflinePage:
    """The context of `offline.html`: the size of the pack where there is one, and what is said in the browser."""

    size: str
    families: int
    said: Mapping[str, str]


def offline(ask: Ask) -> Answer:
    """The page of the offline pack."""
    pack = pack_of(ask.services, ask.knowledge)
    keys = (*SAID, *(f"language.{lang}" for lang in (*LANGUAGES, "zh-Hant")), *(f"origin.{one}" for one in ORIGINS))
    page = OfflinePage(
        size(pack.bytes, ask.words.lang) if pack else "",
        pack.families if pack else 0,
        {key: ask.words.template(key) for key in keys},
    )
    return Answer("offline.html", page, ask.words.plain("offline.pack"), api("/openapi.json"))
