"""A key word in its context."""

from __future__ import annotations

from ingest.model import Span

AROUND = 90


def context(body: str, span: Span, around: int = AROUND) -> tuple[str, str, str]:
    """What stands before a word, the word, and what stands after it, each on one line and cut to `around`.

    >>> context("It stays face down. Then turn it face up.", (9, 18), around=8)
    ('t stays ', 'face down', '. Then t')
    """
    start, end = span
    return _line(body[max(0, start - around) : start]), _line(body[start:end]), _line(body[end : end + around])


def _line(words: str) -> str:
    return words.replace("\n", " ").replace("\t", " ")
