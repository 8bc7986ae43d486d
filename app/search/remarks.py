"""What checks have to say of a text, in a sentence each: what an export takes along for its translator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app import i18n
from ingest.exports import Version
from ingest.model import Finding
from ingest.paths import resource_dir

if TYPE_CHECKING:
    from app.services import Knowledge

MOST = 50
"""Findings of one ruling that go along at most."""


def remarks(knowledge: Knowledge, lang: str) -> Callable[[Version], Sequence[str]]:
    """What says of a version, in this language of the interface or in English, what was found in it.

    It is asked version by version, so that no export holds the findings of all rulings in memory.
    """
    spoken = i18n.load(resource_dir("data") / "messages")
    words = spoken.get(lang, spoken["en"])

    def say(version: Version) -> Sequence[str]:
        _, found = knowledge.store.findings(ruling=version.ruling.id, limit=MOST)
        return [_sentence(words, one) for one in found if one.text == version.text.id]

    return say


def _sentence(words: i18n.Words, finding: Finding) -> str:
    key = f"check.{finding.check}"
    said = f"[{words.plain(f'{key}.name')}] {words.plain(f'{key}.explain', **finding.params)}"
    return f"{said} → {finding.suggestion}" if finding.suggestion else said
