"""A passage of a text as safe HTML: the glossary's terms marked so that others can be found by them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from markupsafe import Markup

from ingest.model import Insertion, Span

_TERM = Markup('<span class="term{lone}" data-term="{id}">{inner}</span>')
_NOTED = Markup('<span class="noted">{inner}</span>')
_LANG = Markup('<span class="foreign" lang="{lang}">{inner}</span>')

Terms = Sequence[tuple[str, int, int]]
"""Terms of a text: id, start, end; they do not overlap."""


def passage(
    body: str,
    span: Span,
    *,
    terms: Terms = (),
    lone: Collection[str] = (),
    notes: Iterable[Span] = (),
    insertions: Sequence[Insertion] = (),
) -> Markup:
    """The part of a body within a span as HTML, with terms, noted places and foreign words marked.

    `lone` are the terms that stand on no other side. All offsets are into the whole body.

    >>> print(passage("Tap <it>. Stop.", (0, 9), terms=[("tap", 0, 3)], notes=[(4, 8)]))
    <span class="term" data-term="tap">Tap</span> <span class="noted">&lt;it&gt;</span>.
    """
    spans = [(start, end) for _, start, end in terms]
    spans += [(one.start, one.end) for one in insertions] + list(notes)
    start, end = span
    cuts = sorted({start, end, *(cut for one in spans for cut in one if start < cut < end)})
    return Markup("").join(
        _piece(body[low:high], (low, high), terms, lone, list(notes), insertions) for low, high in pairwise(cuts)
    )


def _piece(
    words: str, at: Span, terms: Terms, lone: Collection[str], notes: Sequence[Span], insertions: Sequence[Insertion]
) -> Markup:
    html = Markup.escape(words)
    if term := next((id for id, start, end in terms if _covers((start, end), at)), None):
        html = _TERM.format(lone=" lone" if term in lone else "", id=term, inner=html)
    if any(_covers(note, at) for note in notes):
        html = _NOTED.format(inner=html)
    if foreign := next((one.lang for one in insertions if _covers((one.start, one.end), at)), None):
        html = _LANG.format(lang=foreign, inner=html)
    return html


def _covers(span: Span, at: Span) -> bool:
    return span[0] <= at[0] and at[1] <= span[1]
