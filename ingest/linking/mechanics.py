"""Which mechanics a ruling is about, and which it only lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ingest.languages import language
from ingest.linking.finder import Match
from ingest.model import Link, Ruling, Span, Term, Text

_BRACKETS = re.compile(r"\([^()]{0,600}\)|（[^（）]{0,600}）")
_ROW_OF = 3
"""From how many terms on a row of them is a list and not a subject."""

_BETWEEN = re.compile(
    r"[\s,、，／/]*(?:and|or|and/or|y|e|o|u|y/o|和|或|及|与|以及|跟|还有)?[\s,、]*(?:an?|the|un|una|el|la)?\s*"
)
_EXAMPLE = re.compile(
    r"(?:such as|for example|for instance|e\.g\.|like|including|por ejemplo|como|incluyendo|incluid[oa]s?"
    r"|例如|比如|譬如|包括|像是|这包括)[\s,:：，]*(?:an?|the|un|una|el|la)?\s*$"
)
_LOOK_BACK = 24
_FOR_EXAMPLE = re.compile(
    r"(?:such as|for example|for instance|por ejemplo|例如|举例来说|比如|譬如)[^.;。；\n]{0,300}", re.IGNORECASE
)


def mechanic_links(
    ruling: Ruling,
    matches: Mapping[str, Sequence[Match]],
    terms: Mapping[str, Term],
    joint: Sequence[Term] | None = None,
) -> list[Link]:
    """One link per mechanic and text, at its first telling place, subjects first.

    A mechanic is `about` where any of the texts uses it in a rule it states,
    `listed` where all name it only in brackets, in a row of others, or as an
    example of something. `matches` are the terms found in each text, by its id;
    `joint` the `joint_terms`, from who links many.
    """
    found: dict[tuple[str, str], tuple[bool, Match]] = {}
    by_id = {text.id: text for text in ruling.texts}
    joint = joint_terms(terms) if joint is None else joint
    for text in by_id.values():
        named = [match for match in _widest(matches[text.id]) if terms[match.target].mechanic]
        spans = _listing(text.body, named)
        for match in named:
            for target in (match.target, *terms[match.target].broader):
                _keep(found, (target, text.id), _within(match, spans), match)
        for target, match in _joint(text, named, joint):
            _keep(found, (target, text.id), False, match)
    about = {target for (target, _), (listed, _) in found.items() if not listed}
    made = [
        _link(target, match, by_id[text], "about" if target in about else "listed")
        for (target, text), (_, match) in found.items()
    ]
    return sorted(made, key=lambda link: (link.role, link.target, link.text or ""))


def joint_terms(terms: Mapping[str, Term]) -> list[Term]:
    """The mechanics that are two others together."""
    return [term for term in terms.values() if len(term.broader) > 1 and term.mechanic]


def _joint(text: Text, named: Sequence[Match], joint: Sequence[Term]) -> Iterator[tuple[str, Match]]:
    """Mechanics that are two others together, where one sentence names both: a copy, a token."""
    present = {match.target for match in named}
    if len(present) < 2:
        return
    whole = [term for term in joint if present.issuperset(term.broader)]
    for start, end in language(text.lang).sentences(text.body) if whole else ():
        within = {match.target: match for match in named if start <= match.start < end}
        for term in whole:
            if within.keys() >= set(term.broader):
                yield term.id, within[term.broader[-1]]


def _keep(found: dict[tuple[str, str], tuple[bool, Match]], key: tuple[str, str], listed: bool, match: Match) -> None:
    """Keeps the first place that states something over one that lists."""
    if key not in found or (found[key][0] and not listed):
        found[key] = (listed, match)


def _link(target: str, match: Match, text: Text, role: str) -> Link:
    return Link(
        kind="mechanic",
        target=target,
        basis="term-in-text",
        role=role,
        lang=text.lang,
        text=text.id,
        span=(match.start, match.end),
        evidence=text.body[match.start : match.end],
    )


def _widest(matches: Sequence[Match]) -> list[Match]:
    """The matches that lie in no other."""
    widest: list[Match] = []
    for match in matches:
        if not widest or match.end > widest[-1].end:
            widest.append(match)
    return widest


def asides(body: str) -> list[Span]:
    """The spans of a text that state no rule of their own: brackets, and what follows “for example”.

    >>> [text[start:end] for text in ["Costs (such as that of Opt) go up."] for start, end in asides(text)][0]
    '(such as that of Opt)'
    """
    return [found.span() for pattern in (_BRACKETS, _FOR_EXAMPLE) for found in pattern.finditer(body)]


# --- lists -----------------------------------------------------------------


def _listing(body: str, named: Sequence[Match]) -> list[Span]:
    """The spans of a text that list: brackets, rows of mechanics, examples."""
    brackets = [found.span() for found in _BRACKETS.finditer(body)]
    return [*brackets, *_rows(body, named), *_examples(body, named)]


def _rows(body: str, named: Sequence[Match]) -> list[Span]:
    rows: list[list[Match]] = []
    for match in named:
        if rows and _BETWEEN.fullmatch(body, rows[-1][-1].end, match.start):
            rows[-1].append(match)
        else:
            rows.append([match])
    return [(row[0].start, row[-1].end) for row in rows if len({m.target for m in row}) >= _ROW_OF]


def _examples(body: str, named: Sequence[Match]) -> list[Span]:
    spans = []
    for match in named:
        before = body[max(0, match.start - _LOOK_BACK) : match.start].lower()
        if _EXAMPLE.search(before):
            spans.append((match.start, match.end))
    return spans


def _within(match: Match, spans: Iterable[Span]) -> bool:
    return any(start <= match.start and match.end <= end for start, end in spans)
