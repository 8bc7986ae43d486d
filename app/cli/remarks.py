"""What reading remarked, in words."""

from __future__ import annotations

from app import i18n
from ingest.errors import Problem
from ingest.paths import resource_dir


def in_words(problem: Problem, lang: str = "en") -> str:
    """What the problem is, in a language of the interface.

    >>> in_words(Problem("a.txt", 3, "impossible-date", "error", "31/02/2018"))
    'no such day: 31/02/2018'
    """
    say = i18n.load(resource_dir("data") / "messages")[lang]
    return say.plain(f"problem.{problem.code}", detail=problem.detail).rstrip(": ")
