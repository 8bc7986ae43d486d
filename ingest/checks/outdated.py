"""A wording that a rules change left behind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date as Date

from ingest.checks.base import Flaw, TextCheck
from ingest.checks.context import CheckContext
from ingest.model import Text


class OutdatedWording(TextCheck):
    """Information where the text is official or older than the change, else a warning."""

    id = "outdated-wording"
    severity = "info"
    params = ("form", "now", "since")
    bad = (("en", "Its converted mana cost is 0."), ("zh-Hans", "其转换法术力费用为0。"))
    good = (("en", "Its mana value is 0."), ("zh-Hans", "其法术力值为0。"))

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        for pattern, wording in context.wordings.of(text.lang):
            newer = bool(date and wording.since and date >= wording.since)
            since = wording.since.isoformat() if wording.since else ""
            for found in pattern.finditer(text.body):
                params = {"form": found.group(), "now": wording.now, "since": since}
                yield Flaw(found.span(), params, None, "warning" if newer and text.origin != "official" else "info")
