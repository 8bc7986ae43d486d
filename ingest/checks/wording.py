"""Wordings that rules changes left behind: read from `data/catalogue/outdated.toml`.

Each names the form, the language, what is said now and since when. A text
older than the change was right in its day: that is information. A newer text
with the old wording is a warning.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date as Date
from functools import cached_property
from pathlib import Path

from ingest.errors import CatalogueError


@dataclass(frozen=True, slots=True)
class Wording:
    """One outdated wording: `form` is literal, `*` at its end allows any word ending.

    `before` and `after` list what may not stand around it: those are other words.
    """

    lang: str
    form: str
    now: str
    since: Date | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wordings:
    """All outdated wordings, each with its pattern made once."""

    entries: tuple[Wording, ...] = ()

    @cached_property
    def patterns(self) -> tuple[tuple[re.Pattern[str], Wording], ...]:
        """Pattern and wording, in the order of the file."""
        return tuple((pattern(entry), entry) for entry in self.entries)

    def of(self, lang: str) -> list[tuple[re.Pattern[str], Wording]]:
        """The patterns of one language."""
        return [found for found in self.patterns if found[1].lang == lang]


def pattern(entry: Wording) -> re.Pattern[str]:
    """The pattern of a wording, with word boundaries where the script has words.

    >>> bool(pattern(Wording("en", "mana pool*", "mana")).search("Their mana pools empty."))
    True
    """
    stem, anything = entry.form.removesuffix("*"), entry.form.endswith("*")
    body = r"[\s\u00a0-]+".join(map(re.escape, stem.split()))
    start, end = (
        ("", "") if entry.lang.startswith("zh") else (r"(?<![^\W_])", r"[^\W\d_]*" if anything else r"(?![^\W_])")
    )
    guards = "".join(f"(?<!{re.escape(word)})" for word in entry.before)
    tail = "".join(f"(?!{re.escape(word)})" for word in entry.after)
    return re.compile(guards + start + body + end + tail, re.IGNORECASE)


def load_wordings(path: Path) -> Wordings:
    """The outdated wordings of a TOML file, none where there is no such file."""
    if not path.exists():
        return Wordings()
    try:
        tables = tomllib.loads(path.read_text("utf-8")).get("outdated", [])
        return Wordings(tuple(map(_wording, tables)))
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as problem:
        raise CatalogueError(f"outdated wordings cannot be read: {problem}", where=str(path)) from problem


def _wording(table: dict) -> Wording:
    return Wording(
        lang=table["lang"],
        form=table["form"],
        now=table["now"],
        since=table.get("since"),
        before=tuple(table.get("before", ())),
        after=tuple(table.get("after", ())),
    )
