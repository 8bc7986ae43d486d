"""Which texts may match and which units are allowed: the filters of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ingest.index.arrays import Mask, Names, find
from ingest.index.contract import Scope
from ingest.index.tables import Facet, Texts, Units

Facets = Mapping[str, Facet]


@dataclass(frozen=True, slots=True)
class Selection:
    """Marks of texts in scope and of allowed units; None where all are."""

    texts: Mask | None
    units: Mask | None


def select(
    scope: Scope, texts: Texts, named: Mapping[str, Names], units: Units, facets: Facets, families: Facet
) -> Selection:
    """What the filters leave. `families` are the languages of the families."""
    return Selection(_texts(scope, texts, named), _units(scope, units, facets, families))


def _texts(scope: Scope, texts: Texts, named: Mapping[str, Names]) -> Mask | None:
    marks: list[Mask] = []
    if scope.langs:
        marks.append(np.isin(texts.languages, find(named["languages"], scope.langs)))
    if scope.origins:
        marks.append(np.isin(texts.origins, find(named["origins"], scope.origins)))
    if scope.not_langs:
        marks.append(~np.isin(texts.languages, find(named["languages"], scope.not_langs)))
    if scope.not_origins:
        marks.append(~np.isin(texts.origins, find(named["origins"], scope.not_origins)))
    if scope.since is not None:
        marks.append(texts.days >= scope.since)
    if scope.until is not None:
        # A text without a date is in no range.
        marks.append((texts.days <= scope.until) & (texts.days > 0))
    return np.logical_and.reduce(marks) if marks else None


def _units(scope: Scope, units: Units, facets: Facets, families: Facet) -> Mask | None:
    size = len(units.texts)
    marks: list[Mask] = []
    for kind in ("cards", "mechanics", "checks"):
        marks.extend(facets[kind].mark(name, size) for name in getattr(scope, kind))
        marks.extend(~facets[kind].mark(name, size) for name in getattr(scope, f"not_{kind}"))
    known = len(families.first)
    marks.extend(families.mark(name, known)[units.families] for name in scope.has)
    marks.extend(~families.mark(name, known)[units.families] for name in scope.lacks)
    return np.logical_and.reduce(marks) if marks else None
