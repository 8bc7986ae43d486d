"""A plan of the contract as OpenSearch queries: pure functions, no cluster.

A unit is a document and its texts are nested in it, so that every word may be
held by another text and each counts where it adds most, within the scope.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.index.contract import Clause, Exclusion, Phrase, Scope, Weighted
from ingest.index.opensearch.encoding import named, token

Query = dict[str, Any]
Weight = Callable[[str], float]
"""The rarity of a name, 0 for one that nobody wrote."""

MAX_WORDS = 900
"""Names a request may ask for: nodes refuse more than 1,024 by default."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One word or concept with what may stand for it, as tokens of a field, and its weight."""

    label: str
    field: str
    names: Weighted
    mass: float


@dataclass(frozen=True, slots=True)
class Asked:
    """A clause looked up in the vocabulary."""

    clause: Clause
    asks: tuple[Ask, ...]
    phrase_mass: float

    @property
    def whole(self) -> float:
        """The weight of all that is asked for, phrases left out."""
        return sum(ask.mass for ask in self.asks)

    @property
    def is_cut(self) -> bool:
        """Whether units that match little of it are left out."""
        return bool(self.asks) and not self.clause.phrases

    @property
    def lists(self) -> bool:
        """Whether it asks nothing in particular."""
        return self.clause.matches_nothing_in_particular


def look_up(clause: Clause, term: Weight, concept: Weight, phrase_weight: float) -> Asked:
    """The clause with the names that somebody wrote, each group and concept with its weight."""
    asks = [_ask(f"g{number}", "terms", group, term) for number, group in enumerate(clause.groups)]
    others = dict(enumerate(clause.related))
    asks.extend(
        _ask(f"c{number}", "concepts", (asked, *others.get(number, ())), concept)
        for number, asked in enumerate(clause.concepts)
    )
    mass = phrase_weight * sum(term(name) for phrase in clause.phrases for name, _ in phrase)
    return Asked(clause, tuple(ask for ask in asks if ask.names), mass)


def _ask(label: str, field: str, group: Weighted, weight: Weight) -> Ask:
    known = tuple((name, share) for name, share in group if weight(name) > 0)
    return Ask(label, field, known, max((share * weight(name) for name, share in known), default=0.0))


def within_bounds(asked: Sequence[Asked]) -> tuple[list[Asked], bool]:
    """The clauses with at most `MAX_WORDS` names in all, those that stand in least first left out."""
    total = sum(len(ask.names) for one in asked for ask in one.asks)
    if total <= MAX_WORDS:
        return list(asked), False
    shares = sorted((share for one in asked for ask in one.asks for _, share in ask.names), reverse=True)
    least = shares[MAX_WORDS - 1]
    return [_trimmed(one, least, MAX_WORDS // len(asked)) for one in asked], True


def _trimmed(asked: Asked, least: float, most: int) -> Asked:
    kept: list[Ask] = []
    for ask in sorted(asked.asks, key=lambda ask: -ask.mass):
        names = tuple(pair for pair in ask.names if pair[1] >= least)[:most]
        most -= len(names)
        kept.extend([Ask(ask.label, ask.field, names, ask.mass)] if names else [])
    return Asked(asked.clause, tuple(kept), asked.phrase_mass)


# --- filters ---------------------------------------------------------------------


def text_filters(scope: Scope) -> list[Query]:
    """What a text must be to be in scope."""
    filters: list[Query] = []
    if scope.langs:
        filters.append({"terms": {"texts.lang": list(scope.langs)}})
    if scope.origins:
        filters.append({"terms": {"texts.origin": list(scope.origins)}})
    if scope.not_langs:
        filters.append(_not({"terms": {"texts.lang": list(scope.not_langs)}}))
    if scope.not_origins:
        filters.append(_not({"terms": {"texts.origin": list(scope.not_origins)}}))
    if scope.since is not None:
        filters.append({"range": {"texts.day": {"gte": scope.since}}})
    if scope.until is not None:
        # A text without a date is in no range.
        filters.append({"range": {"texts.day": {"gt": 0, "lte": scope.until}}})
    return filters


def unit_filters(scope: Scope) -> list[Query]:
    """What a unit must be to be allowed."""
    filters: list[Query] = []
    for kind in ("cards", "mechanics", "checks"):
        filters.extend({"term": {kind: named(value)}} for value in getattr(scope, kind))
        filters.extend(_not({"term": {kind: named(value)}}) for value in getattr(scope, f"not_{kind}"))
    filters.extend({"term": {"family_languages": lang}} for lang in scope.has)
    filters.extend(_not({"term": {"family_languages": lang}}) for lang in scope.lacks)
    return filters


def _not(query: Query) -> Query:
    return {"bool": {"must_not": [query]}}


# --- clauses -----------------------------------------------------------------------


def scored(asked: Asked, scope: Scope) -> Query:
    """The units that a clause may bring, by the sum of what each word adds; every word says what it added."""
    texts = text_filters(scope)
    asks = [_named(_sum(ask, texts), ask.label) for ask in asked.asks]
    found = _matching(asked, scope, asks)
    marks = [_mark(phrase, number, texts) for number, phrase in enumerate(asked.clause.literal) if phrase]
    return {"bool": {"must": [found], "should": marks}} if marks else found


def covered(asked: Asked, scope: Scope, least: float = 0.0) -> Query:
    """The same units by how much of the query's weight they hold, those under `least` left out."""
    texts = text_filters(scope)
    asks = [_capped(_named(_sum(ask, texts), ask.label), ask.mass) for ask in asked.asks]
    found = _matching(asked, scope, asks)
    if not least:
        return found
    return {"script_score": {"query": found, "script": {"source": "_score"}, "min_score": least}}


def details(asked: Asked, scope: Scope, ids: Sequence[str], most: int) -> Query:
    """The texts of some units that match, those that match most first, as inner hits."""
    texts = text_filters(scope)
    held = [_one({"terms": {f"texts.{ask.field}": [token(name) for name, _ in ask.names]}}) for ask in asked.asks]
    held.extend(_one(_span(phrase)) for phrase in asked.clause.phrases if phrase)
    inner: Query = {"filter": texts or [{"match_all": {}}]}
    if held and not asked.lists:
        inner |= {"should": held, "minimum_should_match": 1}
    shown = {"size": most, "_source": ["texts.id"], "sort": ["_score", {"texts.rank": "asc"}]}
    nested = {"path": "texts", "query": {"bool": inner}, "inner_hits": shown}
    return {"bool": {"filter": [{"ids": {"values": list(ids)}}], "must": [{"nested": nested}]}}


def _matching(asked: Asked, scope: Scope, asks: list[Query]) -> Query:
    texts, clause = text_filters(scope), asked.clause
    must = unit_filters(scope)
    must.extend(_nested([*texts, _span(phrase)]) for phrase in clause.phrases)
    if texts and (asked.lists or clause.phrases):
        must.append(_nested(texts))
    query: Query = {"filter": must or [{"match_all": {}}]}
    if clause.exclusions:
        query["must_not"] = [_nested([*texts, _excluded(one)]) for one in clause.exclusions]
    if asks or not (asked.lists or clause.phrases):
        query["should"] = asks or [{"match_none": {}}]
        query["minimum_should_match"] = 0 if clause.phrases else 1
    return {"bool": query}


def _sum(ask: Ask, texts: list[Query]) -> Query:
    field = f"texts.{ask.field}"
    names = [{"term": {field: {"value": token(name), "boost": share}}} for name, share in ask.names]
    best = names[0] if len(names) == 1 else {"dis_max": {"queries": names}}
    query = {"bool": {"filter": texts, "must": [best]}} if texts else best
    return {"nested": {"path": "texts", "score_mode": "max", "query": query}}


def _named(query: Query, label: str) -> Query:
    (kind, body), *_ = query.items()
    return {kind: {**body, "_name": label}}


def _capped(query: Query, mass: float) -> Query:
    script = {"source": "Math.min(_score, params.mass)", "params": {"mass": mass}}
    return {"script_score": {"query": query, "script": script}}


def _mark(phrase: Phrase, number: int, texts: list[Query]) -> Query:
    inside = {"filter": _nested([*texts, _span(phrase)]), "boost": 0.0, "_name": f"l{number}"}
    return {"constant_score": inside}


def _one(query: Query) -> Query:
    return {"constant_score": {"filter": query, "boost": 1.0}}


def _nested(filters: list[Query]) -> Query:
    return {"nested": {"path": "texts", "query": {"bool": {"filter": filters}}}}


def _excluded(exclusion: Exclusion) -> Query:
    ways: list[Query] = []
    if exclusion.terms:
        ways.append({"terms": {"texts.terms": [token(name) for name in exclusion.terms]}})
    if exclusion.phrase:
        ways.append(_span(exclusion.phrase))
    if exclusion.concept is not None:
        ways.append({"term": {"texts.concepts": {"value": token(exclusion.concept)}}})
    return {"bool": {"should": ways, "minimum_should_match": 1}} if ways else {"match_none": {}}


def _span(phrase: Phrase) -> Query:
    """The terms at their places of a row; a gap is as wide as the row says."""
    if not phrase:
        return {"match_none": {}}
    row = sorted(phrase, key=lambda pair: pair[1])
    if len(row) == 1:
        return {"term": {"texts.places": {"value": token(row[0][0])}}}
    clauses: list[Query] = []
    for (name, place), before in zip(row, [None, *(place for _, place in row)], strict=False):
        if before is not None and place - before > 1:
            clauses.append({"span_gap": {"texts.places": place - before - 1}})
        clauses.append({"span_term": {"texts.places": token(name)}})
    return {"span_near": {"clauses": clauses, "slop": 0, "in_order": True}}
