"""Which texts may match and which units are allowed: the filters of a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ingest.index.arrays import Ints, Mask, Names, find
from ingest.index.contract import Scope
from ingest.index.tables import Facet, Texts, Units

Facets = Mapping[str, Facet]


@dataclass(frozen=True, slots=True)
class Selection:
    """Marks of texts in scope and of allowed units; None where all are."""

    texts: Mask | None
    units: Mask | None


def text_scope(scope: Scope) -> Scope:
    """The part of a scope that chooses texts."""
    return Scope(
        langs=scope.langs,
        origins=scope.origins,
        since=scope.since,
        until=scope.until,
        not_langs=scope.not_langs,
        not_origins=scope.not_origins,
    )


def texts_in(texts: Texts, named: Mapping[str, Names], scope: Scope) -> Mask | None:
    """Marks of the texts in scope."""
    marks: list[Mask] = []
    if scope.langs:
        marks.append(_one_of(texts.languages, named["languages"], scope.langs))
    if scope.origins:
        marks.append(_one_of(texts.origins, named["origins"], scope.origins))
    if scope.not_langs:
        marks.append(~_one_of(texts.languages, named["languages"], scope.not_langs))
    if scope.not_origins:
        marks.append(~_one_of(texts.origins, named["origins"], scope.not_origins))
    if scope.since is not None:
        marks.append(texts.days >= scope.since)
    if scope.until is not None:
        # A text without a date is in no range.
        marks.append((texts.days <= scope.until) & (texts.days > 0))
    return _all_of(marks)


def _all_of(marks: list[Mask]) -> Mask | None:
    if len(marks) < 2:
        return marks[0] if marks else None
    return np.logical_and.reduce(marks)


def _one_of(values: Ints, names: Names, wanted: Sequence[str]) -> Mask:
    chosen = np.zeros(len(names), np.bool_)
    chosen[[number for number in find(names, wanted) if number >= 0]] = True
    return chosen[values]


def allowed_units(scope: Scope, units: Units, facets: Facets, families: Facet) -> Mask | None:
    """Marks of the units that the other filters leave; `families` are the families' languages."""
    size = len(units.texts)
    marks: list[Mask] = []
    for kind in ("cards", "mechanics", "checks"):
        marks.extend(facets[kind].mark(name, size) for name in getattr(scope, kind))
        marks.extend(~facets[kind].mark(name, size) for name in getattr(scope, f"not_{kind}"))
    known = len(families.first)
    marks.extend(families.mark(name, known)[units.families] for name in scope.has)
    marks.extend(~families.mark(name, known)[units.families] for name in scope.lacks)
    return _all_of(marks)
