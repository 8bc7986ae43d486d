"""A text as safe HTML: spans in another language, matches and findings marked.

Everything written goes through markupsafe, so a text can't bring its own tags.
All offsets are half-open code points into the body, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from markupsafe import Markup

from ingest.model import Insertion, Span

_LANG = Markup('<span lang="{lang}">{inner}</span>')
_MARK = Markup("<mark>{inner}</mark>")
_NOTE = Markup('<span class="noted">{inner}</span>')


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of a text in which nothing changes."""

    text: str
    lang: str | None
    marked: bool
    noted: bool


def render(
    body: str,
    *,
    insertions: Sequence[Insertion] = (),
    marks: Iterable[Span] = (),
    notes: Iterable[Span] = (),
) -> Markup:
    """The body as HTML, escaped, with its insertions, matches and findings marked.

    >>> print(render("a <b> 显化", insertions=[Insertion(6, 8, "zh-Hans")], marks=[(0, 1)]))
    <mark>a</mark> &lt;b&gt; <span lang="zh-Hans">显化</span>
    """
    parts = pieces(body, insertions, list(marks), list(notes))
    return Markup("").join(_in_language(lang, list(group)) for lang, group in groupby(parts, lambda part: part.lang))


def pieces(body: str, insertions: Sequence[Insertion], marks: Sequence[Span], notes: Sequence[Span]) -> list[Piece]:
    """The body cut wherever a span starts or ends; joined again they are the body.

    >>> [piece.text for piece in pieces("abcdef", [], [(1, 3), (2, 4)], [])]
    ['a', 'b', 'c', 'd', 'ef']
    """
    spans = [(one.start, one.end) for one in insertions] + [*marks, *notes]
    cuts = sorted({0, len(body), *(_within(cut, body) for span in spans for cut in span)})
    return [
        Piece(
            body[start:end],
            _innermost(insertions, start, end),
            _covered(marks, start, end),
            _covered(notes, start, end),
        )
        for start, end in pairwise(cuts)
    ]


def _within(offset: int, body: str) -> int:
    return max(0, min(offset, len(body)))


def _covered(spans: Sequence[Span], start: int, end: int) -> bool:
    return any(low <= start and end <= high for low, high in spans)


def _innermost(insertions: Sequence[Insertion], start: int, end: int) -> str | None:
    around = [one for one in insertions if one.start <= start and end <= one.end]
    return min(around, key=lambda one: one.end - one.start).lang if around else None


def _in_language(lang: str | None, parts: list[Piece]) -> Markup:
    inner = Markup("").join(_noted(noted, list(group)) for noted, group in groupby(parts, lambda part: part.noted))
    return _LANG.format(lang=lang, inner=inner) if lang else inner


def _noted(noted: bool, parts: list[Piece]) -> Markup:
    inner = Markup("").join(
        _marked(marked, "".join(part.text for part in group))
        for marked, group in groupby(parts, lambda part: part.marked)
    )
    return _NOTE.format(inner=inner) if noted else inner


def _marked(marked: bool, text: str) -> Markup:
    return _MARK.format(inner=text) if marked else Markup.escape(text)
