"""What reading and the checks remarked, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ingest.errors import Problem
from ingest.model import Finding
from ingest.paths import resource_dir

if TYPE_CHECKING:
    from app.i18n import Words


def in_words(problem: Problem, lang: str = "en") -> str:
    """What the problem is, in a language of the interface.

    >>> in_words(Problem("a.txt", 3, "impossible-date", "error", "31/02/2018"))
    'no such day: 31/02/2018'
    """
    return _words(lang).plain(f"problem.{problem.code}", detail=problem.detail).rstrip(": ")


def found_in_words(finding: Finding, lang: str = "en") -> str:
    """What a check found, in a language of the interface, with what it proposes in brackets.

    >>> found_in_words(Finding("doubled-word", "warning", "r", "en", params={"word": "the"}))
    '“the” stands twice in a row.'
    """
    said = _words(lang).plain(f"check.{finding.check}.explain", **finding.params)
    return f"{said} [{finding.suggestion}]" if finding.suggestion else said


def _words(lang: str) -> Words:
    from app import i18n  # a tenth of a second that only those who have something to say wait for

    return i18n.load(resource_dir("data") / "messages")[lang]
